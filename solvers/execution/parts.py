"""One run in parts: a problem cut into several with no solution in common, and the sum of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from heapq import merge
from itertools import islice
from pathlib import Path

from solvers.execution.child import Job
from solvers.execution.isolation import Supervisor
from solvers.outcome import Limits, Outcome, Status
from solvers.problem import Problem
from solvers.registry import SpecError


def run_in_parts(
    supervisor: Supervisor, spec: str, problem: Problem, limits: Limits, cut: int, at_once: int
) -> Outcome:
    """A run of a built-in solver in about `cut` parts, so many at once; the limits are the whole's.

    Its seconds are those that went by, its memory that of the largest part. Counters of the search
    are left out: they depend on the cut. Raises SpecError where the spec names no solver.
    """
    whole = Job(spec, str(Path.cwd()), problem, limits, cut)
    parts = 1
    for _, planned in supervisor.run_all([whole] * at_once, at_once):  # each server is ready then
        if isinstance(planned, SpecError):
            raise planned
        if not planned.finished:
            return planned
        parts = int(planned.statistics["parts"])
    begun = time.monotonic()
    done: dict[int, Outcome] = {}
    cut_short = Status.INTERRUPTED  # why not all parts ran, if they did not

    def jobs() -> Iterator[Job]:
        nonlocal cut_short
        for part in range(parts):
            found = sum(outcome.count for outcome in done.values())
            left = _left(limits, found, time.monotonic() - begun, at_once)
            if left is None:
                cut_short = Status.TIMEOUT
                return
            yield replace(whole, part=part, limits=left)

    with closing(supervisor.run_all(jobs(), at_once)) as ending:
        for job, outcome in ending:
            if isinstance(outcome, SpecError):
                raise outcome
            assert job.part is not None
            done[job.part] = outcome
            found = sum(outcome.count for outcome in done.values())
            if not outcome.status.ran or (limits.limit is not None and found >= limits.limit):
                break
    seconds = time.monotonic() - begun
    return _sum(spec, [done[part] for part in sorted(done)], parts, limits, seconds, cut_short)


def _left(limits: Limits, found: int, seconds: float, at_once: int) -> Limits | None:
    """What is left of the limits of the whole for one of its parts; None where no time is."""
    timeout = None if limits.timeout is None else limits.timeout - seconds
    if timeout is not None and timeout <= 0:
        return None
    return replace(
        limits,
        timeout=timeout,
        limit=None if limits.limit is None else limits.limit - found,
        memory=None if limits.memory is None else max(1, limits.memory // at_once),
    )


def _sum(
    spec: str,
    done: Sequence[Outcome],
    parts: int,
    limits: Limits,
    seconds: float,
    cut_short: Status,
) -> Outcome:
    """The outcome of the whole, from those of the parts that ran."""
    count = sum(outcome.count for outcome in done)
    unfinished = [outcome for outcome in done if not outcome.finished]
    status = Status.COMPLETE if len(done) == parts else cut_short
    error = None
    if unfinished:
        status, error = unfinished[0].status, unfinished[0].error
    reached = limits.limit is not None and count >= limits.limit
    if limits.limit is not None and reached:
        status, error = Status.LIMIT, None
    fingerprint = _total(outcome.fingerprint for outcome in done)
    if limits.limit is not None and count > limits.limit:  # parts that ran at once found too many
        count, fingerprint = limits.limit, None
    witnesses = {witness.kind: witness for outcome in done for witness in outcome.witnesses}
    return Outcome(
        solver=spec,
        status=status,
        count=count,
        illegal=_total(outcome.illegal for outcome in done),
        repeated=_total(outcome.repeated for outcome in done),
        fingerprint=None if fingerprint is None else fingerprint % 2**64,
        broken=dict(sum((Counter(outcome.broken) for outcome in done), Counter())),
        placements=tuple(islice(merge(*(o.placements for o in done)), limits.keep)),
        witnesses=tuple(witnesses.values()),
        seconds=seconds,
        check_seconds=sum(outcome.check_seconds or 0 for outcome in done),
        memory=max((outcome.memory or 0 for outcome in done), default=None),
        printed=sum(outcome.printed for outcome in done),
        parts=parts,
        error=error,
    )


def _total(numbers: Iterable[int | None]) -> int | None:
    """The sum; None where a part does not know."""
    known = list(numbers)
    return None if None in known else sum(number for number in known if number is not None)
