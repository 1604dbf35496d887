"""Known mistakes: wrong models that can be run, each with a name and what its author did.

A mistake is a model of n queens in which something is not as it should be. Its solutions are
computed, not tabulated; a model under check looks like the mistakes that give exactly what it
gives, at every size that was run: the same number and the same fingerprint.

    attacks(n, i, a, j, b)   whether the model keeps queens off (i, a) and (j, b), rows i < j
    columns(n)               where the model looks for a queen
    keeps(n, q)              whether the model shows the placement q that it has found
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from solvers.problem import Placement, Problem
from solvers.verification.symmetry import images

LARGEST = 9  # n up to which mistakes are run: some of them have many solutions

Attacks = Callable[[int, int, int, int, int], bool]


def column(n: int, i: int, a: int, j: int, b: int) -> bool:
    return a == b


def sum_diagonal(n: int, i: int, a: int, j: int, b: int) -> bool:
    return i + a == j + b


def difference_diagonal(n: int, i: int, a: int, j: int, b: int) -> bool:
    return a - i == b - j


def diagonal(n: int, i: int, a: int, j: int, b: int) -> bool:
    return abs(a - b) == j - i


def queen(n: int, i: int, a: int, j: int, b: int) -> bool:
    return a == b or abs(a - b) == j - i


@dataclass(frozen=True)
class Mistake:
    """A wrong model. `times` is how often it shows each solution; `only_count` is for one whose
    solutions are not placements of n queens, or may be others of the same number."""

    name: str
    explanation: str
    attacks: Attacks = queen
    columns: Callable[[int], range] = range
    keeps: Callable[[int, Placement], bool] = lambda n, q: True
    times: int = 1
    only_count: bool = False
    size: Callable[[int], int] = lambda n: n

    def solutions(self, n: int) -> Iterator[Placement]:
        """What the model finds on an n x n board, row by row."""
        n = self.size(n)
        q: list[int] = []
        untried = [iter(self.columns(n))]
        while untried:
            row = len(q)
            column = next(untried[-1], None) if row < n else None
            if row == n and self.keeps(n, tuple(q)):
                yield tuple(q)
            if column is None:
                untried.pop()
                if q:
                    q.pop()
            elif not any(self.attacks(n, i, a, row, column) for i, a in enumerate(q)):
                q.append(column)
                untried.append(iter(self.columns(n)))


def _first(test: Attacks) -> Attacks:
    """The test, but never of the first row."""
    return lambda n, i, a, j, b: i != 0 and test(n, i, a, j, b)


def _last(test: Attacks) -> Attacks:
    return lambda n, i, a, j, b: j != n - 1 and test(n, i, a, j, b)


def _either(*tests: Attacks) -> Attacks:
    return lambda n, i, a, j, b: any(test(n, i, a, j, b) for test in tests)


def _modulo(test: Attacks) -> Attacks:
    """A diagonal that runs on over the edge of the board."""
    return lambda n, i, a, j, b: any(test(n, i, a, j, b + shift) for shift in (-n, 0, n))


def _neighbours(test: Attacks) -> Attacks:
    return lambda n, i, a, j, b: j == i + 1 and test(n, i, a, j, b)


CATALOGUE = (
    Mistake(
        "no sum diagonals",
        "the family of diagonals row + column is never tested",
        _either(column, difference_diagonal),
    ),
    Mistake(
        "no difference diagonals",
        "the family of diagonals row - column is never tested; often an abs() is forgotten",
        _either(column, sum_diagonal),
    ),
    Mistake("no diagonals", "only columns are tested: these are rooks", column),
    Mistake(
        "sum diagonals modulo n",
        "the diagonals row + column run on over the edge, as on a torus",
        _either(queen, _modulo(sum_diagonal)),
    ),
    Mistake(
        "difference diagonals modulo n",
        "the diagonals row - column run on over the edge, as with a negative index",
        _either(queen, _modulo(difference_diagonal)),
    ),
    Mistake(
        "diagonals modulo n",
        "both families of diagonals run on over the edge: these are toroidal queens",
        _either(column, _modulo(sum_diagonal), _modulo(difference_diagonal)),
    ),
    Mistake(
        "diagonals of neighbouring rows only",
        "a diagonal is tested against the row before, not against all rows before",
        _either(column, _neighbours(diagonal)),
    ),
    Mistake(
        "diagonals of neighbouring rows skipped",
        "a diagonal is never tested against the row before",
        lambda n, i, a, j, b: a == b or (j > i + 1 and diagonal(n, i, a, j, b)),
    ),
    Mistake(
        "diagonals of the first row untested",
        "the loop over the rows begins one too late",
        _either(column, _first(diagonal)),
    ),
    Mistake(
        "diagonals of the last row untested",
        "the loop over the rows ends one too early",
        _either(column, _last(diagonal)),
    ),
    Mistake("first row untested", "the first queen is never tested", _first(queen)),
    Mistake("last row untested", "the last queen is never tested", _last(queen)),
    Mistake(
        "first and last row untested against each other",
        "each loop is right but for the pair of its ends",
        lambda n, i, a, j, b: a == b or ((i, j) != (0, n - 1) and diagonal(n, i, a, j, b)),
    ),
    Mistake(
        "anti-diagonal q[i] + q[j] != i + j",
        "the sums of columns and of rows are compared, instead of row + column of each queen",
        lambda n, i, a, j, b: a == b or difference_diagonal(n, i, a, j, b) or a + b == i + j,
    ),
    Mistake(
        "|q[i] - q[j]| != i",
        "columns are compared with the upper row instead of the distance of the rows",
        lambda n, i, a, j, b: a == b or abs(a - b) == i,
    ),
    Mistake(
        "|q[i] - q[j]| != j",
        "columns are compared with the lower row instead of the distance of the rows",
        lambda n, i, a, j, b: a == b or abs(a - b) == j,
    ),
    Mistake(
        "|q[i] - q[j]| != i, rows from 1",
        "the same where rows count from 1, as in MiniZinc",
        lambda n, i, a, j, b: a == b or abs(a - b) == i + 1,
    ),
    Mistake(
        "|q[i] - q[j]| != j, rows from 1",
        "the same where rows count from 1, as in MiniZinc",
        lambda n, i, a, j, b: a == b or abs(a - b) == j + 1,
    ),
    Mistake("columns not all different", "only diagonals are tested", diagonal),
    Mistake(
        "columns of neighbouring rows only",
        "a column is tested against the row before, not against all rows before",
        _either(diagonal, _neighbours(column)),
    ),
    Mistake(
        "one column too many",
        "columns go from 0 to n, or from 0 to n where they count from 1",
        columns=lambda n: range(n + 1),
    ),
    Mistake(
        "one column too few",
        "columns end one too early or begin one too late, so there is no room for n queens",
        columns=lambda n: range(n - 1),
    ),
    Mistake(
        "q[0] < q[n-1]",
        "a constraint that breaks the reflection of the board was left in",
        keeps=lambda n, q: q[0] < q[-1],
    ),
    Mistake(
        "q[0] in the left half",
        "the first queen stays in the left half, the middle column included",
        keeps=lambda n, q: 2 * q[0] < n,
    ),
    Mistake(
        "q[0] left of the middle",
        "the first queen stays left of the middle, and nothing is counted twice",
        keeps=lambda n, q: q[0] < n // 2,
    ),
    Mistake(
        "one of each symmetry class",
        "rotations and reflections count as the same solution",
        keeps=lambda n, q: q == min(images(q)),
        only_count=True,
    ),
    Mistake("every solution twice", "each solution is shown two times", times=2),
    Mistake(
        "main diagonal barred",
        "no queen may stand on the main diagonal",
        keeps=lambda n, q: all(a != i for i, a in enumerate(q)),
    ),
    Mistake(
        "anti-diagonal barred",
        "no queen may stand on the anti-diagonal",
        keeps=lambda n, q: all(a + i != n - 1 for i, a in enumerate(q)),
    ),
    Mistake(
        "corners barred",
        "no queen may stand in a corner",
        keeps=lambda n, q: not {q[0], q[-1]} & {0, n - 1},
    ),
    Mistake(
        "one queen too many",
        "it solves the board of n + 1",
        only_count=True,
        size=lambda n: n + 1,
    ),
    Mistake(
        "one queen too few",
        "it solves the board of n - 1",
        only_count=True,
        size=lambda n: n - 1,
    ),
)
"""The mistakes, in the order in which they are told."""

BY_NAME = {mistake.name: mistake for mistake in CATALOGUE}


RIGHT = Mistake("none", "the model is right")


def summary(name: str, n: int) -> tuple[int, int]:
    """The number of solutions that a mistake shows at n, and their fingerprint."""
    return _summary(BY_NAME[name], n)


@cache
def _summary(mistake: Mistake, n: int) -> tuple[int, int]:
    import numpy as np

    from solvers.tally import Tally, as_rows

    found = list(mistake.solutions(n)) * mistake.times
    if mistake.size(n) != n:
        return len(found), 0
    tally = Tally(Problem(n))
    tally.add(as_rows(found, n) if found else np.empty((0, n), np.int64))
    return tally.count, tally.fingerprint or 0


def fits(mistake: Mistake, n: int, count: int, fingerprint: int | None) -> bool:
    """Whether what a model gave at n is what the mistake gives."""
    own_count, own_fingerprint = summary(mistake.name, n)
    if count != own_count or fingerprint is None or mistake.only_count:
        return count == own_count and (fingerprint is None or mistake.size(n) == n)
    return fingerprint == own_fingerprint


def looks_like(given: Sequence[tuple[int, int, int | None]]) -> list[str]:
    """The mistakes that give exactly what a model gave: n, count and fingerprint, size by size.

    >>> looks_like([(4, 2, None), (5, 14, None)])
    ['diagonals of neighbouring rows only']
    """
    return [
        mistake.name
        for mistake in CATALOGUE
        if given and all(fits(mistake, *one) for one in sorted(given, key=lambda one: one[0]))
    ]


def killing_sizes(name: str, sizes: Iterable[int], counted: bool = False) -> list[int]:
    """The n of `sizes` at which a mistake gives itself away: by count alone, if only counted.

    >>> killing_sizes("corners barred", range(1, 9))
    [1, 5, 7, 8]
    """
    given: list[int] = []
    for n in sizes:
        found, right = summary(name, n), _summary(RIGHT, n)
        alone = counted or BY_NAME[name].only_count
        if found[0] != right[0] or (not alone and found != right):
            given.append(n)
    return given


def separating_size(names: Sequence[str], counted: bool, sizes: Iterable[int]) -> int | None:
    """The least n of `sizes` at which mistakes all differ: by count, if a model only counts."""
    for n in sizes:
        seen = [
            summary(name, n)[0]
            if counted or any(BY_NAME[other].only_count for other in names)
            else summary(name, n)
            for name in names
        ]
        if len(set(seen)) == len(seen):
            return n
    return None
