"""Carry out runs in child processes, under limits, whatever a backend does.

A child reports in lines (see `child`). The parent counts what it prints, watches its memory and
the clock, asks it to stop when its time is up, kills it when it does not, and makes an outcome of
what it last said.
"""

from __future__ import annotations

import contextlib
import selectors
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from solvers.execution.child import Job, outcome_from
from solvers.execution.launch import Child, Launcher, launcher
from solvers.frame import printable
from solvers.outcome import Limits, Outcome, Status
from solvers.problem import Problem
from solvers.registry import BUILTIN, SpecError, check_spec

POLL = 0.05  # seconds between two looks at clock and memory
GRACE = 0.25  # seconds beyond its time-out that a run has to end by itself
PATIENCE = 1.0  # seconds more that it has to end when asked to
LOAD_TIMEOUT = 60.0  # seconds to load a solver where no time-out is given
LOAD_MEMORY = 1 << 30  # bytes that a child may take in any case while it loads, imports and all
DESCENDANTS_EVERY = 10  # looks at the memory between two looks for new descendants
DRAIN = 1.0  # seconds for which a child that has ended is still listened to
TAIL = 2000  # bytes of standard error that are kept

Watch = Callable[[Job, Outcome, float], None]
"""Told now and then, and at the start: the job, its outcome so far, the seconds since its start."""


class Supervisor:
    """Runs jobs in children, one after the other; a context manager that leaves none behind.

    Not for several threads at a time.
    """

    def __init__(
        self,
        specs: Iterable[str] = (),
        *,
        launcher: Launcher | None = None,
        watch: Watch = lambda job, so_far, seconds: None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._launcher = launcher or _launcher_for(specs)
        self._watch = watch
        self._interrupted = interrupted

    def __enter__(self) -> Supervisor:
        return self

    def __exit__(self, *exc: object) -> None:
        self._launcher.close()

    def run(self, spec: str, problem: Problem | None, limits: Limits) -> Outcome:
        """One run; with no problem the solver is only loaded, which is complete if it could be.

        Raises SpecError where the spec names no solver.
        """
        job = Job(spec, str(Path.cwd()), problem, limits)
        try:
            child = self._launcher.launch(job)
        except OSError as failure:
            error = f"no process could be started for it: {failure}"
            return Outcome(solver=spec, status=Status.CRASHED, error=error)
        supervised = _Supervised(job, child)
        try:
            for _ in supervised.steps():
                self._watch(job, supervised.so_far, supervised.seconds)
                if self._interrupted():
                    supervised.end(Status.INTERRUPTED)
        finally:
            supervised.close()
        return supervised.outcome()


def run_isolated(spec: str, problem: Problem, limits: Limits | None = None) -> Outcome:
    """Run a solver on a problem in a child process, so that nothing it does can hurt the caller.

    Raises SpecError where the spec names no solver; everything else is the outcome's to say.
    """
    check_spec(spec)
    with Supervisor([spec]) as supervisor:
        return supervisor.run(spec, problem, limits or Limits())


def _launcher_for(specs: Iterable[str]) -> Launcher:
    return launcher([spec for spec in specs if spec in BUILTIN])


class _Supervised:
    """One child, from its start to its outcome."""

    def __init__(self, job: Job, child: Child) -> None:
        self.so_far = Outcome(solver=job.spec, status=Status.INTERRUPTED, seconds=None)
        self._job = job
        self._child = child
        self._begun = self._since = time.monotonic()
        self._ending: Status | None = None  # why this side ends the run, if it does
        self._said_last: Outcome | None = None
        self._refused: str | None = None
        self._loaded = False
        self._line: list[bytes] = []
        self._printed = 0
        self._errors = b""
        self._memory = _Memory(child.pid)
        self._killed_at: float | None = None
        self._asked = False
        self._search_ended = False
        self._wait_status: int | None = None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    def steps(self) -> Iterator[None]:
        """Until the child has ended: read what it says, look at clock and memory at every step."""
        with selectors.DefaultSelector() as selector:
            for source in (self._child.channel, self._child.output, self._child.errors):
                if source is not None:
                    source.setblocking(False)
                    selector.register(source, selectors.EVENT_READ)
            if self._child.endings is not None:
                selector.register(self._child.endings, selectors.EVENT_READ)
            next_look = 0.0
            while self._wait_status is None:
                for key, _ in selector.select(POLL):
                    if key.fileobj is not self._child.endings:
                        self._read(selector, key.fileobj)
                if time.monotonic() >= next_look:
                    self._look()
                    yield
                    next_look = time.monotonic() + POLL
                self._wait_status = self._child.wait_status()
            if self._child.endings is not None:
                selector.unregister(self._child.endings)
            enough = time.monotonic() + DRAIN
            while time.monotonic() < enough and (left := selector.select(0)):
                for key, _ in left:
                    self._read(selector, key.fileobj)

    def end(self, why: Status) -> None:
        """Kill the child and all that it started."""
        if self._ending is None:
            self._ending = why
            self._killed_at = time.monotonic()
            self._child.kill()

    def close(self) -> None:
        if self._wait_status is None:
            self._child.kill()
        for source in (self._child.channel, self._child.output, self._child.errors):
            if source is not None:
                source.close()

    def outcome(self) -> Outcome:
        """What the child said last, or what became of it."""
        if self._refused is not None:
            raise SpecError(self._refused)
        said, status, error = self.so_far, self._ending, None
        if self._said_last is not None:
            said, status, error = self._said_last, self._said_last.status, self._said_last.error
        elif self._loaded:
            status = Status.COMPLETE
        elif status is None and self._asked and self._wait_status == -signal.SIGTERM:
            status = Status.TIMEOUT  # it was asked to stop and has no ear for it
        elif status is None:
            status, error = Status.CRASHED, self._last_words()
        elif self._memory.base is None:
            error = "not ready in time"
        memory, printed = self._memory.growth, self._printed
        return replace(said, status=status, error=error, memory=memory, printed=printed)

    def _last_words(self) -> str:
        """How a child ended that did not report, with the last line that it wrote."""
        code = self._wait_status or 0
        if code < 0:
            try:
                how = f"killed by {signal.Signals(-code).name}"
            except ValueError:
                how = f"killed by signal {-code}"
        else:
            how = f"exited with status {code} before its search ended"
        lines = self._errors.decode(errors="replace").split("\n")
        last = printable(next((line.strip() for line in reversed(lines) if line.strip()), ""))
        return f"{how}: {last[:200]}" if last else how

    def _look(self) -> None:
        if self._killed_at is not None and time.monotonic() - self._killed_at > PATIENCE:
            self._child.abandon()
        limits = self._job.limits
        waited = time.monotonic() - self._since
        if self._search_ended:
            if waited > LOAD_TIMEOUT:
                self.end(Status.TIMEOUT)
            return
        self._memory.look()
        if limits.memory is not None and self._memory.exceeds(limits.memory):
            self.end(Status.MEMORY)
        if self._memory.base is None:
            if waited > (limits.timeout or LOAD_TIMEOUT) + GRACE:
                self.end(Status.TIMEOUT)
        elif limits.timeout is not None and waited > limits.timeout + GRACE:
            if not self._asked:
                self._asked = True
                self._child.stop()
            elif waited > limits.timeout + GRACE + PATIENCE:
                self.end(Status.TIMEOUT)

    def _read(self, selector: selectors.BaseSelector, source: Any) -> None:
        try:
            data = source.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            selector.unregister(source)
        elif source is self._child.output:
            self._printed += len(data)
        elif source is self._child.errors:
            self._errors = (self._errors + data)[-TAIL:]
        else:
            *lines, rest = data.split(b"\n")
            for line in lines:
                self._line.append(line)
                self._hear(b"".join(self._line))
                self._line.clear()
            self._line.append(rest)

    def _hear(self, line: bytes) -> None:
        """Take in a line; what makes no sense was not written by this project, and is no report."""
        try:
            kind, value = outcome_from(line)
            if kind == "ended":
                self._search_ended, self._since = True, time.monotonic()
                self._memory.note(int(value))
            elif kind == "outcome":
                self._said_last = Outcome.from_dict(value)
            elif kind == "tally":
                self.so_far = Outcome.from_dict(value)
            elif kind == "started":
                self._since = time.monotonic()
                self._memory.start(int(value))
            elif kind == "refused":
                self._refused = str(value)
            elif kind == "loaded":
                self._loaded = True
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            pass


class _Memory:
    """The resident memory of a process and its descendants, over what it was at the start."""

    def __init__(self, pid: int) -> None:
        self.base: int | None = None
        self._peak = 0
        self._looks = 1
        self._processes: list[psutil.Process] = []
        with contextlib.suppress(psutil.Error):
            self._processes = [psutil.Process(pid)]

    @property
    def growth(self) -> int | None:
        """Bytes, at the most; None before the search has started."""
        return None if self.base is None else max(0, self._peak - self.base)

    def exceeds(self, limit: int) -> bool:
        """Whether it grew by more; before the search has started, whether loading took too much."""
        if self.base is None:
            return self._peak > max(limit, LOAD_MEMORY)
        return self._peak - self.base > limit

    def start(self, resident: int) -> None:
        self.base = self._peak = resident

    def note(self, resident: int | None) -> None:
        self._peak = max(self._peak, resident or 0)

    def look(self) -> None:
        if self._processes and self._looks % DESCENDANTS_EVERY == 0:
            with contextlib.suppress(psutil.Error):
                root = self._processes[0]
                self._processes = [root, *root.children(recursive=True)]
        self._looks += 1
        resident = 0
        for i, process in enumerate(self._processes):
            with contextlib.suppress(psutil.Error):
                # of a descendant only what is its own: it shares the rest with the first
                resident += process.memory_full_info().uss if i else process.memory_info().rss
        self.note(resident)
