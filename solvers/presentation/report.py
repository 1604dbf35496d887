"""What is said of models under check: in full of one, a row each of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import indent

from solvers.outcome import STATED
from solvers.presentation.boards import board
from solvers.presentation.tables import comparison_table, label, plain_table, ranges, reasons
from solvers.verification.classes import class_count
from solvers.verification.fuzz import FuzzReport
from solvers.verification.mistakes import BY_NAME, LARGEST, separating_size
from solvers.verification.model import CLAIMS, ModelReport, in_words
from solvers.verification.symmetry import in_words as in_orbits
from solvers.verification.verdict import Comparison

Fit = Callable[[str], str]
"""Makes a sentence fit into where it goes."""

WIDEST_BOARD = 31  # rows up to which a witness is drawn: 80 columns hold it


def full_report(report: ModelReport, fit: Fit = str) -> str:
    """The three claims about one model, each refuted by a witness where it is not true."""
    lines = [fit(f"{label(report.model)}{_how_read(report)}"), ""]
    for claim in CLAIMS:
        lines.append(fit(_line(claim, getattr(report, claim), _why(report, claim))))
        if drawn := _drawn(report, claim):
            lines.append(indent(drawn, " " * 17))
    if report.only_counts:
        lines.append(fit(_line("count", report.counts_right, _miscounted(report))))
    return "\n".join([*lines, *map(fit, _likeness(report)), *map(fit, _remarks(report))])


def many_reports(reports: Sequence[ModelReport], fit: Fit = str) -> str:
    """One row a model: the claims, and the smallest n at which something is wrong; then a line for
    each that is not simply right."""
    rows = [["model", "sound", "complete", "no repeats", "fails at n", "verdict"]]
    for report in reports:
        place = report.first_failure
        rows.append(
            [
                label(report.model),
                *(in_words(getattr(report, claim)) for claim in CLAIMS),
                "-" if place is None else str(report.problems[place].n),
                "right" if report.ok else "open" if place is None else "WRONG",
            ]
        )
    said = [f"{label(report.model)}: {_in_short(report)}" for report in reports]
    sizes = ranges([problem.n for report in reports[:1] for problem in report.problems])
    lines = [line for line in said if not line.endswith(": right")]
    said_of = f"Right and wrong are said of n = {sizes}."
    return "\n".join([plain_table(rows), "", *map(fit, [said_of, *lines])])


def _line(claim: str, value: bool | None, why: str) -> str:
    return f"{claim.replace('_', ' '):11} {in_words(value):4} {why}".rstrip()


def _in_short(report: ModelReport) -> str:
    if report.looks_like:
        return f"looks like: {' or '.join(report.looks_like)}"
    if report.only_counts and report.first_failure is not None:
        return f"only counts: {_miscounted(report)}"
    for claim in CLAIMS:
        if getattr(report, claim) is False:
            return _why(report, claim)
    errors = [o.error or o.status.value for o in report.outcomes if not o.finished]
    if errors:
        return errors[-1]
    if report.only_counts:
        return "right: only counts"
    return "right" if report.enumerates else "right: finds one, does not enumerate"


def _how_read(report: ModelReport) -> str:
    reading = next((o.reading for o in report.outcomes if o.reading is not None), None)
    if reading is None:
        return ""
    if reading == STATED:
        return ": it shows no solutions, so the last integer that it printed is taken as its count"
    return f", read as {reading}" + ("" if report.enumerates else ": finds one, does not enumerate")


def _why(report: ModelReport, claim: str) -> str:
    """What refutes a claim, at the smallest n that shows it; or why it is open."""
    place = report.first(claim)
    if place is None:
        return "" if getattr(report, claim) else _why_open(report, claim)
    n, outcome, right = report.problems[place].n, report.outcomes[place], report.right[place] or 0
    if claim == "sound":
        witness = report.witness(place, "illegal")
        rule = f": {witness.rule}" if witness and witness.rule else ""
        return f"n = {n}: {outcome.illegal:,} of {outcome.count:,} solutions illegal{rule}"
    if claim == "complete":
        if not report.enumerates:
            return f"n = {n}: it finds none that is legal, where there are {right:,}"
        missing = outcome.check.missing if outcome.check else None
        return f"n = {n}: {missing:,} of {right:,} solutions missing"
    witness = report.witness(place, "repeated")
    distinct = outcome.count - (outcome.repeated or 0)
    often = f"; this one comes {witness.times} times:" if witness else ""
    return f"n = {n}: {outcome.count:,} solutions, {distinct:,} distinct{often}"


def _why_open(report: ModelReport, claim: str) -> str:
    ran = [(p.n, o) for p, o in zip(report.problems, report.outcomes, strict=True) if o.status.ran]
    cut_off = [n for n, outcome in ran if not outcome.finished]
    if not ran:
        return "it did not run"
    if cut_off:
        return f"n = {ranges(cut_off)} did not finish"
    if report.only_counts:
        return "it shows no solutions"
    if claim == "complete" and not report.enumerates:
        return "it finds one solution, and one wherever there is one"
    return "readings that are equally good differ"


def _miscounted(report: ModelReport) -> str:
    place = report.first_failure
    if place is None:
        return ""
    outcome, right = report.outcomes[place], report.right[place]
    return f"n = {report.problems[place].n}: {outcome.count:,} instead of {right:,}"


def _drawn(report: ModelReport, claim: str) -> str:
    """The board of a witness; of an illegal one with the attacking queens marked."""
    place = report.first(claim)
    witness = None if place is None else report.witness(place, CLAIMS[claim])
    if place is None or witness is None:
        return ""
    problem = report.problems[place]
    if problem.n > WIDEST_BOARD:
        return str(list(witness.placement))
    conflicts = problem.conflicts(witness.placement) if claim == "sound" else []
    if not conflicts:
        return board(witness.placement)
    marked, line = conflicts[0].squares, conflicts[0].line_squares(problem.n)
    between = set(line) - set(marked)
    key = "X: in conflict" + (", *: their line" if between else "")
    return f"{board(witness.placement, marked, line)}\n{key}"


def _likeness(report: ModelReport) -> Iterator[str]:
    """Which known mistake gives what the model gives, or what its wrong solutions share."""
    if report.first_failure is None:
        return
    names = report.looks_like
    if not names:
        yield "It looks like no known mistake."
    elif len(names) == 1:
        yield f"It looks like: {names[0]}. {_explained(names[0])}"
    else:
        yield "It looks like one of these:"
        for name in names:
            yield f"  {name}. {_explained(name)}"
        run = {problem.n for problem in report.problems}
        untried = [n for n in range(1, LARGEST + 1) if n not in run]
        n = separating_size(names, report.only_counts, untried)
        if n is not None:
            yield f"n = {n} would tell them apart."
        elif report.only_counts:
            yield "Their counts are the same: solutions that are shown would tell them apart."
    for fact in report.common:
        yield f"{fact if fact.startswith('n =') else fact[0].upper() + fact[1:]}."


def _explained(name: str) -> str:
    text = BY_NAME[name].explanation
    return f"{text[0].upper()}{text[1:]}."


def _remarks(report: ModelReport) -> Iterator[str]:
    for remark in dict.fromkeys(remark for o in report.outcomes for remark in o.remarks):
        yield f"note: {remark}"
    silent = all(outcome.count == 0 and outcome.finished for outcome in report.outcomes)
    if silent and any(outcome.printed for outcome in report.outcomes):
        yield "note: it returns nothing but prints: check it as a program, -b 'cmd:python3 FILE'"


def class_report(comparison: Comparison) -> str:
    """The solutions of a problem up to rotation and reflection, held against what is published."""
    n = comparison.problem.n
    found = class_count(comparison.problem, comparison.outcomes)
    if found is None:
        return f"n = {n}: no classes: no run shows all solutions, or the problem has less symmetry"
    text = f"n = {n}: {found.solutions:,} solutions, classes {in_orbits(found.orbits)}"
    if found.published is not None:
        same = "as" if found.published == len(found.orbits) else "NOT as"
        text += f", {same} published (A002562: {found.published:,})"
    return text


def fuzz_report(report: FuzzReport, fit: Fit = str) -> str:
    """What a run on random problems came to."""
    lines = []
    if report.found is not None:
        lines += [comparison_table([report.found], width=100, colour=False), ""]
        lines += [*map(fit, reasons([report.found])), "", f"To run it: {report.command}"]
        where = f"random problem {report.problems:,}" if report.problems else "a plain board"
        lines.append(fit(f"The solvers DISAGREE on {where}; this is the least that shows it."))
    elif report.undecided:
        lines.append(fit(f"{report.undecided:,} problems are undecided, the first of them since:"))
        lines += map(fit, report.reasons)
    else:
        lines.append(f"Nothing wrong was found on {report.problems:,} random problems.")
        if report.only_plain:
            plain = " and ".join(report.only_plain)
            lines.append(fit(f"Of these only plain boards were for {plain}."))
    if report.interrupted:
        lines.append("Interrupted before the rest.")
    return "\n".join([*lines, f"Seed: {report.seed}"])
