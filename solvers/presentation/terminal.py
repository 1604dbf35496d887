"""The command and its terminal: its width, Ctrl-C, closed streams, broken pipes."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from solvers.presentation.options import UsageError

SAME_KEY = 0.5  # seconds after a Ctrl-C in which another is the same


def width() -> int:
    """Columns of the terminal; 100 where there is none."""
    return shutil.get_terminal_size((100, 24)).columns


def fitted(text: str) -> str:
    """Sentences, not tables or boards, broken between words where a line is longer than the
    terminal is wide; as they are where they go to a file."""
    if not sys.stdout.isatty():
        return text
    columns = max(20, width())
    return "\n".join(
        textwrap.fill(
            line,
            columns,
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )


class Interruption:
    """Turns the first Ctrl-C into an answer to `interrupted()`, so that what is finished can be
    shown; a second one, if it is not the same key still held, ends the command."""

    def __init__(self) -> None:
        self._interrupted = False
        self._ignored_until = 0.0
        self._before: Any = None

    def __call__(self) -> bool:
        return self._interrupted

    def __enter__(self) -> Interruption:
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *exc: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, *signal_and_frame: object) -> None:
        now = time.monotonic()
        if self._interrupted and now > self._ignored_until:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            raise KeyboardInterrupt
        if not self._interrupted:
            self._interrupted, self._ignored_until = True, now + SAME_KEY


def open_closed_streams() -> None:
    """Where the caller closed a standard stream, nothing is heard and nothing is said there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115


def printed(write: Callable[[], None], status: int) -> int:
    """Write to standard output; whoever closed the other end does not want to hear about it."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        write()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise UsageError(f"standard output: {error.strerror}") from error
    return status
