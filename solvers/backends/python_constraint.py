"""The `constraint` module: one variable a row, one constraint over all rows.

After each queen the constraint hides the squares on her lines from the domains of the open rows
(forward checking). It uses only what python-constraint 1.4.0 and python-constraint2 share. Both
pick the variable with the smallest domain and break ties by the variable itself: variables are
numbered from the middle row outwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import constraint

from solvers.backends.order import middle_first
from solvers.base import Formulation, Run, Solver
from solvers.formulation import as_posed
from solvers.problem import Lines, Problem

KEPT = 1 << 17  # rows of attacked columns that are kept, some 20 MB: all of them for n up to 50


class PythonConstraint(Solver):
    name = "python-constraint"

    def formulation(self, problem: Problem) -> Formulation:
        posed = as_posed(problem)
        return Formulation(posed.variables, (" and ".join(posed.constraints) or "true",))

    def search(self, problem: Problem, run: Run) -> None:
        n = problem.n
        rows = middle_first(n)
        model = constraint.Problem(constraint.BacktrackingSolver(forwardcheck=True))
        for variable, row in enumerate(rows):
            model.addVariable(variable, list(problem.domains[row]))
        model.addConstraint(NoSharedLine(problem.lines, rows, run), list(range(n)))
        variables = sorted(range(n), key=rows.__getitem__)
        run.built()
        for solution in model.getSolutionIter():
            run.found([solution[variable] for variable in variables])


class NoSharedLine(constraint.Constraint):  # type: ignore[misc]  # it has no types
    """No two queens on one line of any family; `rows[variable]` is a variable's row."""

    def __init__(self, lines: Sequence[Lines], rows: Sequence[int], run: Run) -> None:
        self._lines = lines
        self._rows = rows
        self._run = run
        self._attacked_from = lru_cache(KEPT // len(rows))(self._attacked)
        run.statistics.update(nodes=1, failures=0)

    def __call__(
        self,
        variables: Sequence[int],
        domains: dict[int, Any],
        assignments: dict[int, int],
        forwardcheck: Any = None,
        _unassigned: Any = None,
    ) -> bool:
        """Whether the queen assigned last can still lead to a solution.

        Her own square is free: every queen before her hid the squares on her lines.
        """
        self._run.statistics["nodes"] += 1
        self._run.check_clock()
        variable = next(reversed(assignments))
        for other, columns in self._attacked_from(variable, assignments[variable]):
            if other not in assignments:
                domain = domains[other]
                for column in columns:
                    if column in domain:
                        domain.hideValue(column)
                if not domain:
                    self._run.statistics["failures"] += 1
                    return False
        return True

    def _attacked(self, variable: int, column: int) -> list[tuple[int, list[int]]]:
        """The columns that a queen attacks in the rows, by variable."""
        n = len(self._rows)
        lines = [(family, family.through(self._rows[variable], column)) for family in self._lines]
        return [
            (other, [c for family, line in lines for c in family.columns(line, row, n)])
            for other, row in enumerate(self._rows)
        ]
