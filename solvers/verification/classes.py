"""Solutions up to rotation and reflection, held against what is published of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.verification.symmetry import SYMMETRIES, classes, image, symmetries_of

A002562 = (
    *(1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955, 11977939),
    *(83263591, 621012754, 4878666808, 39333324973, 336376244042, 3029242658210),
    *(28439272956934, 275986683743434, 2789712466510289, 29363495934315694),
)
"""n queens up to the eight symmetries of the board, from n = 1 (https://oeis.org/A002562)."""


@dataclass(frozen=True)
class ClassCount:
    """The number of solutions and the sizes of their orbits; the published number of these, where
    there is one; and what is wrong with them."""

    solutions: int
    orbits: tuple[int, ...]
    published: int | None
    faults: tuple[str, ...]


def class_count(problem: Problem, outcomes: Iterable[Outcome]) -> ClassCount | None:
    """The classes of a problem that has all eight symmetries, from a run that shows all solutions;
    None where there is none such.

    The orbits are checked by Burnside's lemma: 8 times their number is the number of solutions
    that each of the symmetries leaves as they are. For n >= 2 queens no reflection leaves any, so
    that 8*A002562 = A000170 + A032522 + 2*A033148.
    """
    shown = (
        set(outcome.placements)
        for outcome in outcomes
        if outcome.finished and outcome.enumerates and len(outcome.placements) == outcome.count
    )
    solutions = next(shown, None)
    if solutions is None or len(symmetries_of(problem)) < len(SYMMETRIES):
        return None
    orbits = tuple(classes(solutions).values())
    faults = []
    if sum(orbits) != len(solutions):
        faults.append(f"orbits of {sum(orbits):,} in all, but {len(solutions):,} solutions")
    fixed = sum(image(q, symmetry) == q for q in solutions for symmetry in SYMMETRIES.values())
    if fixed != 8 * len(orbits):
        faults.append(
            f"{len(orbits):,} classes, but {fixed:,} fixed solutions, not 8 times as many"
        )
    plain = problem.variant == "queens" and not problem.restricted
    published = A002562[problem.n - 1] if plain and problem.n <= len(A002562) else None
    if published not in (None, len(orbits)):
        faults.append(f"{len(orbits):,} classes, but A002562 has {published:,}")
    return ClassCount(len(solutions), orbits, published, tuple(faults))
