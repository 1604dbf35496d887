"""The fork server: it has loaded what the backends need, and forks one child a run.

A fork of it costs some 10 ms where a new interpreter that imports OR-Tools costs 500. It is told
what to do in short messages on a socket and answers likewise (`Message`); it ends, with all that it
started, when that socket closes.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import selectors
import signal
import socket
import sys
from pathlib import Path

import psutil

from solvers.execution import child
from solvers.execution.messages import ENDED, FORK, SIZE, STOP, Message
from solvers.registry import load


def main(descriptor: int, specs: list[str]) -> None:
    """Serve the socket with this descriptor until it closes."""
    _die_with_parent()
    control = socket.socket(fileno=descriptor)
    importlib.import_module("solvers.tally")
    for spec in specs:
        with contextlib.suppress(BaseException):  # the child that needs it will say so
            load(spec)
    _adopt_orphans()
    _Server(control).serve()


class _Server:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._children: set[int] = set()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._woken, False)

    def serve(self) -> None:
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        with selectors.DefaultSelector() as selector, contextlib.suppress(OSError):
            selector.register(self._control, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while True:
                ready = {key.fileobj for key, _ in selector.select()}
                if self._woken in ready:
                    os.read(self._woken, 4096)
                    self._reap()
                if self._control in ready and not self._obey():
                    break
        for pid in self._children:  # nobody is left to obey, or to hear of it
            _kill_with_descendants(pid)
        self._kill_orphans()

    def _obey(self) -> bool:
        """Do what the next message says; False when there is nobody left to obey."""
        data, descriptors, _, _ = socket.recv_fds(self._control, SIZE, 3)
        if len(data) < SIZE:
            return False
        message = Message.unpack(data)
        if message.verb == FORK:
            pid = self._fork(*descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            self._children.add(pid)
            self._control.sendall(Message(FORK, pid).pack())
        elif message.pid in self._children:
            if message.verb == STOP:
                os.kill(message.pid, signal.SIGTERM)
            else:
                _kill_with_descendants(message.pid)
        return True

    def _fork(self, channel: int, output: int, errors: int) -> int:
        pid = os.fork()
        if pid:
            return pid
        try:
            os.setsid()
            _die_with_parent()
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.close()
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, 0)
            os.dup2(output, 1)
            os.dup2(errors, 2)
            for descriptor in (nothing, output, errors, self._wake, self._woken):
                os.close(descriptor)
            child.main(socket.socket(fileno=channel))
            sys.stdout.flush()
        finally:
            os._exit(0)

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self._children:
                self._children.remove(pid)
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)
                if not self._children:
                    self._kill_orphans()
                self._control.sendall(Message(ENDED, pid, status).pack())

    def _kill_orphans(self) -> None:
        """What a run left behind outside its session has become this process's own child."""
        children = Path(f"/proc/self/task/{os.getpid()}/children")
        if children.exists() and not children.read_text().strip():
            return  # Linux says so at once; to look through all processes takes milliseconds
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def _kill_with_descendants(pid: int) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        for process in psutil.Process(pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h


def _adopt_orphans() -> None:
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def _die_with_parent() -> None:
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    """Linux only; elsewhere the session of a run is all that is ended with it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
