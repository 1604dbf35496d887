"""The comparison as a file: one row a run, in the form that the file's ending says."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from statistics import median

from solvers.presentation.document import as_json
from solvers.presentation.effort import counters_of, own_counters
from solvers.presentation.files import write_text
from solvers.problem import Square
from solvers.verification.verdict import Comparison, Finding

Cell = str | int | float | None

FIELDS = (
    "solver",
    "status",
    "count",
    "illegal",
    "repeated",
    "build_seconds",
    "seconds",
    "check_seconds",
    "memory",
    "parts",
)
"""What is said of each run, by the names that the JSON document uses."""


def table(comparisons: Sequence[Comparison]) -> list[list[Cell]]:
    """One row a run, after one of headers: the problem, the run, its counters, and the verdict of
    the problem; None for what is unknown."""
    counters = counters_of([outcome for c in comparisons for outcome in c.outcomes])
    rows: list[list[Cell]] = [
        [
            *("n", "variant", "placed", "forbidden", *FIELDS, "median_seconds", *counters),
            *("published", "verdict", "error"),
        ]
    ]
    for comparison in comparisons:
        problem, published = comparison.problem, comparison.published
        for outcome in comparison.outcomes:
            own = own_counters(outcome)
            rows.append(
                [
                    problem.n,
                    problem.variant,
                    _squares(problem.placed),
                    _squares(problem.forbidden),
                    *(_rounded(getattr(outcome, name)) for name in FIELDS),
                    _rounded(median(outcome.all_seconds) if outcome.all_seconds else None),
                    *(own.get(key) for key in counters),
                    published.solutions if published else None,
                    comparison.verdict.finding.value,
                    outcome.error,
                ]
            )
    return rows


def _squares(squares: Collection[Square]) -> str | None:
    """As --place and --forbid take them: `0:1 3:4`."""
    return " ".join(f"{row}:{column}" for row, column in sorted(squares)) or None


def _rounded(value: Cell) -> Cell:
    """Seconds to the microsecond: more is noise."""
    return round(value, 6) if isinstance(value, float) else value


def as_csv(comparisons: Sequence[Comparison], finding: Finding) -> str:
    """Comma-separated values, as spreadsheets read them; nothing where something is unknown."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table(comparisons))
    return text.getvalue()


def as_markdown(comparisons: Sequence[Comparison], finding: Finding) -> str:
    """A Markdown table, with seconds to the millisecond."""
    headers, *rows = (list(map(_cell, row)) for row in table(comparisons))
    lines = [headers, ["---"] * len(headers), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return " ".join(text.replace("|", "\\|").split())


WRITERS: dict[str, Callable[[Sequence[Comparison], Finding], str]] = {
    ".csv": as_csv,
    ".md": as_markdown,
    ".json": lambda comparisons, finding: as_json(comparisons, finding) + "\n",
}
"""By the ending of a file."""


def export(comparisons: Sequence[Comparison], finding: Finding, path: Path) -> None:
    """Write the comparisons to a file. Raises OSError where it cannot be written."""
    write_text(path, WRITERS[path.suffix](comparisons, finding))
