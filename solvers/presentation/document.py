"""The comparison as one JSON document, for machines."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from typing import Any

import solvers
from solvers.outcome import Outcome
from solvers.registry import rows
from solvers.verification.fuzz import FuzzReport
from solvers.verification.verdict import Comparison, Finding


def as_json(comparisons: Sequence[Comparison], verdict: Finding) -> str:
    """The document that --json prints; the README describes it field by field."""
    document = {
        "versions": versions(),
        "verdict": verdict.value,
        "problems": [_problem(comparison) for comparison in comparisons],
    }
    return json.dumps(document)


def fuzz_as_json(report: FuzzReport) -> str:
    """The document that --fuzz --json prints: like the other one, with the counterexample, if one
    was found, as the only problem."""
    document = {
        "versions": versions(),
        "verdict": report.finding.value,
        "seed": report.seed,
        "fuzzed": report.problems,
        "command": report.command,
        "problems": [_problem(report.found)] if report.found else [],
    }
    return json.dumps(document)


def versions() -> dict[str, str | None]:
    """Of Python, of this project and of each backend's package; None for what is not installed."""
    found: dict[str, str | None] = {
        "python": platform.python_version(),
        "queens-compare": solvers.__version__,
    }
    for row in rows().values():
        if row.distributions:
            name, _, version = (row.version or row.distributions[0]).partition(" ")
            found[name] = version or None
    return found


def _problem(comparison: Comparison) -> dict[str, Any]:
    problem, published = comparison.problem, comparison.published
    return {
        "n": problem.n,
        "variant": problem.variant,
        "placed": sorted(map(list, problem.placed)),
        "forbidden": sorted(map(list, problem.forbidden)),
        "published": published.solutions if published else None,
        "source": published.source if published else None,
        "verdict": comparison.verdict.finding.value,
        "reasons": list(comparison.verdict.reasons),
        "outcomes": [_outcome(outcome) for outcome in comparison.outcomes],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    plain = outcome.as_dict()
    del plain["readings"]  # settled: what is said is in the one that was chosen
    return plain
