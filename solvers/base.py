"""Everybody's words: a solver searches, a run watches it, an outcome says what came of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import final

from solvers.formulation import Formulation, as_posed
from solvers.frame import conduct
from solvers.outcome import Limits, Outcome, Status, Stop, Unavailable, Unsupported, Witness
from solvers.problem import Problem
from solvers.run import Run

__all__ = [
    "Formulation",
    "Limits",
    "Outcome",
    "Run",
    "Solver",
    "Status",
    "Stop",
    "Unavailable",
    "Unsupported",
    "Witness",
]


class Solver(ABC):
    """One way of searching one model.

    A solver of one's own sets `name` and writes `search`; clock, limits, checks, tallies and
    errors are the frame's.
    """

    name: str = ""

    @abstractmethod
    def search(self, problem: Problem, run: Run) -> None:
        """Report every solution to `run`; returning means that there are no more.

        Raises Unsupported, with a reason, for a problem that the solver cannot pose.
        """

    def parts(self, problem: Problem, k: int) -> Sequence[tuple[Solver, Problem]]:
        """The work cut into about k parts, which have no solution in common and together all: by
        the columns of the first rows, dealt out."""
        pieces = [problem]
        for row in range(problem.n):
            if len(pieces) >= k:
                break
            each = -(-k // len(pieces))
            pieces = [piece for whole in pieces for piece in whole.cut(row, each)]
        return [(self, piece) for piece in pieces]

    def formulation(self, problem: Problem) -> Formulation:
        """The model in mathematical notation; by default the problem as it is put to a solver.

        Raises Unsupported, with the reason, where there is none.
        """
        return as_posed(problem)

    @final
    def solve(
        self,
        problem: Problem,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        keep: int = 0,
    ) -> Outcome:
        """Search in this process, which cannot stop a backend that never reports or looks at the
        clock; `run_isolated` can. Raises ValueError for limits that are not positive.
        """
        return conduct(self, problem, Limits(limit=limit, timeout=timeout, keep=keep))
