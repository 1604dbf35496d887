"""The frame of a run, held against solvers that only count, that lie, and that fail."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from solvers.base import (
    Run,
    Status,
    Stop,
    Unavailable,
    Unsupported,
    Witness,
)
from solvers.problem import Problem
from solvers.tally import Tally
from tests.scripted import (
    FIRST,
    SECOND,
    Script,
    reporting,
    solve,
)

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
        ((1, 3, 0, Untouchable()), "RuntimeError: hands off (test_run_faults.py, line "),
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
        (ValueError("boom"), Status.FAILED, f"ValueError: boom (test_run_faults.py, line {LINE})"),
        (KeyError(), Status.FAILED, f"KeyError: no message (test_run_faults.py, line {LINE})"),
        (OSError("a\n  b"), Status.FAILED, f"OSError: a b (test_run_faults.py, line {LINE})"),
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
