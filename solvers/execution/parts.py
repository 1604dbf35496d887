"""One run in parts: a problem cut into several with no solution in common, and the sum of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from heapq import merge
from itertools import islice
from pathlib import Path

from solvers.execution.child import Job, Whole
from solvers.execution.isolation import Supervisor
from solvers.outcome import WORST_FIRST, Limits, Outcome, Status
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
    planned = _planned(supervisor, whole, at_once)
    if not planned.finished:
        return planned
    parts = int(planned.statistics["parts"])
    begun = time.monotonic()

    def left(found: int) -> Limits | None:
        return _left(limits, found, time.monotonic() - begun, min(at_once, parts))

    done, cut_short = _run(supervisor, whole, parts, at_once, left)
    if limits.limit is not None:
        done = _up_to_limit(supervisor, whole, done, limits.limit, left)
    return _sum(spec, done, parts, limits, time.monotonic() - begun, cut_short)


def _planned(supervisor: Supervisor, whole: Job, at_once: int) -> Outcome:
    """What came of asking into how many parts the whole is cut; then all servers are ready."""
    [(_, planned)] = supervisor.run_all([whole])
    if isinstance(planned, SpecError):
        raise planned
    if planned.finished and at_once > 1:
        places = min(at_once, int(planned.statistics["parts"]))
        for _ in supervisor.run_all([whole] * places, places):
            pass
    return planned


def _run(
    supervisor: Supervisor,
    whole: Job,
    parts: int,
    at_once: int,
    left: Callable[[int], Limits | None],
) -> tuple[dict[int, Outcome], Status]:
    """The parts that ran, by number, and why not all of them did, if so."""
    done: dict[int, Outcome] = {}
    cut_short = Status.INTERRUPTED
    so_far = Whole(parts, time.monotonic())

    def jobs() -> Iterator[Job]:
        nonlocal cut_short
        for part in range(parts):
            limits = left(so_far.found)
            if limits is None:
                cut_short = Status.TIMEOUT
                return
            yield replace(whole, part=part, limits=limits, whole=so_far)

    with closing(supervisor.run_all(jobs(), at_once)) as ending:
        for job, outcome in ending:
            if isinstance(outcome, SpecError):
                raise outcome
            assert job.part is not None
            done[job.part] = outcome
            so_far.done, so_far.found = len(done), so_far.found + outcome.count
            limit = whole.limits.limit
            if not outcome.status.ran or (limit is not None and so_far.found >= limit):
                break
    return done, cut_short


def _up_to_limit(
    supervisor: Supervisor,
    whole: Job,
    done: dict[int, Outcome],
    limit: int,
    left: Callable[[int], Limits | None],
) -> dict[int, Outcome]:
    """As many parts as are needed for the limit: those that ran at once may have found more. The
    one that would pass it runs again, for what is missing."""
    needed: dict[int, Outcome] = {}
    found = 0
    for part, outcome in sorted(done.items()):
        if found + outcome.count > limit:
            limits = left(found)
            if limits is None or found == limit:
                break
            [(_, again)] = supervisor.run_all([replace(whole, part=part, limits=limits)])
            assert isinstance(again, Outcome)
            outcome = again
        needed[part] = outcome
        found += outcome.count
    return needed


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
    done: Mapping[int, Outcome],
    parts: int,
    limits: Limits,
    seconds: float,
    cut_short: Status,
) -> Outcome:
    """The outcome of the whole, from those of the parts that ran."""
    outcomes = [outcome for _, outcome in sorted(done.items())]
    count = sum(outcome.count for outcome in outcomes)
    unfinished = [outcome for outcome in outcomes if not outcome.finished]
    status, error = Status.COMPLETE if len(done) == parts else cut_short, None
    if limits.limit is not None and count >= limits.limit:
        status = Status.LIMIT
    elif unfinished:
        worst = min(unfinished, key=lambda outcome: WORST_FIRST.index(outcome.status))
        status, error = worst.status, worst.error
    fingerprint = _total(outcome.fingerprint for outcome in outcomes)
    witnesses = {witness.kind: witness for outcome in outcomes for witness in outcome.witnesses}
    return Outcome(
        solver=spec,
        status=status,
        count=count,
        illegal=_total(outcome.illegal for outcome in outcomes),
        repeated=_total(outcome.repeated for outcome in outcomes),
        fingerprint=None if fingerprint is None else fingerprint % 2**64,
        broken=dict(sum((Counter(outcome.broken) for outcome in outcomes), Counter())),
        placements=tuple(islice(merge(*(o.placements for o in outcomes)), limits.keep)),
        witnesses=tuple(witnesses.values()),
        seconds=seconds,
        check_seconds=sum(outcome.check_seconds or 0.0 for outcome in outcomes),
        memory=max((o.memory for o in outcomes if o.memory is not None), default=None),
        printed=sum(outcome.printed for outcome in outcomes),
        parts=parts,
        error=error,
    )


def _total(numbers: Iterable[int | None]) -> int | None:
    """The sum; None where a part does not know."""
    known = list(numbers)
    return None if None in known else sum(number for number in known if number is not None)
