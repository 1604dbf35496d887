"""A program of any language, run under the eyes of a run: its output line by line."""

from __future__ import annotations

import os
import selectors
import subprocess
from collections.abc import Iterator, Sequence

from solvers.run import Run

POLL = 0.05  # seconds between two looks at the clock
TAIL = 4000  # bytes of standard error that are kept
MAX_LINE = 1 << 20  # bytes after which a line counts as one, whether it ends or not


class Program:
    """A context manager: starts a program, and ends it where it has not ended by itself.

    Raises OSError where it cannot be started.
    """

    def __init__(self, command: Sequence[str], text: str = "") -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._text = text.encode()
        self._errors = b""
        self.status: int | None = None

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *exc: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def lines(self, run: Run) -> Iterator[str]:
        """The lines of its standard output as they come; then `status` is its exit status."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        try:
            self._process.stdin.write(self._text)
            self._process.stdin.close()
        except BrokenPipeError:  # it does not read its input
            pass
        waiting = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            selector.register(self._process.stderr, selectors.EVENT_READ)
            while selector.get_map():
                run.check_clock()
                for key, _ in selector.select(POLL):
                    data = os.read(key.fd, 1 << 16)
                    if not data:
                        selector.unregister(key.fileobj)
                    elif key.fileobj is self._process.stderr:
                        self._errors = (self._errors + data)[-TAIL:]
                    else:
                        *whole, waiting = (waiting + data).split(b"\n")
                        if len(waiting) > MAX_LINE:
                            whole, waiting = [*whole, waiting], b""
                        for line in whole:
                            yield line.decode(errors="replace").rstrip("\r")
                if self._process.poll() is not None and not selector.select(0):
                    break  # it has ended; what it started may hold its output open for ever
        if waiting:
            yield waiting.decode(errors="replace")
        while self.status is None:
            run.check_clock()
            try:
                self.status = self._process.wait(POLL)
            except subprocess.TimeoutExpired:
                continue

    @property
    def errors(self) -> list[str]:
        """The last lines of its standard error that say something."""
        lines = self._errors.decode(errors="replace").splitlines()
        return [line.strip() for line in lines if line.strip(" ~^")][-3:]
