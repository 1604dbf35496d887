"""Small solvers that behave in every way there is, and a clock that goes on only when told to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from solvers.base import (
    Outcome,
    Run,
    Solver,
)
from solvers.problem import COLUMNS, Problem

Script = Callable[[Problem, Run], None]

FOUR = Problem(4)
FIRST, SECOND = (1, 3, 0, 2), (2, 0, 3, 1)  # the two solutions of 4 queens
ROOKS = Problem(4, (COLUMNS,))
PLACEMENTS = sorted(permutations(range(4)))  # the 24 solutions of 4 rooks


class Scripted(Solver):
    """A solver whose search is a function."""

    name = "scripted"

    def __init__(self, script: Script) -> None:
        self._script = script

    def search(self, problem: Problem, run: Run) -> None:
        self._script(problem, run)


def solve(
    script: Script,
    problem: Problem = FOUR,
    limit: int | None = None,
    timeout: float | None = None,
    keep: int = 0,
) -> Outcome:
    return Scripted(script).solve(problem, limit=limit, timeout=timeout, keep=keep)


def reporting(*reports: object) -> Script:
    """A search that finds these, one by one."""

    def search(problem: Problem, run: Run) -> None:
        for report in reports:
            run.found(report)  # type: ignore[arg-type]

    return search


class Clock:
    """Stands in for the clock of the frame; it goes on only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def wait(self, seconds: float) -> None:
        self.now += seconds
