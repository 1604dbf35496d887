"""The command as a command: `compare.py` with arguments, and what it writes and returns.

Most of the time that a short run takes goes into imports. Tests that ask what the command says, and
not how it starts or ends, get a process that is forked from one which has imported everything
before (`compare`), and runs compare.py as a script there; others an interpreter of their own
(`compare_anew`).
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import pkgutil
import random
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import psutil

ROOT = Path(__file__).parents[1]
COMPARE = ROOT / "compare.py"
AGREE, DISAGREE, USAGE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
NO_COMMAND = 99  # the status of a fork that did not come to be the command
SECONDS = 120  # that a command may take

Done = subprocess.CompletedProcess[str]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8", **more}


def compare(*arguments: str | Path, cwd: Path | None = None) -> Done:
    """What the command says, 100 columns wide."""
    if not hasattr(os, "fork"):
        return compare_anew(*arguments, cwd=cwd)
    return _prepared().run([str(argument) for argument in arguments], str(cwd or Path.cwd()))


def compare_anew(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdout: int | None = subprocess.PIPE,
    python: tuple[str, ...] = (),
    env: dict[str, str] | None = None,
) -> Done:
    """The same in a new interpreter."""
    return subprocess.run(
        [sys.executable, *python, COMPARE, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=cwd,
        env=env or environment(),
        timeout=SECONDS,
        check=False,
    )


def read_document(text: str) -> Any:
    """A document as other programs read it: one line, and no NaN in it."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    assert text.count("\n") == 1
    return json.loads(text, parse_constant=refuse)


class _Prepared:
    """The process that is forked from; it ends with this one, and all of its forks with it."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            code = f"from tests.command import serve; serve({theirs.fileno()})"
            self._process = subprocess.Popen(
                [sys.executable, "-c", code],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=environment(OPENBLAS_NUM_THREADS="1"),
            )
        atexit.register(self._end)
        self._answer(600)  # when all is imported, and compiled

    def run(self, arguments: list[str], folder: str) -> Done:
        with (
            tempfile.TemporaryFile() as order,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            order.write(json.dumps([arguments, folder, environment()]).encode())
            order.flush()
            status = self._answer(SECONDS, order.fileno(), out.fileno(), err.fileno())
            out.seek(0)
            err.seek(0)
            return Done(arguments, status, out.read().decode(), err.read().decode())

    def _answer(self, seconds: float, *descriptors: int) -> int:
        """What it says next, within so many seconds; to these files, if there are any."""
        try:
            if descriptors:
                socket.send_fds(self._socket, [b"!"], descriptors)
            self._socket.settimeout(seconds)
            return int(self._socket.recv(8))
        except BaseException:  # what it says next would be the answer to another question
            self._end()
            _prepared.cache_clear()
            raise

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._socket.close()


_prepared = cache(_Prepared)


def serve(descriptor: int) -> None:
    """Import what the command may import; then fork, for each order that comes, until none can."""
    import solvers
    from solvers.builtin import BUILTIN
    from solvers.execution.server import _die_with_parent

    _die_with_parent()
    for module in pkgutil.walk_packages(solvers.__path__, "solvers."):
        importlib.import_module(module.name)
    for name in ("tabulate", "tqdm", "matplotlib.figure"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for name in BUILTIN:
        with contextlib.suppress(solvers.Unavailable):
            solvers.load(name)
    control = socket.socket(fileno=descriptor)
    control.sendall(b"%8d" % 0)
    while True:
        verb, descriptors, _, _ = socket.recv_fds(control, 1, 3)
        if not verb:
            return
        pid = os.fork()
        if pid == 0:
            try:
                _die_with_parent()
                control.close()
                _become(*descriptors)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(NO_COMMAND)
        for one in descriptors:
            os.close(one)
        _, status = os.waitpid(pid, 0)
        control.sendall(b"%8d" % os.waitstatus_to_exitcode(status))


def _become(order: int, out: int, err: int) -> NoReturn:
    """Be a process that Python was started in with compare.py as its script."""
    from solvers.execution import launch

    with open(order, "rb") as file:
        file.seek(0)
        arguments, folder, variables = json.load(file)
    for descriptor, stream in ((out, 1), (err, 2)):
        os.dup2(descriptor, stream)
        os.close(descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    random.seed()
    sys.argv = [str(COMPARE), *arguments]
    sys.path[0] = str(ROOT)
    launch.start_server = _fork_server
    status = 1
    try:
        runpy.run_path(str(COMPARE), run_name="__main__")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else NO_COMMAND
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _fork_server(control: socket.socket, specs: Iterable[str]) -> Any:
    """`start_server` where all is imported already: a fork does."""
    from solvers.execution.server import main

    pid = os.fork()
    if pid:
        return _Forked(pid)
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        for descriptor in (int(path.name) for path in Path("/dev/fd").iterdir()):
            if descriptor > 2 and descriptor != control.fileno():
                with contextlib.suppress(OSError):
                    os.close(descriptor)
        main(control.detach(), list(specs))
    finally:
        os._exit(0)


class _Forked:
    """What a launcher uses of a `Popen`."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)

    def wait(self, timeout: float | None = None) -> None:
        try:
            self._process.wait(timeout)
        except psutil.TimeoutExpired as late:
            raise subprocess.TimeoutExpired("the server", late.seconds) from late

    def kill(self) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            self._process.kill()
