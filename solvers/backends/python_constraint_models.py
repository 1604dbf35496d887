"""Two more models for the `constraint` module, searched as the one with a constraint of its own is:
by a search with forward checking, smallest domain first.

python-constraint-pairwise        q[i] in domains[i]
                                  a function for every two rows, true if their queens share no line

python-constraint-alldifferent    q[i] in domains[i]
                                  l[k,i] = a*i + b*q[i], modulo m where family k has a modulus
                                  AllDifferentConstraint(l[k,i] : i)   for every family k

The module's AllDifferentConstraint does no more than strike values out that another variable has.
And it takes variables only, so that sums and differences are variables of their own, which come
last in the search: what a global constraint is good for is its propagation.

The search only ever tries values that hold against those before, since it has struck out the
others; so, where all variables are queens, each value that it tries is a node of its tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import constraint

from solvers.base import Formulation, Run, Solver
from solvers.formulation import all_different, as_posed, line_of, values
from solvers.problem import COLUMNS, Lines, Problem


class PythonConstraintPairwise(Solver):
    name = "python-constraint-pairwise"

    def search(self, problem: Problem, run: Run) -> None:
        model = constraint.Problem(constraint.BacktrackingSolver(forwardcheck=True))
        rows = range(problem.n)
        for row in rows:
            model.addVariable(row, list(problem.domains[row]))
        watch = Watch(run, "nodes", 1)
        model.addConstraint(watch.tried, rows)
        run.statistics["checks"] = 0
        for i, j in combinations(rows, 2):
            model.addConstraint(_apart(problem.lines, i, j, run), (i, j))
        model.addConstraint(watch.kept, rows)
        run.built()
        for solution in model.getSolutionIter():
            run.found([solution[row] for row in rows])

    def formulation(self, problem: Problem) -> Formulation:
        posed = as_posed(problem)
        return Formulation(
            posed.variables,
            tuple(
                " and ".join(
                    f"{line_of(f, i, f'q[{i}]')} != {line_of(f, j, f'q[{j}]')}"
                    for f in problem.lines
                )
                or "true"
                for i, j in combinations(range(problem.n), 2)
            ),
        )


def _apart(lines: Sequence[Lines], i: int, j: int, run: Run) -> Callable[[int, int], bool]:
    """The function that is true if the queens of rows i and j share no line."""

    def apart(mine: int, other: int) -> bool:
        run.statistics["checks"] += 1
        return all(line.through(i, mine) != line.through(j, other) for line in lines)

    return apart


class PythonConstraintAllDifferent(Solver):
    name = "python-constraint-alldifferent"

    def search(self, problem: Problem, run: Run) -> None:
        model = constraint.Problem(constraint.BacktrackingSolver(forwardcheck=True))
        rows = range(problem.n)
        queens = [f"q[{row}]" for row in rows]
        for queen, domain in zip(queens, problem.domains, strict=True):
            model.addVariable(queen, list(domain))
        families = list(enumerate(problem.lines))
        variables = list(queens)
        for k, family in families:
            if family != COLUMNS:
                for row, domain in enumerate(problem.domains):
                    lines = sorted({family.through(row, column) for column in domain})
                    model.addVariable(f"l{k}[{row}]", lines)
                    variables.append(f"l{k}[{row}]")
        run.statistics["checks"] = 0
        watch = Watch(run, "assignments", 0)
        model.addConstraint(watch.tried, variables)
        for k, family in families:
            if family == COLUMNS:
                model.addConstraint(constraint.AllDifferentConstraint(), queens)
                continue
            for row in rows:
                model.addConstraint(_on_line(family, row, run), (queens[row], f"l{k}[{row}]"))
            own = [f"l{k}[{row}]" for row in rows]
            model.addConstraint(constraint.AllDifferentConstraint(), own)
        model.addConstraint(watch.kept, variables)
        run.built()
        for solution in model.getSolutionIter():
            run.found([solution[queen] for queen in queens])

    def formulation(self, problem: Problem) -> Formulation:
        rows = range(problem.n)
        variables = dict(as_posed(problem).variables)
        constraints = []
        for k, family in enumerate(problem.lines):
            own = [f"q[{row}]" for row in rows]
            if family != COLUMNS:
                own = [f"l{k}[{row}]" for row in rows]
                for row, domain in enumerate(problem.domains):
                    variables[own[row]] = values({family.through(row, c) for c in domain})
                    constraints.append(f"{own[row]} = {line_of(family, row, f'q[{row}]')}")
            constraints.append(all_different(own))
        return Formulation(variables, tuple(constraints))


def _on_line(family: Lines, row: int, run: Run) -> Callable[[int, int], bool]:
    """The function that is true if a row's queen is on a line of the family."""

    def on_line(column: int, line: int) -> bool:
        run.statistics["checks"] += 1
        return family.through(row, column) == line

    return on_line


class Watch:
    """Two constraints that hold always: one before all others, which sees each value that is tried,
    and one after them, which sees those that are kept. Counts what is tried, from a number on, and
    what fails."""

    def __init__(self, run: Run, counter: str, start: int) -> None:
        self._run = run
        self._counter = counter
        run.statistics.update({counter: start, "failures": 0})
        self.tried, self.kept = _Seen(self._see_tried), _Seen(self._see_kept)

    def _see_tried(self) -> None:
        self._run.check_clock()
        self._run.statistics[self._counter] += 1
        self._run.statistics["failures"] += 1

    def _see_kept(self) -> None:
        self._run.statistics["failures"] -= 1


class _Seen(constraint.Constraint):  # type: ignore[misc]  # it has no types
    def __init__(self, see: Callable[[], None]) -> None:
        self._see = see

    def __call__(self, *arguments: Any) -> bool:
        self._see()
        return True
