"""The frame of a run: clock, limits, checks, tallies and errors; a backend only searches."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solvers.outcome import (
    BadReport,
    Limits,
    Outcome,
    Status,
    Stop,
    Unavailable,
    Unsupported,
    Witness,
)
from solvers.problem import Problem

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from solvers.base import Solver
    from solvers.tally import Tally

REPORT_EVERY = 0.05  # seconds between two tallies sent on
BLOCK = 4096  # reports checked at a time, at the most


class Run:
    """What a backend sees of the harness: where it reports, and the clock.

    `statistics` is the backend's to fill with numbers. `limit` is the number of solutions wanted,
    None for all: a backend may search differently for a few.
    """

    def __init__(
        self,
        solver: str,
        problem: Problem,
        limits: Limits,
        report: Callable[[Outcome], None] | None = None,
    ) -> None:
        from solvers.tally import KEPT_HASHES, Tally

        hash_bytes = KEPT_HASHES if limits.memory is None else limits.memory // 4
        self.solver = solver
        self.problem = problem
        self.limit = limits.limit
        self.statistics: dict[str, float] = {}
        self.tally: Tally = Tally(problem, limits.keep, hash_bytes)
        self.stopped: Status | None = None
        self._report = report
        self._waiting: list[Sequence[int]] = []
        self._counts_only = False
        self._in_frame = False
        self._told: Status | None = None
        self._started = self._last_settled = time.perf_counter()
        self._built: float | None = None
        self._seconds: float | None = None
        self._checking = 0.0
        self._deadline = None if limits.timeout is None else self._started + limits.timeout
        self._block = max(1, min(BLOCK, 2**18 // problem.n))

    def _checked_rows(self, block: Any) -> npt.NDArray[np.int64]:
        from solvers.tally import as_rows

        return as_rows(block, self.problem.n)

    def built(self) -> None:
        """The model stands: the time up to here is its building, from here on search."""
        if self._built is None:
            self._built = time.perf_counter()

    def found(self, q: Sequence[int]) -> None:
        """Report a solution: any sequence of n integers. Raises Stop at the limit or time-out."""
        if self.stopped is not None:
            self._stop_if_due()
        if type(q) is not tuple:  # a copy: backends go on writing to their lists
            q = tuple(q) if type(q) is list else self._checked_rows([q])[0].tolist()
        self._waiting.append(q)
        waiting = len(self._waiting)
        if (
            waiting >= self._block
            or time.perf_counter() - self._last_settled > REPORT_EVERY
            or (self.limit is not None and self.tally.count + waiting >= self.limit)
        ):
            self.settle()
            self._stop_if_due()

    def found_many(self, array: npt.NDArray[np.integer[Any]]) -> None:
        """Report the rows of an integer array of shape (k, n); the limit holds inside it."""
        self.settle()
        for start in range(0, len(array), self._block):
            self._stop_if_due()
            block = array[start : start + self._block]
            self.settle(block if self.limit is None else block[: self.limit - self.tally.count])
        self._stop_if_due()

    def counted(self, k: int) -> None:
        """Report k solutions without showing them; a run either counts or finds, never both."""
        if isinstance(k, bool) or not isinstance(k, int) or k < 0:
            raise BadReport(f"counted({k!r}): a number of solutions is an integer from 0 on")
        if self._waiting or (self.tally.count and not self._counts_only):
            raise BadReport("counted() after found(): a run either counts or finds")
        self._counts_only = True
        if self.limit is not None:
            k = min(k, self.limit - self.tally.count)
        self.tally.add_counted(k)
        self.settle()
        self._stop_if_due()

    def check_clock(self) -> None:
        """To be called now and then while nothing is found; raises Stop when the time is up."""
        now = time.perf_counter()
        if self._waiting and now - self._last_settled > REPORT_EVERY:
            self.settle()
        if (
            self.stopped is not None
            or self._told is not None
            or (self._deadline is not None and now > self._deadline)
        ):
            self._stop_if_due()

    def remaining(self) -> float | None:
        """Seconds left, at least 0; None if there is no time limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def settle(self, block: Sequence[Any] | npt.NDArray[np.integer[Any]] = ()) -> None:
        """Check and count what waits, or a block, and send the tally on, on the frame's time."""
        begun = time.perf_counter()
        self._in_frame = True
        try:
            if self._waiting:
                block, self._waiting = self._waiting, []
            if len(block):
                if self._counts_only:
                    raise BadReport("found() after counted(): a run either counts or finds")
                self.tally.add(self._checked_rows(block))
            if self._report is not None and self.tally.count:
                self._report(self.outcome(Status.INTERRUPTED))
        finally:
            self._in_frame = False
            self._last_settled = time.perf_counter()
            self._checking += self._last_settled - begun

    def end(self) -> None:
        """The search is over: its clock stands still and nobody can stop it any more."""
        self._seconds = self._search_seconds()

    def tell_to_stop(self, why: Status) -> None:
        """End the search from a signal handler: at once, or when the frame has done its books."""
        if self._seconds is not None:
            return
        self._told = why
        if not self._in_frame:
            self._stop_if_due()

    def outcome(self, status: Status, error: str | None = None) -> Outcome:
        """What is known now, without the placements that are to be kept."""
        tally = self.tally
        witnesses = []
        if tally.first_illegal is not None:
            illegal = tally.first_illegal
            rule = str(self.problem.conflicts(illegal)[0])
            witnesses.append(Witness(kind="illegal", placement=illegal, rule=rule))
        if tally.first_repeated is not None:
            repeated, times = tally.first_repeated, tally.times_repeated
            witnesses.append(Witness(kind="repeated", placement=repeated, times=times))
        return Outcome(
            solver=self.solver,
            status=status,
            count=tally.count,
            illegal=tally.illegal,
            repeated=tally.repeated,
            fingerprint=tally.fingerprint,
            witnesses=tuple(witnesses),
            build_seconds=None if self._built is None else self._built - self._started,
            seconds=self._search_seconds() if self._seconds is None else self._seconds,
            check_seconds=self._checking,
            statistics=dict(self.statistics),
            error=error,
        )

    def _search_seconds(self) -> float:
        began = self._started if self._built is None else self._built
        return max(0.0, time.perf_counter() - began - self._checking)

    def _stop_if_due(self) -> None:
        if self.stopped is None:
            if self.limit is not None and self.tally.count >= self.limit:
                self.stopped = Status.LIMIT
            elif self._told is not None:
                self.stopped = self._told
            elif self._deadline is not None and time.perf_counter() > self._deadline:
                self.stopped = Status.TIMEOUT
        if self.stopped is not None:
            raise Stop(self.stopped)


def conduct(
    solver: Solver,
    problem: Problem,
    limits: Limits,
    *,
    name: str | None = None,
    report: Callable[[Outcome], None] | None = None,
    begin: Callable[[Run], None] = lambda run: None,
) -> Outcome:
    """Carry out one run in this process and say what came of it.

    `report` gets the books now and then, `begin` the run before its search starts.
    """
    from solvers.registry import is_builtin

    called = name or solver.name or type(solver).__name__
    run = Run(called, problem, limits, report)
    begin(run)
    status: Status = Status.COMPLETE
    error: str | None = None
    try:
        if is_builtin(solver) and not all(problem.domains):
            run.built()  # a row without a square: no solution, and some libraries reject the model
        else:
            solver.search(problem, run)
    except Stop as stop:
        status = stop.why
    except Unsupported as reason:
        status, error = Status.UNSUPPORTED, str(reason)
    except Unavailable as reason:
        status, error = Status.UNAVAILABLE, str(reason)
    except MemoryError:
        status, error = Status.MEMORY, "an allocation failed (MemoryError)"
    except SystemExit as exit_:
        status, error = Status.CRASHED, f"exited with status {exit_.code!r} before its search ended"
    except BadReport as bad:
        status, error = Status.FAILED, str(bad)
    except Exception as failure:
        status, error = Status.FAILED, in_one_line(failure)
    return _close(run, status, error)


def _close(run: Run, status: Status, error: str | None) -> Outcome:
    """Close the books; what still waited when the search ended counts too."""
    run.end()
    try:
        run.settle()
    except BadReport as bad:
        status, error = Status.FAILED, error or str(bad)
    if run.stopped is not None and status is Status.COMPLETE:
        status = run.stopped  # the backend swallowed Stop, and what it says after that is nothing
    for key, value in list(run.statistics.items()):
        if not isinstance(key, str) or not is_number(value):
            del run.statistics[key]
            if status is Status.COMPLETE:
                status, error = Status.FAILED, f"statistics[{key!r}] is {value!r}, not a number"
    return replace(run.outcome(status, error), placements=run.tally.kept())


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def in_one_line(failure: BaseException) -> str:
    """An exception as people read it: its type, its text, and the line that raised it."""
    import traceback

    text = " ".join(str(failure).split()) or "no message"
    frames = traceback.extract_tb(failure.__traceback__)
    where = ""
    if frames:
        from pathlib import PurePath

        where = f" ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})"
    return f"{type(failure).__name__}: {text[:300]}{where}"
