"""The models that are there to be compared: what each makes its solver do."""

from __future__ import annotations

import pytest

from solvers import Problem, load
from solvers.problem import VARIANTS

COUNTERS = {
    "backtracking": ["nodes", "failures", "squares"],
    "backtracking-forward": ["nodes", "failures", "removed"],
    "cpsat": ["branches", "conflicts", "propagations"],
    "cpsat-pairwise": ["branches", "conflicts", "propagations"],
    "cpsat-boolean": ["branches", "conflicts", "propagations"],
    "python-constraint": ["nodes", "failures"],
    "python-constraint-pairwise": ["nodes", "failures", "checks"],
    "python-constraint-alldifferent": ["assignments", "failures", "checks"],
}


@pytest.mark.parametrize("solver", COUNTERS)
def test_counters(solver: str) -> None:
    statistics = load(solver).solve(Problem(6)).statistics
    assert sorted(statistics) == sorted(COUNTERS[solver])
    assert all(number > 0 for number in statistics.values())


def test_a_global_constraint_that_does_not_propagate_does_not_help() -> None:
    """All queens are put down before a diagonal is looked at: every permutation is a node."""
    alone = load("python-constraint-alldifferent").solve(Problem(6)).statistics
    pairs = load("python-constraint-pairwise").solve(Problem(6)).statistics
    assert alone["assignments"] > 720 > pairs["nodes"]
    assert alone["failures"] > 10 * pairs["failures"]


def test_without_auxiliary_variables_both_search_the_same_tree() -> None:
    rooks = Problem(5, VARIANTS["rooks"](5))
    queens = 5 + 20 + 60 + 120 + 120
    pairs = load("python-constraint-pairwise").solve(rooks).statistics
    alone = load("python-constraint-alldifferent").solve(rooks).statistics
    assert (pairs["nodes"], alone["assignments"]) == (1 + queens, queens)


@pytest.mark.parametrize("solver", ["cpsat-pairwise", "cpsat-boolean"])
def test_many_searches_of_other_models_find_each_solution_once(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.backends.cpsat.CROWD", 10)
    outcome = load(solver).solve(Problem(7))
    assert (outcome.count, outcome.illegal, outcome.repeated) == (40, 0, 0)  # A000170
