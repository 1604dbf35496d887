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

from collections.abc import Container, Sequence

from ortools.sat.python import cp_model

from solvers.base import Run, Solver, Status, Stop
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


class CpSat(Solver):
    name = "cpsat"

    def search(self, problem: Problem, run: Run) -> None:
        run.statistics.update(branches=0, conflicts=0)
        rows = sorted(range(problem.n), key=lambda row: abs(2 * row - problem.n + 1))
        known: set[Placement] = set()  # reported by the searches that were given up
        parts = [(0, problem)]  # disjoint, each with the number of rows that are fixed in it
        enough = 0  # rows to fix before a search: as many as it took so far
        while parts:
            fixed, part = parts.pop()
            if fixed >= enough:
                expected = fixed == 0 and problem.n > 10 and run.limit is None
                reporter = _Reporter(run, known, crowd=FEW if expected else CROWD)
                _enumerate(part, rows, run, reporter)
                if not reporter.crowded:
                    continue
                known.update(reporter.found)
                enough = fixed + 1
            parts += [(fixed + 1, piece) for piece in part.cut(rows[fixed], problem.n)]


class _Reporter(cp_model.CpSolverSolutionCallback):
    """Reports the solutions that are not known yet; gives the search up at a crowd of solutions."""

    def __init__(self, run: Run, known: Container[Placement], crowd: int) -> None:
        super().__init__()
        self._run = run
        self._known = known
        self._crowd = crowd
        self._queens = range(run.problem.n)  # the first variables of the model
        self.found: list[Placement] = []

    @property
    def crowded(self) -> bool:
        return len(self.found) >= self._crowd

    def on_solution_callback(self) -> None:
        # takes a third of the time that self.value takes, which is for any expression
        q = tuple(map(self.SolutionIntegerValue, self._queens))
        if q not in self._known:
            self._run.found(q)
        self.found.append(q)
        if self.crowded:
            self.stop_search()


def _enumerate(problem: Problem, rows: Sequence[int], run: Run, reporter: _Reporter) -> None:
    """Search until there are no more solutions or too many. The queen with the fewest columns left
    comes first, of several that of the first row in `rows`, and there the median column."""
    model = cp_model.CpModel()
    queens = pose(model, problem)
    model.add_decision_strategy(
        [queens[row] for row in rows], cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MEDIAN_VALUE
    )
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
    ending = None
    try:
        ending = solver.solve(model, reporter)
    finally:  # an exception, as the callback may raise, leaves the solver without an answer
        counters = reporter if ending is None else solver
        if counters is solver or reporter.has_response():
            run.statistics["branches"] += counters.num_branches
            run.statistics["conflicts"] += counters.num_conflicts
    if reporter.crowded:
        return
    if ending not in _ENDINGS:
        raise RuntimeError(f"CP-SAT ended with {solver.status_name(ending)}")
    if _ENDINGS[ending] is Status.TIMEOUT:
        raise Stop(Status.TIMEOUT)


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
