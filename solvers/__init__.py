"""N-Queens solvers behind one interface, and what tells whether they agree.

>>> from solvers import Problem, load
>>> outcome = load("backtracking").solve(Problem(6), keep=1)
>>> outcome.status, outcome.count, outcome.placements
(<Status.COMPLETE: 'complete'>, 4, ((1, 3, 5, 0, 2, 4),))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvers.base import Limits, Outcome, Run, Solver, Status, Stop, Unavailable, Unsupported
    from solvers.execution.isolation import run_isolated
    from solvers.problem import VARIANTS, Lines, Problem
    from solvers.registry import SpecError, load, names
    from solvers.verification.model import ModelReport, check
    from solvers.verification.verdict import Verdict, judge

_HOMES = {
    "solvers.base": (
        "Limits",
        "Outcome",
        "Run",
        "Solver",
        "Status",
        "Stop",
        "Unavailable",
        "Unsupported",
    ),
    "solvers.execution.isolation": ("run_isolated",),
    "solvers.problem": ("VARIANTS", "Lines", "Problem"),
    "solvers.registry": ("SpecError", "load", "names"),
    "solvers.verification.model": ("ModelReport", "check"),
    "solvers.verification.verdict": ("Verdict", "judge"),
}

__version__ = "0.1.0"
__all__ = [
    "VARIANTS",
    "Limits",
    "Lines",
    "ModelReport",
    "Outcome",
    "Problem",
    "Run",
    "Solver",
    "SpecError",
    "Status",
    "Stop",
    "Unavailable",
    "Unsupported",
    "Verdict",
    "check",
    "judge",
    "load",
    "names",
    "run_isolated",
]


def __getattr__(name: str) -> Any:
    """Public names are imported at their first use (PEP 562): importing the package is free."""
    for home, exported in _HOMES.items():
        if name in exported:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
