"""What tests of runs in child processes share."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import psutil
import pytest

from solvers import Limits, Problem
from solvers.execution.launch import ForkLauncher, Launcher, SpawnLauncher

FAULTS = Path(__file__).parent / "faults.py"

SIX = Problem(6)
COUNT = 4  # solutions of six queens: OEIS A000170
SHORT = Limits(timeout=0.5)  # for what is to run into it
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


def is_gone(pid: int) -> bool:
    """Whether a process ends, also one that is nobody's child here."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        with contextlib.suppress(psutil.TimeoutExpired):
            process.wait(10)
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    return True


def matches(error: str | None, pattern: str | None) -> bool:
    """Whether an error is the expected one, with * for anything, and is one line."""
    if error is None or pattern is None:
        return error is pattern
    return fnmatchcase(error, pattern.replace("[", "[[]")) and "\n" not in error


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
