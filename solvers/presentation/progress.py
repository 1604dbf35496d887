"""One line on standard error while the work goes on, on a terminal only, gone when done."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tqdm import tqdm

    from solvers.execution.supervised import Supervised

QUIET_FOR = 0.2  # seconds for which nothing needs to be said


class Progress:
    """Says what runs and how many solutions there are so far; a `Watch` for a Supervisor."""

    def __init__(self) -> None:
        self._line: tqdm[NoReturn] | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._line is not None:
            self._line.close()

    def __call__(self, running: Sequence[Supervised]) -> None:
        seconds = max(one.seconds for one in running)
        if self._line is None and seconds < QUIET_FOR:
            return
        first, *others = running
        job, found = first.job, first.so_far.count
        if job.problem is None:
            self.say(f"loading {job.spec}, {seconds:.0f} s")
            return
        what = f"n = {job.problem.n}, {job.spec}"
        if job.whole is not None:
            whole, seconds = job.whole, time.monotonic() - job.whole.since
            found = whole.found + sum(one.so_far.count for one in running)
            what += f", {whole.done:,} of {whole.parts:,} parts done, {len(running)} running"
            others = []
        more = f", and {len(others)} more" if others else ""
        self.say(f"{what}: {found:,} solutions so far{more}, {seconds:.0f} s")

    def waiting(self, seconds: float) -> None:
        """Nothing runs yet: what is to run is still loaded, or compiled for the first time."""
        self.say(f"loading the solvers; the first time they are compiled, {seconds:.0f} s")

    def say(self, text: str) -> None:
        """Show a text in place of the one before."""
        if not sys.stderr.isatty():
            return
        line = self._line
        if line is None:
            from tqdm import tqdm

            line = self._line = tqdm(bar_format="{desc}", leave=False, dynamic_ncols=True)
        line.set_description_str(text)
