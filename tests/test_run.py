"""The frame of a run, held against small solvers that behave in every way there is."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import cycle, permutations
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.base import (
    Limits,
    Outcome,
    Run,
    Solver,
    Status,
    Stop,
    Unavailable,
    Unsupported,
    Witness,
)
from solvers.chessboard import Solution
from solvers.execution.isolation import run_isolated
from solvers.frame import conduct
from solvers.problem import COLUMNS, Problem
from solvers.registry import load
from solvers.run import REPORT_EVERY
from solvers.tally import Rows, Tally, hash_rows

if TYPE_CHECKING:
    from tests.conftest import BruteForce

Script = Callable[[Problem, Run], None]

FOUR = Problem(4)
FIRST, SECOND = (1, 3, 0, 2), (2, 0, 3, 1)  # the two solutions of 4 queens
ROOKS = Problem(4, (COLUMNS,))
PLACEMENTS = sorted(permutations(range(4)))  # the 24 solutions of 4 rooks


class Scripted(Solver):
    """A solver whose search is a function."""

    name = "scripted"

    def __init__(self, script: Script) -> None:
        self._script = script

    def search(self, problem: Problem, run: Run) -> None:
        self._script(problem, run)


def solve(
    script: Script,
    problem: Problem = FOUR,
    limit: int | None = None,
    timeout: float | None = None,
    keep: int = 0,
) -> Outcome:
    return Scripted(script).solve(problem, limit=limit, timeout=timeout, keep=keep)


def reporting(*reports: object) -> Script:
    """A search that finds these, one by one."""

    def search(problem: Problem, run: Run) -> None:
        for report in reports:
            run.found(report)  # type: ignore[arg-type]

    return search


class Clock:
    """Stands in for the clock of the frame; it goes on only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("solvers.run.time", SimpleNamespace(perf_counter=lambda: clock.now))
    return clock


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


# Solvers that count


def test_a_solver_may_count_without_showing() -> None:
    def search(problem: Problem, run: Run) -> None:
        run.counted(0)
        run.counted(10**30)
        run.counted(np.int64(2))  # type: ignore[arg-type]

    outcome = solve(search)
    assert (outcome.status, outcome.count) == (Status.COMPLETE, 10**30 + 2)
    assert type(outcome.count) is int
    assert (outcome.illegal, outcome.repeated, outcome.fingerprint) == (None, None, None)


@pytest.mark.parametrize("k", [-1, 1.0, "2", None, True, np.True_, [2]])
def test_what_is_no_number_of_solutions_fails(k: object) -> None:
    outcome = solve(lambda _, run: run.counted(k))  # type: ignore[arg-type]
    assert outcome.status is Status.FAILED
    assert outcome.error == f"counted({k!r}): a number of solutions is an integer from 0 on"


def found_then_counted(problem: Problem, run: Run) -> None:
    run.found(FIRST)
    run.counted(1)


def found_many_then_counted(problem: Problem, run: Run) -> None:
    run.found_many(np.array([FIRST]))
    run.counted(1)


def counted_then_found(problem: Problem, run: Run) -> None:
    run.counted(1)
    run.found(FIRST)


def counted_none_then_found(problem: Problem, run: Run) -> None:
    run.counted(0)
    run.found(FIRST)


def counted_then_found_many(problem: Problem, run: Run) -> None:
    run.counted(1)
    run.found_many(np.array([FIRST]))


@pytest.mark.parametrize(
    ("search", "what"),
    [
        (found_then_counted, "counted() after found()"),
        (found_many_then_counted, "counted() after found()"),
        (counted_then_found, "found() after counted()"),
        (counted_none_then_found, "found() after counted()"),
        (counted_then_found_many, "found() after counted()"),
    ],
)
def test_a_run_either_counts_or_finds(search: Script, what: str) -> None:
    outcome = solve(search)
    assert outcome.status is Status.FAILED
    assert outcome.error == f"{what}: a run either counts or finds"


# Solvers that lie


@pytest.mark.parametrize(
    ("report", "rule"),
    [
        ((1, 3, 2, 0), "rows 1 and 2 share the diagonal row + column = 4"),
        ((1, 3, 0, 7), "row 3: column 7 is not on the board (0 to 3)"),
        ((-3, 3, 0, 2), "row 0: column -3 is not on the board (0 to 3)"),
        (
            (1, 3, 0, 2**70),
            f"row 3: column {2**63 - 1} is not on the board (0 to 3)",
        ),  # cut to 64 bits
        ((1, 3, 0, -(2**70)), f"row 3: column {-(2**63)} is not on the board (0 to 3)"),
        (
            np.array([1, 3, 0, 2**64 - 1], np.uint64),
            f"row 3: column {2**63 - 1} is not on the board (0 to 3)",
        ),
    ],
)
def test_an_illegal_report_is_counted_and_the_run_goes_on(report: object, rule: str) -> None:
    outcome = solve(reporting(FIRST, report, SECOND), keep=9)
    assert (outcome.status, outcome.count, outcome.illegal) == (Status.COMPLETE, 3, 1)
    assert outcome.placements == (FIRST, SECOND)
    (witness,) = outcome.witnesses
    assert (witness.kind, witness.rule) == ("illegal", rule)


def test_the_first_illegal_report_is_the_witness() -> None:
    outcome = solve(reporting(FIRST, (0, 1, 2, 3), (1, 1, 1, 1), SECOND))
    assert outcome.illegal == 2
    assert outcome.witnesses == (
        Witness(
            kind="illegal",
            placement=(0, 1, 2, 3),
            rule="rows 0 and 1 share the diagonal row - column = 0",
        ),
    )


def test_repeats_are_counted_beyond_the_first() -> None:
    outcome = solve(reporting(SECOND, FIRST, SECOND, SECOND, FIRST), keep=9)
    assert (outcome.count, outcome.illegal, outcome.repeated) == (5, 0, 3)
    assert outcome.placements == (FIRST, SECOND)
    assert outcome.witnesses == (Witness(kind="repeated", placement=SECOND, times=3),)


def test_repeats_in_different_blocks_are_counted_too() -> None:
    def search(problem: Problem, run: Run) -> None:
        for _ in range(3):
            run.found_many(np.array([FIRST, SECOND]))

    outcome = solve(search)
    assert (outcome.count, outcome.repeated) == (6, 4)
    assert outcome.witnesses == (Witness(kind="repeated", placement=FIRST, times=3),)


def test_what_was_reported_before_a_search_ends_badly_counts() -> None:
    def search(problem: Problem, run: Run) -> None:
        run.found(FIRST)
        run.found((0, 1, 2, 3))
        raise ValueError("boom")

    outcome = solve(search)
    assert (outcome.status, outcome.count, outcome.illegal) == (Status.FAILED, 2, 1)


# Solvers that report what is no placement (tests/test_tally.py has the forms one by one)


class Untouchable:
    """A column that cannot even be looked at."""

    def __index__(self) -> int:
        raise RuntimeError("hands off")


def a_generator() -> Iterator[int]:
    yield from FIRST


@pytest.mark.parametrize(
    ("report", "error"),
    [
        (None, "reported None, which is no sequence of 4 integers"),
        ("1302", "reported '1302', which is no sequence of 4 integers"),
        ({0: 1, 1: 3}, "reported {0: 1, 1: 3}, which is no sequence of 4 integers"),
        (a_generator(), "which is no sequence of 4 integers"),
        ((1, 3, 0), "reported (1, 3, 0), which is no sequence of 4 integers"),
        ([1, 3, 0, 2, 4], "reported (1, 3, 0, 2, 4), which is no sequence of 4 integers"),
        (([1, 3, 0, 2],), "reported ([1, 3, 0, 2],), which is no sequence of 4 integers"),
        ([[1], [3], [0], [2]], "where [1] is no integer"),
        ((1.0, 3.0, 0.0, 2.0), "reported (1.0, 3.0, 0.0, 2.0), where 1.0 is no integer"),
        ((1, 3, 0, math.nan), "where nan is no integer"),
        (np.array([1.0, 3.0, 0.0, 2.0]), "where 1.0 is no integer"),
        (np.array([FIRST]), "which is no sequence of 4 integers"),
        (np.array([[1], [3], [0], [2]]), "where [1] is no integer"),
        ((1, 3, 0, Untouchable()), "RuntimeError: hands off (test_run.py, line "),
    ],
)
def test_what_is_no_sequence_of_n_integers_fails_the_run(report: object, error: str) -> None:
    outcome = solve(reporting(report))
    assert outcome.status is Status.FAILED
    assert error in str(outcome.error)


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (np.array([[1.0, 3.0, 0.0, 2.0]]), "where np.float64(1.0) is no integer"),
        (np.array(FIRST), "reported np.int64(1), which is no sequence of 4 integers"),
        (np.array([[1, 3, 0]]), "reported array([1, 3, 0]), which is no sequence of 4 integers"),
        (np.array([[FIRST]]), "which is no sequence of 4 integers"),
        ([FIRST, (1, 3, 0)], "reported (1, 3, 0), which is no sequence of 4 integers"),
        ((row for row in [FIRST]), "TypeError"),
        (None, "TypeError"),
    ],
)
def test_what_is_no_array_of_placements_fails_the_run(rows: object, error: str) -> None:
    outcome = solve(lambda _, run: run.found_many(rows))  # type: ignore[arg-type]
    assert outcome.status is Status.FAILED
    assert error in str(outcome.error)


# Solvers that do not reach their end


def raising(failure: BaseException) -> Script:
    def search(problem: Problem, run: Run) -> None:
        run.found(FIRST)
        raise failure

    return search


LINE = raising.__code__.co_firstlineno + 3  # where it raises


@pytest.mark.parametrize(
    ("failure", "status", "error"),
    [
        (ValueError("boom"), Status.FAILED, f"ValueError: boom (test_run.py, line {LINE})"),
        (KeyError(), Status.FAILED, f"KeyError: no message (test_run.py, line {LINE})"),
        (OSError("a\n  b"), Status.FAILED, f"OSError: a b (test_run.py, line {LINE})"),
        (MemoryError(), Status.MEMORY, "an allocation failed (MemoryError)"),
        (SystemExit(0), Status.CRASHED, "exited with status 0 before its search ended"),
        (SystemExit("bye"), Status.CRASHED, "exited with status 'bye' before its search ended"),
        (Unsupported("no"), Status.FAILED, "after it had reported solutions: no"),
        (Unavailable("no"), Status.FAILED, "after it had reported solutions: no"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
def test_how_a_search_that_raises_ends(failure: BaseException, status: Status, error: str) -> None:
    outcome = solve(raising(failure))
    assert (outcome.status, outcome.count, outcome.error) == (status, 1, error)


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        (Unsupported("no modulo,\nsorry"), Status.UNSUPPORTED),
        (Unavailable("no modulo,\nsorry"), Status.UNAVAILABLE),
    ],
)
def test_a_solver_says_what_it_cannot_do(failure: Exception, status: Status) -> None:
    def search(problem: Problem, run: Run) -> None:
        raise failure

    outcome = solve(search)
    assert (outcome.status, outcome.count, outcome.error) == (status, 0, "no modulo, sorry")


@pytest.mark.parametrize("why", [Status.LIMIT, Status.COMPLETE, Status.INTERRUPTED])
def test_a_solver_cannot_claim_that_it_was_stopped(why: Status) -> None:
    outcome = solve(raising(Stop(why)), limit=2)
    assert (outcome.status, outcome.count) == (Status.FAILED, 1)
    assert str(why) in str(outcome.error)


def test_a_search_that_recurses_for_ever_fails() -> None:
    def search(problem: Problem, run: Run) -> None:
        search(problem, run)

    outcome = solve(search)
    assert outcome.status is Status.FAILED
    assert str(outcome.error).startswith("RecursionError: maximum recursion depth exceeded")


def test_memory_that_runs_out_in_the_books_is_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def add(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Tally, "add", add)
    assert solve(reporting(FIRST)).status is Status.MEMORY


def test_ctrl_c_is_the_callers_business() -> None:
    with pytest.raises(KeyboardInterrupt):
        solve(raising(KeyboardInterrupt()))


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
