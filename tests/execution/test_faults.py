"""Whatever a solver does, its run ends in an outcome that names it, and nothing is left of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from solvers import Limits, Problem, judge
from solvers.execution import supervised
from solvers.execution.isolation import Supervisor
from solvers.outcome import Status
from tests.execution.children import (
    COUNT,
    LITTLE,
    LONG,
    SHORT,
    SIX,
    fault,
    forking,
    is_gone,
    matches,
    on_linux,
    solver_file,
)

# A solver that stops half-way has reported 3 of the 4 solutions; nothing was cut off before.
STOPPING = [
    ("HangsInALoop", SHORT, Status.TIMEOUT, None),
    ("Sleeps", SHORT, Status.TIMEOUT, None),
    ("ExitsWith0", LONG, Status.CRASHED, "exited with status 0 before its search ended"),
    ("ExitsWithNothing", LONG, Status.CRASHED, "exited with status 0 before its search ended"),
    ("Raises", LONG, Status.FAILED, "ValueError: the model is wrong (faults.py, line *)"),
    ("RaisesMemoryError", LONG, Status.MEMORY, "an allocation failed (MemoryError)"),
    ("RecursesWithoutEnd", LONG, Status.FAILED, "RecursionError: *(faults.py, line *)"),
    ("IsUnsupported", LONG, Status.FAILED, "after it had reported*no boards of even size"),
    ("IsUnavailable", LONG, Status.FAILED, "after it had reported*pip install this"),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("name", "limits", "status", "error"), STOPPING)
def test_what_can_be_stopped_keeps_all_it_found(
    supervisor: Supervisor, name: str, limits: Limits, status: Status, error: str | None
) -> None:
    outcome = supervisor.run(fault(name), SIX, limits)
    assert (outcome.solver, outcome.status, outcome.count) == (fault(name), status, 3)
    assert matches(outcome.error, error)
    assert not outcome.finished


# A solver that ends its process loses what it reported since the last tally (see below).
DYING = [
    ("DeafToExceptions", SHORT, Status.TIMEOUT, None),
    ("DeafToSignals", SHORT, Status.TIMEOUT, None),
    ("DiesBySegmentationFault", LONG, Status.CRASHED, "killed by SIGSEGV*"),
    ("DiesByKill", LONG, Status.CRASHED, "killed by SIGKILL"),
    ("Aborts", LONG, Status.CRASHED, "killed by SIGABRT*"),
    ("ExitsAtOnceWith0", LONG, Status.CRASHED, "exited with status 0 before its search ended"),
    ("ExitsAtOnceWith7", LONG, Status.CRASHED, "exited with status 7 *: the last words"),
    ("RaisesKeyboardInterrupt", LONG, Status.FAILED, "KeyboardInterrupt: *(faults.py, line *)"),
    ("EatsMemory", LITTLE, Status.MEMORY, None),
    pytest.param("EatsMemoryInAChild", LITTLE, Status.MEMORY, None, marks=forking),
    ("ClosesEveryDescriptor", LONG, Status.CRASHED, "exited with status *"),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("name", "limits", "status", "error"), DYING)
def test_what_dies_is_named(
    supervisor: Supervisor,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    limits: Limits,
    status: Status,
    error: str | None,
) -> None:
    monkeypatch.setattr(supervised, "PATIENCE", 0.2)
    outcome = supervisor.run(fault(name), SIX, limits)
    assert (outcome.solver, outcome.status) == (fault(name), status)
    assert matches(outcome.error, error)
    assert outcome.count <= 3


def test_memory_is_what_the_search_took(supervisor: Supervisor) -> None:
    modest = supervisor.run(fault("Right"), SIX, LITTLE)
    greedy = supervisor.run(fault("EatsMemory"), SIX, LITTLE)
    assert modest.memory is not None
    assert greedy.memory is not None
    assert modest.memory < 50 << 20 < greedy.memory


# name: count, illegal, repeated and what the verdict says of it
LYING = [
    ("OneMissing", 3, 0, 0, "counts differ: 3 by *; 4 by backtracking"),
    ("OneTwice", 5, 0, 1, "*: 1 of 5 reports repeat another; 1 3 5 0 2 4 came 2 times"),
    ("OneMissingAnotherTwice", 4, 0, 1, "*: 1 of 4 reports repeat another; 2 5 * came 2 times"),
    ("OneIllegal", 5, 1, 0, "*: 1 of 5 reports illegal, such as 0 1 2 3 4 5: rows 0 and 1 share *"),
    ("OneIllegalForOneMissing", 4, 1, 0, "*: 1 of 4 reports illegal*rows 0 and 1 share *"),
    ("OneOffTheBoard", 4, 1, 0, "*: 1 of 4 reports illegal*column 6 is not on the board*"),
    ("OneFarOffTheBoard", 4, 1, 0, "*: 1 of 4 reports illegal*column * is not on the board*"),
    ("WrongCount", 5, None, None, "counts differ: 5 by *; 4 by backtracking"),
]


@pytest.mark.parametrize(("name", "count", "illegal", "repeated", "reason"), LYING)
def test_a_lie_is_counted_and_named(
    supervisor: Supervisor,
    name: str,
    count: int,
    illegal: int | None,
    repeated: int | None,
    reason: str,
) -> None:
    lie = supervisor.run(fault(name), SIX, LONG)
    assert lie.finished
    assert (lie.count, lie.illegal, lie.repeated) == (count, illegal, repeated)
    verdict = judge([lie, supervisor.run("backtracking", SIX, LONG)])
    assert verdict.finding == "disagree"
    assert any(matches(said, reason) for said in verdict.reasons)


def test_the_truth_agrees(supervisor: Supervisor) -> None:
    right = supervisor.run(fault("Right"), SIX, LONG)
    assert (right.status, right.count, right.error) == (Status.COMPLETE, COUNT, None)
    assert judge([right, supervisor.run("backtracking", SIX, LONG)]).finding == "agree"


# what is reported for n = 4: what the error says of it
NO_PLACEMENTS = [
    ("None", "reported None, which is no sequence of 4 integers"),
    ("7", "reported 7, which is no sequence of 4 integers"),
    ("(1, 3, 0)", "reported (1, 3, 0), which is no sequence of 4 integers"),
    ("[1, 3, 0, 2, 4]", "reported (1, 3, 0, 2, 4), which is no sequence of 4 integers"),
    ("()", "reported (), which is no sequence of 4 integers"),
    ("'1302'", "reported '1302', which is no sequence of 4 integers"),
    ("{0: 1, 1: 3, 2: 0, 3: 2}", "reported {0: 1, *, which is no sequence of 4 integers"),
    ("{1, 3, 0, 2}", "reported {*, which is no sequence of 4 integers"),
    ("(1, 3, 0.5, 2)", "reported (1, 3, 0.5, 2), where 0.5 is no integer"),
    ("(1, 3, 0, '2')", "reported (1, 3, 0, '2'), where '2' is no integer"),
    ("(1, 3, None, 2)", "reported (1, 3, None, 2), where None is no integer"),
    ("[(0, 1), (1, 3), (2, 0), (3, 2)]", "reported ((0, 1), *, where (0, 1) is no integer"),
]


@pytest.mark.parametrize(("report", "error"), NO_PLACEMENTS)
def test_what_is_no_placement_fails_the_run(
    supervisor: Supervisor, tmp_path: Path, report: str, error: str
) -> None:
    outcome = supervisor.run(solver_file(tmp_path, search=f"run.found({report})"), Problem(4), LONG)
    assert outcome.status is Status.FAILED
    assert matches(outcome.error, error)


CHATTING = [
    ("PrintsMegabytes", 5_000_000),
    ("PrintsMegabytesInAChild", 5_000_000),
    ("PrintsMegabytesOfErrors", 0),
    ("WritesLinesToEveryDescriptor", 0),
    ("WritesHalfALineToEveryDescriptor", 0),
    pytest.param("ForksAndBothReturn", 0, marks=forking),
    pytest.param("LeavesADaemon", 0, marks=on_linux),
    pytest.param("LeavesAChild", 0, marks=forking),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("name", "printed"), CHATTING)
def test_what_talks_beside_is_heard_all_the_same(
    supervisor: Supervisor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    name: str,
    printed: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = supervisor.run(fault(name), SIX, LONG)
    assert (outcome.status, outcome.count, outcome.printed) == (Status.COMPLETE, COUNT, printed)
    assert (outcome.illegal, outcome.repeated) == (0, 0)
    assert capfd.readouterr() == ("", "")


@forking
@pytest.mark.usefixtures("alone")
def test_a_forked_child_cannot_report_for_its_parent(supervisor: Supervisor) -> None:
    outcome = supervisor.run(fault("ForksAndOnlyTheChildReturns"), SIX, LONG)
    assert (outcome.status, outcome.count) == (Status.CRASHED, 0)


@on_linux
@pytest.mark.parametrize(
    ("name", "limits", "status"),
    [
        ("LeavesADaemon", LONG, Status.COMPLETE),
        ("LeavesADaemonAndHangs", Limits(timeout=3), Status.TIMEOUT),
        ("LeavesAChild", LONG, Status.COMPLETE),
    ],
)
def test_what_a_run_started_ends_with_it(
    supervisor: Supervisor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    limits: Limits,
    status: Status,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert supervisor.run(fault(name), SIX, limits).status is status
    assert is_gone(int((tmp_path / "daemon").read_text()))


@forking
@pytest.mark.usefixtures("alone")
def test_after_the_server_was_killed_the_next_run_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Supervisor() as supervisor:
        outcomes = [
            supervisor.run(spec, SIX, LONG)
            for spec in (fault("KillsItsParent"), fault("Right"), fault("KillsItsParent"), "cpsat")
        ]
    crash = (Status.CRASHED, "killed by SIGKILL")
    right = (Status.COMPLETE, None)
    assert [(o.status, o.error) for o in outcomes] == [crash, right, crash, right]
    assert sys.platform != "linux" or is_gone(int((tmp_path / "killer").read_text()))


def test_a_kill_loses_no_more_than_what_came_after_the_last_tally(supervisor: Supervisor) -> None:
    outcome = supervisor.run(fault("FindsTwoBeforeItIsKilled"), SIX, LONG)
    assert (outcome.status, outcome.count) == (Status.CRASHED, 2)
    assert outcome.fingerprint is not None
    assert outcome.seconds is not None


def test_what_is_no_number_never_reaches_a_tally(supervisor: Supervisor) -> None:
    outcome = supervisor.run(fault("CountsInNoNumbers"), SIX, LONG)
    assert (outcome.status, outcome.statistics) == (Status.CRASHED, {"nodes": 17})
    json.dumps(outcome.as_dict(), allow_nan=False)
