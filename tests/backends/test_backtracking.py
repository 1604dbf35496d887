"""The backtracker's own promises: the order of its solutions and the size of its tree."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solvers.backends.backtracking import Backtracking
from solvers.base import Limits, Run
from solvers.problem import VARIANTS, Placement, Problem


class Recording(Run):
    """A run that remembers the order in which solutions come."""

    def __init__(self, problem: Problem) -> None:
        super().__init__("backtracking", problem, Limits())
        self.order: list[Placement] = []

    def found_many(self, array: npt.NDArray[np.integer[Any]]) -> None:
        self.order += map(tuple, array.tolist())
        super().found_many(array)


def in_order(problem: Problem) -> list[Placement]:
    run = Recording(problem)
    Backtracking().search(problem, run)
    return run.order


def test_the_first_ten_of_92_come_in_the_order_of_the_slides() -> None:
    digits = ["".join(str(column + 1) for column in q) for q in in_order(Problem(8))]
    assert digits[:5] == ["15863724", "16837425", "17468253", "17582463", "24683175"]
    assert digits[5:10] == ["25713864", "25741863", "26174835", "26831475", "27368514"]
    assert len(digits) == 92


@given(problem=st.from_type(Problem))
def test_solutions_come_in_lexicographic_order(problem: Problem) -> None:
    order = in_order(problem)
    assert order == sorted(set(order))


@pytest.mark.parametrize(
    ("n", "nodes"),
    [  # A319283
        (1, 2),
        (2, 3),
        (3, 6),
        (4, 17),
        (5, 54),
        (6, 153),
        (7, 552),
        (8, 2057),
        (9, 8394),
    ],
)
def test_nodes_are_those_of_the_tree(n: int, nodes: int) -> None:
    """The root and the solutions are nodes too."""
    assert Backtracking().solve(Problem(n)).statistics["nodes"] == nodes


def test_nodes_up_to_the_first_solution() -> None:
    """113 queens are placed up to the first solution for n = 8; the root is a node as well."""
    assert Backtracking().solve(Problem(8), limit=1).statistics["nodes"] == 1 + 113


@pytest.mark.parametrize(
    ("n", "squares"),
    [  # A140450, whose title calls them queens placed; n = 2 and 3 have no solution
        (1, 1),
        (2, 6),
        (3, 18),
        (4, 26),
        (5, 15),
        (6, 171),
        (7, 42),
        (8, 876),
        (9, 333),
        (10, 975),
        (11, 517),
        (12, 3066),
    ],
)
def test_squares_tested_up_to_the_first_solution(n: int, squares: int) -> None:
    assert Backtracking().solve(Problem(n), limit=1).statistics["squares"] == squares


def test_squares_tested_for_all_solutions() -> None:
    """A figure that is often quoted for 8 queens."""
    assert Backtracking().solve(Problem(8)).statistics["squares"] == 15720


def leaves(problem: Problem, q: Placement = ()) -> int:
    """The ends of the tree of partial placements without a conflict, by the rule itself."""
    part = Problem(len(q) + 1, problem.lines) if len(q) < problem.n else None
    further = [] if part is None else [(*q, c) for c in problem.domains[len(q)]]
    children = [p for p in further if all(_apart(problem, p, row) for row in range(len(q)))]
    return sum(leaves(problem, child) for child in children) if children else 1


def _apart(problem: Problem, q: Placement, row: int) -> bool:
    last = len(q) - 1
    return all(f.through(row, q[row]) != f.through(last, q[last]) for f in problem.lines)


@settings(max_examples=30)
@given(problem=st.from_type(Problem))
def test_failures_are_the_ends_of_the_tree_that_are_no_solutions(problem: Problem) -> None:
    assume(all(problem.domains))
    outcome = Backtracking().solve(problem)
    assert outcome.statistics["failures"] == leaves(problem) - outcome.count


@pytest.mark.parametrize(
    ("problem", "nodes"),
    [
        (Problem(1, forbidden=frozenset({(0, 0)})), None),  # answered by the frame
        (Problem(3, VARIANTS["rooks"](3)), 1 + 3 + 6 + 6),
        (Problem(3, lines=()), 1 + 3 + 9 + 27),
        (Problem(4, placed=frozenset({(0, 0)})), 1 + 1 + 2 + 1),  # by hand: 1 4 2 and 1 3 end
    ],
)
def test_nodes_of_other_trees(problem: Problem, nodes: int | None) -> None:
    assert Backtracking().solve(problem).statistics.get("nodes") == nodes


# The search, step by step


@settings(max_examples=30)
@given(problem=st.from_type(Problem))
def test_the_steps_are_those_of_the_search(problem: Problem) -> None:
    assume(all(problem.domains) and len(in_order(problem)) < 1000)
    counters = Backtracking().solve(problem).statistics
    steps = list(Backtracking().steps(problem))
    kinds = Counter(step.kind for step in steps)
    assert kinds["place"] == counters["nodes"] - 1
    assert kinds["place"] + kinds["conflict"] == counters["squares"]
    assert (kinds["end"], steps[-1].kind) == (1, "end")


@settings(max_examples=30)
@given(problem=st.from_type(Problem))
def test_each_step_follows_from_those_before(problem: Problem) -> None:
    """Played on a board: conflicts are with a queen that stands there, solutions are all found."""
    assume(all(problem.domains) and len(in_order(problem)) < 1000)
    q: list[int] = []
    solutions = []
    for step in Backtracking().steps(problem):
        row, column = step.square
        if step.kind == "conflict":
            if row < len(q):  # a queen stood in the last row, and moves on
                assert q.pop() != column
            assert step.conflict is not None and step.conflict.lines is not None
            other, square = step.conflict.squares
            assert (square, q[other[0]]) == (step.square, other[1])
            lines = {step.conflict.lines.through(*one) for one in (other, square)}
            assert lines == {step.conflict.line}
        elif step.kind == "place":
            q[row:] = [column]
            if len(q) == problem.n:
                solutions.append(tuple(q))
        elif step.kind == "back":
            assert q[row] == column
            del q[row:]
    assert solutions == in_order(problem)
