"""Hand-written backtracking, row by row, as the textbooks do it.

One array of flags per family of lines says which of its lines are taken. A queen goes to the first
square of its row whose lines are all free and takes them; at the wall the search steps back and
frees them. So solutions come in lexicographic order, and each queen put down is a node of the
tree; A319283 counts them together with the root.

The search is one function over arrays, which Numba compiles where it can: it goes on from where it
stopped, until it has found a block of solutions or taken so many steps, so that the clock is looked
at in between. Asked for one step at a time, it shows the search as it goes (`Backtracking.steps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from solvers.backends.compiled import COMPILES, kernel, numbers
from solvers.base import Run, Solver
from solvers.problem import Lines, Problem, Square

Numbers = npt.NDArray[np.int64]

SQUARES = 1 << 22 if COMPILES else 1 << 12  # tested between two looks at the clock: some 20 ms;
# a step takes up to n of them
BLOCK = 1 << 18  # columns of the solutions that are reported at a time, at the most


@dataclass(frozen=True)
class Step:
    """A step of the search: a "place" of a queen; a "conflict", where the square of one would share
    `line` of `lines` with the queen on `other`; a step "back", which takes up the queen on the
    square; the "end", where there is none to take up."""

    kind: str
    square: Square
    other: Square | None = None
    lines: Lines | None = None
    line: int | None = None


class Backtracking(Solver):
    name = "backtracking"

    def __init__(self) -> None:
        """Compile the search, or load it from where it is kept: no run has to pay for it."""
        if COMPILES:
            advance(numbers([-1, 0, 0, 0]), *_arrays(Problem(1)), np.empty((1, 1), np.int64), 0)

    def search(self, problem: Problem, run: Run) -> None:
        arrays, state = _arrays(problem), _start()
        report_all(
            run,
            state,
            ("nodes", "failures", "squares"),
            lambda found, steps: advance(state, *arrays, found, steps),
        )

    def steps(self, problem: Problem) -> Iterator[Step]:
        """The search on a problem, each step that it takes and each square that it tests.

        >>> " ".join(step.kind for step in Backtracking().steps(Problem(2)))
        'place conflict conflict back place conflict conflict back end'
        """
        arrays, state = _arrays(problem), _start()
        q, untried, _, end, columns, *_ = arrays
        found = np.empty((1, problem.n), np.int64)
        while (row := int(state[0])) >= 0:
            first, nodes = int(untried[row]), int(state[1])
            advance(state, *arrays, found, 1)
            placed = state[1] > nodes
            last = int(untried[row] if placed else end[row])
            tested = [int(column) for column in columns[first:last]]
            for column in tested[:-1] if placed else tested:
                yield _conflict(problem, [int(queen) for queen in q[:row]], (row, column))
            if placed:
                yield Step("place", (row, int(q[row])))
            elif row:
                yield Step("back", (row - 1, int(q[row - 1])))
            else:
                yield Step("end", (0, 0))


def report_all(
    run: Run, state: Any, counters: Sequence[str], advance: Callable[[Any, int], int]
) -> None:
    """Report what `advance` finds, block by block, until the first number of the state is negative;
    the others are the counters. It is given room for solutions and a number of steps."""
    n = run.problem.n
    steps = 1 + SQUARES // n
    block = max(1, min(4096, BLOCK // n))
    found = np.empty((block, n), np.int64) if COMPILES else [[0] * n for _ in range(block)]
    run.built()
    try:
        left = block if run.limit is None else run.limit
        while state[0] >= 0:
            room = found if left >= block else found[:left]  # to stop just at the limit
            number = advance(room, steps)
            if number:
                left -= 0 if run.limit is None else number
                run.found_many(np.asarray(room[:number]))
            run.check_clock()
    finally:
        numbered = zip(counters, state[1:], strict=True)
        run.statistics.update((name, int(number)) for name, number in numbered)


def _conflict(problem: Problem, queens: Sequence[int], square: Square) -> Step:
    """What is wrong with a square, by the first family, and there by the first queen."""
    for lines in problem.lines:
        line = lines.through(*square)
        for other in enumerate(queens):
            if lines.through(*other) == line:
                return Step("conflict", square, other, lines, line)
    raise AssertionError(f"{square} is free")


def _start() -> Any:
    """The row, and the counters of nodes, of which the root is one, failures and squares tested."""
    return numbers([0, 1, 0, 0])


def _arrays(problem: Problem) -> Any:
    """The problem and the state of its search as `advance` wants them."""
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
            for f in range(len(a)):
                if taken[flag_of(a[f], b[f], modulus[f], first[f], row, column)]:
                    column = -1
                    break
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
