"""What the hand-written searches share: each is one function over arrays, which Numba compiles
where it can. It goes on from where it stopped, until it has found a block of solutions or taken so
many steps, so that the clock is looked at in between."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from solvers.backends.compiled import COMPILES, numbers
from solvers.base import Run, Solver
from solvers.problem import Problem

SQUARES = 1 << 22 if COMPILES else 1 << 12  # tested between two looks at the clock: some 20 ms;
# a step takes up to n of them
BLOCK = 1 << 18  # columns of the solutions that are reported at a time, at the most


class HandWritten(Solver):
    """A search that goes on from where it stopped; each has its arrays, and how to advance."""

    counters: ClassVar[Sequence[str]]
    """What the state of the search counts behind its depth: first the nodes, with the root."""

    def __init__(self) -> None:
        """Compile the search, or load it from where it is kept: no run has to pay for it."""
        if COMPILES:
            done = self.start()
            done[0] = -1
            self.advance(done, self.arrays(Problem(1)), np.empty((1, 1), np.int64), 0)

    @abstractmethod
    def arrays(self, problem: Problem) -> Sequence[Any]:
        """The problem and the state of its search, as `advance` wants them."""

    @abstractmethod
    def advance(self, state: Any, arrays: Sequence[Any], found: Any, steps: int) -> int:
        """Search on until `found` is full, so many steps are taken, or the tree is done (depth -1).

        Returns how many solutions were found.
        """

    def start(self) -> Any:
        """The state before the search: the depth, and the counters."""
        return numbers([0, 1, *[0] * (len(self.counters) - 1)])

    def search(self, problem: Problem, run: Run) -> None:
        n = problem.n
        arrays, state = self.arrays(problem), self.start()
        steps = 1 + SQUARES // n
        block = max(1, min(4096, BLOCK // n))
        found = np.empty((block, n), np.int64) if COMPILES else [[0] * n for _ in range(block)]
        run.built()
        try:
            left = block if run.limit is None else run.limit
            while state[0] >= 0:
                room = found if left >= block else found[:left]  # to stop just at the limit
                number = self.advance(state, arrays, room, steps)
                if number:
                    left -= 0 if run.limit is None else number
                    run.found_many(np.asarray(room[:number]))
                run.check_clock()
        finally:
            numbered = zip(self.counters, state[1:], strict=True)
            run.statistics.update((name, int(number)) for name, number in numbered)
