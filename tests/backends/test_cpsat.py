"""What the CP-SAT model promises beyond the contract: many solutions are found by many searches."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from solvers.backends import cpsat
from solvers.backends.cpsat import CpSat
from solvers.base import Status, Stop
from solvers.problem import VARIANTS, Problem

if TYPE_CHECKING:
    from tests.conftest import BruteForce


@dataclass(frozen=True)
class Search:
    """What a search was given, and its own counters; None if an exception ended it."""

    seconds: float
    branches: int | None = None
    conflicts: int | None = None
    propagations: int | None = None


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    """All searches of CP-SAT, in their order."""
    watched: list[Search] = []
    solve = cp_model.CpSolver.solve

    def watch(self: cp_model.CpSolver, *arguments: Any) -> Any:
        seconds = self.parameters.max_time_in_seconds
        watched.append(Search(seconds))
        ending = solve(self, *arguments)
        response = self.response_proto
        propagations = response.num_binary_propagations + response.num_integer_propagations
        watched[-1] = Search(seconds, self.num_branches, self.num_conflicts, propagations)
        return ending

    monkeypatch.setattr(cp_model.CpSolver, "solve", watch)
    return watched


@settings(max_examples=100)
@given(problem=st.from_type(Problem), crowd=st.integers(2, 100))
def test_many_searches_find_what_brute_force_finds(
    problem: Problem, crowd: int, brute_force: BruteForce
) -> None:
    """Each solution once, also those that a search had found before it was given up."""
    expected = tuple(sorted(brute_force(problem)))
    assume(len(expected) < 50 * crowd)  # else it takes thousands of searches
    with patch.object(cpsat, "CROWD", crowd):
        outcome = CpSat().solve(problem, keep=len(expected) + 1)
    assert (outcome.status, outcome.count, outcome.repeated) == (Status.COMPLETE, len(expected), 0)
    assert outcome.placements == expected


@pytest.mark.parametrize(
    ("problem", "limit", "number"),
    [
        (Problem(8), None, 1),  # 92 solutions are no crowd
        (Problem(10), None, 1),  # nor are 724
        (Problem(11), None, 1 + 11),  # 2680: one search for each square of the middle row
        (Problem(11), 2400, 1),
        (Problem(11, placed=frozenset({(0, 0)})), None, 1),  # 96
        (Problem(11, placed=frozenset({(5, 9)})), None, 1 + 1),  # more, but the row has one square
        (Problem(12, VARIANTS["queens-nightriders"](12)), None, 1),  # 6
        (Problem(7, VARIANTS["rooks"](7)), None, 1 + 7),  # 5040
    ],
)
def test_a_crowd_of_solutions_takes_a_search_for_each_column_of_a_row(
    searches: list[Search], problem: Problem, limit: int | None, number: int
) -> None:
    CpSat().solve(problem, limit=limit)
    assert len(searches) == number


def test_a_row_more_is_fixed_while_there_is_a_crowd(
    searches: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    """5! rooks: all 120, and the 24 of the first square that is fixed in the middle row, are too
    many for one search; the 6 of each pair of squares are not."""
    monkeypatch.setattr(cpsat, "CROWD", 10)
    assert CpSat().solve(Problem(5, VARIANTS["rooks"](5))).count == 120
    assert len(searches) == 1 + 1 + 5 * 5


def test_statistics_are_the_sums_over_the_searches(
    searches: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpsat, "CROWD", 10)
    outcome = CpSat().solve(Problem(7))
    assert len(searches) > 2
    assert outcome.statistics == {
        "branches": sum(search.branches or 0 for search in searches),
        "conflicts": sum(search.conflicts or 0 for search in searches),
        "propagations": sum(search.propagations or 0 for search in searches),
    }


def test_statistics_have_the_search_that_the_limit_ended(
    searches: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpsat, "CROWD", 10)
    outcome = CpSat().solve(Problem(8), limit=60)
    assert (outcome.status, outcome.count) == (Status.LIMIT, 60)
    *ended, last = searches
    assert ended and last.branches is None
    assert outcome.statistics["branches"] > sum(search.branches or 0 for search in ended)


def test_a_time_out_holds_for_all_searches_together(
    searches: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpsat, "CROWD", 10)
    outcome = CpSat().solve(Problem(14), timeout=2)
    assert outcome.status is Status.TIMEOUT
    assert 10 < outcome.count < 365596  # A000170(14)
    assert (outcome.illegal, outcome.repeated) == (0, 0)
    given = [search.seconds for search in searches]
    assert len(given) > 2
    assert given == sorted(given, reverse=True)
    assert given[0] <= 2


def test_no_search_begins_when_the_time_is_up(
    searches: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run has no time left when it gives up its first search."""
    monkeypatch.setattr(cpsat, "CROWD", 10)
    monkeypatch.setattr("solvers.run.Run.remaining", lambda self: 60.0 if not searches else 0.0)
    outcome = CpSat().solve(Problem(8), timeout=60)
    assert (outcome.status, outcome.count) == (Status.TIMEOUT, 10)


def test_a_stop_before_the_first_solution_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal may end a run when there are no counters yet."""

    def stop(*_: object) -> None:
        raise Stop(Status.TIMEOUT)

    monkeypatch.setattr(cp_model.CpSolver, "solve", stop)
    outcome = CpSat().solve(Problem(8))
    assert (outcome.status, outcome.error) == (Status.TIMEOUT, None)
    assert outcome.statistics == {"branches": 0, "conflicts": 0, "propagations": 0}


def test_ctrl_c_stays_with_the_caller() -> None:
    """OR-Tools would put a handler of its own in its place.

    The caller's is set here: what is started in the background ignores the signal.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        CpSat().solve(Problem(6))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
