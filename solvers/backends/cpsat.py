"""OR-Tools CP-SAT: one AllDifferent a family of lines.

    q[i] in domains[i]                                     0 <= i < n
    AllDifferent(a*i + b*q[i] : i)         for every family without a modulus
    AllDifferent((a*i + b*q[i]) mod m : i) for every family modulo m

For queens these are AllDifferent on q[i], q[i]+i and q[i]-i.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from solvers.base import Run, Solver, Status, Stop
from solvers.problem import Lines, Problem

ALLDIFF_DOMAIN = 5000  # columns up to which CP-SAT expands AllDifferent, which large boards need

_ENDINGS = {
    cp_model.OPTIMAL: Status.COMPLETE,
    cp_model.INFEASIBLE: Status.COMPLETE,
    cp_model.FEASIBLE: Status.TIMEOUT,
    cp_model.UNKNOWN: Status.TIMEOUT,
}


class CpSat(Solver):
    name = "cpsat"

    def search(self, problem: Problem, run: Run) -> None:
        model = cp_model.CpModel()
        queens = pose(model, problem)
        _search_rows_from_the_middle(model, queens)
        solver = cp_model.CpSolver()
        settings = solver.parameters
        settings.enumerate_all_solutions = True
        settings.num_workers = 1  # with more, enumeration silently gives wrong counts
        settings.search_branching = cp_model.FIXED_SEARCH
        settings.use_sat_inprocessing = False
        settings.cp_model_presolve = False
        settings.max_alldiff_domain_size = ALLDIFF_DOMAIN
        remaining = run.remaining()
        if remaining is not None:
            settings.max_time_in_seconds = remaining
        run.built()
        reporter = _Reporter(queens, run)
        ending = None
        try:
            ending = solver.solve(model, reporter)
        finally:  # an exception from the callback leaves the solver without an answer of its own
            counters = reporter if ending is None else solver
            run.statistics["branches"] = counters.num_branches
            run.statistics["conflicts"] = counters.num_conflicts
        if ending not in _ENDINGS:
            raise RuntimeError(f"CP-SAT ended with {solver.status_name(ending)}")
        if _ENDINGS[ending] is Status.TIMEOUT:
            raise Stop(Status.TIMEOUT)


class _Reporter(cp_model.CpSolverSolutionCallback):
    def __init__(self, queens: Sequence[cp_model.IntVar], run: Run) -> None:
        super().__init__()
        self._queens = queens
        self._run = run

    def on_solution_callback(self) -> None:
        self._run.found(tuple(map(self.value, self._queens)))


def pose(model: cp_model.CpModel, problem: Problem) -> list[cp_model.IntVar]:
    """Put the variables and constraints of a problem into a model; the queens by row."""
    domains = {domain: cp_model.Domain.from_values(domain) for domain in set(problem.domains)}
    queens = [
        model.new_int_var_from_domain(domains[domain], f"q[{i}]")
        for i, domain in enumerate(problem.domains)
    ]
    for family in problem.lines:
        model.add_all_different(
            _line(model, family, i, queen, problem.n) for i, queen in enumerate(queens)
        )
    return queens


def _line(
    model: cp_model.CpModel, family: Lines, row: int, queen: cp_model.IntVar, n: int
) -> cp_model.LinearExprT:
    expression = family.a * row + family.b * queen
    if family.modulus is None:
        return expression
    # CP-SAT's remainder has the sign of the dividend, as in C: make the dividend non-negative
    least = min(family.a * row, family.a * row + family.b * (n - 1))
    shift = -(least // family.modulus) * family.modulus
    line = model.new_int_var(0, family.modulus - 1, "")
    model.add_modulo_equality(line, expression + shift, family.modulus)
    return line


def _search_rows_from_the_middle(
    model: cp_model.CpModel, queens: Sequence[cp_model.IntVar]
) -> None:
    """Fixed search: the queen with the fewest columns left first, ties by distance from the middle
    row, and the median column first."""
    middle = (len(queens) - 1) / 2
    rows = sorted(range(len(queens)), key=lambda i: abs(i - middle))
    model.add_decision_strategy(
        [queens[i] for i in rows], cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MEDIAN_VALUE
    )
