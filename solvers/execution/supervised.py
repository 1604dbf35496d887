"""One child from its start to its outcome: what it says, and its memory and clock."""

from __future__ import annotations

import contextlib
import selectors
import signal
import time
from dataclasses import replace
from typing import Any

import psutil

from solvers.execution.child import Job, outcome_from
from solvers.execution.launch import Child
from solvers.frame import printable
from solvers.outcome import Outcome, Status
from solvers.registry import SpecError

POLL = 0.05  # seconds between two looks at clock and memory
GRACE = 0.25  # seconds beyond its time-out that a run has to end by itself
PATIENCE = 1.0  # seconds more that it has to end when asked to
START_TIMEOUT = 120.0  # seconds to make a server ready, which imports and compiles at first
LOAD_TIMEOUT = 60.0  # seconds to load a solver where no time-out is given
LOAD_MEMORY = 1 << 30  # bytes that a child may take in any case while it loads, imports and all
DESCENDANTS_EVERY = 10  # looks at the memory between two looks for new descendants
DRAIN = 1.0  # seconds for which a child that has ended is still listened to
TAIL = 2000  # bytes of standard error that are kept


class Supervised:
    """A child and what it has said. A selector is to say when it can be read from."""

    def __init__(self, job: Job, child: Child) -> None:
        self.so_far = Outcome(solver=job.spec, status=Status.INTERRUPTED, seconds=None)
        self.job = job
        self._child = child
        self._begun = self._since = time.monotonic()
        self._ending: Status | None = None  # why this side ends the run, if it does
        self._said_last: Outcome | None = None
        self._refused: str | None = None
        self._loaded = False
        self._line: list[bytes] = []
        self._printed = 0
        self._errors = b""
        self._memory = _Memory()
        self._killed_at: float | None = None
        self._asked = False
        self._search_ended = False
        self._wait_status: int | None = None
        self._next_look = 0.0
        sources = (child.channel, child.output, child.errors)
        self._sources: list[Any] = [source for source in sources if source is not None]

    @property
    def has_started(self) -> bool:
        """Whether it has a process; until then a server is still being made ready."""
        return self._child.pid is not None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    def listen(self, selector: selectors.BaseSelector) -> None:
        """Have the selector watch what the child writes, and its end."""
        for source in self._sources:
            source.setblocking(False)
            selector.register(source, selectors.EVENT_READ, self)
        if self._child.endings is not None:
            selector.register(self._child.endings, selectors.EVENT_READ, self)

    def hear(self, selector: selectors.BaseSelector, source: Any) -> None:
        """Read what the selector says can be read."""
        if source is not self._child.endings:
            self._read(selector, source)

    def look(self) -> bool:
        """Look at clock and memory, and do what has to be done, if it is time to."""
        if time.monotonic() < self._next_look:
            return False
        self._look()
        self._next_look = time.monotonic() + POLL
        return True

    def has_ended(self, selector: selectors.BaseSelector) -> bool:
        """Whether the child has ended; then all that it said has been read."""
        self._wait_status = self._child.wait_status()
        if self._wait_status is None:
            return False
        if self._child.endings is not None:
            selector.unregister(self._child.endings)
        enough = time.monotonic() + DRAIN
        for source in list(self._sources):
            while source in self._sources and time.monotonic() < enough:
                if not self._read(selector, source):
                    selector.unregister(source)
                    self._sources.remove(source)
        for source in self._sources:
            selector.unregister(source)
        return True

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

    def result(self) -> Outcome | SpecError:
        """What the child said last, or what became of it; where its spec names no solver, why."""
        if self._refused is not None:
            return SpecError(self._refused)
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
        if self._child.pid is None:
            if self.seconds > START_TIMEOUT:
                self.end(Status.TIMEOUT)
            return
        if self._memory.watch(self._child.pid):
            self._since = time.monotonic()
        if self._killed_at is not None and time.monotonic() - self._killed_at > PATIENCE:
            self._child.abandon()
        limits = self.job.limits
        waited = time.monotonic() - self._since
        if self._said_last is not None:  # all is said, but something keeps it from ending
            if waited > PATIENCE:
                self.end(Status.TIMEOUT)
            return
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

    def _read(self, selector: selectors.BaseSelector, source: Any) -> bool:
        """Read some of what the child wrote; False where there is nothing more as yet."""
        try:
            data = source.recv(1 << 16)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            selector.unregister(source)
            self._sources.remove(source)
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
        return True

    def _hear(self, line: bytes) -> None:
        """Take in a line; what makes no sense was not written by this project, and is no report."""
        try:
            kind, value = outcome_from(line)
            if kind == "ended":
                self._search_ended, self._since = True, time.monotonic()
                self._memory.note(int(value))
            elif kind == "outcome":
                self._said_last = Outcome.from_dict(value)
                self._since = time.monotonic()
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

    def __init__(self) -> None:
        self.base: int | None = None
        self._peak = 0
        self._looks = 1
        self._processes: list[psutil.Process] | None = None

    @property
    def growth(self) -> int | None:
        """Bytes, at the most; None before the search has started."""
        return None if self.base is None else max(0, self._peak - self.base)

    def watch(self, pid: int) -> bool:
        """Look at this process from now on; False where that is what it does already."""
        if self._processes is not None:
            return False
        self._processes = []
        with contextlib.suppress(psutil.Error):
            self._processes = [psutil.Process(pid)]
        return True

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
        for i, process in enumerate(self._processes or ()):
            with contextlib.suppress(psutil.Error):
                # of a descendant only what is its own: it shares the rest with the first
                resident += process.memory_full_info().uss if i else process.memory_info().rss
        self.note(resident)
