"""Models in mathematical notation: what is printed is what is solved."""

from __future__ import annotations

import re
from itertools import product

import constraint
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from solvers import Problem, load
from solvers.backends.cpsat import CpSat
from solvers.builtin import BUILTIN
from solvers.formulation import Formulation
from solvers.problem import COLUMNS, VARIANTS, Lines
from tests.conftest import BruteForce

TOROIDAL = Problem(3, VARIANTS["toroidal"](3))


@pytest.mark.parametrize(
    ("solver", "problem", "variables", "constraints"),
    [
        *((name, Problem(8), 8, 3) for name in ("backtracking", "cpsat")),
        ("python-constraint", Problem(8), 8, 1),
        ("backtracking-forward", Problem(8), 8, 3),
        ("cpsat-pairwise", Problem(8), 8, 3 * 28),
        ("python-constraint-pairwise", Problem(8), 8, 28),
        ("python-constraint-alldifferent", Problem(8), 3 * 8, 3 + 2 * 8),
        # 8 rows and 8 columns; 15 diagonals of either family, of which two have a single square
        ("cpsat-boolean", Problem(8), 64, 8 + 8 + 2 * 13),
        ("cpsat", TOROIDAL, 3 * 3, 3 + 2 * 3),
        ("cpsat-pairwise", TOROIDAL, 3 * 3, 3 * 3 + 2 * 3),
        ("cpsat-boolean", TOROIDAL, 9, 3 + 3 + 2 * 3),
    ],
)
def test_sizes(solver: str, problem: Problem, variables: int, constraints: int) -> None:
    formulation = load(solver).formulation(problem)
    assert (len(formulation.variables), len(formulation.constraints)) == (variables, constraints)


@pytest.mark.parametrize(
    ("solver", "problem", "constraints"),
    [
        (
            "cpsat",
            Problem(3),
            [
                "AllDifferent(q[0], q[1], q[2])",
                "AllDifferent(q[0], q[1] + 1, q[2] + 2)",
                "AllDifferent(q[0], q[1] - 1, q[2] - 2)",
            ],
        ),
        ("cpsat-pairwise", Problem(2), ["q[0] != q[1]", "q[0] != q[1] + 1", "q[0] != q[1] - 1"]),
        (
            "cpsat-boolean",
            Problem(2, forbidden=frozenset({(0, 0)})),
            [
                "exactly one of x[0,1]",
                "exactly one of x[1,0], x[1,1]",
                "exactly one of x[1,0]",
                "exactly one of x[0,1], x[1,1]",
                "at most one of x[0,1], x[1,0]",
            ],
        ),
        (
            "python-constraint-pairwise",
            Problem(2),
            ["q[0] != q[1] and q[0] != q[1] + 1 and q[0] != q[1] - 1"],
        ),
        (
            "python-constraint-alldifferent",
            Problem(2, (COLUMNS, Lines(2, 1))),
            [
                "AllDifferent(q[0], q[1])",
                "l1[0] = q[0]",
                "l1[1] = q[1] + 2",
                "AllDifferent(l1[0], l1[1])",
            ],
        ),
        (
            "cpsat",
            Problem(2, (Lines(-1, 1, 2),)),
            ["l0[0] = q[0] mod 2", "l0[1] = (q[1] + 1) mod 2", "AllDifferent(l0[0], l0[1])"],
        ),
        ("cpsat-pairwise", Problem(2, (Lines(1, 0),)), ["0 != -1"]),
        ("cpsat-boolean", Problem(2, ()), [f"exactly one of x[{i},0], x[{i},1]" for i in (0, 1)]),
    ],
)
def test_constraints(solver: str, problem: Problem, constraints: list[str]) -> None:
    assert list(load(solver).formulation(problem).constraints) == constraints


def satisfied(text: str, values: dict[str, int]) -> bool:
    """Whether a constraint, as it is printed, holds; a second, plain reading of the notation."""
    if " and " in text:
        return all(satisfied(part, values) for part in text.split(" and "))
    plain = re.sub(r"[a-z]\d*\[[\d,]+\]", lambda name: f"values['{name[0]}']", text)
    plain = plain.replace("mod", "%").replace("true", "True").replace("false", "False")
    for words, test in (("exactly one of ", "== 1"), ("at most one of ", "<= 1")):
        if plain.startswith(words):
            inside = plain.removeprefix(words).replace("nothing", "")
            return bool(eval(f"sum([{inside}]) {test}", {"values": values}))
    if plain.startswith("AllDifferent("):
        inside = plain.removeprefix("AllDifferent(")[:-1]
        return bool(eval(f"len({{{inside}}}) == {inside.count(',') + 1}", {"values": values}))
    return bool(eval(re.sub(r"(?<![!=<>])=(?!=)", "==", plain), {"values": values}))


def domain(text: str) -> list[int]:
    """{0..3, 7} as numbers."""
    numbers: list[int] = []
    for part in filter(None, text.strip("{}").split(", ")):
        first, _, last = part.partition("..")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def placements(formulation: Formulation, n: int) -> set[tuple[int, ...]]:
    """What the printed model says: all values of its variables, tried against all constraints."""
    rows: set[tuple[int, ...]] = set()
    names = list(formulation.variables)
    free = [name for name in names if not name.startswith("l")]  # the others are functions of these
    for chosen in product(*(domain(formulation.variables[name]) for name in free)):
        values = dict(zip(free, chosen, strict=True))
        waiting = list(formulation.constraints)
        for text in formulation.constraints:
            name, equals, expression = text.partition(" = ")
            if equals:
                plain = re.sub(r"q\[\d+\]", lambda q: f"values['{q[0]}']", expression)
                values[name] = eval(plain.replace("mod", "%"), {"values": values})
                waiting.remove(text)
        if all(satisfied(text, values) for text in waiting):
            if names[0].startswith("x"):
                taken = [name for name in free if values[name]]
                squares = sorted(tuple(map(int, name[2:-1].split(","))) for name in taken)
                rows.add(tuple(column for _, column in squares))
            else:
                rows.add(tuple(values[f"q[{row}]"] for row in range(n)))
    return rows


@pytest.mark.parametrize("solver", [name for name in BUILTIN if name != "colour-split"])
@settings(max_examples=15)
@given(problem=st.from_type(Problem))
def test_the_printed_model_has_the_solutions(
    solver: str, problem: Problem, brute_force: BruteForce
) -> None:
    assume(all(problem.domains) and problem.n <= 3)
    formulation = load(solver).formulation(problem)
    assert placements(formulation, problem.n) == brute_force(problem)


def test_an_exported_model_can_be_read_and_has_the_solutions() -> None:
    text = CpSat().export(Problem(6))
    model = cp_model.CpModel()
    model.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1

    class Count(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    count = Count()
    solver.solve(model, count)
    assert count.found == 4  # A000170


def test_the_textbook_model_is_what_the_library_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many constraints as are printed, and the two that watch the search."""
    added = []
    add = constraint.Problem.addConstraint
    monkeypatch.setattr(
        constraint.Problem,
        "addConstraint",
        lambda self, *given: (added.append(given), add(self, *given)),
    )
    for solver in ("python-constraint-pairwise", "python-constraint-alldifferent"):
        added.clear()
        load(solver).solve(Problem(5))
        assert len(added) == len(load(solver).formulation(Problem(5)).constraints) + 2
