"""Hand-written backtracking, row by row, as the textbooks do it.

One array of flags per family of lines says which of its lines are taken. A queen goes to the first
square of its row whose lines are all free and takes them; at the wall the search steps back and
frees them. So solutions come in lexicographic order, and each queen put down is a node of the
tree; A319283 counts them together with the root.

Asked for one step at a time, the search shows itself as it goes (`Backtracking.steps`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from solvers.backends.compiled import COMPILES, Numbers, kernel, numbers
from solvers.backends.handwritten import HandWritten
from solvers.problem import Conflict, Problem, Square, shared_line


class Kind(StrEnum):
    """What a step of the search does: put a queen on a square; find that one there would be in
    conflict; take up the queen that is there; end, where there is none to take up."""

    PLACE = "place"
    CONFLICT = "conflict"
    BACK = "back"
    END = "end"


@dataclass(frozen=True)
class Step:
    """A step of the search; one that finds a conflict says which."""

    kind: Kind
    square: Square
    conflict: Conflict | None = None


class Backtracking(HandWritten):
    name = "backtracking"
    counters = ("nodes", "failures", "squares")

    def advance(self, state: Any, arrays: Sequence[Any], found: Any, steps: int) -> int:
        return advance(state, *arrays, found, steps)

    def arrays(self, problem: Problem) -> Sequence[Any]:
        n = problem.n
        places: dict[tuple[int, ...], int] = {}
        columns: list[int] = []
        for domain in problem.domains:  # rows that are alike share their columns here, too
            if domain not in places:
                places[domain] = len(columns)
                columns += domain
        begin = [places[domain] for domain in problem.domains]
        end = [places[domain] + len(domain) for domain in problem.domains]
        lines: list[tuple[int, int, int, int]] = []
        flags = 0
        for family in problem.lines:
            least, greatest = family.bounds(n)
            lines.append((family.a, family.b, family.modulus or 0, flags - least))
            flags += greatest - least + 1
        return (
            *map(numbers, ([-1] * n, begin, begin, end, columns)),
            *(numbers([line[part] for line in lines]) for part in range(4)),
            np.zeros(flags, np.uint8) if COMPILES else bytearray(flags),
        )

    def steps(self, problem: Problem) -> Iterator[Step]:
        """The search on a problem, each step that it takes and each square that it tests.

        >>> " ".join(step.kind for step in Backtracking().steps(Problem(2)))
        'place conflict conflict back place conflict conflict back end'
        """
        arrays, state = self.arrays(problem), self.start()
        q, untried, _, end, columns, *_ = arrays
        found = np.empty((1, problem.n), np.int64)
        while (row := int(state[0])) >= 0:
            first, nodes = int(untried[row]), int(state[1])
            self.advance(state, arrays, found, 1)
            placed = state[1] > nodes
            last = int(untried[row] if placed else end[row])
            tested = [int(column) for column in columns[first:last]]
            queens = [int(queen) for queen in q[:row]]
            for column in tested[:-1] if placed else tested:
                yield Step(Kind.CONFLICT, (row, column), _conflict(problem, queens, column))
            if placed:
                yield Step(Kind.PLACE, (row, int(q[row])))
            elif row:
                yield Step(Kind.BACK, (row - 1, int(q[row - 1])))
            else:
                yield Step(Kind.END, (0, 0))


def _conflict(problem: Problem, queens: Sequence[int], column: int) -> Conflict:
    """What is wrong with a column of the next row: by the first family, there the first queen."""
    square = (len(queens), column)
    for lines in problem.lines:
        line = lines.through(*square)
        for other in enumerate(queens):
            if lines.through(*other) == line:
                return shared_line(other, square, lines)
    raise AssertionError(f"{square} is free")


@kernel
def flag_of(a: int, b: int, modulus: int, first: int, row: int, column: int) -> int:
    """Where the flag of a square's line lies; `first` is where that of line 0 would."""
    line = a * row + b * column
    if modulus > 0:
        line %= modulus
    return first + line


@kernel
def advance(
    state: Numbers,
    q: Numbers,
    untried: Numbers,
    begin: Numbers,
    end: Numbers,
    columns: Numbers,
    a: Numbers,
    b: Numbers,
    modulus: Numbers,
    first: Numbers,
    taken: npt.NDArray[np.uint8],
    found: Numbers,
    steps: int,
) -> int:
    """Search on until `found` is full, so many steps are taken, or the tree is done (row -1).

    Row i's columns are columns[begin[i]:end[i]], of which untried[i] is the next; a, b, modulus (0:
    none) and first describe the families (see `flag_of`). Returns how many solutions were found.
    """
    n = len(q)
    row, nodes, failures, squares = state[0], state[1], state[2], state[3]
    number = 0
    while row >= 0 and number < len(found) and steps > 0:
        steps -= 1
        place = untried[row]
        column = -1
        while place < end[row] and column < 0:
            column = columns[place]
            place += 1
            squares += 1
            # look at all families: to stop at the first that is taken costs more, since processors
            # cannot foresee which it will be
            lost = 0
            for f in range(len(a)):
                lost |= taken[flag_of(a[f], b[f], modulus[f], first[f], row, column)]
            if lost:
                column = -1
        if column < 0:  # the wall: step back
            if q[row] < 0:  # no queen has stood in this row since the one before was placed
                failures += 1
            untried[row] = begin[row]
            row -= 1
            taking = 0
        else:
            untried[row] = place
            q[row] = column
            nodes += 1
            if row == n - 1:
                for i in range(n):
                    found[number][i] = q[i]
                number += 1
                continue
            q[row + 1] = -1
            taking = 1
        if row >= 0:
            for f in range(len(a)):
                taken[flag_of(a[f], b[f], modulus[f], first[f], row, q[row])] = taking
            row += taking
    state[0], state[1], state[2], state[3] = row, nodes, failures, squares
    return number
