"""What many tests share: solutions by brute force, and random problems for Hypothesis.

A test that takes a `Lines` or a `Problem` from `st.from_type` gets the ones made here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from solvers.problem import QUEENS, Lines, Placement, Problem, Square

collect_ignore = ["benchmark"]  # run by hand: python -m tests.benchmark

settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")

BruteForce = Callable[[Problem], frozenset[Placement]]


@cache
def _boards(n: int) -> npt.NDArray[np.int64]:
    """All n**n ways to put one queen into each row, one way a row of the array."""
    return np.indices((n,) * n).reshape(n, -1).T


def _solutions(problem: Problem) -> frozenset[Placement]:
    q = _boards(problem.n)
    legal = np.ones(len(q), np.bool_)
    for row, column in problem.placed:
        legal &= q[:, row] == column
    for row, column in problem.forbidden:
        legal &= q[:, row] != column
    for i, j in combinations(range(problem.n), 2):
        for family in problem.lines:
            apart = family.a * (i - j) + family.b * (q[:, i] - q[:, j])
            legal &= apart != 0 if family.modulus is None else apart % family.modulus != 0
    return frozenset(map(tuple, q[legal].tolist()))


@pytest.fixture(scope="session")
def brute_force() -> BruteForce:
    """The solutions of a problem: every placement (n at most 6), every pair of rows, by the rule's
    definition; of the code under test it uses the numbers that state the problem alone."""
    return _solutions


def _lines() -> st.SearchStrategy[Lines]:
    factors = st.integers(-3, 3)
    directions = st.tuples(factors, factors).filter(any)
    moduli = st.none() | st.integers(1, 7)
    return st.tuples(directions, moduli).map(lambda drawn: Lines(*drawn[0], drawn[1]))


@st.composite
def _problems(draw: st.DrawFn) -> Problem:
    n = draw(st.integers(1, 6))
    squares: st.SearchStrategy[Square] = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    families = draw(st.lists(st.sampled_from(QUEENS) | _lines(), min_size=n > 4, max_size=3))
    twice = draw(st.lists(st.sampled_from(families), max_size=1)) if families else []
    placed = draw(st.just(frozenset()) | st.frozensets(squares, max_size=2))
    forbidden = draw(st.frozensets(squares, max_size=n))
    return Problem(n, (*families, *twice), placed, forbidden)


st.register_type_strategy(Lines, _lines())
st.register_type_strategy(Problem, _problems())
