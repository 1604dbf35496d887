"""Hand-written backtracking, row by row, as the textbooks do it.

One array of flags per family of lines says which of its lines are taken. A queen goes to the first
square of its row whose lines are all free and takes them; at the wall the search steps back and
frees them. So solutions come in lexicographic order, and each queen put down is a node of the
tree; A319283 counts them together with the root.

The search is one function over arrays, which Numba compiles where it can: it goes on from where it
stopped, until it has found a block of solutions or tested so many squares, so that the clock is
looked at in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from solvers.backends.compiled import COMPILES, kernel
from solvers.base import Run, Solver
from solvers.problem import Problem

Numbers = npt.NDArray[np.int64]

SQUARES = 1 << 22 if COMPILES else 1 << 12  # tested between two looks at the clock: some 20 ms
BLOCK = 1 << 18  # columns of the solutions that are reported at a time, at the most


class Backtracking(Solver):
    name = "backtracking"

    def __init__(self) -> None:
        """Compile the search, or load it from where it is kept: no run has to pay for it."""
        if COMPILES:
            advance(_numbers([-1, 1]), *_arrays(Problem(1)), np.empty((1, 1), np.int64), 0)

    def search(self, problem: Problem, run: Run) -> None:
        n = problem.n
        arrays = _arrays(problem)
        state = _numbers([0, 1])  # the row, and the nodes: the root is one
        block = max(1, min(4096, BLOCK // n))
        found = np.empty((block, n), np.int64) if COMPILES else [[0] * n for _ in range(block)]
        run.built()
        try:
            left = block if run.limit is None else run.limit
            while state[0] >= 0:
                room = found if left >= block else found[:left]  # to stop just at the limit
                number = advance(state, *arrays, room, SQUARES)
                if number:
                    left -= 0 if run.limit is None else number
                    run.found_many(np.asarray(room[:number]))
                run.check_clock()
        finally:
            run.statistics["nodes"] = int(state[1])


def _numbers(values: Sequence[int]) -> Any:
    """What the search reads and writes: arrays where it is compiled, else lists, which plain
    Python reads several times as fast."""
    return np.array(values, np.int64) if COMPILES else list(values)


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
        *map(_numbers, ([-1] * n, begin, begin, end, columns)),
        *(_numbers([line[part] for line in lines]) for part in range(4)),
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
    squares: int,
) -> int:
    """Search on until `found` is full, so many squares are tested, or the tree is done (row -1).

    Row i's columns are columns[begin[i]:end[i]], of which untried[i] is the next; a, b, modulus (0:
    none) and first describe the families (see `flag_of`). Returns how many solutions were found.
    """
    n = len(q)
    row, nodes = state[0], state[1]
    number = tested = 0
    while row >= 0 and number < len(found) and tested < squares:
        place = untried[row]
        column = -1
        while place < end[row] and column < 0:
            column = columns[place]
            place += 1
            tested += 1
            for f in range(len(a)):
                if taken[flag_of(a[f], b[f], modulus[f], first[f], row, column)]:
                    column = -1
                    break
        if column < 0:  # the wall: step back
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
            taking = 1
        if row >= 0:
            for f in range(len(a)):
                taken[flag_of(a[f], b[f], modulus[f], first[f], row, q[row])] = taking
            row += taking
    state[0], state[1] = row, nodes
    return number
