"""Carry out runs in child processes, under limits, whatever a backend does.

A child reports in lines (see `child`). The parent counts what it prints, watches its memory and
the clock, asks it to stop when its time is up, kills it when it does not, and makes an outcome of
what it last said.
"""

from __future__ import annotations

import selectors
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from pathlib import Path

from solvers.builtin import BUILTIN
from solvers.execution.child import Job
from solvers.execution.launch import Launcher, launcher
from solvers.execution.supervised import POLL, Supervised
from solvers.outcome import Limits, Outcome, Status
from solvers.problem import Problem
from solvers.registry import SpecError, check_spec

Watch = Callable[[Sequence[Supervised]], None]
"""Told now and then, and at the start, what runs: of each the job, its outcome so far and the
seconds since its start."""


class Supervisor:
    """Runs jobs in children; a context manager that leaves none behind.

    Not for several threads at a time.
    """

    def __init__(
        self,
        specs: Iterable[str] = (),
        *,
        launcher: Launcher | None = None,
        watch: Watch = lambda running: None,
        waiting: Callable[[float], None] = lambda seconds: None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        """`watch` is told of what runs; `waiting`, for how long nothing runs yet since a server
        still loads, or compiles, the solvers that it is to offer."""
        self._specs = [spec for spec in specs if spec in BUILTIN]
        self._launchers: list[Launcher] = [] if launcher is None else [launcher]
        self._watch = watch
        self._waiting = waiting
        self._interrupted = interrupted

    def __enter__(self) -> Supervisor:
        return self

    def __exit__(self, *exc: object) -> None:
        for one in self._launchers:
            one.close()

    def run(self, spec: str, problem: Problem | None, limits: Limits) -> Outcome:
        """One run; with no problem the solver is only loaded, which is complete if it could be.

        Raises SpecError where the spec names no solver.
        """
        [(_, outcome)] = self.run_all([Job(spec, str(Path.cwd()), problem, limits)])
        if isinstance(outcome, SpecError):
            raise outcome
        return outcome

    def run_all(
        self, jobs: Iterable[Job], at_once: int = 1
    ) -> Generator[tuple[Job, Outcome | SpecError], None, None]:
        """Jobs, so many at a time, and what came of each, as they end; of one whose spec names no
        solver, the error. A job is asked for when there is room for it; after an interruption none
        is. Whoever closes the iterator ends those that run."""
        waiting = iter(jobs)
        running: dict[Supervised, Launcher] = {}
        launched = False
        with selectors.DefaultSelector() as selector:
            try:
                while True:
                    while len(running) < at_once and not (launched and self._interrupted()):
                        job = next(waiting, None)
                        if job is None:
                            break
                        launched = True
                        place = self._free_launcher(running.values())
                        try:
                            supervised = Supervised(job, place.launch(job))
                        except OSError as failure:
                            yield job, _not_started(job, failure)
                            continue
                        running[supervised] = place
                        supervised.listen(selector)
                    if not running:
                        return
                    for supervised in self._step(selector, list(running)):
                        del running[supervised]
                        supervised.close()
                        yield supervised.job, supervised.result()
            finally:
                for supervised in running:
                    supervised.close()

    def _step(
        self, selector: selectors.BaseSelector, running: Sequence[Supervised]
    ) -> Iterator[Supervised]:
        """Hear what was said, look after all that runs, and tell which have ended."""
        for key, _ in selector.select(POLL):
            key.data.hear(selector, key.fileobj)
        looked = [supervised.look() for supervised in running]
        if any(looked):
            if started := [supervised for supervised in running if supervised.has_started]:
                self._watch(started)
            else:
                self._waiting(running[0].seconds)
            if self._interrupted():
                for supervised in running:
                    supervised.end(Status.INTERRUPTED)
        return (supervised for supervised in running if supervised.has_ended(selector))

    def _free_launcher(self, busy: Collection[Launcher]) -> Launcher:
        """One for each job that runs at once, so that what ends one server hurts nobody else; the
        first that is free, since it may be ready already."""
        for one in self._launchers:
            if one not in busy:
                return one
        self._launchers.append(launcher(self._specs))
        return self._launchers[-1]


def _not_started(job: Job, failure: OSError) -> Outcome:
    error = f"no process could be started for it: {failure}"
    return Outcome(solver=job.spec, status=Status.CRASHED, error=error)


def run_isolated(spec: str, problem: Problem, limits: Limits | None = None) -> Outcome:
    """Run a solver on a problem in a child process, so that nothing it does can hurt the caller.

    Raises SpecError where the spec names no solver; everything else is the outcome's to say.
    """
    check_spec(spec)
    with Supervisor([spec]) as supervisor:
        return supervisor.run(spec, problem, limits or Limits())
