"""Whatever a solver does, its run ends in an outcome that names it, and nothing is left of it.

The faults are those that issue 2 lists; the statuses are defined in DESIGN, "Status says why".
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from multiprocessing import resource_tracker
from pathlib import Path

import psutil
import pytest

import solvers
from solvers import Limits, Outcome, Problem, SpecError, judge, run_isolated
from solvers.builtin import BUILTIN, TRUSTED
from solvers.execution import supervised
from solvers.execution.child import Job
from solvers.execution.isolation import Supervisor
from solvers.execution.launch import Child, ForkLauncher, Launcher, SpawnLauncher
from solvers.execution.supervised import Supervised
from solvers.outcome import Status

FAULTS = Path(__file__).parent / "faults.py"
ROOT = Path(solvers.__file__).parents[1]

SIX = Problem(6)
COUNT = 4  # solutions of six queens: OEIS A000170
SHORT = Limits(timeout=0.2)  # for what is to run into it
LONG = Limits(timeout=60)  # for what is not
LITTLE = Limits(timeout=60, memory=50 << 20)

forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="cannot fork")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="adopts orphans on Linux only")

LAUNCHERS: dict[str, Callable[[], Launcher]] = {
    "fork": lambda: ForkLauncher(["solvers.tally"]),
    "spawn": SpawnLauncher,
}


def fault(name: str) -> str:
    return f"{FAULTS}:{name}"


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    """One for many runs, as in the command."""
    with Supervisor() as supervisor:
        supervisor.run("backtracking", Problem(1), LONG)
        yield supervisor


@pytest.fixture
def alone() -> Iterator[None]:
    """Fails a test that leaves a process behind, but for the one that Python keeps to spawn."""
    resource_tracker.ensure_running()
    before = set(psutil.Process().children(recursive=True))
    yield
    left = [p for p in psutil.Process().children(recursive=True) if p not in before]
    assert not psutil.wait_procs(left, timeout=10)[1]


def is_gone(pid: int) -> bool:
    """Whether a process ends, also one that is nobody's child here."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        with contextlib.suppress(psutil.TimeoutExpired):
            process.wait(10)
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    return True


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


def matches(error: str | None, pattern: str | None) -> bool:
    """Whether an error is the expected one, with * for anything, and is one line."""
    if error is None or pattern is None:
        return error is pattern
    return fnmatchcase(error, pattern.replace("[", "[[]")) and "\n" not in error


def test_memory_is_what_the_search_took(supervisor: Supervisor) -> None:
    modest = supervisor.run(fault("Right"), SIX, LITTLE)
    greedy = supervisor.run(fault("EatsMemory"), SIX, LITTLE)
    assert modest.memory is not None
    assert greedy.memory is not None
    assert modest.memory < 50 << 20 < greedy.memory


# name: count, illegal, repeated (DESIGN, "Counting") and what the verdict says of it
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


def solver_file(folder: Path, before: str = "", search: str = "") -> str:
    """A file with one solver: right, after what is to be done before its class and its search."""
    path = folder / "mine.py"
    path.write_text(
        "from itertools import permutations\n"
        "from solvers import Solver\n"
        f"{before}\n"
        "class Mine(Solver):\n"
        "    def search(self, problem, run):\n"
        f"        {search}\n"
        "        for q in permutations(range(problem.n)):\n"
        "            if problem.accepts(q):\n"
        "                run.found(q)\n"
    )
    return str(path)


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
        ("LeavesADaemonAndHangs", SHORT, Status.TIMEOUT),
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


# What a file does while it is being loaded, and what becomes of the run.
LOADING = [
    ("while True: pass", SHORT, Status.TIMEOUT, "not ready in time"),
    ("import time; time.sleep(3600)", SHORT, Status.TIMEOUT, "not ready in time"),
    (
        "while True:\n try:\n  while True: pass\n except BaseException: pass",
        SHORT,
        Status.TIMEOUT,
        "not ready in time",
    ),
    ("import os; os.kill(os.getpid(), 9)", LONG, Status.CRASHED, "killed by SIGKILL"),
    ("import os; os.abort()", LONG, Status.CRASHED, "killed by SIGABRT*"),
    ("import os; os._exit(0)", LONG, Status.CRASHED, "exited with status 0*"),
    ("import sys; sys.exit()", LONG, Status.CRASHED, "exited with status 0 while it was loaded"),
    ("import sys; sys.exit(0)", LONG, Status.CRASHED, "exited with status 0 while it was loaded"),
    ("raise ValueError('no good')", LONG, Status.FAILED, "ValueError: no good (mine.py, line 3)"),
    ("raise KeyboardInterrupt", LONG, Status.FAILED, "KeyboardInterrupt: *(mine.py, line 3)"),
    ("import nosuch", LONG, Status.FAILED, "ModuleNotFoundError: No module named 'nosuch' *"),
    (
        "import time\nx = []\nwhile True: x.append(b'x' * 2**20); time.sleep(0.001)",
        LITTLE,
        Status.MEMORY,
        "not ready in time",
    ),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("only_load", [True, False], ids=["load", "run"])
@pytest.mark.parametrize(("before", "limits", "status", "error"), LOADING)
def test_a_fault_while_loading_is_named(
    supervisor: Supervisor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: str,
    limits: Limits,
    status: Status,
    error: str,
    only_load: bool,
) -> None:
    monkeypatch.setattr(supervised, "LOAD_MEMORY", 256 << 20)
    spec = solver_file(tmp_path, before)
    outcome = supervisor.run(spec, None if only_load else SIX, limits)
    assert (outcome.solver, outcome.status, outcome.count) == (spec, status, 0)
    assert matches(outcome.error, error)


# What a file may do while it is being loaded.
HARMLESS = [
    ("", 0),
    ("print('x' * 4_999_999)", 5_000_000),
    ("import os\nfor d in range(3, 256):\n try: os.write(d, b'x\\n')\n except OSError: pass", 0),
    pytest.param("import os, sys\nif os.fork() == 0: os._exit(3)", 0, marks=forking),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("before", "printed"), HARMLESS)
def test_what_loads_is_complete(
    supervisor: Supervisor, tmp_path: Path, before: str, printed: int
) -> None:
    spec = solver_file(tmp_path, before)
    loaded = supervisor.run(spec, None, LONG)
    assert (loaded.status, loaded.error, loaded.printed) == (Status.COMPLETE, None, printed)
    outcome = supervisor.run(spec, SIX, LONG)
    assert (outcome.status, outcome.count, outcome.printed) == (Status.COMPLETE, COUNT, printed)


SOLVER = "from solvers import Solver\nclass {}(Solver):\n def search(self, problem, run): ...\n"

# contents of mine.py, what is asked for, and what the error says
NO_SOLVERS = [
    ("", "mine.py", "mine.py holds no *"),
    ("from solvers import Solver", "mine.py", "mine.py holds no *"),
    ("from solvers import Solver\nclass A(Solver): ...", "mine.py", "mine.py holds no *"),
    (SOLVER.format("A"), "mine.py:B", "mine.py holds no * 'B': it holds A"),
    ("", "mine.py:B", "mine.py holds no * 'B'"),
    (
        SOLVER.format("A") + SOLVER.format("B"),
        "mine.py",
        "mine.py holds several *: choose mine.py:A or mine.py:B",
    ),
    ("x = 1\nx = (", "mine.py", "mine.py, line 2: '(' was never closed"),
    ("", "other.py", "other.py: No such file or directory"),
    ("", "mine", "no solver is called 'mine': choose from backtracking, *colour-split, *FILE.py*"),
]


@pytest.mark.parametrize(("text", "spec", "error"), NO_SOLVERS)
def test_what_names_no_solver_is_a_spec_error(
    supervisor: Supervisor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    spec: str,
    error: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(text)
    for problem in (None, SIX):
        with pytest.raises(SpecError) as caught:
            supervisor.run(spec, problem, LONG)
        assert matches(str(caught.value), error)


@pytest.mark.usefixtures("alone")
def test_an_interrupted_run_ends_at_once_and_keeps_what_it_found() -> None:
    said: list[Outcome] = []

    def watch(running: Sequence[Supervised]) -> None:
        said.append(running[0].so_far)

    with Supervisor(
        watch=watch, interrupted=lambda: bool(said) and said[-1].count > 0
    ) as supervisor:
        outcome = supervisor.run("python-constraint", Problem(30), Limits(timeout=20))
    assert outcome.status is Status.INTERRUPTED
    assert outcome.count >= said[-1].count > 0


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_an_exception_in_the_parent_leaves_no_child(launcher: str) -> None:
    def watch(running: Sequence[Supervised]) -> None:
        raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        Supervisor(launcher=LAUNCHERS[launcher](), watch=watch) as supervisor,
    ):
        supervisor.run(fault("Sleeps"), SIX, LONG)


SPAWNABLE = [
    ("Right", LONG, Status.COMPLETE, None),
    ("Sleeps", Limits(timeout=2), Status.TIMEOUT, None),
    ("DiesByKill", LONG, Status.CRASHED, "killed by SIGKILL"),
    ("ExitsAtOnceWith0", LONG, Status.CRASHED, "exited with status 0 before its search ended"),
    ("Raises", LONG, Status.FAILED, "ValueError: the model is wrong (faults.py, line *)"),
    ("EatsMemory", LITTLE, Status.MEMORY, None),
    ("PrintsMegabytes", LONG, Status.COMPLETE, None),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("name", "limits", "status", "error"), SPAWNABLE)
def test_a_spawned_child_is_held_as_well(
    capfd: pytest.CaptureFixture[str],
    name: str,
    limits: Limits,
    status: Status,
    error: str | None,
) -> None:
    with Supervisor(launcher=SpawnLauncher()) as supervisor:
        outcome = supervisor.run(fault(name), SIX, limits)
    assert outcome.status is status
    assert matches(outcome.error, error)
    assert not outcome.finished or outcome.count == COUNT
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_both_launchers_say_the_same_of_every_builtin_solver(launcher: str) -> None:
    with Supervisor(launcher=LAUNCHERS[launcher]()) as supervisor:
        outcomes = [supervisor.run(spec, SIX, LONG) for spec in BUILTIN]
    assert {(o.status, o.count) for o in outcomes} == {(Status.COMPLETE, COUNT)}
    assert len({o.fingerprint for o in outcomes if o.solver in TRUSTED}) == 1


SCRIPT = """\
from solvers import Problem, run_isolated
print(run_isolated("backtracking", Problem(6)).count)
print(run_isolated({!r}, Problem(6)).status)
"""


@pytest.mark.parametrize("way", ["a file", "-c", "standard input"])
def test_a_script_needs_no_main_guard(tmp_path: Path, way: str) -> None:
    script = SCRIPT.format(fault("DiesByKill"))
    (tmp_path / "script.py").write_text(script)
    arguments = {"a file": ["script.py"], "-c": ["-c", script], "standard input": ["-"]}[way]
    done = subprocess.run(
        [sys.executable, *arguments],
        input=script,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("4\ncrashed\n", "")


@forking
def test_a_parent_that_is_killed_takes_its_runs_along(tmp_path: Path) -> None:
    search = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(3600)"
    spec = solver_file(tmp_path, search=search)
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(spec)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        pid = _when_written(tmp_path / "pid")
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert is_gone(pid)


def _when_written(path: Path) -> int:
    """The number in a file, once there is one."""
    for _ in range(600):
        if path.exists() and path.read_text():
            return int(path.read_text())
        time.sleep(0.05)
    raise AssertionError(f"{path.name} was never written")


def test_run_isolated_checks_its_limits_and_its_spec() -> None:
    assert run_isolated("backtracking", SIX).count == COUNT
    assert run_isolated("backtracking", SIX, Limits(limit=2)).status is Status.LIMIT
    with pytest.raises(SpecError, match="no solver is called 'nosuch'"):
        run_isolated("nosuch", SIX)


class CannotLaunch:
    """A launcher of a machine that is out of processes."""

    def launch(self, job: Job) -> Child:
        raise OSError("no more processes")

    def close(self) -> None:
        pass


def test_a_run_that_cannot_be_started_is_named() -> None:
    with Supervisor(launcher=CannotLaunch()) as supervisor:
        outcome = supervisor.run("backtracking", SIX, LONG)
    assert (outcome.status, outcome.count) == (Status.CRASHED, 0)
    assert outcome.error == "no process could be started for it: no more processes"


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("fate", ["DiesByKill", "KillsItsParent", "DeafToSignals"])
def test_what_runs_beside_a_fault_takes_no_harm(fate: str, tmp_path: Path) -> None:
    """Each has a server of its own; clock and memory of one are watched whatever the other does."""
    folder = str(tmp_path)
    specs = [fault(fate), fault("EatsMemory"), "backtracking", fault(fate), fault("Right")]
    jobs = [Job(spec, folder, SIX, LITTLE) for spec in specs]
    limits = Limits(timeout=0.5, memory=50 << 20)
    jobs[0], jobs[3] = (Job(fault(fate), folder, SIX, limits) for _ in range(2))
    with Supervisor(["backtracking"]) as supervisor:
        done = [(job.spec, outcome) for job, outcome in supervisor.run_all(jobs, 2)]
    assert sorted(spec for spec, _ in done) == sorted(specs)
    said = {spec: outcome for spec, outcome in done if isinstance(outcome, Outcome)}
    assert said["backtracking"].status is said[fault("Right")].status is Status.COMPLETE
    assert said["backtracking"].count == said[fault("Right")].count == COUNT
    assert said[fault("EatsMemory")].status is Status.MEMORY
    assert said[fault(fate)].status in (Status.CRASHED, Status.TIMEOUT)


@forking
@pytest.mark.usefixtures("alone")
def test_a_run_that_stops_its_server_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervised, "PATIENCE", 0.3)
    with Supervisor() as supervisor:
        outcome = supervisor.run(fault("StopsItsParent"), SIX, LONG)
        assert outcome.count == COUNT
        assert supervisor.run("backtracking", SIX, LONG).count == COUNT


def test_no_more_servers_are_started_than_there_are_jobs() -> None:
    with Supervisor() as supervisor:
        jobs = [Job("backtracking", str(Path.cwd()), SIX, LONG)] * 2
        assert len(list(supervisor.run_all(jobs, 50))) == 2
        assert len(supervisor._launchers) == 2
