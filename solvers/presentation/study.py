"""A closer look at one solver: its model in mathematical notation, or its search step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from solvers.base import Solver, Unavailable, Unsupported
from solvers.builtin import BUILTIN
from solvers.outcome import Limits
from solvers.presentation.files import write, write_text
from solvers.presentation.formulations import described, formulation_text
from solvers.presentation.options import UsageError
from solvers.presentation.trace import trace
from solvers.problem import Problem
from solvers.registry import load


@runtime_checkable
class Exporting(Protocol):
    """A solver whose model has a text format of its package's own."""

    def export(self, problem: Problem) -> str: ...


def show_model(spec: str, problem: Problem, width: int) -> None:
    """Print the model of a built-in solver. Raises UsageError where there is none to print."""
    title = f"{spec}: {BUILTIN[spec].model}" if spec in BUILTIN else spec
    try:
        formulation = _loaded(spec).formulation(problem)
    except Unsupported as reason:
        raise UsageError(f"--model {spec}: {reason}") from reason
    print(formulation_text(title, problem, formulation, width))


def export_model(spec: str, problems: Sequence[Problem], path: Path) -> None:
    """Write CP-SAT's model of a problem. Raises UsageError where the solver has none, for several
    problems, and where the file cannot be written."""
    if len(problems) > 1:
        raise UsageError("--export-model writes one model: give one size")
    solver = _loaded(spec)
    if not isinstance(solver, Exporting):
        those = " or ".join(name for name, row in BUILTIN.items() if row.package == "ortools")
        raise UsageError(f"--export-model writes a model of CP-SAT's: choose --model {those}")
    write(path, lambda file: write_text(file, solver.export(problems[0])))


def show_trace(problem: Problem, limits: Limits, interrupted: Callable[[], bool]) -> None:
    """Print the search of the hand-written solver."""
    from solvers.backends.backtracking import Backtracking

    print(f"backtracking, {described(problem)}\n")
    for line in trace(problem, Backtracking().steps(problem), limits, interrupted):
        print(line)


def _loaded(spec: str) -> Solver:
    if spec not in BUILTIN:
        raise UsageError(f"--model {spec}: choose one of {', '.join(BUILTIN)}")
    try:
        return load(spec)
    except Unavailable as error:
        raise UsageError(f"--model {spec}: {error}") from error
