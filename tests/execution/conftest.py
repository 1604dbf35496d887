"""A supervisor, and a look at what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import resource_tracker

import psutil
import pytest

from solvers import Problem
from solvers.execution.isolation import Supervisor
from tests.execution.children import LONG


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    """One for many runs, as in the command."""
    with Supervisor() as supervisor:
        supervisor.run("backtracking", Problem(1), LONG)
        yield supervisor


@pytest.fixture
def alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves a process behind, but for the one that Python keeps to spawn, and
    for the server of the supervisor, which it may have had to start anew."""
    resource_tracker.ensure_running()
    before = set(psutil.Process().children(recursive=True))
    yield
    servers = set()
    if "supervisor" in request.fixturenames:
        launchers = request.getfixturevalue("supervisor")._launchers
        servers = {one._process.pid for one in launchers if getattr(one, "_process", None)}
    now = psutil.Process().children(recursive=True)
    left = [p for p in now if p not in before and p.pid not in servers]
    assert not psutil.wait_procs(left, timeout=10)[1]
