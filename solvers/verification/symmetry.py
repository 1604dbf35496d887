"""The eight symmetries of the square board, and solutions up to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from solvers.problem import Lines, Placement, Problem, Square

Map = Callable[[int, Square], Square]

ROWS = Lines(1, 0)
"""The family that the rule takes for granted: one queen a row."""

SYMMETRIES: dict[str, Map] = {
    "identity": lambda m, s: s,
    "quarter turn": lambda m, s: (s[1], m - s[0]),
    "half turn": lambda m, s: (m - s[0], m - s[1]),
    "three-quarter turn": lambda m, s: (m - s[1], s[0]),
    "reflection of columns": lambda m, s: (s[0], m - s[1]),
    "reflection of rows": lambda m, s: (m - s[0], s[1]),
    "reflection at the main diagonal": lambda m, s: (s[1], s[0]),
    "reflection at the anti-diagonal": lambda m, s: (m - s[1], m - s[0]),
}
"""By name, where a square goes on a board whose last row and column are m."""


def image(q: Placement, symmetry: Map) -> Placement:
    """Where a placement goes; one with all columns different, which every symmetry needs.

    >>> image((1, 3, 0, 2), SYMMETRIES["reflection of columns"])
    (2, 0, 3, 1)
    """
    m = len(q) - 1
    return tuple(column for _, column in sorted(symmetry(m, square) for square in enumerate(q)))


def images(q: Placement) -> list[Placement]:
    """The eight images of a placement, its own first."""
    return [image(q, symmetry) for symmetry in SYMMETRIES.values()]


def symmetries_of(problem: Problem) -> dict[str, Map]:
    """The symmetries that the problem has: its lines, placed and forbidden squares stay the same.

    >>> list(symmetries_of(Problem(4, placed=frozenset({(0, 1)}))))
    ['identity']
    """
    m = problem.n - 1

    def keeps(symmetry: Map) -> bool:
        squares = (problem.placed, problem.forbidden)
        return all({symmetry(m, s) for s in part} == part for part in squares) and _keeps_lines(
            problem, symmetry
        )

    return {name: symmetry for name, symmetry in SYMMETRIES.items() if keeps(symmetry)}


def _keeps_lines(problem: Problem, symmetry: Map) -> bool:
    """Whether pairs of squares that share a line share one after the symmetry too, rows and
    columns taken as the rule takes them: one queen in each row, all columns different."""
    n, m = problem.n, problem.n - 1
    board = [(row, column) for row in range(n) for column in range(n)]

    def partition(goes: Callable[[Square], Square]) -> set[frozenset[frozenset[Square]]]:
        families = set()
        for family in (*problem.lines, ROWS):
            lines: dict[int, set[Square]] = {}
            for square in board:
                lines.setdefault(family.through(*square), set()).add(goes(square))
            families.add(frozenset(map(frozenset, lines.values())))
        return families

    return partition(lambda square: square) == partition(lambda square: symmetry(m, square))


def classes(solutions: Iterable[Placement]) -> dict[Placement, int]:
    """The least solution of each class up to rotation and reflection, with the size of its orbit.

    >>> classes([(1, 3, 0, 2), (2, 0, 3, 1)])
    {(1, 3, 0, 2): 2}
    """
    found: dict[Placement, int] = {}
    for q in sorted(solutions):
        orbit = set(images(q))
        found.setdefault(min(orbit), len(orbit))
    return found


def in_words(orbits: Iterable[int]) -> str:
    """The sizes of orbits as a sum.

    >>> in_words([8] * 11 + [4])
    '12 = 11 x 8 + 1 x 4'
    """
    sizes = Counter(orbits)
    terms = " + ".join(f"{sizes[size]} x {size}" for size in sorted(sizes, reverse=True))
    return f"{sizes.total()} = {terms}" if terms else "0"
