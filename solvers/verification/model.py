"""A model under check: its outcomes on several problems, held against the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solvers.base import Solver
from solvers.builtin import TRUSTED, is_builtin
from solvers.frame import conduct
from solvers.outcome import Check, Limits, Outcome, Witness
from solvers.problem import Problem
from solvers.registry import load
from solvers.verification.check import placements_in, settle, with_missing
from solvers.verification.likeness import common_to_illegal, common_to_missing
from solvers.verification.mistakes import LARGEST, looks_like
from solvers.verification.published import published

MOST_KEPT = 500_000  # solutions up to which a second run keeps them to name one that is missing
KEEP_ALL = MOST_KEPT + 1

CLAIMS = {"sound": "illegal", "complete": "missing", "no_repeats": "repeated"}
"""The claims, each with the kind of witness that refutes it."""

RunAgain = Callable[[str, Problem, Limits], Outcome]


@dataclass(frozen=True)
class ModelReport:
    """What can be said of a model: problem by problem, and together.

    A claim about all problems is False where it is False for one, and True where it is for all.
    `common` is what the missing or the illegal solutions have in common, if they have.
    """

    model: str
    problems: tuple[Problem, ...]
    outcomes: tuple[Outcome, ...]
    right: tuple[int | None, ...]
    common: tuple[str, ...] = ()

    @property
    def sound(self) -> bool | None:
        return _all(check.sound for check in self.checks)

    @property
    def complete(self) -> bool | None:
        return _all(check.complete for check in self.checks)

    @property
    def no_repeats(self) -> bool | None:
        return _all(check.no_repeats for check in self.checks)

    @property
    def counts_right(self) -> bool | None:
        """Whether the number of solutions is right, of a model that shows none."""
        return _all(
            outcome.count == right if outcome.finished and right is not None else None
            for outcome, right in zip(self.outcomes, self.right, strict=True)
        )

    @property
    def only_counts(self) -> bool:
        ran = [outcome for outcome in self.outcomes if outcome.status.ran]
        return bool(ran) and all(outcome.fingerprint is None for outcome in ran)

    @property
    def enumerates(self) -> bool:
        return all(outcome.enumerates for outcome in self.outcomes)

    @property
    def checks(self) -> list[Check]:
        return [o.check for o in self.outcomes if o.check is not None and o.status.ran]

    @property
    def looks_like(self) -> tuple[str, ...]:
        """The known mistakes that give just what the model gives, by name."""
        return next((check.looks_like for check in self.checks), ())

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong and nothing open that a model of its kind can be held to."""
        if self.only_counts:
            return self.counts_right is True
        if not self.enumerates:
            finished = all(outcome.finished for outcome in self.outcomes)
            return finished and self.sound is True and self.complete is not False
        return self.sound is True and self.complete is True and self.no_repeats is True

    def first(self, claim: str) -> int | None:
        """The place of the smallest problem that refutes a claim, by the claim's name."""
        for i, outcome in enumerate(self.outcomes):
            if outcome.check is not None and getattr(outcome.check, claim) is False:
                return i
        return None

    @property
    def first_failure(self) -> int | None:
        """The place of the smallest problem on which anything is wrong."""
        places = [self.first(claim) for claim in CLAIMS]
        places += [
            i
            for i, (outcome, right) in enumerate(zip(self.outcomes, self.right, strict=True))
            if outcome.finished and outcome.fingerprint is None
            if right not in (None, outcome.count)
        ]
        return min((place for place in places if place is not None), default=None)

    def witness(self, place: int, kind: str) -> Witness | None:
        check = self.outcomes[place].check
        witnesses = check.witnesses if check is not None else ()
        return next((witness for witness in witnesses if witness.kind == kind), None)

    def __str__(self) -> str:
        lines = [f"{self.model}: {'right' if self.ok else 'not shown to be right'}"]
        for claim, kind in CLAIMS.items():
            place = self.first(claim)
            line = f"{claim.replace('_', ' ')}: {in_words(getattr(self, claim))}"
            if place is not None:
                witness = self.witness(place, kind)
                line += f", n = {self.problems[place].n}"
                line += f", {kind}: {list(witness.placement)}" if witness else ""
            lines.append(line)
        if self.only_counts and (place := self.first_failure) is not None:
            said, right = self.outcomes[place].count, self.right[place]
            lines.append(f"count: NO, n = {self.problems[place].n}: {said:,} instead of {right:,}")
        errors = {p.n: o.error for p, o in zip(self.problems, self.outcomes, strict=True)}
        return "\n".join([*lines, *(f"n = {n}: {error}" for n, error in errors.items() if error)])


def in_words(claim: bool | None) -> str:
    """
    >>> in_words(True), in_words(False), in_words(None)
    ('yes', 'NO', 'open')
    """
    return "open" if claim is None else "yes" if claim else "NO"


def _all(values: Iterable[bool | None]) -> bool | None:
    found = set(values)
    return False if False in found else None if None in found or not found else True


def true_count(problem: Problem, outcomes: Iterable[Outcome]) -> int | None:
    """The number of solutions as the built-in solvers agree on it, or else as it is published."""
    counts = {o.count for o in outcomes if is_builtin(o.solver) and o.finished}
    if len(counts) == 1:
        return counts.pop()
    known = published(problem)
    return known.solutions if known is not None and not counts else None


def examine(
    model: str,
    problems: Sequence[Problem],
    outcomes: Sequence[Outcome],
    right: Sequence[int | None],
    again: RunAgain,
    limits: Limits,
) -> ModelReport:
    """Settle how a model's outcomes are read, check them, and name a solution that is missing.

    For that the model and a trusted solver run once more on the smallest problem that shows it,
    through `again`, and keep what they find.
    """
    settled = settle(problems, outcomes, right)
    report = ModelReport(model, tuple(problems), tuple(settled), tuple(right))
    common: list[str] = []
    if report.first_failure is not None:
        names = _looks_like(report)
        settled = [
            outcome
            if outcome.check is None
            else replace(outcome, check=replace(outcome.check, looks_like=names))
            for outcome in settled
        ]
        if not names:
            common += common_to_illegal(settled)
    place = report.first("complete")
    if place is not None and (right[place] or 0) <= MOST_KEPT:
        keep = Limits(timeout=limits.timeout, memory=limits.memory, keep=KEEP_ALL)
        own = again(model, problems[place], keep)
        trusted = again(TRUSTED[0], problems[place], keep)
        if own.finished and trusted.finished:
            found = placements_in(own, settled[place].reading)
            settled[place] = with_missing(settled[place], found, trusted.placements)
            common += common_to_missing(problems[place], found, trusted.placements)
    return replace(report, outcomes=tuple(settled), common=tuple(common))


def _looks_like(report: ModelReport) -> tuple[str, ...]:
    """The mistakes that give what a model gives on plain boards, as far as these are small."""
    given = [
        (problem.n, outcome.count, outcome.fingerprint)
        for problem, outcome in zip(report.problems, report.outcomes, strict=True)
        if outcome.finished and outcome.enumerates and problem.n <= LARGEST
        if problem.variant == "queens" and not problem.restricted
    ]
    place = report.first_failure
    if place is None or report.problems[place].n not in {n for n, _, _ in given}:
        return ()  # at the sizes that can be compared nothing is wrong
    if any(outcome.printed for outcome in report.outcomes) and not any(c for _, c, _ in given):
        return ()  # it prints instead of returning: that is another matter
    return tuple(looks_like(given))


def check(
    model: Solver | Callable[[Any], Any] | str,
    sizes: Iterable[int] = range(1, 9),
    *,
    timeout: float | None = 60.0,
) -> ModelReport:
    """Check a model of n queens on boards of several sizes, for somebody's own test suite.

    The model is a function (of n or of a Problem), a Solver, or a text as after -b. A function or a
    Solver runs in this process, in which nothing can stop it if it hangs.

    >>> report = check(lambda n: 92 if n == 8 else 0, [4, 8])
    >>> report.ok, report.counts_right, report.problems[report.first_failure].n
    (False, False, 4)
    """
    from solvers.backends.foreign.python import from_callable

    if isinstance(model, str):
        name = model
        solver: Solver | None = None
    else:
        solver = model if isinstance(model, Solver) else from_callable(model)
        name = solver.name or type(solver).__name__
        if is_builtin(name) and not is_builtin(solver):
            name = f"{name}()"  # it is not held against itself
    trusted = load(TRUSTED[0])
    problems = [Problem(n) for n in sorted(set(sizes))]

    def run(spec: str, problem: Problem, limits: Limits) -> Outcome:
        if spec != name:
            return conduct(trusted, problem, limits)
        if solver is not None:
            return conduct(solver, problem, limits, name=name)
        from solvers.execution.isolation import run_isolated

        return run_isolated(name, problem, limits)

    limits = Limits(timeout=timeout)
    outcomes = [run(name, problem, limits) for problem in problems]
    right = [true_count(problem, [run(TRUSTED[0], problem, limits)]) for problem in problems]
    return examine(name, problems, outcomes, right, run, limits)
