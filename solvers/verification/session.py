"""From solvers and problems to comparisons: load, run, examine, judge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from solvers.execution.isolation import Supervisor
from solvers.outcome import Limits, Outcome, Status
from solvers.problem import Problem
from solvers.registry import SpecError, is_builtin
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
    ) -> None:
        self._specs = specs
        self._from_folders = from_folders
        self.limits = limits
        self._supervisor = supervisor
        self.interrupted = interrupted
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
        done: list[Runs] = []
        for problem in problems:
            if self.interrupted():
                break
            done.append((problem, {spec: self.run(spec, problem) for spec in self._specs}))
        return done

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
