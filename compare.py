#!/usr/bin/env python3
"""The command: parse, run, judge, show, and exit with what the shell is to know."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvers.instances import InstanceError, read_instance
from solvers.outcome import Limits, Outcome, Status
from solvers.presentation.options import UsageError, parser
from solvers.problem import VARIANTS, Problem
from solvers.registry import TRUSTED, SpecError, check_spec, is_builtin, rows

if TYPE_CHECKING:
    from solvers.verification.verdict import Comparison, Finding

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
    limits: Limits


@dataclass(frozen=True)
class Report:
    """What came of it; `interrupted` where not all that was planned was done."""

    comparisons: list[Comparison]
    verdict: Finding
    interrupted: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    try:
        options = parser().parse_args(arguments)
        if options.list:
            return _print(list_solvers, Exit.AGREE)
        plan = parse(options)
        with Interruption() as interrupted:
            report = judge(run(plan, interrupted), interrupted())
            return _print(lambda: show(report, options), exit_status(report))
    except (UsageError, SpecError, InstanceError) as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        return Exit.USAGE
    except KeyboardInterrupt:
        return Exit.INTERRUPTED


def parse(options: argparse.Namespace) -> Plan:
    """What the options ask for. Raises UsageError, SpecError or InstanceError."""
    specs = list(dict.fromkeys(options.backend or ()))
    for spec in specs:
        check_spec(spec)
    if not any(map(is_builtin, specs)):
        specs += TRUSTED
    return Plan(_problems(options), tuple(specs), _limits(options))


def run(plan: Plan, interrupted: Callable[[], bool]) -> list[tuple[Problem, list[Outcome]]]:
    """Run every solver on every problem, each in a child process; less where interrupted."""
    from solvers.execution.isolation import Supervisor
    from solvers.presentation.progress import Progress

    done: list[tuple[Problem, list[Outcome]]] = []
    with (
        Progress() as progress,
        Supervisor(plan.specs, watch=progress, interrupted=interrupted) as supervisor,
    ):
        unloadable = {}
        for spec in plan.specs:
            if not is_builtin(spec) and not interrupted():
                loaded = supervisor.run(spec, None, plan.limits)
                if not loaded.finished:
                    unloadable[spec] = replace(loaded, error=f"while loading: {loaded.error}")
        for problem in plan.problems:
            if interrupted():
                break
            outcomes = []
            for spec in plan.specs:
                if interrupted():
                    outcomes.append(Outcome(solver=spec, status=Status.INTERRUPTED))
                else:
                    outcome = unloadable.get(spec) or supervisor.run(spec, problem, plan.limits)
                    outcomes.append(outcome)
            done.append((problem, outcomes))
    return done


def judge(done: list[tuple[Problem, list[Outcome]]], interrupted: bool) -> Report:
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
                outcomes=tuple(outcomes),
                verdict=verdict.judge(outcomes, known),
            )
        )
    findings = [comparison.verdict.finding for comparison in comparisons]
    if interrupted:
        findings.append(verdict.Finding.UNDECIDED)
    return Report(comparisons, verdict.overall(findings), interrupted)


def show(report: Report, options: argparse.Namespace) -> None:
    """Print the answer."""
    if options.json:
        from solvers.presentation.document import as_json

        print(as_json(report.comparisons, report.verdict))
        return
    from solvers.presentation import boards, tables

    width = shutil.get_terminal_size((100, 24)).columns
    if options.show:
        for comparison in report.comparisons:
            print(boards.solutions(comparison, options.format, width), end="\n\n")
    if report.comparisons:
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        print(tables.comparison_table(report.comparisons, width, colour), end="\n\n")
    if options.stats:
        print(tables.statistics_table(report.comparisons), end="\n\n")
    for reason in tables.reasons(report.comparisons):
        print(reason)
    print(tables.summary(report.comparisons, report.interrupted))


def exit_status(report: Report) -> Exit:
    """What the shell is told."""
    return Exit.INTERRUPTED if report.interrupted else Exit[report.verdict.name]


def list_solvers() -> None:
    """Print every solver: its name, whether it can run, its package, its model."""
    from solvers.presentation.tables import solver_table

    print(solver_table(rows().values()))


class Interruption:
    """Turns the first Ctrl-C into an answer to `interrupted()`, so that what is finished can be
    shown; a second one ends the command."""

    def __init__(self) -> None:
        self._interrupted = False
        self._before: Any = None

    def __call__(self) -> bool:
        return self._interrupted

    def __enter__(self) -> Interruption:
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *exc: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, *signal_and_frame: object) -> None:
        if self._interrupted:
            raise KeyboardInterrupt
        self._interrupted = True


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
