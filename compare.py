#!/usr/bin/env python3
"""The command: parse, run, judge, show, and exit with what the shell is to know."""

from __future__ import annotations

import signal

if __name__ == "__main__":  # Ctrl-C during the imports ends the command without a traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvers.instances import InstanceError, read_instance
from solvers.outcome import Limits, Outcome, Status
from solvers.presentation.options import UsageError, parser
from solvers.problem import VARIANTS, Problem
from solvers.registry import TRUSTED, SpecError, check_spec, is_builtin, models_in, rows

if TYPE_CHECKING:
    from solvers.execution.isolation import Supervisor
    from solvers.verification.model import ModelReport, RunAgain
    from solvers.verification.verdict import Comparison, Finding

Runs = tuple[Problem, dict[str, Outcome]]
"""A problem, and by solver what came of it."""

SAME_KEY = 0.5  # seconds after a Ctrl-C in which another is the same
MOST_MEMORY = 0.8  # of what is free, by which a run may grow if nobody says how much


class Exit(IntEnum):
    """The exit status of the command."""

    AGREE = 0
    DISAGREE = 1
    USAGE = 2
    UNDECIDED = 3
    INTERRUPTED = 130


@dataclass(frozen=True)
class Plan:
    """What the command line asks for. Problems are made one at a time, when they are run."""

    problems: Iterable[Problem]
    specs: tuple[str, ...]
    from_folders: frozenset[str]
    limits: Limits


@dataclass(frozen=True)
class Report:
    """What came of it; `interrupted` where not all that was planned was done."""

    comparisons: list[Comparison]
    models: list[ModelReport]
    finding: Finding
    interrupted: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    _open_closed_streams()
    try:
        options = parser().parse_args(arguments)
        if options.list:
            return _print(list_solvers, Exit.AGREE)
        plan = parse(options)
        with Interruption() as interrupted:
            report = judge(*run(plan, interrupted), interrupted())
            return _print(lambda: show(report, options), exit_status(report))
    except (UsageError, SpecError, InstanceError) as error:
        with suppress(OSError):  # nobody can be told where standard error is full
            print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        return Exit.USAGE
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Exception:  # a fault of this project's own: nothing is decided, least of all "disagree"
        import traceback

        traceback.print_exc()
        return Exit.UNDECIDED


def parse(options: argparse.Namespace) -> Plan:
    """What the options ask for. Raises UsageError, SpecError or InstanceError."""
    if options.format is not None and options.show is None:
        raise UsageError("--format says how to show solutions: add --show K")
    try:
        Path.cwd()
    except OSError as error:
        raise UsageError(f"the working folder: {error.strerror}") from error
    specs: dict[str, bool] = {}
    for spec in options.backend or ():
        if Path(spec).is_dir():
            specs |= {model: True for model in models_in(Path(spec)) if model not in specs}
        else:
            check_spec(spec)
            specs[spec] = False
    if not any(map(is_builtin, specs)):
        specs |= dict.fromkeys(TRUSTED, False)
    from_folders = frozenset(spec for spec, in_folder in specs.items() if in_folder)
    return Plan(_problems(options), tuple(specs), from_folders, _limits(options))


def run(plan: Plan, interrupted: Callable[[], bool]) -> tuple[list[Runs], list[ModelReport]]:
    """Run every solver on every problem, each in a child process, and examine the models that are
    not built in; less where interrupted."""
    from solvers.execution.isolation import Supervisor
    from solvers.presentation.progress import Progress

    done: list[Runs] = []
    with (
        Progress() as progress,
        Supervisor(plan.specs, watch=progress, interrupted=interrupted) as supervisor,
    ):
        unloadable = {spec: o for spec in plan.specs if (o := _load(spec, plan, supervisor))}
        for problem in plan.problems:
            if interrupted():
                break
            outcomes: dict[str, Outcome] = {}
            for spec in plan.specs:
                if interrupted():
                    outcomes[spec] = Outcome(solver=spec, status=Status.INTERRUPTED)
                else:
                    outcomes[spec] = unloadable.get(spec) or _run(spec, problem, plan, supervisor)
            done.append((problem, outcomes))
        return done, _examine(done, plan, supervisor.run)


def _run(spec: str, problem: Problem, plan: Plan, supervisor: Supervisor) -> Outcome:
    try:
        return supervisor.run(spec, problem, plan.limits)
    except SpecError as error:  # it could be loaded before: somebody has changed the file
        return Outcome(solver=spec, status=Status.FAILED, error=str(error))


def _load(spec: str, plan: Plan, supervisor: Supervisor) -> Outcome | None:
    """What became of loading a solver that is not built in, if it cannot be loaded.

    Raises SpecError, unless the solver is one of a folder, where it is one of many.
    """
    if is_builtin(spec):
        return None
    try:
        loaded = supervisor.run(spec, None, plan.limits)
    except SpecError as error:
        if spec not in plan.from_folders:
            raise
        return Outcome(solver=spec, status=Status.FAILED, error=str(error))
    return None if loaded.finished else replace(loaded, error=f"while loading: {loaded.error}")


def _examine(done: list[Runs], plan: Plan, again: RunAgain) -> list[ModelReport]:
    """Check the models among the solvers; their outcomes are settled in place."""
    from solvers.verification.model import examine, true_count

    problems = [problem for problem, _ in done]
    right = [true_count(problem, outcomes.values()) for problem, outcomes in done]
    reports = []
    for spec in plan.specs:
        if done and not is_builtin(spec):
            mine = [outcomes[spec] for _, outcomes in done]
            report = examine(spec, problems, mine, right, again, plan.limits)
            for (_, outcomes), settled in zip(done, report.outcomes, strict=True):
                outcomes[spec] = settled
            reports.append(report)
    return reports


def judge(done: list[Runs], models: list[ModelReport], interrupted: bool) -> Report:
    """What the outcomes say, problem by problem and as a whole."""
    from solvers.verification import verdict
    from solvers.verification.published import published

    comparisons = []
    for problem, outcomes in done:
        known = published(problem)
        comparisons.append(
            verdict.Comparison(
                problem=problem,
                published=known,
                outcomes=tuple(outcomes.values()),
                verdict=verdict.judge(list(outcomes.values()), known),
            )
        )
    findings = [comparison.verdict.finding for comparison in comparisons]
    if interrupted:
        findings.append(verdict.Finding.UNDECIDED)
    return Report(comparisons, models, verdict.overall(findings), interrupted)


def show(report: Report, options: argparse.Namespace) -> None:
    """Print the answer."""
    if options.json:
        from solvers.presentation.document import as_json

        print(as_json(report.comparisons, report.finding))
        return
    from solvers.presentation import boards, tables
    from solvers.presentation import report as reports

    width = shutil.get_terminal_size((100, 24)).columns
    if options.show:
        for comparison in report.comparisons:
            print(boards.solutions(comparison, options.format, width), end="\n\n")
    if len(report.models) > 1:
        print(reports.many_reports(report.models), end="\n\n")
    elif report.comparisons:
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        print(tables.comparison_table(report.comparisons, width, colour), end="\n\n")
        if report.models:
            print(reports.full_report(report.models[0]), end="\n\n")
    if options.stats:
        print(tables.statistics_table(report.comparisons), end="\n\n")
    for reason in tables.reasons(report.comparisons, faults=not report.models):
        print(reason)
    print(tables.summary(report.comparisons, report.interrupted))


def exit_status(report: Report) -> Exit:
    """What the shell is told."""
    return Exit.INTERRUPTED if report.interrupted else Exit[report.finding.name]


def list_solvers() -> None:
    """Print every solver: its name, whether it can run, its package, its model."""
    from solvers.presentation.tables import solver_table

    print(solver_table(rows().values()))


class Interruption:
    """Turns the first Ctrl-C into an answer to `interrupted()`, so that what is finished can be
    shown; a second one, if it is not the same key still held, ends the command."""

    def __init__(self) -> None:
        self._interrupted = False
        self._ignored_until = 0.0
        self._before: Any = None

    def __call__(self) -> bool:
        return self._interrupted

    def __enter__(self) -> Interruption:
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *exc: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, *signal_and_frame: object) -> None:
        now = time.monotonic()
        if self._interrupted and now > self._ignored_until:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            raise KeyboardInterrupt
        if not self._interrupted:
            self._interrupted, self._ignored_until = True, now + SAME_KEY


def _problems(options: argparse.Namespace) -> Iterable[Problem]:
    """The problems, smallest board first; the first and the last are tried out now."""
    sizes: Sequence[int] = options.sizes or range(1, 9)
    forbidden = frozenset(options.forbid or ())
    if options.instance is not None:
        if options.sizes is not None:
            raise UsageError("an instance has a size of its own: leave SIZES out")
        instance = read_instance(options.instance, options.diagonals)
        sizes, forbidden = (instance.n,), forbidden | instance.forbidden
    elif options.diagonals is not None:
        raise UsageError("--diagonals counts those of an instance: add --instance FILE")

    def problem(n: int) -> Problem:
        return Problem(n, VARIANTS[options.variant](n), frozenset(options.place or ()), forbidden)

    try:
        problem(sizes[0])
        problem(sizes[-1])
    except ValueError as error:
        raise UsageError(str(error)) from error
    return map(problem, sizes)


def _limits(options: argparse.Namespace) -> Limits:
    memory = options.memory << 20 if options.memory else None
    if memory is None:
        import psutil

        memory = int(psutil.virtual_memory().available * MOST_MEMORY)
    return Limits(
        limit=options.limit, timeout=options.timeout, memory=memory, keep=options.show or 0
    )


def _open_closed_streams() -> None:
    """Where the caller closed a standard stream, nothing is heard and nothing is said there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115


def _print(write: Callable[[], None], status: Exit) -> int:
    """Write to standard output; whoever closed the other end does not want to hear about it."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        write()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise UsageError(f"standard output: {error.strerror}") from error
    return status


if __name__ == "__main__":
    sys.exit(main())
