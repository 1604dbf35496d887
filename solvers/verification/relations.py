"""Relations that the solutions of related problems have to each other, whatever solves them.

They need no second solver and no published count: a solver that violates one is wrong, also where
all solvers agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from solvers.outcome import Outcome
from solvers.problem import VARIANTS, Placement, Problem
from solvers.verification.symmetry import image, symmetries_of

Run = Callable[[Problem], Outcome]
Relation = Callable[[Problem, Run], Iterator[str]]

CHAIN = ("toroidal", "queens", "semiqueens", "rooks")
"""Variants of which each has more lines than the next, so that its solutions are among those."""

LARGEST = 8  # n up to which all solutions are kept and many problems are run for one


def closed_under_symmetry(problem: Problem, run: Run) -> Iterator[str]:
    """A solution stays one under every symmetry that the problem has."""
    solutions = _solutions(run(problem))
    if solutions is None:
        return
    for name, symmetry in symmetries_of(problem).items():
        lost = [q for q in sorted(solutions) if image(q, symmetry) not in solutions]
        for q in lost[:1]:
            other = _list(image(q, symmetry))
            yield f"{_list(q)} is a solution, but {other}, its {name}, is none"


def adds_up_over_a_row(problem: Problem, run: Run) -> Iterator[str]:
    """The solutions with a queen in each column of a row are together those of the problem, and
    none of these numbers is larger."""
    total = _count(run(problem))
    row = _open_row(problem)
    if total is None or row is None:
        return
    parts = []
    for column in range(problem.n):
        placed = replace(problem, placed=problem.placed | {(row, column)})
        part = _count(run(placed))
        if part is None:
            return
        if part > total:
            yield f"{total:,} solutions, but {part:,} with a queen placed on {row}:{column}"
        parts.append(part)
    if sum(parts) != total:
        yield f"{total:,} solutions, but {sum(parts):,} over the columns of row {row}: {parts}"


def contained_in_variants(problem: Problem, run: Run) -> Iterator[str]:
    """Toroidal solutions are queens', these semi-queens', and these rooks'."""
    if problem.variant not in CHAIN:
        return
    sets = {
        name: _solutions(run(replace(problem, lines=VARIANTS[name](problem.n)))) for name in CHAIN
    }
    for inner, outer in pairwise(CHAIN):
        inside, outside = sets[inner], sets[outer]
        if inside is not None and outside is not None and inside - outside:
            yield f"{_list(min(inside - outside))} is a solution of {inner}, but not of {outer}"


def corner_is_a_smaller_board(problem: Problem, run: Run) -> Iterator[str]:
    """n queens with one in the corner are as many as n - 1 with the main diagonal empty."""
    n = problem.n
    if problem.variant != "queens" or problem.restricted or n < 2:
        return
    diagonal = frozenset((i, i) for i in range(n - 1))
    corner = _count(run(Problem(n, placed=frozenset({(0, 0)}))))
    smaller = _count(run(Problem(n - 1, forbidden=diagonal)))
    if corner is not None and smaller is not None and corner != smaller:
        yield (
            f"{corner:,} solutions with a queen on 0:0, but {smaller:,} for n = {n - 1} with the"
            " main diagonal empty"
        )


RELATIONS: tuple[Relation, ...] = (
    closed_under_symmetry,
    adds_up_over_a_row,
    contained_in_variants,
    corner_is_a_smaller_board,
)


def violations(
    problem: Problem, run: Run, relations: tuple[Relation, ...] = RELATIONS
) -> list[str]:
    """The relations that a solver violates around a problem, a sentence each."""
    if problem.n > LARGEST:
        return []
    return [text for relation in relations for text in relation(problem, run)]


def _count(outcome: Outcome) -> int | None:
    return outcome.count if outcome.finished and outcome.enumerates else None


def _solutions(outcome: Outcome) -> set[Placement] | None:
    """All solutions; None where they are not known: counted only, cut off, or reported wrongly."""
    known = outcome.finished and outcome.enumerates and outcome.fingerprint is not None
    return set(outcome.placements) if known else None


def _open_row(problem: Problem) -> int | None:
    taken = {row for row, _ in problem.placed}
    return next((row for row in range(problem.n) if row not in taken), None)


def _list(q: Placement) -> str:
    return " ".join(map(str, q))
