"""The processes of runs: interrupted, spawned, beside each other, without their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from solvers import Limits, Outcome, Problem, SpecError, run_isolated
from solvers.builtin import BUILTIN, TRUSTED
from solvers.execution import supervised
from solvers.execution.child import Job
from solvers.execution.isolation import Supervisor
from solvers.execution.launch import Child, SpawnLauncher
from solvers.execution.supervised import Supervised
from solvers.outcome import Status
from tests.command import ROOT
from tests.execution.children import (
    COUNT,
    LAUNCHERS,
    LITTLE,
    LONG,
    SIX,
    fault,
    forking,
    is_gone,
    matches,
    solver_file,
)


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
