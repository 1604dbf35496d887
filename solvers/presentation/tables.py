"""The comparison as people read it: a table, what stands out and why, and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from statistics import median

from solvers import builtin
from solvers.formulation import runs
from solvers.outcome import Outcome, Status
from solvers.verification.relations import LARGEST
from solvers.verification.verdict import Comparison, Finding

_COLOURS = {Finding.AGREE: "32", Finding.UNDECIDED: "33", Finding.DISAGREE: "1;31"}

Row = list[str]


def comparison_table(comparisons: Sequence[Comparison], width: int, colour: bool) -> str:
    """One row a problem; where that is wider than `width`, one row a solver of each problem."""
    table = _wide(comparisons, colour)
    if max(map(_seen_width, table.split("\n"))) > width:
        table = _long(comparisons, colour)
    times = _times(comparisons)
    return f"{table}\n\nleast, median: of the seconds of {times} runs" if times else table


def solver_table(solvers: Iterable[builtin.Row], width: int | None = None) -> str:
    """What --list prints; the models have lines of their own where the table is too wide."""
    table = [["solver", "available", "package", "model"]]
    for row in solvers:
        available = "yes" if row.available else row.install
        slower = "" if row.accelerated else f" (slower, without {row.accelerator})"
        table.append([row.name, available, row.version or "-", row.model + slower])
    lines = plain_table(table)
    if width is None or max(map(len, lines.split("\n"))) <= width:
        return lines
    head, rule, *rows = plain_table([row[:3] for row in table]).split("\n")
    models = [f"{row}\n    {model}" for row, (*_, model) in zip(rows, table[1:], strict=True)]
    return "\n".join([head, rule, *models])


def plain_table(table: Sequence[Sequence[str]]) -> str:
    """Text in columns, the first row as headers; takes no tabulate, which is slow to import."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    rule = ["-" * width for width in widths]
    rows = (table[0], rule, *table[1:])
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def label(solver: str) -> str:
    """A solver's name as people want to read it: a file without its folders."""
    path, colon, name = solver.rpartition(":")
    if solver.endswith((".py", ".mzn")):
        return PurePath(solver).name
    return f"{PurePath(path).name}:{name}" if colon and path.endswith(".py") else solver


def reasons(comparisons: Iterable[Comparison], faults: bool = True) -> list[str]:
    """What stands out, and what was printed: a line each, with the n that it is about; without
    the faults where a report on a model tells them better."""
    lines = []
    for comparison in comparisons:
        verdict = comparison.verdict
        said = list(verdict.reasons if faults else verdict.reasons[verdict.faults :])
        for outcome in comparison.outcomes:
            if outcome.printed:
                size = f"{outcome.printed / 2**20:.1f} MiB"
                if outcome.printed < 2**20:
                    size = f"{outcome.printed:,} bytes"
                said.append(f"{outcome.solver}: wrote {size} to standard output, discarded")
        lines += [(reason, comparison.problem.n) for reason in said]
    sizes: dict[str, list[int]] = {}
    for reason, n in lines:
        sizes.setdefault(reason, []).append(n)
    return [f"n = {ranges(ns)}: {reason}" for reason, ns in sizes.items()]


def summary(comparisons: Sequence[Comparison], interrupted: bool, relations: bool = False) -> str:
    """The sentence that sums up; with `relations`, which were tried, also that none is violated."""
    if not comparisons:
        return "Interrupted before anything was finished."
    groups: dict[tuple[Finding, int | None, bool, tuple[str, ...]], list[Comparison]] = {}
    for comparison in comparisons:
        verdict = comparison.verdict
        agreeing = tuple(o.solver for o in comparison.outcomes if o.status.ran and o.enumerates)
        solvers = agreeing if verdict.finding is Finding.AGREE else ()
        kind = verdict.finding, verdict.at_least, verdict.published_alone, solvers
        groups.setdefault(kind, []).append(comparison)
    parts = []
    for finding in (Finding.DISAGREE, Finding.UNDECIDED, Finding.AGREE):
        for group in (group for kind, group in groups.items() if kind[0] is finding):
            sizes = f"n = {ranges([c.problem.n for c in group])}"
            parts.append(_PHRASES[finding](group, sizes))
    if interrupted:
        parts.append("interrupted before the rest")
    agree = all(comparison.verdict.finding is Finding.AGREE for comparison in comparisons)
    if relations and agree and not interrupted:
        parts.append(_relations(comparisons))
    text = "; ".join(parts)
    return text[0].upper() + text[1:] + "."


def _relations(comparisons: Iterable[Comparison]) -> str:
    """That no relation is violated, of the sizes where some could be."""
    tried = [
        comparison.problem.n
        for comparison in comparisons
        if comparison.problem.n <= LARGEST
        and any(o.finished and o.fingerprint is not None for o in comparison.outcomes)
    ]
    return f"no relation is violated, n = {ranges(tried)}" if tried else "no relation was tried"


def _agreement(comparisons: Sequence[Comparison], sizes: str) -> str:
    solvers = list(dict.fromkeys(o.solver for c in comparisons for o in c.outcomes if o.status.ran))
    who = f"{len(solvers)} solvers" if len(solvers) > 1 else f"one solver, {solvers[0]},"
    sources = sorted({c.published.source for c in comparisons if c.published})
    published = f"published counts ({', '.join(sources)})"
    least = max((c.verdict.at_least or 0 for c in comparisons), default=0)
    if least:
        solutions = "1 solution that was" if least == 1 else f"{least:,} solutions that were"
        return f"{who} found the {solutions} asked for, {sizes}"
    if any(c.verdict.published_alone for c in comparisons):
        if len(solvers) > 1:
            return f"{who} meet the {published}, {sizes}; no built-in solver confirms them"
        return f"{who} meets the {published}, {sizes}; no second solver confirms its solutions"
    one = [o.solver for c in comparisons for o in c.outcomes if o.status.ran and not o.enumerates]
    finding = f"; {label(one[0])} finds one and does not enumerate" if one else ""
    exact = all(o.fingerprint is not None for c in comparisons for o in c.outcomes if o.status.ran)
    same = "count and solutions" if exact else "count"
    text = f"{who} agree on {same}, {sizes}"
    everywhere = all(comparison.published for comparison in comparisons)
    return (f"{text}, and with the {published}" if everywhere else text) + finding


_PHRASES: dict[Finding, Callable[[Sequence[Comparison], str], str]] = {
    Finding.AGREE: _agreement,
    Finding.UNDECIDED: lambda comparisons, sizes: f"undecided, {sizes}: see above",
    Finding.DISAGREE: lambda comparisons, sizes: f"the solvers DISAGREE, {sizes}: see above",
}


def count_in_words(outcome: Outcome) -> str:
    """`92`, `>= 1,390 (timeout)`, `184 (92 repeated)`, `crashed`: never a bare lower bound."""
    count = f"{outcome.count:,}"
    remarks = []
    if not outcome.finished:
        if not outcome.status.ran or (not outcome.count and outcome.status in _FAULTS):
            return outcome.status.value
        count = f">= {count}"
        remarks.append(outcome.status.value)
    if outcome.illegal:
        remarks.append(f"{outcome.illegal:,} illegal")
    if outcome.repeated:
        remarks.append(f"{outcome.repeated:,} repeated")
    if outcome.parts > 1:
        remarks.append(f"in {outcome.parts:,} parts")
    return f"{count} ({', '.join(remarks)})" if remarks else count


_FAULTS = (Status.CRASHED, Status.FAILED, Status.MEMORY, Status.INTERRUPTED)


def _wide(comparisons: Sequence[Comparison], colour: bool) -> str:
    solvers = _solvers(comparisons)
    headers = ["n"]
    for solver in solvers:
        headers += [_broken(label(solver)), seconds_header(comparisons)]
    headers += [_source(comparisons), "verdict"]
    rows = []
    for comparison in comparisons:
        by_name = {outcome.solver: outcome for outcome in comparison.outcomes}
        row = [str(comparison.problem.n)]
        for solver in solvers:
            row += _cells(by_name.get(solver))
        rows.append([*row, _published(comparison), _finding(comparison, colour)])
    return tabulated(headers, rows, left=(len(headers) - 1,))


def _long(comparisons: Sequence[Comparison], colour: bool) -> str:
    seconds = seconds_header(comparisons)
    headers = ["n", "solver", "solutions", seconds, _source(comparisons), "verdict"]
    rows = []
    for comparison in comparisons:
        first = [str(comparison.problem.n)]
        last = [_published(comparison), _finding(comparison, colour)]
        for outcome in comparison.outcomes:
            rows.append([*first, label(outcome.solver), *_cells(outcome), *last])
            first, last = [""], ["", ""]
    return tabulated(headers, rows, left=(1, 5))


def _cells(outcome: Outcome | None) -> Row:
    return [count_in_words(outcome), search_seconds(outcome)] if outcome else ["-", "-"]


def search_seconds(outcome: Outcome) -> str:
    if not outcome.all_seconds:
        return in_seconds(outcome.seconds)
    return f"{in_seconds(outcome.seconds)} {in_seconds(median(outcome.all_seconds))}"


def seconds_header(comparisons: Iterable[Comparison]) -> str:
    return "least, median s" if _times(comparisons) else "s"


def _times(comparisons: Iterable[Comparison]) -> int:
    """How many times each was run, if more than once; else 0."""
    return max((len(o.all_seconds) for c in comparisons for o in c.outcomes), default=0)


def _solvers(comparisons: Sequence[Comparison]) -> list[str]:
    return list(dict.fromkeys(o.solver for c in comparisons for o in c.outcomes))


def _source(comparisons: Sequence[Comparison]) -> str:
    """The header of the published counts, with their OEIS entry where there is one."""
    sources = (f"\n{c.published.source}" for c in comparisons if c.published)
    return "published" + next(sources, "")


def _published(comparison: Comparison) -> str:
    return f"{comparison.published.solutions:,}" if comparison.published else "-"


def _finding(comparison: Comparison, colour: bool) -> str:
    verdict = comparison.verdict
    text = verdict.finding.upper() if verdict.finding is Finding.DISAGREE else verdict.finding.value
    if verdict.published_alone and comparison.published:
        text = f"agrees with {comparison.published.source}"
    elif verdict.at_least is not None:
        text = f"agree: at least {verdict.at_least:,}"
    return f"\x1b[{_COLOURS[verdict.finding]}m{text}\x1b[0m" if colour else text


def in_seconds(seconds: float | None) -> str:
    """Four digits at most, so that a column can be read down."""
    if seconds is None:
        return "-"
    return f"{seconds:.{3 if seconds < 10 else 2 if seconds < 100 else 1}f}"


def _broken(name: str) -> str:
    """A long name on two lines, as a header."""
    if len(name) <= 14 or "-" not in name:
        return name
    middle = min(
        (i for i, sign in enumerate(name) if sign == "-"), key=lambda i: abs(2 * i - len(name))
    )
    return f"{name[: middle + 1]}\n{name[middle + 1 :]}"


def ranges(numbers: Iterable[int]) -> str:
    """
    >>> ranges([1, 2, 3, 5, 7, 8])
    '1-3, 5, 7-8'
    """
    parts = (f"{first}-{last}" if last > first else f"{first}" for first, last in runs(numbers))
    return ", ".join(parts)


def tabulated(headers: Row, rows: Sequence[Row], left: Sequence[int]) -> str:
    import tabulate

    tabulate.MIN_PADDING = 0  # a module-wide setting; two blanks more a column do not fit
    align = ["left" if i in left else "right" for i in range(len(headers))]
    return tabulate.tabulate(
        rows, headers, tablefmt="simple", colalign=align, disable_numparse=True
    )


def _seen_width(line: str) -> int:
    import re

    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))
