"""The frame of a run: what it comes to, what it counts, and how that is written down."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.base import (
    Limits,
    Outcome,
    Run,
    Status,
    Witness,
)
from solvers.chessboard import Solution
from solvers.execution.isolation import run_isolated
from solvers.problem import Problem
from solvers.registry import load
from solvers.tally import hash_rows
from tests.scripted import (
    FIRST,
    FOUR,
    PLACEMENTS,
    ROOKS,
    SECOND,
    Script,
    Scripted,
    reporting,
    solve,
)

if TYPE_CHECKING:
    from tests.conftest import BruteForce


# What a run comes to


def test_an_outcome_says_what_was_found() -> None:
    assert replaced_times(solve(reporting(SECOND, FIRST), keep=5)) == Outcome(
        solver="scripted",
        status=Status.COMPLETE,
        count=2,
        illegal=0,
        repeated=0,
        fingerprint=int(hash_rows(np.array([FIRST, SECOND])).sum()),
        placements=(FIRST, SECOND),
        error=None,
    )


def replaced_times(outcome: Outcome) -> Outcome:
    times = {"build_seconds": None, "seconds": None, "check_seconds": None}
    return Outcome.from_dict(outcome.as_dict() | times)


def test_a_solver_without_a_name_goes_by_that_of_its_class() -> None:
    class Nameless(Scripted):
        name = ""

    assert Nameless(reporting()).solve(FOUR).solver == "Nameless"


def test_a_run_shows_the_problem_the_limit_and_no_time_limit() -> None:
    seen = []
    solve(lambda _, run: seen.append((run.problem, run.limit, run.remaining())), limit=7)
    solve(lambda _, run: seen.append((run.problem, run.limit, run.remaining())))
    assert seen == [(FOUR, 7, None), (FOUR, None, None)]


@given(problem=st.from_type(Problem), cut=st.integers(0, 50), size=st.integers(1, 50))
def test_found_and_found_many_are_the_same(
    problem: Problem, brute_force: BruteForce, cut: int, size: int
) -> None:
    """Also mixed, in any order, and in blocks of any size."""
    solutions = sorted(brute_force(problem))[:200]

    def one_by_one(problem: Problem, run: Run) -> None:
        for solution in solutions:
            run.found(solution)

    def mixed_from_the_end(problem: Problem, run: Run) -> None:
        rows = np.array(solutions[::-1]).reshape(-1, problem.n)
        for row in rows[:cut]:
            run.found(row)
        for start in range(cut, len(rows), size):
            run.found_many(rows[start : start + size])

    alone, many = (solve(search, problem, keep=3) for search in (one_by_one, mixed_from_the_end))
    assert (alone.count, alone.illegal, alone.repeated) == (len(solutions), 0, 0)
    assert replaced_times(many) == replaced_times(alone)


def test_a_list_may_be_written_to_after_it_was_reported() -> None:
    def one_list(problem: Problem, run: Run) -> None:
        q, row = [0] * 4, np.zeros(4, int)
        for solution in (FIRST, SECOND):
            q[:] = solution
            run.found(q)
        for placement in PLACEMENTS:
            row[:] = placement
            run.found(row)  # type: ignore[arg-type]

    outcome = solve(one_list, ROOKS, keep=24)
    assert (outcome.count, outcome.illegal, outcome.repeated) == (26, 0, 2)
    assert outcome.placements == tuple(PLACEMENTS)


# Statistics


def with_statistics(**statistics: object) -> Script:
    def search(problem: Problem, run: Run) -> None:
        run.statistics.update(statistics)  # type: ignore[arg-type]
        run.found(FIRST)

    return search


def test_statistics_are_plain_numbers() -> None:
    search = with_statistics(nodes=7, rate=0.5, many=np.int64(9), mean=np.float32(0.25))
    outcome = solve(search)
    assert outcome.status is Status.COMPLETE
    assert outcome.statistics == {"nodes": 7, "rate": 0.5, "many": 9, "mean": 0.25}
    assert json.loads(json.dumps(outcome.statistics)) == outcome.statistics


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "7", None, [7], 1j])
def test_a_statistic_that_is_no_number_fails_the_run(value: object) -> None:
    outcome = solve(with_statistics(nodes=7, depth=value))
    assert (outcome.status, outcome.count) == (Status.FAILED, 1)
    assert outcome.error == f"statistics['depth'] is {value!r}, not a number"
    assert outcome.statistics == {"nodes": 7}


@pytest.mark.parametrize(
    "value",
    [10**400, 10**5000, Fraction(10**400)],
    ids=["400 digits", "5000 digits", "a fraction"],
)
def test_a_statistic_beyond_all_floats_fails_the_run(value: object) -> None:
    outcome = solve(with_statistics(nodes=value))
    assert (outcome.status, outcome.statistics) == (Status.FAILED, {})


def test_a_statistic_without_a_name_fails_the_run() -> None:
    def search(problem: Problem, run: Run) -> None:
        run.statistics[3] = 4  # type: ignore[index]

    outcome = solve(search)
    assert (outcome.status, outcome.statistics) == (Status.FAILED, {})
    assert outcome.error == "statistics[3] is 4, not a number"


def test_statistics_of_a_search_that_was_cut_off_are_there() -> None:
    def search(problem: Problem, run: Run) -> None:
        try:
            for placement in cycle(PLACEMENTS):
                run.found(placement)
        finally:
            run.statistics["nodes"] = 5

    outcome = solve(search, ROOKS, limit=3)
    assert (outcome.status, outcome.statistics) == (Status.LIMIT, {"nodes": 5})


# Outcomes as JSON


def a_full_outcome() -> Outcome:
    return Outcome(
        solver="mine.py:Name",
        status=Status.TIMEOUT,
        count=10**30,
        illegal=2,
        repeated=1,
        fingerprint=0xAB,
        placements=(FIRST, SECOND),
        witnesses=(
            Witness(kind="illegal", placement=(0, 1, 2, 3), rule="rows 0 and 1 share a line"),
            Witness(kind="repeated", placement=FIRST, times=3),
        ),
        build_seconds=0.25,
        seconds=1.5,
        check_seconds=0.125,
        memory=4096,
        statistics={"nodes": 7, "rate": 0.5},
        printed=12,
        error="ValueError: boom",
    )


@pytest.mark.parametrize(
    "outcome",
    [
        a_full_outcome(),
        Outcome(solver="cpsat", status=Status.COMPLETE),
        Outcome(
            solver="bits",
            status=Status.COMPLETE,
            count=92,
            illegal=None,
            repeated=None,
            fingerprint=None,
        ),
        Outcome(solver="cpsat", status=Status.COMPLETE, fingerprint=2**64 - 1),
        *(Outcome(solver="cpsat", status=status) for status in Status),
    ],
)
def test_an_outcome_survives_json(outcome: Outcome) -> None:
    assert Outcome.from_dict(json.loads(json.dumps(outcome.as_dict()))) == outcome


def test_an_outcome_of_a_run_survives_json() -> None:
    outcome = solve(reporting(FIRST, (0, 1, 2, 3), FIRST, SECOND), keep=2)
    assert Outcome.from_dict(json.loads(json.dumps(outcome.as_dict()))) == outcome


def test_how_an_outcome_is_spelt_in_json() -> None:
    spelt = json.loads(json.dumps(a_full_outcome().as_dict()))
    assert spelt["status"] == "timeout"
    assert spelt["count"] == 10**30
    assert spelt["fingerprint"] == "00000000000000ab"
    assert spelt["placements"] == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert spelt["witnesses"] == [
        {
            "kind": "illegal",
            "placement": [0, 1, 2, 3],
            "times": 1,
            "rule": "rows 0 and 1 share a line",
        },
        {"kind": "repeated", "placement": [1, 3, 0, 2], "times": 3, "rule": None},
    ]


@pytest.mark.parametrize("status", list(Status))
def test_only_complete_is_finished_and_only_two_never_ran(status: Status) -> None:
    outcome = Outcome(solver="cpsat", status=status)
    assert outcome.finished == (status == "complete")
    assert status.ran == (status not in ("unavailable", "unsupported"))


def test_solutions_show_themselves_in_a_notebook() -> None:
    """Also those that come from another process."""
    here = load("backtracking").solve(FOUR, keep=2)
    there = run_isolated("backtracking", FOUR, Limits(keep=2))
    for outcome in (here, there):
        assert outcome.placements == (FIRST, SECOND)
        assert [type(q) for q in outcome.placements] == [Solution, Solution]
        assert "<svg" in outcome.placements[0]._repr_svg_()
