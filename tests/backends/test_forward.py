"""What forward checking promises beyond the contract of all solvers: the size of its tree."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solvers.backends import forward
from solvers.backends.backtracking import Backtracking
from solvers.backends.forward import Forward
from solvers.backends.python_constraint_models import PythonConstraintPairwise
from solvers.base import Status
from solvers.problem import COLUMNS, QUEENS, Lines, Problem


@pytest.mark.parametrize(
    ("problem", "nodes", "failures", "removed"),
    [
        (Problem(1), 2, 0, 0),
        (Problem(2), 1 + 2, 2, 4),  # either queen of the first row attacks all of the second
        # From the middle of the first row all of the second is attacked; from a corner one column
        # is left there, and the queen on it ends it
        (Problem(3), 1 + 3 + 2, 3, 14),
        (Problem(3, (COLUMNS,)), 1 + 3 + 6 + 6, 0, 3 * 2 + 6 * 1),
        (Problem(2, ()), 1 + 2 + 4, 0, 0),
    ],
)
def test_the_tree(problem: Problem, nodes: int, failures: int, removed: int) -> None:
    counters = {"nodes": nodes, "failures": failures, "removed": removed}
    assert Forward().solve(problem).statistics == counters


@settings(max_examples=15)
@given(problem=st.from_type(Problem))
def test_a_library_that_searches_likewise_has_the_same_tree(problem: Problem) -> None:
    """A function a pair of rows, forward checking, smallest domain first: what one queen takes from
    the rows still open is the same."""
    assume(all(problem.domains))
    library = PythonConstraintPairwise().solve(problem).statistics
    own = Forward().solve(problem).statistics
    assert (own["nodes"], own["failures"]) == (library["nodes"], library["failures"])


@given(
    problem=st.builds(
        Problem,
        st.integers(1, 4),
        st.lists(st.sampled_from(QUEENS) | st.from_type(Lines), max_size=3),
    )
)
def test_dead_ends_are_seen_before_they_are_reached(problem: Problem) -> None:
    """On small boards without barred squares the tree is never larger than that of the plain
    search; beyond, the other order of the rows may make it so."""
    plain = Backtracking().solve(problem).statistics["nodes"]
    assert Forward().solve(problem).statistics["nodes"] <= plain


def test_a_board_that_is_too_large_for_its_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forward, "MAX_N", 8)
    assert Forward().solve(Problem(8)).status is Status.COMPLETE
    outcome = Forward().solve(Problem(9))
    assert outcome.status is Status.UNSUPPORTED
    assert outcome.error == "it counts the attacks on every square: n is at most 8"
