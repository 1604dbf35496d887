"""What searches cost: their times, their memory, and what they counted."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.builtin import is_builtin
from solvers.outcome import Outcome
from solvers.presentation.tables import (
    in_seconds,
    label,
    search_seconds,
    seconds_header,
    tabulated,
)
from solvers.verification.verdict import Comparison

COUNTERS = {
    "nodes": "partial solutions without a conflict, from the empty one on",
    "failures": "dead ends: partial solutions that could not be extended",
    "squares": "squares that were tested for a queen",
    "checks": "calls of the model's functions",
    "removed": "squares that queens took from the rows still open",
    "assignments": "values given to variables, those of queens and others",
    "branches": "decisions of CP-SAT",
    "conflicts": "dead ends of CP-SAT, also those at solutions that it knows already",
    "propagations": "values and bounds that CP-SAT derived",
}
"""What the counters of the built-in solvers count; one that two of them have means the same."""


def statistics_table(comparisons: Sequence[Comparison], width: int) -> str:
    """Times, memory and search effort, one row a run: a column a counter, so that unlike counters
    never share one, and below what each of them counts. Two tables where one is wider than `width`.
    """
    runs = [(c.problem.n, outcome) for c in comparisons for outcome in c.outcomes]
    counters = counters_of([outcome for _, outcome in runs])
    search = f"search {seconds_header(comparisons)}"
    costs = [search, "build s", "check s", "MiB"]
    rows = []
    for n, outcome in runs:
        own = own_counters(outcome)
        rows.append(
            [
                str(n),
                label(outcome.solver),
                search_seconds(outcome),
                in_seconds(outcome.build_seconds),
                in_seconds(outcome.check_seconds),
                "-" if outcome.memory is None else f"{outcome.memory / 2**20:.1f}",
                *(f"{own[key]:,}" if key in own else "" for key in counters),
            ]
        )
    text = tabulated(["n", "solver", *costs, *counters], rows, left=(1,))
    if counters and max(map(len, text.split("\n"))) > width:
        end = 2 + len(costs)
        times = tabulated(["n", "solver", *costs], [row[:end] for row in rows], left=(1,))
        effort = [[*row[:2], *row[end:]] for row in rows]
        text = f"{times}\n\n{tabulated(['n', 'solver', *counters], effort, left=(1,))}"
    notes = [f"{key}: {COUNTERS.get(key, 'as it counts them itself')}" for key in counters]
    notes.append("MiB: growth of the resident memory during the run")
    return "\n".join([text, "", *notes])


def counters_of(outcomes: Sequence[Outcome]) -> list[str]:
    """The counters of some runs: the built-in solvers' first, in their order."""
    found = dict.fromkeys(key for outcome in outcomes for key in own_counters(outcome))
    return [
        *(key for key in COUNTERS if key in found),
        *(key for key in found if key not in COUNTERS),
    ]


def own_counters(outcome: Outcome) -> dict[str, float]:
    """A run's counters; those of a model carry its name, since nobody knows what they count."""
    if is_builtin(outcome.solver):
        return outcome.statistics
    return {f"{label(outcome.solver)}: {key}": v for key, v in outcome.statistics.items()}
