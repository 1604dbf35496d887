"""The backtracker's own promises: the order of its solutions and the size of its tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
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
    assert Backtracking().solve(Problem(n)).statistics == {"nodes": nodes}


def test_nodes_up_to_the_first_solution() -> None:
    """113 queens are placed up to the first solution for n = 8; the root is a node as well."""
    assert Backtracking().solve(Problem(8), limit=1).statistics == {"nodes": 1 + 113}


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
    statistics = {} if nodes is None else {"nodes": nodes}
    assert Backtracking().solve(problem).statistics == statistics
