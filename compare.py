#!/usr/bin/env python3
"""The command: parse, run, judge, show, and exit with what the shell is to know."""

from __future__ import annotations

import signal

if __name__ == "__main__":  # Ctrl-C during the imports ends the command without a traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.instances import InstanceError
from solvers.outcome import Limits
from solvers.presentation.files import write, write_text
from solvers.presentation.options import SVG, UsageError, parser
from solvers.presentation.plan import Plan, check, parse, problems
from solvers.presentation.terminal import Interruption, fitted, open_closed_streams, printed, width
from solvers.problem import Problem
from solvers.registry import SpecError, rows

if TYPE_CHECKING:
    from solvers.presentation.progress import Progress
    from solvers.verification.fuzz import FuzzReport
    from solvers.verification.model import ModelReport
    from solvers.verification.session import Report, Runs, Session


class Exit(IntEnum):
    """The exit status of the command."""

    AGREE = 0
    DISAGREE = 1
    USAGE = 2
    UNDECIDED = 3
    INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    open_closed_streams()
    try:
        options = parser().parse_args(arguments)
        if options.list:
            return printed(list_solvers, Exit.AGREE)
        check(options)
        if options.model is not None or options.trace:
            with Interruption() as interrupted:
                status = printed(partial(study, options, interrupted), Exit.AGREE)
            return Exit.INTERRUPTED if interrupted() else status
        plan = parse(options)
        with Interruption() as interrupted:
            report = run(plan, interrupted)
            try:
                return printed(partial(show, report, options), exit_status(report))
            finally:  # also where nobody reads on
                save(report, options)
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


def run(plan: Plan, interrupted: Interruption) -> Report | FuzzReport:
    """Run every solver on every problem, each in a child process, examine the models that are not
    built in, and judge; less where interrupted."""
    from solvers.execution.isolation import Supervisor
    from solvers.presentation.progress import Progress
    from solvers.verification.session import Session

    with (
        Progress() as progress,
        Supervisor(
            plan.specs, watch=progress, waiting=progress.waiting, interrupted=interrupted
        ) as supervisor,
    ):
        session = Session(
            plan.specs, plan.from_folders, plan.limits, supervisor, interrupted, plan.schedule
        )
        if plan.fuzz:
            return fuzz(plan, session, interrupted, progress)
        done = session.run_all(plan.problems)
        return judge(done, session.examine(done), plan, session)


def judge(done: list[Runs], models: list[ModelReport], plan: Plan, session: Session) -> Report:
    """What the outcomes say, problem by problem and as a whole, with what else is to be checked."""
    from solvers.verification.classes import class_count
    from solvers.verification.relations import violations
    from solvers.verification.session import compared, reported

    comparisons = []
    for problem, outcomes in done:
        faults: list[str] = []
        for spec in outcomes if plan.relations else ():
            found = violations(problem, partial(session.run_again, spec))
            faults += [f"{spec}: {text}" for text in found]
        if plan.classes and (counted := class_count(problem, outcomes.values())):
            faults += counted.faults
        comparisons.append(compared(problem, outcomes, faults))
    return reported(comparisons, models, session.interrupted())


def fuzz(plan: Plan, session: Session, interrupted: Interruption, progress: Progress) -> FuzzReport:
    """Hold the solvers against each other on random problems."""
    from solvers.verification import fuzz as fuzzing
    from solvers.verification.session import QuickRuns

    return fuzzing.fuzz(
        plan.specs,
        QuickRuns(session, plan.specs, map(Problem, fuzzing.SIZES)),
        plan.fuzz,
        plan.seed,
        interrupted,
        lambda done: progress.say(f"{done:,} of {plan.fuzz:,} random problems"),
    )


def show(report: Report | FuzzReport, options: argparse.Namespace) -> None:
    """Print the answer."""
    from solvers.presentation import boards, document, effort, tables
    from solvers.presentation import report as reports
    from solvers.verification.fuzz import FuzzReport

    if isinstance(report, FuzzReport):
        said = document.fuzz_as_json if options.json else partial(reports.fuzz_report, fit=fitted)
        print(said(report))
        return
    if options.json:
        print(document.as_json(report.comparisons, report.finding))
        return
    columns = width()
    if options.show and options.format != SVG:
        for comparison in report.comparisons:
            print(boards.solutions(comparison, options.format, columns, options.show), end="\n\n")
    if len(report.models) > 1:
        print(reports.many_reports(report.models, fitted), end="\n\n")
    elif report.comparisons:
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        print(tables.comparison_table(report.comparisons, columns, colour), end="\n\n")
        if report.models:
            print(reports.full_report(report.models[0], fitted), end="\n\n")
    if options.classes:
        print(fitted("\n".join(map(reports.class_report, report.comparisons))), end="\n\n")
    if options.stats:
        print(effort.statistics_table(report.comparisons, columns), end="\n\n")
    if len(report.models) < 2:  # of many, each has been told
        for reason in tables.reasons(report.comparisons, faults=not report.models):
            print(fitted(reason))
    print(fitted(tables.summary(report.comparisons, report.interrupted, options.relations)))


def save(report: Report | FuzzReport, options: argparse.Namespace) -> None:
    """Write the files that are asked for, and say which. Raises UsageError where one cannot be
    written, when the others are."""
    from solvers.presentation.boards import picture
    from solvers.presentation.export import export
    from solvers.presentation.plot import draw
    from solvers.verification.fuzz import FuzzReport

    if isinstance(report, FuzzReport):
        return
    comparisons = report.comparisons
    writers: list[tuple[Path | None, Callable[[Path], object]]] = [
        (options.output, lambda path: write_text(path, picture(comparisons, options.show))),
        (options.export, lambda path: export(comparisons, report.finding, path)),
        (options.plot, lambda path: draw(comparisons, path)),
    ]
    errors = []
    for path, put in writers:
        if path is not None:
            try:
                write(path, put)
            except UsageError as error:
                errors.append(error)
            else:
                printed(partial(_say_written, path, options.json), Exit.AGREE)
    if errors:
        raise errors[0]


def _say_written(path: Path, as_json: bool) -> None:
    if not as_json:  # of which there is one document on standard output
        print(f"Written: {path}")


def exit_status(report: Report | FuzzReport) -> Exit:
    """What the shell is told."""
    return Exit.INTERRUPTED if report.interrupted else Exit[report.finding.name]


def study(options: argparse.Namespace, interrupted: Interruption) -> None:
    """Print a model or a search, for each problem. Raises UsageError where there is none."""
    from solvers.presentation.study import export_model, show_model, show_trace

    if options.export_model is not None:
        export_model(options.model, list(problems(options, default=[4])), options.export_model)
        print(f"Written: {options.export_model}\n")
    for number, problem in enumerate(problems(options, default=[4])):
        if interrupted():
            return
        if number:
            print()
        if options.trace:
            limits = Limits(limit=options.limit, timeout=options.timeout)
            show_trace(problem, limits, interrupted)
        else:
            show_model(options.model, problem, width())


def list_solvers() -> None:
    """Print every solver: its name, whether it can run, its package, its model."""
    from solvers.presentation.tables import solver_table

    print(solver_table(rows().values(), width() if sys.stdout.isatty() else None))


if __name__ == "__main__":
    sys.exit(main())
