"""What a file does while it is loaded, and what names no solver at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers import Limits, SpecError
from solvers.execution import supervised
from solvers.execution.isolation import Supervisor
from solvers.outcome import Status
from tests.execution.children import (
    COUNT,
    LITTLE,
    LONG,
    SHORT,
    SIX,
    forking,
    matches,
    solver_file,
)

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
