"""Solutions up to rotation and reflection, held against what is published of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from solvers.outcome import Outcome, Status
from solvers.presentation.report import class_report
from solvers.problem import VARIANTS, Placement, Problem
from solvers.verification.classes import A002562, class_count
from solvers.verification.session import compared

BruteForce = Callable[[Problem], frozenset[Placement]]

SIX = [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3), (3, 0, 4, 1, 5, 2), (4, 2, 0, 5, 3, 1)]
"""All solutions for n = 6 (A000170: 4), one class (A002562: 1)."""


def shown(solutions: list[Placement], status: Status = Status.COMPLETE) -> Outcome:
    return Outcome(
        solver="mine",
        status=status,
        count=len(solutions),
        fingerprint=1,
        placements=tuple(sorted(solutions)),
    )


@pytest.mark.parametrize(("n", "orbits"), [(1, (1,)), (2, ()), (4, (2,)), (5, (8, 2)), (6, (4,))])
def test_classes_of_n_queens(n: int, orbits: tuple[int, ...], brute_force: BruteForce) -> None:
    problem = Problem(n)
    found = class_count(problem, [shown(list(brute_force(problem)))])
    assert found is not None
    assert sorted(found.orbits) == sorted(orbits)
    assert (found.published, found.faults) == (len(orbits), ())  # A002562


@pytest.mark.parametrize("gone", range(4))
def test_a_missing_solution_shows(gone: int) -> None:
    found = class_count(Problem(6), [shown(SIX[:gone] + SIX[gone + 1 :])])
    assert found is not None
    assert found.faults == (
        "orbits of 4 in all, but 3 solutions",
        "1 classes, but 6 fixed solutions, not 8 times as many",  # each kept by two symmetries
    )


def test_a_missing_class_shows_in_the_published_number(brute_force: BruteForce) -> None:
    """n = 5 without the solutions that a quarter turn keeps: what is left is closed."""
    rest = brute_force(Problem(5)) - {(1, 4, 2, 0, 3), (3, 0, 2, 4, 1)}
    found = class_count(Problem(5), [shown(list(rest))])
    assert found is not None
    assert found.faults == ("1 classes, but A002562 has 2",)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(6, VARIANTS["semiqueens"](6)),
        Problem(6, placed=frozenset({(0, 1)})),
        Problem(6, forbidden=frozenset({(0, 0), (5, 5)})),
    ],
    ids=["semi-queens", "placed", "two corners"],
)
def test_there_are_no_classes_where_there_is_less_symmetry(problem: Problem) -> None:
    assert class_count(problem, [shown(SIX)]) is None


def test_squares_that_keep_the_symmetry_have_classes_but_no_published_number() -> None:
    corners = frozenset({(0, 0), (0, 5), (5, 0), (5, 5)})
    found = class_count(Problem(6, forbidden=corners), [shown(SIX)])
    assert found is not None
    assert (found.orbits, found.published, found.faults) == ((4,), None, ())


@pytest.mark.parametrize("variant", ["toroidal", "rooks"])
def test_other_variants_have_classes_but_no_published_number(
    variant: str, brute_force: BruteForce
) -> None:
    problem = Problem(5, VARIANTS[variant](5))
    found = class_count(problem, [shown(list(brute_force(problem)))])
    assert found is not None
    # rooks up to symmetry: A000903, 23 for n = 5; toroidal queens, n = 5: 10 in classes 8 + 2
    assert len(found.orbits) == {"rooks": 23, "toroidal": 2}[variant]
    assert (found.published, found.faults) == (None, ())


@pytest.mark.parametrize(
    "outcome",
    [
        shown(SIX, Status.TIMEOUT),
        shown(SIX, Status.LIMIT),
        replace(shown(SIX), count=5),  # reported twice, or illegal, or not all kept
        replace(shown(SIX), enumerates=False),
        Outcome(solver="mine", status=Status.UNAVAILABLE),
        Outcome(solver="mine", status=Status.COMPLETE, count=4, fingerprint=None),
    ],
    ids=["timeout", "limit", "not all kept", "finds one", "unavailable", "only counts"],
)
def test_there_are_no_classes_where_not_all_solutions_are_known(outcome: Outcome) -> None:
    assert class_count(Problem(6), [outcome]) is None
    found = class_count(Problem(6), [outcome, shown(SIX)])
    assert found is not None and found.orbits == (4,)


def test_the_published_numbers_reach_as_far_as_known() -> None:
    assert (len(A002562), A002562[7], A002562[26]) == (27, 12, 29363495934315694)


def test_the_line_that_people_read() -> None:
    right = compared(Problem(6), {"mine": shown(SIX)})
    assert class_report(right) == (
        "n = 6: 4 solutions, classes 1 = 1 x 4, as published (A002562: 1)"
    )
    wrong = compared(Problem(6), {"mine": shown([])})
    assert "classes 0, NOT as published (A002562: 1)" in class_report(wrong)
    none = compared(Problem(6, placed=frozenset({(0, 1)})), {"mine": shown(SIX)})
    assert class_report(none).startswith("n = 6: no classes: ")
