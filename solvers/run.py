"""What a backend sees of the harness: a run, to which it reports, with the clock and the limits."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from solvers.outcome import STATED, BadReport, Limits, Outcome, Reading, Status, Stop, Witness
from solvers.problem import Placement, Problem

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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
        from solvers.tally import KEPT_HASHES

        self.solver = solver
        self.problem = problem
        self.limit = limits.limit
        self.statistics: dict[str, float] = {}
        self._hash_bytes = KEPT_HASHES if limits.memory is None else limits.memory // 4
        self._keep = limits.keep
        self._placed = self._new_tally()
        self._read: dict[str, Tally] = {}
        self._unsettled: dict[str, list[Placement]] = {}
        self._remarks: list[str] = []
        self._rules: dict[Placement, str] = {}  # what an illegal report breaks, looked for once
        self.stopped: Status | None = None
        self.failure: str | None = None
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

    @property
    def tally(self) -> Tally:
        """What was reported; where it is open how to read it, in the reading that looks best."""
        if not self._read:
            return self._placed
        return min(self._read.values(), key=lambda t: (t.count == 0, t.illegal is None, t.illegal))

    @property
    def reported(self) -> bool:
        """Whether anything was reported, settled or not."""
        return bool(self._waiting or self._unsettled or self.tally.count)

    def _new_tally(self) -> Tally:
        from solvers.tally import Tally

        return Tally(self.problem, self._keep, self._hash_bytes)

    def _checked_rows(self, block: Any) -> npt.NDArray[np.int64]:
        from solvers.tally import as_rows

        try:
            return as_rows(block, self.problem.n)
        except BadReport as bad:
            raise self.bad(str(bad)) from None

    def bad(self, text: str) -> BadReport:
        """An exception to raise; the run has failed, also if the backend swallows it."""
        self.failure = self.failure or text
        return BadReport(text)

    def built(self) -> None:
        """The model stands: the time up to here is its building, from here on search."""
        if self._built is None:
            self._built = time.perf_counter()

    def found(self, q: Sequence[int]) -> None:
        """Report a solution: any sequence of n integers. Raises Stop at the limit or time-out."""
        if self.stopped is not None:
            self._stop_if_due()
        if type(q) is not tuple:  # a copy: backends go on writing to their lists
            if hasattr(q, "tolist"):
                q = q.tolist()
            q = tuple(q) if type(q) is list else self._checked_rows([q])[0].tolist()
        self._waiting.append(q)
        self._settle_if_due(len(self._waiting))

    def found_many(self, array: npt.NDArray[np.integer[Any]]) -> None:
        """Report the rows of an integer array of shape (k, n); the limit holds inside it."""
        self.settle()
        for start in range(0, len(array), self._block):
            self._stop_if_due()
            block = array[start : start + self._block]
            self.settle(block if self.limit is None else block[: self.limit - self.tally.count])
        self._stop_if_due()

    def found_as(self, alternatives: Mapping[str, Sequence[Placement]], late: bool = False) -> None:
        """Report solutions that may be read in several ways: by reading, the placements.

        `late` is for what was read before the run was stopped and is only reported now.
        """
        if self.stopped is not None and not late:
            self._stop_if_due()
        for reading, placements in alternatives.items():
            self._unsettled.setdefault(reading, []).extend(placements)
        if late:
            return
        self._settle_if_due(max(map(len, self._unsettled.values()), default=0))

    def keep_readings(self, readings: Collection[str]) -> None:
        """Drop every other reading: a report made no sense in it."""
        self.settle()
        self._read = {name: tally for name, tally in self._read.items() if name in readings}

    def stated(self, count: int) -> None:
        """Note a number of solutions that a program printed: all there is where it shows none."""
        self.settle()
        self._read[STATED] = self._new_tally()
        self._read[STATED].add_counted(count)

    def begin_again(self, why: str) -> None:
        """Forget what was reported in readings, and remark why."""
        self.forget()
        self.remark(why)

    def forget(self) -> None:
        """Take back what was reported in readings: it was not an answer to this problem."""
        self._read.clear()
        self._unsettled.clear()

    def remark(self, text: str) -> None:
        """Say something that people should know about this run."""
        self._remarks.append(text)

    def counted(self, k: int) -> None:
        """Report k solutions without showing them; a run either counts or finds, never both."""
        if isinstance(k, bool) or not isinstance(k, Integral) or k < 0:
            raise self.bad(f"counted({k!r}): a number of solutions is an integer from 0 on")
        k = int(k)  # a NumPy integer would overflow
        if self._waiting or (self.tally.count and not self._counts_only):
            raise self.bad("counted() after found(): a run either counts or finds")
        self._counts_only = True
        if self.limit is not None:
            k = min(k, self.limit - self.tally.count)
        self._placed.add_counted(k)
        self._settle_if_due(0)
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
                    raise self.bad("found() after counted(): a run either counts or finds")
                self._placed.add(self._checked_rows(block))
            for reading, placements in self._unsettled.items():
                tally = self._read.setdefault(reading, self._new_tally())
                room = None if self.limit is None else max(0, self.limit - tally.count)
                tally.add(self._checked_rows(placements[:room]))
            self._unsettled.clear()
            if self._report is not None and self.tally.count:
                self._report(self.outcome(Status.INTERRUPTED))
        finally:
            self._in_frame = False
            self._last_settled = time.perf_counter()
            self._checking += self._last_settled - begun

    def _settle_if_due(self, waiting: int) -> None:
        if (
            waiting >= self._block
            or time.perf_counter() - self._last_settled > REPORT_EVERY
            or (self.limit is not None and self.tally.count + waiting >= self.limit)
        ):
            self.settle()
            self._stop_if_due()

    def end(self) -> None:
        """The search is over: its clock stands still and nobody can stop it any more."""
        if self._seconds is None:
            self._seconds = self._search_seconds()

    def tell_to_stop(self, why: Status) -> None:
        """End the search from a signal handler: at once, or when the frame has done its books."""
        if self._seconds is not None:
            return
        self._told = why
        if not self._in_frame:
            self._stop_if_due()

    def outcome(self, status: Status, error: str | None = None, final: bool = False) -> Outcome:
        """What is known now; the placements that are to be kept only in the end."""
        fields = {name: self._fields(tally, final) for name, tally in self._read.items()}
        readings = tuple(Reading(name=name, **fields[name]) for name in fields)
        return Outcome(
            solver=self.solver,
            status=status,
            **self._fields(self.tally, final),
            build_seconds=None if self._built is None else self._built - self._started,
            seconds=self._search_seconds() if self._seconds is None else self._seconds,
            check_seconds=self._checking,
            statistics=plain_numbers(self.statistics),
            remarks=tuple(self._remarks),
            readings=readings,
            error=error,
        )

    def _fields(self, tally: Tally, final: bool) -> dict[str, Any]:
        """The fields that an Outcome and a Reading share."""
        witnesses = []
        if tally.first_illegal is not None:
            illegal = tally.first_illegal
            if illegal not in self._rules:
                self._rules[illegal] = str(self.problem.conflicts(illegal)[0])
            rule = self._rules[illegal]
            witnesses.append(Witness(kind="illegal", placement=illegal, rule=rule))
        if tally.first_repeated is not None:
            repeated, times = tally.first_repeated, tally.times_repeated
            witnesses.append(Witness(kind="repeated", placement=repeated, times=times))
        return {
            "count": tally.count,
            "illegal": tally.illegal,
            "repeated": tally.repeated,
            "fingerprint": tally.fingerprint,
            "broken": {rule: number for rule, number in tally.broken.items() if number},
            "placements": tally.kept() if final else (),
            "witnesses": tuple(witnesses),
        }

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


def plain_numbers(statistics: Mapping[str, float]) -> dict[str, float]:
    """The statistics that are finite numbers with a name, as integers and floats for JSON."""
    plain: dict[str, float] = {}
    if not isinstance(statistics, Mapping):
        return plain
    for key, value in list(statistics.items()):
        if isinstance(key, str) and isinstance(value, Real):
            with suppress(OverflowError):  # an integer that is larger than any float
                if math.isfinite(value):
                    plain[key] = int(value) if isinstance(value, Integral) else float(value)
    return plain
