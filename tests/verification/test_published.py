"""Published counts, each from its entry in https://oeis.org."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import pytest

from solvers.problem import COLUMNS, VARIANTS, Lines, Problem
from solvers.verification.published import published


def problem(variant: str, n: int) -> Problem:
    return Problem(n, VARIANTS[variant](n))


# variant, entry, counts for n = 1, 2, 3, ...
FIRST = [
    ("queens", "A000170", [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]),
    ("toroidal", "A051906", [1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524]),
    ("semiqueens", "A099152", [1, 1, 3, 7, 23, 83, 405, 2113, 12657, 82297]),
    ("toroidal-semiqueens", "A006717", [1, 0, 3, 0, 15, 0, 133, 0, 2025, 0, 37851]),
    ("rooks", "A000142", [1, 2, 6, 24, 120, 720, 5040, 40320]),
    ("queens-nightriders", "A102388", [1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 6, 78, 8]),
]


@pytest.mark.parametrize(("variant", "source", "counts"), FIRST)
def test_first_terms(variant: str, source: str, counts: list[int]) -> None:
    for n, count in enumerate(counts, 1):
        assert published(problem(variant, n)) == (count, source)


def test_every_variant_has_an_entry() -> None:
    assert [variant for variant, *_ in FIRST] == list(VARIANTS)


# the last term of each entry, and that there is none beyond
LAST = [
    ("queens", 27, 234907967154122528),
    ("toroidal", 31, 13404947681712),
    ("semiqueens", 21, 11271715349614463),
    ("toroidal-semiqueens", 25, 41609568918940625),
    ("queens-nightriders", 20, 516),
]


@pytest.mark.parametrize(("variant", "n", "count"), LAST)
def test_last_terms(variant: str, n: int, count: int) -> None:
    known = published(problem(variant, n))
    assert known is not None
    assert known.solutions == count


@pytest.mark.parametrize(
    ("variant", "n"),
    [
        ("queens", 28),
        ("toroidal", 35),
        ("semiqueens", 22),
        ("toroidal-semiqueens", 27),
        ("queens-nightriders", 21),
    ],
)
def test_beyond_the_last_term_nothing_is_published(variant: str, n: int) -> None:
    assert published(problem(variant, n)) is None


@pytest.mark.parametrize(("variant", "source"), [(variant, source) for variant, source, _ in FIRST])
@pytest.mark.parametrize("n", range(1, 8))
def test_the_rule_itself_gives_the_published_count(variant: str, source: str, n: int) -> None:
    """Every variant has the columns among its lines, so that permutations are all there is."""
    count = sum(map(problem(variant, n).accepts, permutations(range(n))))
    assert published(problem(variant, n)) == (count, source)


def test_rooks_are_factorials() -> None:
    assert published(problem("rooks", 20)) == (factorial(20), "A000142")


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_published_where_squares_are_given(variant: str) -> None:
    lines = VARIANTS[variant](8)
    assert published(Problem(8, lines, placed=frozenset({(0, 0)}))) is None
    assert published(Problem(8, lines, forbidden=frozenset({(0, 0)}))) is None


def test_nothing_is_published_of_lines_of_ones_own() -> None:
    assert published(Problem(8, (COLUMNS, Lines(1, 3)))) is None
    assert published(Problem(8, ())) is None


def test_a_variant_is_known_by_its_lines_in_any_order() -> None:
    assert published(Problem(8, (Lines(-1, 1), Lines(1, 1), COLUMNS))) == (92, "A000170")
