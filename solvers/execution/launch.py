"""Two ways to start the child of a run: forked by a server, or spawned where nothing can fork."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from solvers.execution import child
from solvers.execution.child import Job
from solvers.execution.messages import FORK, KILL, SIZE, STOP, Message

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess


ANSWER_WITHIN = 120  # seconds in which a server has to answer; at first it imports and compiles

_SERVER = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from solvers.execution.server import main
main(int(sys.argv[2]), sys.argv[3:])
"""


class Child(Protocol):
    """A started child: its process (None: it is still being started), the sockets that it writes
    to, one that becomes readable when it has started or ended (None: nothing does), and how to end
    it."""

    pid: int | None
    channel: socket.socket
    output: socket.socket | None
    errors: socket.socket | None
    endings: socket.socket | None

    def stop(self) -> None:
        """Ask it to come to an end and report."""

    def kill(self) -> None:
        """End it and all that it started."""

    def abandon(self) -> None:
        """End it, and what should have ended it, where it lives on though it was killed."""

    def wait_status(self) -> int | None:
        """How it ended: the negative number of a signal, else its exit status; None: not yet."""


class Launcher(Protocol):
    """What starts children, one at a time, and ends what is left of them when it is closed."""

    def launch(self, job: Job) -> Child: ...

    def close(self) -> None: ...


def launcher(specs: Iterable[str]) -> Launcher:
    """The best launcher of this platform; `specs` are built-in solvers to load before a fork."""
    return ForkLauncher(specs) if hasattr(os, "fork") else SpawnLauncher()


class ForkLauncher:
    """Starts children through a server of its own (see `server`); it starts at the first need, and
    nothing here waits for it: while it loads solvers, or compiles them, its child has no process.
    """

    def __init__(self, specs: Iterable[str]) -> None:
        self._specs = list(specs)
        self._process: subprocess.Popen[bytes] | None = None
        self.control: socket.socket | None = None

    def launch(self, job: Job) -> Child:
        pairs = [socket.socketpair() for _ in range(3)]
        theirs = [their.fileno() for _, their in pairs]
        try:
            try:
                self._ask(theirs)
            except OSError:  # the server is gone: the last run took it along
                self.close()
                self._ask(theirs)
        finally:
            for _, their in pairs:
                their.close()
        channel, output, errors = (own for own, _ in pairs)
        _send(channel, job)
        return ForkedChild(self, channel, output, errors)

    def close(self) -> None:
        if self.control is not None and self._process is not None:
            self.control.close()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self.control = self._process = None

    def abandon(self) -> None:
        """Kill the server, which does not answer."""
        if self._process is not None:
            self._process.kill()
        self.close()

    def tell(self, verb: bytes, pid: int) -> None:
        if self.control is not None:
            with contextlib.suppress(OSError):
                self.control.sendall(Message(verb, pid).pack())

    def hear(self) -> Message | None:
        """What the server says next, if it has said something. Raises OSError where it is gone."""
        if self.control is None:
            raise ConnectionError("the fork server was ended")
        self.control.settimeout(0)
        try:
            ready = self.control.recv(SIZE, socket.MSG_PEEK)
        except BlockingIOError:
            return None
        if not ready:
            raise ConnectionError("the fork server ended")
        return Message.unpack(self.control.recv(SIZE)) if len(ready) == SIZE else None

    def _ask(self, descriptors: list[int]) -> None:
        control = self.control or self._start()
        control.settimeout(ANSWER_WITHIN)
        socket.send_fds(control, [Message(FORK).pack()], descriptors)

    def _start(self) -> socket.socket:
        own, theirs = socket.socketpair()
        with theirs:
            self._process = start_server(theirs, self._specs)
        self.control = own
        return own


def start_server(control: socket.socket, specs: Iterable[str]) -> subprocess.Popen[bytes]:
    """Start a fork server that is told what to do on this socket, in an interpreter of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", _SERVER, json.dumps(sys.path), str(control.fileno()), *specs],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[control.fileno()],
        start_new_session=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # fork safely: stay one thread
    )


class ForkedChild:
    def __init__(
        self,
        launcher: ForkLauncher,
        channel: socket.socket,
        output: socket.socket,
        errors: socket.socket,
    ) -> None:
        self._launcher = launcher
        self.pid: int | None = None
        self.channel = channel
        self.output: socket.socket | None = output
        self.errors: socket.socket | None = errors
        self.endings: socket.socket | None = launcher.control

    def stop(self) -> None:
        if self.pid is not None:
            self._launcher.tell(STOP, self.pid)

    def kill(self) -> None:
        if self.pid is None:
            self._launcher.abandon()
        else:
            self._launcher.tell(KILL, self.pid)

    def abandon(self) -> None:
        if self.pid is not None:
            with contextlib.suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)
        self._launcher.abandon()

    def wait_status(self) -> int | None:
        try:
            while message := self._launcher.hear():
                if message.verb == FORK:
                    self.pid = message.pid
                elif message.pid == self.pid:
                    return os.waitstatus_to_exitcode(message.status)
        except OSError:  # a child dies with its server; what it started in its session does not
            if self.pid is not None:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)
            return -signal.SIGKILL
        return None


class SpawnLauncher:
    """Starts a new interpreter for each child: slower, and what it prints is not counted."""

    def launch(self, job: Job) -> Child:
        from multiprocessing import get_context

        own, theirs = socket.socketpair()
        with theirs:
            process = get_context("spawn").Process(
                target=child.spawned, args=(theirs,), daemon=True
            )
            process.start()
        _send(own, job)
        return SpawnedChild(process, own)

    def close(self) -> None:
        pass


class SpawnedChild:
    output: socket.socket | None = None
    errors: socket.socket | None = None
    endings: socket.socket | None = None

    def __init__(self, process: SpawnProcess, channel: socket.socket) -> None:
        assert process.pid is not None
        self._process = process
        self.pid: int | None = process.pid
        self.channel = channel

    def stop(self) -> None:
        pass

    def kill(self) -> None:
        import psutil

        with contextlib.suppress(psutil.NoSuchProcess):
            for process in psutil.Process(self._process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
        self._process.kill()

    def abandon(self) -> None:
        self._process.kill()

    def wait_status(self) -> int | None:
        return self._process.exitcode


def _send(channel: socket.socket, job: Job) -> None:
    with contextlib.suppress(OSError):  # a child that is gone already is seen to be
        channel.sendall(pickle.dumps(job))
        channel.shutdown(socket.SHUT_WR)
