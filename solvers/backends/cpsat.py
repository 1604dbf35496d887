"""OR-Tools CP-SAT: one AllDifferent a family of lines.

    q[i] in domains[i]                                     0 <= i < n
    AllDifferent(a*i + b*q[i] : i)         for every family without a modulus
    AllDifferent((a*i + b*q[i]) mod m : i) for every family modulo m

For queens these are AllDifferent on q[i], q[i]+i and q[i]-i.

CP-SAT bars each solution that it has found by a clause, which slows down all of the search that
follows: where there are many, several short searches are faster than a long one. So a search that
has found a crowd is given up; one row more is fixed, from the middle outwards, and each of its
columns gets a search of its own. Problems with few solutions are searched in one go. The counters
of all searches are added up, also of those that were given up.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from solvers.backends.order import middle_first
from solvers.base import Formulation, Run, Solver, Status, Stop
from solvers.problem import Lines, Placement, Problem

ALLDIFF_DOMAIN = 5000  # columns up to which CP-SAT expands AllDifferent, which large boards need
CROWD = 2500  # solutions, above which several searches are faster than one
FEW = 100  # solutions of the first search, after which many more can be expected of over 10 rows

_ENDINGS = {
    cp_model.OPTIMAL: Status.COMPLETE,
    cp_model.INFEASIBLE: Status.COMPLETE,
    cp_model.FEASIBLE: Status.TIMEOUT,
    cp_model.UNKNOWN: Status.TIMEOUT,
}


class Posed(NamedTuple):
    """A model, and of each row the variables by which its queen is searched for."""

    model: cp_model.CpModel
    decisions: Sequence[Sequence[cp_model.IntVar]]


class CpSat(Solver):
    name = "cpsat"

    selection = (cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MEDIAN_VALUE)
    """Which variable is decided next, those of the middle rows first, and on which value."""

    def pose(self, problem: Problem) -> Posed:
        """The model of a problem."""
        model = cp_model.CpModel()
        queens = new_queens(model, problem)
        for k, family in enumerate(problem.lines):
            model.add_all_different(lines(model, family, k, queens))
        return Posed(model, [[queen] for queen in queens])

    def placement(self, problem: Problem, value: Callable[[int], int]) -> Placement:
        """The solution in which the variable number i has the value `value(i)`."""
        return tuple(map(value, range(problem.n)))

    def formulation(self, problem: Problem) -> Formulation:
        from solvers.backends.cpsat_notation import in_notation

        return in_notation(self.pose(problem).model)

    def export(self, problem: Problem) -> str:
        """The model in CP-SAT's own text format."""
        return str(self.pose(problem).model.proto)

    def search(self, problem: Problem, run: Run) -> None:
        run.statistics.update(branches=0, conflicts=0, propagations=0)
        rows = middle_first(problem.n)
        known: set[Placement] = set()  # reported by the searches that were given up
        parts = [(0, problem)]  # disjoint, each with the number of rows that are fixed in it
        enough = 0  # rows to fix before a search: as many as it took so far
        while parts:
            fixed, part = parts.pop()
            if fixed >= enough:
                expected = fixed == 0 and problem.n > 10 and run.limit is None
                crowd = FEW if expected else CROWD
                reporter = _Reporter(run, partial(self.placement, part), known, crowd)
                self._enumerate(part, rows, run, reporter)
                if not reporter.crowded:
                    continue
                known.update(reporter.found)
                enough = fixed + 1
            parts += [(fixed + 1, piece) for piece in part.cut(rows[fixed], problem.n)]

    def _enumerate(
        self, problem: Problem, rows: Sequence[int], run: Run, reporter: _Reporter
    ) -> None:
        """Search until there are no more solutions or too many; the rows come in this order."""
        model, decisions = self.pose(problem)
        variables = [variable for row in rows for variable in decisions[row]]
        model.add_decision_strategy(variables, *self.selection)
        solver = cp_model.CpSolver()
        settings = solver.parameters
        settings.enumerate_all_solutions = True
        settings.num_workers = 1  # with more, enumeration silently gives wrong counts
        settings.search_branching = cp_model.FIXED_SEARCH
        settings.use_sat_inprocessing = False
        settings.cp_model_presolve = False
        settings.max_alldiff_domain_size = ALLDIFF_DOMAIN
        settings.catch_sigint_signal = False  # Ctrl-C is the caller's, and no time-out
        remaining = run.remaining()
        if remaining is not None:
            settings.max_time_in_seconds = remaining
        run.built()
        ending = None
        try:
            ending = solver.solve(model, reporter)
        finally:  # an exception, as the callback may raise, leaves the solver without an answer
            if ending is not None:
                _count(run, solver.response_proto)
            elif reporter.has_response():
                _count(run, reporter)
        if reporter.crowded:
            return
        if ending not in _ENDINGS:
            raise RuntimeError(f"CP-SAT ended with {solver.status_name(ending)}")
        if _ENDINGS[ending] is Status.TIMEOUT:
            raise Stop(Status.TIMEOUT)


class _Reporter(cp_model.CpSolverSolutionCallback):
    """Reports the solutions that are not known yet; gives the search up at a crowd of solutions."""

    def __init__(
        self,
        run: Run,
        placement: Callable[[Callable[[int], int]], Placement],
        known: Container[Placement],
        crowd: int,
    ) -> None:
        super().__init__()
        self._run = run
        self._placement = placement
        self._known = known
        self._crowd = crowd
        self.found: list[Placement] = []

    @property
    def crowded(self) -> bool:
        return len(self.found) >= self._crowd

    def on_solution_callback(self) -> None:
        # takes a third of the time that self.value takes, which is for any expression
        q = self._placement(self.SolutionIntegerValue)
        if q not in self._known:
            self._run.found(q)
        self.found.append(q)
        if self.crowded:
            self.stop_search()


def _count(run: Run, counters: Any) -> None:
    """Add up the counters of a search."""
    run.statistics["branches"] += counters.num_branches
    run.statistics["conflicts"] += counters.num_conflicts
    run.statistics["propagations"] += (
        counters.num_binary_propagations + counters.num_integer_propagations
    )


def new_queens(model: cp_model.CpModel, problem: Problem) -> list[cp_model.IntVar]:
    """The columns of the queens by row: the first variables of a model."""
    domains = {domain: cp_model.Domain.from_values(domain) for domain in set(problem.domains)}
    return [
        model.new_int_var_from_domain(domains[domain], f"q[{i}]")
        for i, domain in enumerate(problem.domains)
    ]


def lines(
    model: cp_model.CpModel, family: Lines, k: int, queens: Sequence[cp_model.IntVar]
) -> list[cp_model.LinearExprT]:
    """The line of the family number k on which each queen is: an expression in her column or, for a
    remainder, a variable of its own."""
    expressions: list[cp_model.LinearExprT] = [
        family.a * row + family.b * queen for row, queen in enumerate(queens)
    ]
    if family.modulus is None:
        return expressions
    remainders: list[cp_model.LinearExprT] = []
    for row, expression in enumerate(expressions):
        # CP-SAT's remainder has the sign of the dividend, as in C: make the dividend non-negative
        least = min(family.a * row, family.a * row + family.b * (len(queens) - 1))
        shift = -(least // family.modulus) * family.modulus
        line = model.new_int_var(0, family.modulus - 1, f"l{k}[{row}]")
        model.add_modulo_equality(line, expression + shift, family.modulus)
        remainders.append(line)
    return remainders
