"""Published counts, to check against; no solver sees them.

Each table is an entry of the On-Line Encyclopedia of Integer Sequences (https://oeis.org); the
first term here is that of n = 1. Those of queens have been confirmed by several groups up to
n = 27 (Preusser and Engelhardt 2017).
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

from solvers.problem import Problem


class Published(NamedTuple):
    """A published number of solutions and the OEIS entry that it is from."""

    solutions: int
    source: str


A000170 = (
    *(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512),
    *(95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644),
    *(24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528),
)
A051906 = (
    *(1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0, 0, 140692, 0, 820496, 0, 0, 0),
    *(128850048, 0, 1957725000, 0, 0, 0, 605917055356, 0, 13404947681712, 0, 0, 0),
)
A099152 = (
    *(1, 1, 3, 7, 23, 83, 405, 2113, 12657, 82297, 596483, 4698655, 40071743, 367854835),
    *(3622508685, 38027715185, 424060091065, 5006620130753, 62395131973755, 818456924866815),
    11271715349614463,
)
A006717 = (
    *(1, 3, 15, 133, 2025, 37851, 1030367, 36362925, 1606008513, 87656896891, 5778121715415),
    *(452794797220965, 41609568918940625),
)
A102388 = (1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 6, 78, 8, 16, 18, 234, 124, 468, 516)


def published(problem: Problem) -> Published | None:
    """The published count of a problem; None where there is none, or squares are given.

    >>> published(Problem(8))
    Published(solutions=92, source='A000170')
    """
    n = problem.n
    if problem.restricted:
        return None
    match problem.variant:
        case "queens":
            return _term(A000170, n - 1, "A000170")
        case "toroidal":
            return _term(A051906, n - 1, "A051906")
        case "semiqueens":
            return _term(A099152, n - 1, "A099152")
        case "queens-nightriders":
            return _term(A102388, n - 1, "A102388")
        case "toroidal-semiqueens":  # the entry has the odd boards; an even one has no solution
            return _term(A006717, n // 2, "A006717") if n % 2 else Published(0, "A006717")
        case "rooks":
            return Published(factorial(n), "A000142") if n <= 1000 else None
    return None


def _term(terms: tuple[int, ...], index: int, source: str) -> Published | None:
    return Published(terms[index], source) if index < len(terms) else None
