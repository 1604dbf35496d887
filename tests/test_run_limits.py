"""The frame of a run: its limits, its clock, and the tally on its way."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest

from solvers.base import (
    Limits,
    Outcome,
    Run,
    Status,
    Stop,
)
from solvers.frame import conduct
from solvers.problem import Problem
from solvers.run import REPORT_EVERY
from solvers.tally import Rows, Tally
from tests.scripted import (
    FIRST,
    FOUR,
    PLACEMENTS,
    ROOKS,
    SECOND,
    Clock,
    Script,
    Scripted,
    solve,
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("solvers.run.time", SimpleNamespace(perf_counter=lambda: clock.now))
    return clock


# Limits


def one_by_one(problem: Problem, run: Run) -> None:
    for placement in PLACEMENTS:
        run.found(placement)


def at_once(problem: Problem, run: Run) -> None:
    run.found_many(np.array(PLACEMENTS))


def by_fives(problem: Problem, run: Run) -> None:
    for start in range(0, 24, 5):
        run.found_many(np.array(PLACEMENTS[start : start + 5]))


def by_counting(problem: Problem, run: Run) -> None:
    for _ in range(4):
        run.counted(6)


def counting_at_once(problem: Problem, run: Run) -> None:
    run.counted(24)


def deaf(problem: Problem, run: Run) -> None:
    """Swallows whatever is raised to stop it."""
    for placement in PLACEMENTS:
        with suppress(BaseException):
            run.found(placement)


def deaf_at_once(problem: Problem, run: Run) -> None:
    for _ in range(2):
        with suppress(BaseException):
            run.found_many(np.array(PLACEMENTS))


def deaf_counting(problem: Problem, run: Run) -> None:
    for _ in range(4):
        with suppress(BaseException):
            run.counted(6)


SHOWING = (one_by_one, at_once, by_fives, deaf)
COUNTING = (by_counting, counting_at_once, deaf_counting)


@pytest.mark.parametrize("limit", [1, 5, 6, 23, 24])
@pytest.mark.parametrize("search", [*SHOWING, *COUNTING, deaf_at_once])
def test_a_limit_is_met_exactly(search: Script, limit: int) -> None:
    outcome = solve(search, ROOKS, limit=limit, keep=99)
    assert (outcome.status, outcome.count) == (Status.LIMIT, limit)
    assert not outcome.finished
    if search not in COUNTING:
        assert outcome.placements == tuple(PLACEMENTS[:limit])


@pytest.mark.parametrize("limit", [25, 10**30, None])
@pytest.mark.parametrize("search", [*SHOWING, *COUNTING])
def test_a_limit_above_the_number_of_solutions_changes_nothing(
    search: Script, limit: int | None
) -> None:
    outcome = solve(search, ROOKS, limit=limit)
    assert (outcome.status, outcome.count) == (Status.COMPLETE, 24)
    assert outcome.finished


def test_stop_passes_a_backend_that_catches_exceptions() -> None:
    def careful(problem: Problem, run: Run) -> None:
        for placement in PLACEMENTS:
            with suppress(Exception):
                run.found(placement)
        raise AssertionError("not stopped")

    assert solve(careful, ROOKS, limit=3).status is Status.LIMIT


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"limit": 0}, "limit is 0: it has to be more than 0"),
        ({"limit": -1}, "limit is -1: it has to be more than 0"),
        ({"timeout": 0}, "timeout is 0: it has to be more than 0"),
        ({"timeout": -0.5}, "timeout is -0.5: it has to be more than 0"),
        ({"timeout": math.nan}, "timeout is nan: it has to be more than 0"),
        ({"timeout": math.inf}, "timeout is inf: the most is 1000000000 seconds"),
        ({"memory": 0}, "memory is 0: it has to be more than 0"),
        ({"keep": -1}, "keep is -1: it cannot be negative"),
    ],
)
def test_no_limit(limits: dict[str, float], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Limits(**limits)  # type: ignore[arg-type]


# The clock


def silent(clock: Clock) -> Script:
    def search(problem: Problem, run: Run) -> None:
        run.found(FIRST)
        for _ in range(20):
            clock.wait(1)
            run.check_clock()
        raise AssertionError("not stopped")

    return search


def finding(clock: Clock) -> Script:
    def search(problem: Problem, run: Run) -> None:
        for _ in range(20):
            clock.wait(1)
            run.found(FIRST)
        raise AssertionError("not stopped")

    return search


def finding_many(clock: Clock) -> Script:
    def search(problem: Problem, run: Run) -> None:
        for _ in range(20):
            clock.wait(1)
            run.found_many(np.array([FIRST]))
        raise AssertionError("not stopped")

    return search


def counting(clock: Clock) -> Script:
    def search(problem: Problem, run: Run) -> None:
        for _ in range(20):
            clock.wait(1)
            run.counted(1)
        raise AssertionError("not stopped")

    return search


@pytest.mark.parametrize(
    ("slow", "least"), [(silent, 1), (finding, 3), (finding_many, 3), (counting, 3)]
)
def test_a_time_out_leaves_a_lower_bound(
    slow: Callable[[Clock], Script], least: int, clock: Clock
) -> None:
    outcome = solve(slow(clock), timeout=3.5)
    assert outcome.status is Status.TIMEOUT
    assert least <= outcome.count <= 4


def test_time_does_not_run_out_where_there_is_no_limit(clock: Clock) -> None:
    def search(problem: Problem, run: Run) -> None:
        clock.wait(1e6)
        run.check_clock()
        run.found(FIRST)

    assert solve(search).status is Status.COMPLETE
    assert solve(search, timeout=2e6).status is Status.COMPLETE


def test_a_backend_that_swallows_the_time_out_is_not_complete(clock: Clock) -> None:
    def search(problem: Problem, run: Run) -> None:
        clock.wait(2)
        with suppress(BaseException):
            run.check_clock()

    assert solve(search, timeout=1).status is Status.TIMEOUT


def test_remaining_time_ends_at_zero(clock: Clock) -> None:
    seen = []

    def search(problem: Problem, run: Run) -> None:
        for _ in range(4):
            seen.append(run.remaining())
            clock.wait(1)

    solve(search, timeout=2)
    assert seen == [2, 1, 0, 0]


def test_a_backend_can_say_itself_that_time_is_up() -> None:
    def search(problem: Problem, run: Run) -> None:
        run.found(FIRST)
        raise Stop(Status.TIMEOUT)

    outcome = solve(search)
    assert (outcome.status, outcome.count) == (Status.TIMEOUT, 1)


def test_building_searching_and_checking_are_timed_apart(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tally, "add", lambda *_: clock.wait(100))

    def search(problem: Problem, run: Run) -> None:
        clock.wait(2)
        run.built()
        clock.wait(3)
        run.found_many(np.array([FIRST]))
        run.built()  # only the first one counts
        clock.wait(5)
        run.found(SECOND)

    outcome = solve(search)
    assert (outcome.build_seconds, outcome.seconds, outcome.check_seconds) == (2, 8, 200)


def test_what_a_backend_does_not_say_is_no_build_time(clock: Clock) -> None:
    outcome = solve(lambda *_: clock.wait(4))
    assert (outcome.build_seconds, outcome.seconds, outcome.check_seconds) == (None, 4, 0)


# The tally on its way


def test_the_tally_is_sent_on_now_and_then(clock: Clock) -> None:
    """At most every 50 ms from `found`, and at the end."""
    sent: list[Outcome] = []

    def search(problem: Problem, run: Run) -> None:
        for placement in PLACEMENTS:
            clock.wait(REPORT_EVERY / 4.5)
            run.found(placement)

    outcome = conduct(Scripted(search), ROOKS, Limits(), name="mine.py", report=sent.append)
    assert [tally.count for tally in sent] == [5, 10, 15, 20, 24]
    assert {tally.status for tally in sent} == {Status.INTERRUPTED}
    assert {tally.solver for tally in sent} == {"mine.py"}
    assert (outcome.count, outcome.fingerprint) == (24, sent[-1].fingerprint)


def test_the_tally_is_sent_on_while_nothing_more_is_found(clock: Clock) -> None:
    sent: list[Outcome] = []

    def search(problem: Problem, run: Run) -> None:
        run.found(FIRST)
        assert not sent
        clock.wait(2 * REPORT_EVERY)
        run.check_clock()
        assert [tally.count for tally in sent] == [1]

    assert conduct(Scripted(search), FOUR, Limits(), report=sent.append).error is None


@pytest.mark.parametrize("why", [Status.TIMEOUT, Status.MEMORY, Status.INTERRUPTED])
def test_a_run_can_be_told_to_stop(why: Status) -> None:
    def search(problem: Problem, run: Run) -> None:
        run.found(FIRST)
        run.tell_to_stop(why)  # a signal handler does this
        raise AssertionError("not stopped")

    outcome = solve(search)
    assert (outcome.status, outcome.count) == (why, 1)


def test_a_run_that_is_told_to_stop_does_its_books_first(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Run] = []
    add = Tally.add

    def interrupted(tally: Tally, rows: Rows) -> None:
        runs[0].tell_to_stop(Status.TIMEOUT)  # the signal comes while the frame is at work
        add(tally, rows)

    monkeypatch.setattr(Tally, "add", interrupted)
    outcome = conduct(Scripted(by_fives), ROOKS, Limits(), begin=runs.append)
    assert (outcome.status, outcome.count) == (Status.TIMEOUT, 5)


def test_a_run_that_is_over_cannot_be_told_to_stop() -> None:
    runs: list[Run] = []
    outcome = conduct(Scripted(one_by_one), ROOKS, Limits(), begin=runs.append)
    runs[0].tell_to_stop(Status.TIMEOUT)
    assert outcome.status is Status.COMPLETE
