"""One line on standard error while the work goes on, on a terminal only, gone when done."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn

from solvers.execution.child import Job
from solvers.outcome import Outcome

if TYPE_CHECKING:
    from tqdm import tqdm

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

    def __call__(self, job: Job, so_far: Outcome, seconds: float) -> None:
        if self._line is None and seconds < QUIET_FOR:
            return
        if job.problem is None:
            what = f"loading {job.spec}"
        else:
            what = f"n = {job.problem.n}, {job.spec}: {so_far.count:,} solutions so far"
        self.say(f"{what}, {seconds:.0f} s")

    def say(self, text: str) -> None:
        """Show a text in place of the one before."""
        if not sys.stderr.isatty():
            return
        line = self._line
        if line is None:
            from tqdm import tqdm

            line = self._line = tqdm(bar_format="{desc}", leave=False, dynamic_ncols=True)
        line.set_description_str(text)
