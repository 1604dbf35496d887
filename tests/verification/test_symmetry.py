"""The eight symmetries of the board: a group, and which of them a problem has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings

from solvers.problem import QUEENS, VARIANTS, Placement, Problem, Square
from solvers.verification.symmetry import (
    SYMMETRIES,
    classes,
    image,
    images,
    in_words,
    symmetries_of,
)

BruteForce = Callable[[Problem], frozenset[Placement]]

ALL = set(SYMMETRIES)
TURNS = ["identity", "quarter turn", "half turn", "three-quarter turn"]
COLUMNS, ROWS, MAIN, ANTI = (
    "reflection of columns",
    "reflection of rows",
    "reflection at the main diagonal",
    "reflection at the anti-diagonal",
)
MIRRORS = {"identity", "half turn", MAIN, ANTI}
"""What keeps the lines of equal row + column: semi-queens have these."""

# which symmetry is the one of the row after the one of the column: the dihedral group of order 8
ORDER = [*TURNS, COLUMNS, MAIN, ROWS, ANTI]
GROUP = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [1, 2, 3, 0, 7, 4, 5, 6],
    [2, 3, 0, 1, 6, 7, 4, 5],
    [3, 0, 1, 2, 5, 6, 7, 4],
    [4, 5, 6, 7, 0, 1, 2, 3],
    [5, 6, 7, 4, 3, 0, 1, 2],
    [6, 7, 4, 5, 2, 3, 0, 1],
    [7, 4, 5, 6, 1, 2, 3, 0],
]


def squares(n: int) -> list[Square]:
    return [(row, column) for row in range(n) for column in range(n)]


@pytest.mark.parametrize("n", [3, 4])
def test_the_symmetries_form_the_group_of_the_square(n: int) -> None:
    board = squares(n)
    by_effect = {
        tuple(symmetry(n - 1, s) for s in board): name for name, symmetry in SYMMETRIES.items()
    }
    assert set(by_effect.values()) == ALL == set(ORDER)
    table = [
        [
            ORDER.index(
                by_effect[tuple(SYMMETRIES[a](n - 1, SYMMETRIES[b](n - 1, s)) for s in board)]
            )
            for b in ORDER
        ]
        for a in ORDER
    ]
    assert table == GROUP


def test_the_names_say_what_the_maps_do() -> None:
    """Where the square in row 0, column 1 of a board of 4 goes; a quarter turn is clockwise."""
    goes = {name: symmetry(3, (0, 1)) for name, symmetry in SYMMETRIES.items()}
    assert goes == {
        "identity": (0, 1),
        "quarter turn": (1, 3),
        "half turn": (3, 2),
        "three-quarter turn": (2, 0),
        COLUMNS: (0, 2),
        ROWS: (3, 1),
        MAIN: (1, 0),
        ANTI: (2, 3),
    }


def test_images_are_the_squares_that_the_queens_go_to() -> None:
    q = (2, 0, 3, 1, 4)
    for symmetry, found in zip(SYMMETRIES.values(), images(q), strict=True):
        assert set(enumerate(found)) == {symmetry(4, square) for square in enumerate(q)}
    assert images(q)[0] == q
    assert image(q, SYMMETRIES[COLUMNS]) == (2, 4, 1, 3, 0)


def by_definition(problem: Problem) -> set[str]:
    """The maps that keep the placed and the forbidden squares and, of every two squares, whether
    they may both hold a queen."""
    board = squares(problem.n)

    def attack(s: Square, t: Square) -> bool:
        return s[0] == t[0] or any(f.through(*s) == f.through(*t) for f in problem.lines)

    kept = set()
    for name, symmetry in SYMMETRIES.items():
        goes = {s: symmetry(problem.n - 1, s) for s in board}
        if (
            all(attack(s, t) == attack(goes[s], goes[t]) for s, t in combinations(board, 2))
            and {goes[s] for s in problem.placed} == problem.placed
            and {goes[s] for s in problem.forbidden} == problem.forbidden
        ):
            kept.add(name)
    return kept


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("n", range(1, 7))
def test_a_variant_has_the_symmetries_that_keep_all_attacks(variant: str, n: int) -> None:
    problem = Problem(n, VARIANTS[variant](n))
    assert set(symmetries_of(problem)) == by_definition(problem)


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("queens", ALL),
        ("toroidal", ALL),
        ("semiqueens", MIRRORS),
        ("toroidal-semiqueens", MIRRORS),
        ("rooks", ALL),
        ("queens-nightriders", ALL),
    ],
)
def test_the_symmetries_of_a_board_of_5(variant: str, expected: set[str]) -> None:
    assert set(symmetries_of(Problem(5, VARIANTS[variant](5)))) == expected


SQUARES = [
    ([(0, 0)], [], {"identity", MAIN}),
    ([(0, 3)], [], {"identity", ANTI}),
    ([(0, 1)], [], {"identity"}),
    ([], [(0, 0), (3, 3)], {"identity", "half turn", MAIN, ANTI}),
    ([], [(0, 0), (0, 3), (3, 0), (3, 3)], ALL),
    ([], [(0, 1), (1, 3), (3, 2), (2, 0)], set(TURNS)),
    ([], [(0, 1), (0, 2)], {"identity", COLUMNS}),
    ([], [(1, 0), (2, 0)], {"identity", ROWS}),
    ([(0, 0)], [(3, 3)], {"identity", MAIN}),
    ([(0, 1), (3, 2)], [(1, 1), (2, 2)], {"identity", "half turn"}),
]


@pytest.mark.parametrize(("placed", "forbidden", "expected"), SQUARES)
def test_squares_have_to_stay_too(
    placed: list[Square], forbidden: list[Square], expected: set[str]
) -> None:
    problem = Problem(4, QUEENS, frozenset(placed), frozenset(forbidden))
    assert set(symmetries_of(problem)) == expected == by_definition(problem)


@settings(max_examples=60)
@given(...)
def test_a_symmetry_of_a_problem_takes_solutions_to_solutions(problem: Problem) -> None:
    solutions = set(_legal(problem)) if problem.n <= 4 else set()
    for symmetry in symmetries_of(problem).values():
        assert {image(q, symmetry) for q in solutions} == solutions


def _legal(problem: Problem) -> list[Placement]:
    from itertools import product

    return [q for q in product(range(problem.n), repeat=problem.n) if problem.accepts(q)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_solutions_are_closed_under_no_other_symmetry(
    variant: str, brute_force: BruteForce
) -> None:
    """At n = 5 each variant but queens-nightriders, which have no solution, shows all it has."""
    problem = Problem(5, VARIANTS[variant](5))
    solutions = brute_force(problem)
    keep = {n for n, s in SYMMETRIES.items() if {image(q, s) for q in solutions} == solutions}
    own = set(symmetries_of(problem))
    assert own <= keep
    assert own == keep or not solutions or variant == "toroidal-semiqueens"


# Classes

# n queens, up to all symmetries (A002562), all, kept by a half turn (A032522), by a quarter turn
# (A033148)
COUNTS = [
    (1, 1, 1, 1, 1),
    (2, 0, 0, 0, 0),
    (3, 0, 0, 0, 0),
    (4, 1, 2, 2, 2),
    (5, 2, 10, 2, 2),
    (6, 1, 4, 4, 0),
    (7, 6, 40, 8, 0),
    (8, 12, 92, 4, 0),
]


def solutions_of(n: int) -> list[Placement]:
    found: list[Placement] = [()]
    for row in range(n):
        found = [
            (*q, c)
            for q in found
            for c in range(n)
            if all(c != a and abs(c - a) != row - i for i, a in enumerate(q))
        ]
    return found


@pytest.mark.parametrize(("n", "fundamental", "total", "half", "quarter"), COUNTS)
def test_classes_are_as_many_as_published(
    n: int, fundamental: int, total: int, half: int, quarter: int
) -> None:
    solutions = solutions_of(n)
    orbits = classes(solutions)
    assert len(orbits) == fundamental
    assert sum(orbits.values()) == len(solutions) == total
    fixed = {
        name: sum(image(q, symmetry) == q for q in solutions)
        for name, symmetry in SYMMETRIES.items()
    }
    assert (fixed["half turn"], fixed["quarter turn"]) == (half, quarter)
    assert fixed["three-quarter turn"] == quarter
    assert sum(fixed.values()) == 8 * fundamental  # Burnside
    if n >= 2:
        assert 8 * fundamental == total + half + 2 * quarter


def test_a_class_is_shown_by_its_least_solution() -> None:
    orbits = classes(reversed(solutions_of(6)))
    assert orbits == {(1, 3, 5, 0, 2, 4): 4}


@pytest.mark.parametrize(
    ("n", "sizes"),
    [(4, {2: 1}), (5, {2: 1, 8: 1}), (6, {4: 1}), (7, {4: 2, 8: 4}), (8, {4: 1, 8: 11})],
)
def test_the_sizes_of_orbits(n: int, sizes: dict[int, int]) -> None:
    """8 queens: 12 = 11 x 8 + 1 x 4; a size of 2 or 4 is what the symmetries of COUNTS leave."""
    assert Counter(classes(solutions_of(n)).values()) == sizes


@pytest.mark.parametrize(
    ("orbits", "text"),
    [
        ([], "0"),
        ([1], "1 = 1 x 1"),
        ([8, 2], "2 = 1 x 8 + 1 x 2"),
        ([4] + [8] * 11, "12 = 11 x 8 + 1 x 4"),
    ],
)
def test_orbits_in_words(orbits: list[int], text: str) -> None:
    assert in_words(orbits) == text
