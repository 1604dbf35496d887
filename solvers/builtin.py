"""The built-in solvers: what --list says of them, and where they are."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.base import Solver


@dataclass(frozen=True)
class Row:
    """A solver as --list shows it: where it is ("module:Class"), the package that it needs, the
    distributions that provide that package (the one to install first), its model in a line, and a
    package that makes it faster where it is there."""

    name: str
    target: str
    package: str | None
    distributions: tuple[str, ...]
    model: str
    accelerator: str | None = None

    @property
    def accelerated(self) -> bool:
        """Whether it runs as fast as it can: its accelerator is there, and not switched off."""
        if self.accelerator is None:
            return True
        import os

        switched_off = os.environ.get(f"{self.accelerator.upper()}_DISABLE_JIT", "0") != "0"
        return find_spec(self.accelerator) is not None and not switched_off

    @property
    def available(self) -> bool:
        return self.package is None or find_spec(self.package) is not None

    @property
    def version(self) -> str | None:
        """The installed package and its version, None where there is none to name."""
        from importlib import metadata

        for distribution in self.distributions:
            try:
                return f"{distribution} {metadata.version(distribution)}"
            except metadata.PackageNotFoundError:
                continue
        return None

    @property
    def install(self) -> str:
        """What to do about a missing package."""
        return f"pip install {self.distributions[0]}" if self.distributions else "reinstall it"


BUILTIN = {
    row.name: row
    for row in (
        Row(
            "backtracking",
            "solvers.backends.backtracking:Backtracking",
            None,
            (),
            "row by row, one array of flags per family of lines",
            "numba",
        ),
        Row(
            "backtracking-forward",
            "solvers.backends.forward:Forward",
            None,
            (),
            "the same with forward checking, smallest domain first",
            "numba",
        ),
        Row(
            "colour-split",
            "solvers.backends.colours.split:ColourSplit",
            None,
            (),
            "counts queens, shows none: the board split by the colour of its squares",
            "numba",
        ),
        Row(
            "cpsat",
            "solvers.backends.cpsat:CpSat",
            "ortools",
            ("ortools",),
            "AllDifferent on q[i], q[i]+i, q[i]-i",
        ),
        Row(
            "cpsat-pairwise",
            "solvers.backends.cpsat_models:CpSatPairwise",
            "ortools",
            ("ortools",),
            "disequalities between every two rows",
        ),
        Row(
            "cpsat-boolean",
            "solvers.backends.cpsat_models:CpSatBoolean",
            "ortools",
            ("ortools",),
            "a Boolean a square, exactly one a row and column, at most one on other lines",
        ),
        Row(
            "python-constraint",
            "solvers.backends.python_constraint:PythonConstraint",
            "constraint",
            ("python-constraint2", "python-constraint"),
            "one constraint over all rows, with forward checking",
        ),
        Row(
            "python-constraint-pairwise",
            "solvers.backends.python_constraint_models:PythonConstraintPairwise",
            "constraint",
            ("python-constraint2", "python-constraint"),
            "a function for every two rows, as in the textbooks",
        ),
        Row(
            "python-constraint-alldifferent",
            "solvers.backends.python_constraint_models:PythonConstraintAllDifferent",
            "constraint",
            ("python-constraint2", "python-constraint"),
            "AllDifferent on variables for q[i], q[i]+i, q[i]-i",
        ),
    )
}

TRUSTED = ("backtracking", "cpsat", "python-constraint")
"""The solvers that run where nobody names a built-in one."""


def is_builtin(solver: Solver | str) -> bool:
    """Whether a solver, or a name as it was asked for, is one of this project's own."""
    if isinstance(solver, str):
        return solver in BUILTIN
    own = f"{type(solver).__module__}:{type(solver).__qualname__}"
    return any(row.target == own for row in BUILTIN.values())
