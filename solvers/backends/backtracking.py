"""Hand-written backtracking, row by row, as the textbooks do it.

One array of flags per family of lines says which of its lines are taken. A queen goes to the first
square of its row whose lines are all free and takes them; at the wall the search steps back and
frees them. So solutions come in lexicographic order, and each queen put down is a node of the
tree; A319283 counts them together with the root.
"""

from __future__ import annotations

from solvers.base import Run, Solver
from solvers.problem import Lines, Problem

CLOCK_EVERY = 1024  # nodes between two looks at the clock


class Flags:
    """Which lines of one family are taken. A line's flag lies at its number less the least number;
    the remainder by `size` takes care of a modulus and changes nothing where there is none."""

    def __init__(self, family: Lines, n: int) -> None:
        self.a, self.b = family.a, family.b
        self.least, greatest = family.bounds(n)
        self.size = greatest - self.least + 1
        self.taken = bytearray(self.size)

    def at(self, row: int, column: int) -> int:
        return (self.a * row + self.b * column - self.least) % self.size


class Backtracking(Solver):
    name = "backtracking"

    def search(self, problem: Problem, run: Run) -> None:
        n, domains = problem.n, problem.domains
        families = [Flags(family, n) for family in problem.lines]
        run.built()
        q = [-1] * n
        untried = [0] * n  # per row, the first place in its domain that was not tried
        row, nodes = 0, 1
        try:
            while row >= 0:
                column = _first_free(families, row, domains[row], untried)
                if column is None:
                    untried[row] = 0
                    row -= 1
                    if row >= 0:
                        _mark(families, row, q[row], 0)
                    continue
                q[row] = column
                nodes += 1
                if nodes % CLOCK_EVERY == 0:
                    run.check_clock()
                if row == n - 1:
                    run.found(q)
                else:
                    _mark(families, row, column, 1)
                    row += 1
        finally:
            run.statistics["nodes"] = nodes


def _first_free(
    families: list[Flags], row: int, domain: tuple[int, ...], untried: list[int]
) -> int | None:
    """The next column of the row whose lines are all free; None at the wall."""
    for place in range(untried[row], len(domain)):
        column = domain[place]
        for flags in families:
            if flags.taken[flags.at(row, column)]:
                break
        else:
            untried[row] = place + 1
            return column
    return None


def _mark(families: list[Flags], row: int, column: int, taken: int) -> None:
    for flags in families:
        flags.taken[flags.at(row, column)] = taken
