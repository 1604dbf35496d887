"""What the model for the `constraint` module promises beyond the contract of all solvers."""

from __future__ import annotations

import pytest

from solvers.backends import python_constraint
from solvers.backends.python_constraint import NoSharedLine, PythonConstraint
from solvers.problem import COLUMNS, VARIANTS, Problem


@pytest.mark.parametrize(
    ("problem", "queens", "failures"),
    [  # queens put down, and how many of them left a row without a square
        (Problem(3, lines=()), 3 + 9 + 27, 0),  # all prefixes of all placements
        (Problem(3, lines=(COLUMNS,)), 3 + 6 + 6, 0),  # no column is tried that is taken
        (Problem(2), 2, 2),  # either queen of the first row attacks all of the second
        (Problem(3), 2 + 1 + 2, 3),  # middle row first: its middle queen attacks all of the others
        (Problem(8), 1222, 232),
        (Problem(6, VARIANTS["semiqueens"](6)), 371, 36),
    ],
)
def test_nodes_are_the_queens_put_down(problem: Problem, queens: int, failures: int) -> None:
    """And the root."""
    outcome = PythonConstraint().solve(problem)
    assert outcome.statistics == {"nodes": 1 + queens, "failures": failures}


@pytest.mark.parametrize(("squares", "once"), [(64, True), (20, False)])
def test_what_a_queen_attacks_is_kept_for_so_many_squares(
    monkeypatch: pytest.MonkeyPatch, squares: int, once: bool
) -> None:
    """It is found once a square, or, where the board has more squares than that, again."""
    asked = []
    attacked = NoSharedLine._attacked

    def watch(self: NoSharedLine, variable: int, column: int) -> list[tuple[int, list[int]]]:
        asked.append((variable, column))
        return attacked(self, variable, column)

    monkeypatch.setattr(NoSharedLine, "_attacked", watch)
    monkeypatch.setattr(python_constraint, "KEPT", 8 * squares)
    outcome = PythonConstraint().solve(Problem(8))
    assert (outcome.count, outcome.illegal, outcome.repeated) == (92, 0, 0)
    assert outcome.statistics["nodes"] == 1 + 1222
    assert (len(asked) == len(set(asked))) is once
