"""The search step by step, as it is printed."""

from __future__ import annotations

import pytest

from solvers.backends.backtracking import Backtracking
from solvers.outcome import Limits
from solvers.presentation.trace import trace
from solvers.problem import VARIANTS, Problem


def printed(problem: Problem, limits: Limits | None = None) -> list[str]:
    return list(trace(problem, Backtracking().steps(problem), limits or Limits()))


def test_a_whole_trace() -> None:
    assert printed(Problem(2)) == [
        "row  0 1",
        "  0  Q .   place",
        "  1  x .   conflict with 0:0, the column 0",
        "  1  . x   conflict with 0:0, the diagonal row - column = 0",
        "  0  - .   back: no column is left to try in row 1",
        "  0  . Q   place",
        "  1  x .   conflict with 0:1, the diagonal row + column = 1",
        "  1  . x   conflict with 0:1, the column 1",
        "  0  . -   back: no column is left to try in row 1",
        "     no column is left to try in row 0: the end",
        "",
        "2 queens placed, 4 conflicts, 2 steps back, 0 solutions",
        "3 nodes, with the empty board; 6 squares tested",
    ]


@pytest.mark.parametrize(
    ("n", "counts"),
    [  # nodes: A319283; solutions: A000170
        (1, "1 queen placed, 0 conflicts, 0 steps back, 1 solution"),
        (4, "16 queens placed, 44 conflicts, 14 steps back, 2 solutions"),
        (6, "152 queens placed, 742 conflicts, 148 steps back, 4 solutions"),
    ],
)
def test_the_counts_at_the_end(n: int, counts: str) -> None:
    assert printed(Problem(n))[-2] == counts


def test_solutions_are_numbered() -> None:
    found = [line for line in printed(Problem(4)) if "solution " in line]
    assert found == [
        "  3  . . Q .   place: solution 1, columns 1302",
        "  3  . Q . .   place: solution 2, columns 2031",
    ]


def test_a_limit_ends_it() -> None:
    *_, solution, blank, counts, nodes = printed(Problem(4), Limits(limit=1))
    assert "solution 1" in solution
    assert blank == ""
    assert counts.endswith("1 solution, up to the limit")
    assert nodes.endswith("26 squares tested")  # A140450


def test_the_time_ends_it() -> None:
    lines = printed(Problem(12), Limits(timeout=1e-9))
    assert len(lines) == 5
    assert (
        lines[-2] == "1 queen placed, 0 conflicts, 0 steps back, 0 solutions, until the time was up"
    )


def test_a_row_that_is_too_wide_is_not_drawn() -> None:
    lines = printed(Problem(40), Limits(limit=1, timeout=0.2))
    assert lines[:3] == [
        "row",
        "  0  Q 0:0   place",
        "  1  x 1:0   conflict with 0:0, the column 0",
    ]


def test_other_lines_have_their_names() -> None:
    lines = printed(Problem(3, VARIANTS["toroidal"](3)))
    assert "  1  . . x   conflict with 0:0, the diagonal row + column = 0 (modulo 3)" in lines
