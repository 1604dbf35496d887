"""What happens inside the child process of one run: load, search, report, end.

The child gets its job as a pickle and answers in lines of JSON, each {"kind": value}:

    loaded    true; the solver stands
    refused   text; the file or name holds no solver, which is the user's to mend
    started   bytes of memory before the search starts
    tally     an outcome so far
    ended     bytes of memory after the search: from here on the frame closes its books
    outcome   the outcome; the last line
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvers.outcome import Limits, Outcome
    from solvers.problem import Problem
    from solvers.run import Run


@dataclass
class Whole:
    """How many parts there are, how many of them are done, what these found, and since when, by
    the monotonic clock, all of them run."""

    parts: int
    since: float
    done: int = 0
    found: int = 0


@dataclass(frozen=True)
class Job:
    """A run: the solver as it was asked for, the folder, the problem (None: only load), limits.

    `cut` is into how many parts the problem is cut, about; `part` is the one that is run, None: the
    child is only to say how many there are. A cut of 1 is the whole problem. `whole` says how far
    all the parts are.
    """

    spec: str
    folder: str
    problem: Problem | None
    limits: Limits
    cut: int = 1
    part: int | None = None
    whole: Whole | None = field(default=None, compare=False)


class Reporter:
    """Writes lines to the parent; a process that the backend forked off cannot speak for it."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._owner = os.getpid()

    @property
    def is_owner(self) -> bool:
        return os.getpid() == self._owner

    def send(self, kind: str, value: object) -> None:
        if not self.is_owner:
            os._exit(1)
        self._channel.sendall(json.dumps({kind: value}).encode() + b"\n")


def main(channel: socket.socket) -> None:
    """Carry out the job that the channel brings, and report it there."""
    reporter = Reporter(channel)
    with channel.makefile("rb") as stream:
        job: Job = pickle.load(stream)
    os.chdir(job.folder)
    try:
        _carry_out(job, reporter)
    except BaseException as failure:
        reporter.send("outcome", _fault(job, failure).as_dict())


def _fault(job: Job, failure: BaseException) -> Outcome:
    """What a run came to outside the frame: its solver could not be loaded, mostly."""
    from solvers.frame import ending_of
    from solvers.outcome import Outcome

    status, error = ending_of(failure)
    return Outcome(solver=job.spec, status=status, error=error)


def spawned(channel: socket.socket) -> None:
    """`main` in an interpreter of its own, where standard output is still the user's."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    main(channel)


def _carry_out(job: Job, reporter: Reporter) -> None:
    import psutil

    from solvers.frame import conduct
    from solvers.outcome import Outcome, Status
    from solvers.registry import SpecError, load

    try:
        solver = load(job.spec)
    except SpecError as refusal:
        reporter.send("refused", str(refusal))
        return
    if job.problem is None:
        reporter.send("loaded", True)
        return
    problem = job.problem
    if job.cut > 1:
        parts = solver.parts(problem, job.cut)
        if job.part is None:
            planned = Outcome(
                solver=job.spec, status=Status.COMPLETE, statistics={"parts": len(parts)}
            )
            reporter.send("outcome", planned.as_dict())
            return
        solver, problem = parts[job.part]
    memory = psutil.Process().memory_info

    def begin(run: Run) -> None:
        signal.signal(signal.SIGTERM, lambda *_: _stop(run, reporter))
        reporter.send("started", memory().rss)

    outcome = conduct(
        solver,
        problem,
        job.limits,
        name=job.spec,
        report=lambda so_far: reporter.send("tally", so_far.as_dict()),
        begin=begin,
        end=lambda: reporter.send("ended", memory().rss),
    )
    reporter.send("outcome", outcome.as_dict())


def _stop(run: Run, reporter: Reporter) -> None:
    """End the search; a process that the backend forked off has no search to end, only itself."""
    from solvers.outcome import Status

    if reporter.is_owner:
        run.tell_to_stop(Status.TIMEOUT)
    else:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)


def outcome_from(line: bytes) -> tuple[str, Any]:
    """A line that a child wrote, as its kind and value. Raises ValueError for anything else."""
    message = json.loads(line)
    if not isinstance(message, dict) or len(message) != 1:
        raise ValueError(f"no message: {line[:60]!r}")
    return next(iter(message.items()))
