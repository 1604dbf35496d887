"""What the model for the `constraint` module promises beyond the contract of all solvers."""

from __future__ import annotations

import pytest

from solvers.backends.python_constraint import PythonConstraint
from solvers.problem import COLUMNS, Problem


@pytest.mark.parametrize(
    ("problem", "assignments"),
    [  # queens put down, each checked once
        (Problem(3, lines=()), 3 + 9 + 27),  # all prefixes of all placements
        (Problem(3, lines=(COLUMNS,)), 3 + 6 + 6),  # no column is tried that is taken
        (Problem(2), 2),  # either queen of the first row attacks all of the second
        (Problem(3), 2 + 1 + 2),  # middle row first: its middle queen attacks all of the others
    ],
)
def test_assignments_are_the_queens_put_down(problem: Problem, assignments: int) -> None:
    outcome = PythonConstraint().solve(problem)
    assert outcome.statistics == {"assignments": assignments}
