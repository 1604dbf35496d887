"""From solvers and problems to comparisons: load, run, examine, judge."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from solvers.base import Solver
from solvers.builtin import TRUSTED, is_builtin
from solvers.execution.child import Job
from solvers.execution.isolation import Supervisor
from solvers.execution.parts import run_in_parts
from solvers.frame import conduct
from solvers.outcome import WORST_FIRST, Limits, Outcome, Schedule, Status, Unavailable
from solvers.problem import Problem
from solvers.registry import SpecError, load
from solvers.verification.check import settle_with
from solvers.verification.model import ModelReport, examine, true_count
from solvers.verification.published import published
from solvers.verification.verdict import Comparison, Finding, judge, overall

Runs = tuple[Problem, dict[str, Outcome]]
"""A problem, and by solver what came of it."""


@dataclass(frozen=True)
class Report:
    """What came of it; `interrupted` where not all that was planned was done."""

    comparisons: list[Comparison]
    models: list[ModelReport]
    finding: Finding
    interrupted: bool


class Session:
    """Runs solvers through a supervisor. Those that cannot be loaded are known from the start.

    Raises SpecError for a solver that is none, unless it is one of a folder, one of many.
    """

    def __init__(
        self,
        specs: Sequence[str],
        from_folders: Collection[str],
        limits: Limits,
        supervisor: Supervisor,
        interrupted: Callable[[], bool],
        schedule: Schedule | None = None,
    ) -> None:
        self._specs = specs
        self._from_folders = from_folders
        self.limits = limits
        self._supervisor = supervisor
        self.interrupted = interrupted
        self._schedule = schedule or Schedule()
        self._raw: list[Runs] = []
        self._unloadable = {spec: outcome for spec in specs if (outcome := self._load(spec))}

    def run(self, spec: str, problem: Problem, limits: Limits | None = None) -> Outcome:
        """One run; where the user has interrupted, none."""
        if self.interrupted():
            return Outcome(solver=spec, status=Status.INTERRUPTED)
        if spec in self._unloadable:
            return self._unloadable[spec]
        try:
            return self._supervisor.run(spec, problem, limits or self.limits)
        except SpecError as error:  # it could be loaded before: somebody has changed the file
            return Outcome(solver=spec, status=Status.FAILED, error=str(error))

    def run_all(self, problems: Iterable[Problem]) -> list[Runs]:
        """Every solver on every problem; fewer problems where the user interrupts."""
        results: dict[Problem, dict[str, list[Outcome]]] = {}

        def jobs() -> Iterator[Job]:
            for problem in problems:
                if self.interrupted():
                    return
                results[problem] = {spec: [] for spec in self._specs}
                for spec in [*self._specs] * self._schedule.times:
                    if spec in self._unloadable:
                        results[problem][spec].append(self._unloadable[spec])
                    elif self._schedule.cut > 1 and is_builtin(spec):
                        results[problem][spec].append(self._in_parts(spec, problem))
                    else:
                        yield Job(spec, str(Path.cwd()), problem, self.limits)

        at_once = self._schedule.jobs if self._schedule.cut == 1 else 1
        for job, outcome in self._supervisor.run_all(jobs(), at_once):
            if isinstance(outcome, SpecError):  # it could be loaded before: the file has changed
                outcome = Outcome(solver=job.spec, status=Status.FAILED, error=str(outcome))
            assert job.problem is not None
            results[job.problem][job.spec].append(outcome)
        self._raw = [
            (problem, {spec: as_one(spec, several) for spec, several in by_spec.items()})
            for problem, by_spec in results.items()
        ]
        return [(problem, dict(outcomes)) for problem, outcomes in self._raw]

    def _in_parts(self, spec: str, problem: Problem) -> Outcome:
        cut, jobs = self._schedule.cut, self._schedule.jobs
        if self.interrupted():
            return Outcome(solver=spec, status=Status.INTERRUPTED)
        return run_in_parts(self._supervisor, spec, problem, self.limits, cut, jobs)

    def keeping_all(self, spec: str, problem: Problem) -> Outcome:
        """One run that keeps every solution it finds."""
        return self.run(spec, problem, replace(self.limits, limit=None, keep=sys.maxsize))

    def run_again(self, spec: str, problem: Problem) -> Outcome:
        """One run that keeps every solution; a model's is read as it was in the runs of before."""
        outcome = self.keeping_all(spec, problem)
        if is_builtin(spec):
            return outcome
        others = [(p, runs[spec], true_count(p, runs.values())) for p, runs in self._raw]
        return settle_with(others, problem, outcome, None)

    def examine(self, done: Sequence[Runs]) -> list[ModelReport]:
        """Check the models that are not built in; their outcomes are settled in place."""
        problems = [problem for problem, _ in done]
        right = [true_count(problem, outcomes.values()) for problem, outcomes in done]
        reports = []
        for spec in self._specs:
            if done and not is_builtin(spec):
                mine = [outcomes[spec] for _, outcomes in done]
                report = examine(spec, problems, mine, right, self.run, self.limits)
                for (_, outcomes), settled in zip(done, report.outcomes, strict=True):
                    outcomes[spec] = settled
                reports.append(report)
        return reports

    def _load(self, spec: str) -> Outcome | None:
        """What became of loading a solver that is not built in, if it cannot be loaded."""
        if is_builtin(spec) or self.interrupted():
            return None
        try:
            loaded = self._supervisor.run(spec, None, self.limits)
        except SpecError as error:
            if spec not in self._from_folders:
                raise
            return Outcome(solver=spec, status=Status.FAILED, error=str(error))
        if loaded.finished:
            return None
        hint = "; a script is checked as -b 'cmd:python3 FILE {n}'" if ".py" in spec else ""
        return replace(loaded, error=f"while loading: {loaded.error}{hint}")


def as_one(spec: str, several: Sequence[Outcome]) -> Outcome:
    """Runs of one solver on one problem as one: the fastest, if all finished and said the same."""
    if not several:
        return Outcome(solver=spec, status=Status.INTERRUPTED)
    worst = min(several, key=lambda outcome: WORST_FIRST.index(outcome.status))
    if not worst.finished:
        return worst
    for outcome in several[1:]:
        counts = several[0].count, outcome.count
        error = None
        if counts[0] != counts[1]:
            error = f"runs on the same problem differ: {counts[0]:,} and {counts[1]:,} solutions"
        elif counts[0] > 1 and outcome.fingerprint != several[0].fingerprint:  # any one may do
            error = f"runs on the same problem differ: {counts[0]:,} solutions, but not the same"
        if error:
            return replace(outcome, status=Status.FAILED, error=error)
    seconds = tuple(outcome.seconds or 0.0 for outcome in several)
    fastest = several[seconds.index(min(seconds))]
    return replace(fastest, all_seconds=seconds) if len(several) > 1 else fastest


class QuickRuns:
    """Runs that keep every solution, for thousands of small problems.

    Built-in solvers run in this process: a fork for each of these short searches would take many
    times as long, and they are no strangers. Models are read as on `boards`.
    """

    def __init__(self, session: Session, specs: Iterable[str], boards: Iterable[Problem]) -> None:
        self._session = session
        self._boards = list(boards)
        self._loaded: dict[str, Solver] = {}
        self._missing: dict[str, Outcome] = {}
        self._known: dict[str, list[tuple[Problem, Outcome, int | None]]] = {}
        for spec in filter(is_builtin, (*specs, TRUSTED[0])):
            try:
                self._loaded[spec] = load(spec)
            except Unavailable as error:
                absent = Outcome(solver=spec, status=Status.UNAVAILABLE, error=str(error))
                self._missing[spec] = absent

    def __call__(self, spec: str, problem: Problem) -> Outcome:
        if spec in self._loaded:
            limits = replace(self._session.limits, keep=sys.maxsize)
            return conduct(self._loaded[spec], problem, limits)
        if spec in self._missing:
            return self._missing[spec]
        if spec not in self._known:
            runs = ((board, self._session.run(spec, board)) for board in self._boards)
            self._known[spec] = [(board, run, self._right(board)) for board, run in runs]
        outcome = self._session.keeping_all(spec, problem)
        return settle_with(self._known[spec], problem, outcome, self._right(problem))

    def _right(self, problem: Problem) -> int | None:
        trusted = conduct(self._loaded[TRUSTED[0]], problem, self._session.limits)
        return trusted.count if trusted.finished else None


def compared(
    problem: Problem, outcomes: dict[str, Outcome], faults: Sequence[str] = ()
) -> Comparison:
    """What the outcomes of one problem mean; `faults` are what else is known to be wrong."""
    known = published(problem)
    verdict = judge(list(outcomes.values()), known)
    if faults:
        verdict = replace(
            verdict,
            finding=Finding.DISAGREE,
            reasons=(
                *verdict.reasons[: verdict.faults],
                *faults,  # not among those that the report on a model tells
                *verdict.reasons[verdict.faults :],
            ),
            published_alone=False,
            at_least=None,
        )
    return Comparison(
        problem=problem, published=known, outcomes=tuple(outcomes.values()), verdict=verdict
    )


def reported(comparisons: list[Comparison], models: list[ModelReport], interrupted: bool) -> Report:
    """The comparisons together; what was interrupted is at best undecided."""
    findings = [comparison.verdict.finding for comparison in comparisons]
    if interrupted:
        findings.append(Finding.UNDECIDED)
    return Report(comparisons, models, overall(findings), interrupted)
