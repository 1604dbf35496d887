"""Relations between the solutions of related problems: they hold, and a liar violates them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from solvers.builtin import TRUSTED
from solvers.frame import conduct
from solvers.outcome import Limits, Outcome, Status
from solvers.problem import VARIANTS, Placement, Problem
from solvers.registry import load
from solvers.verification.relations import (
    CHAIN,
    LARGEST,
    RELATIONS,
    Relation,
    adds_up_over_a_row,
    closed_under_symmetry,
    contained_in_variants,
    corner_is_a_smaller_board,
    violations,
)

BruteForce = Callable[[Problem], frozenset[Placement]]
Lie = Callable[[Problem, frozenset[Placement]], frozenset[Placement]]
Run = Callable[[Problem], Outcome]

KEEP_ALL = Limits(keep=10**6)


def shown(solutions: frozenset[Placement]) -> Outcome:
    placements = tuple(sorted(solutions))
    return Outcome(
        solver="mine",
        status=Status.COMPLETE,
        count=len(placements),
        fingerprint=hash(placements),
        placements=placements,
    )


@pytest.fixture(scope="session")
def liar(brute_force: BruteForce) -> Callable[[Lie], Run]:
    """A solver that tells lies of what is true."""
    return lambda lie: lambda problem: shown(lie(problem, brute_force(problem)))


def truth(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    return solutions


# They hold

RESTRICTED = [
    Problem(5, forbidden=frozenset({(0, 0), (4, 4)})),
    Problem(5, placed=frozenset({(0, 1)})),
    Problem(4, VARIANTS["rooks"](4), frozenset({(0, 0)}), frozenset({(2, 1)})),
    Problem(4, placed=frozenset({(0, 1), (0, 2)})),  # two queens in a row: none
    Problem(2, placed=frozenset({(0, 0), (1, 1)}), forbidden=frozenset({(0, 0)})),
    Problem(1, placed=frozenset({(0, 0)})),
]


@pytest.mark.parametrize("solver", TRUSTED)
def test_a_built_in_solver_keeps_all_relations(solver: str) -> None:
    try:
        loaded = load(solver)
    except Exception as error:
        pytest.skip(str(error))

    def run(problem: Problem) -> Outcome:
        return conduct(loaded, problem, KEEP_ALL)

    plain = [Problem(n, VARIANTS[name](n)) for n in range(1, 6) for name in VARIANTS]
    assert {problem: violations(problem, run) for problem in [*plain, *RESTRICTED]} == (
        dict.fromkeys([*plain, *RESTRICTED], [])
    )


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("n", range(1, 6))
def test_the_truth_keeps_all_relations(variant: str, n: int, liar: Callable[[Lie], Run]) -> None:
    assert violations(Problem(n, VARIANTS[variant](n)), liar(truth)) == []


def test_the_variants_that_are_contained_in_each_other() -> None:
    assert CHAIN == ("toroidal", "queens", "semiqueens", "rooks")
    assert set(CHAIN) < set(VARIANTS)


# A liar for each


def dropping(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    """Without the least solution of a plain board."""
    return solutions if problem.restricted else frozenset(sorted(solutions)[1:])


def adding(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    return solutions if problem.restricted else solutions | {tuple(range(problem.n))}


def losing_placed(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    """Wrong only where a queen is placed."""
    return frozenset(sorted(solutions)[1:]) if problem.placed else solutions


def deaf_to_placed(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    if not problem.placed:
        return solutions
    return solutions | {tuple(reversed(range(problem.n))), tuple(range(problem.n))}


def toroidal_too_many(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    diagonal = tuple(range(problem.n))
    return solutions | {diagonal} if problem.variant == "toroidal" else solutions


def rooks_too_few(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    if problem.variant != "rooks" or problem.restricted:
        return solutions
    return frozenset(q for q in solutions if q[0] != 0 or q[1] != 2)


def wrong_at_corner(problem: Problem, solutions: frozenset[Placement]) -> frozenset[Placement]:
    return frozenset() if (0, 0) in problem.placed else solutions


LIARS: list[tuple[Relation, Lie, Problem, list[str]]] = [
    (
        closed_under_symmetry,
        dropping,
        Problem(4),
        [
            f"2 0 3 1 is a solution, but 1 3 0 2, its {name}, is none"
            for name in (
                "reflection of columns",
                "reflection of rows",
                "reflection at the main diagonal",
                "reflection at the anti-diagonal",
            )
        ],
    ),
    (
        adds_up_over_a_row,
        dropping,
        Problem(4),
        ["1 solutions, but 2 over the columns of row 0: [0, 1, 1, 0]"],
    ),
    (
        adds_up_over_a_row,
        adding,
        Problem(4),
        ["3 solutions, but 2 over the columns of row 0: [0, 1, 1, 0]"],
    ),
    (
        adds_up_over_a_row,
        losing_placed,
        Problem(5),
        ["10 solutions, but 5 over the columns of row 0: [1, 1, 1, 1, 1]"],
    ),
    (
        adds_up_over_a_row,
        deaf_to_placed,
        Problem(3),
        [
            "0 solutions, but 2 with a queen placed on 0:0",
            "0 solutions, but 2 with a queen placed on 0:1",
            "0 solutions, but 2 with a queen placed on 0:2",
            "0 solutions, but 6 over the columns of row 0: [2, 2, 2]",
        ],
    ),
    (
        adds_up_over_a_row,  # the first row with no queen placed: row 1
        lambda problem, solutions: solutions if len(problem.placed) < 2 else frozenset(),
        Problem(4, placed=frozenset({(0, 1)})),
        ["1 solutions, but 0 over the columns of row 1: [0, 0, 0, 0]"],
    ),
    (
        contained_in_variants,
        toroidal_too_many,
        Problem(5),
        ["0 1 2 3 4 is a solution of toroidal, but not of queens"],
    ),
    (
        contained_in_variants,
        rooks_too_few,
        Problem(4, VARIANTS["semiqueens"](4)),
        ["0 2 3 1 is a solution of semiqueens, but not of rooks"],
    ),
    (
        corner_is_a_smaller_board,
        wrong_at_corner,
        Problem(5),
        ["0 solutions with a queen on 0:0, but 2 for n = 4 with the main diagonal empty"],
    ),
]


@pytest.mark.parametrize(
    ("relation", "lie", "problem", "expected"),
    LIARS,
    ids=[f"{relation.__name__}-{i}" for i, (relation, *_) in enumerate(LIARS)],
)
def test_a_liar_violates_a_relation(
    relation: Relation,
    lie: Lie,
    problem: Problem,
    expected: list[str],
    liar: Callable[[Lie], Run],
) -> None:
    assert violations(problem, liar(lie), (relation,)) == expected
    assert set(expected) <= set(violations(problem, liar(lie)))


def test_every_relation_has_a_liar() -> None:
    assert {relation for relation, *_ in LIARS} == set(RELATIONS)


@pytest.mark.parametrize(
    ("problem", "found"),
    [
        (Problem(4), True),
        (Problem(4, VARIANTS["toroidal"](4)), True),
        (Problem(4, VARIANTS["queens-nightriders"](4)), False),  # in no chain
    ],
)
def test_variants_are_held_against_each_other_from_any_of_them(
    problem: Problem, found: bool, liar: Callable[[Lie], Run]
) -> None:
    assert bool(violations(problem, liar(toroidal_too_many), (contained_in_variants,))) is found


def test_squares_go_with_the_variants(liar: Callable[[Lie], Run]) -> None:
    """Placed and forbidden squares are those of the problem in every variant."""
    asked: list[Problem] = []

    def run(problem: Problem) -> Outcome:
        asked.append(problem)
        return liar(truth)(problem)

    problem = Problem(4, placed=frozenset({(0, 1)}), forbidden=frozenset({(3, 3)}))
    assert violations(problem, run, (contained_in_variants,)) == []
    assert [p.variant for p in asked] == list(CHAIN)
    assert {(p.placed, p.forbidden) for p in asked} == {(problem.placed, problem.forbidden)}


@pytest.mark.parametrize(
    "problem",
    [
        Problem(1),
        Problem(5, VARIANTS["rooks"](5)),
        Problem(5, placed=frozenset({(1, 1)})),
        Problem(5, forbidden=frozenset({(1, 1)})),
    ],
)
def test_the_corner_relation_is_one_of_plain_queens(
    problem: Problem, liar: Callable[[Lie], Run]
) -> None:
    assert violations(problem, liar(wrong_at_corner), (corner_is_a_smaller_board,)) == []


# What cannot be known is no violation

UNKNOWN = [
    {"status": Status.TIMEOUT},
    {"status": Status.LIMIT},
    {"status": Status.FAILED},
    {"status": Status.UNSUPPORTED, "count": 0, "placements": ()},
    {"enumerates": False},
]


@pytest.mark.parametrize("fields", UNKNOWN, ids=lambda fields: str(next(iter(fields.values()))))
@pytest.mark.parametrize(("relation", "lie", "problem", "expected"), LIARS)
def test_what_was_cut_off_violates_nothing(
    fields: dict[str, object],
    relation: Relation,
    lie: Lie,
    problem: Problem,
    expected: list[str],
    liar: Callable[[Lie], Run],
) -> None:
    def run(asked: Problem) -> Outcome:
        return replace(liar(lie)(asked), **fields)  # type: ignore[arg-type]

    assert violations(problem, run, (relation,)) == []


def test_a_solver_that_only_counts_is_held_to_its_counts(liar: Callable[[Lie], Run]) -> None:
    def run(problem: Problem) -> Outcome:
        counted = liar(dropping)(problem)
        return replace(counted, placements=(), fingerprint=None, illegal=None, repeated=None)

    assert violations(Problem(4), run) == [
        "1 solutions, but 2 over the columns of row 0: [0, 1, 1, 0]"
    ]


def test_all_rows_placed_leave_nothing_to_add_up(liar: Callable[[Lie], Run]) -> None:
    placed = frozenset({(0, 1), (1, 3), (2, 0), (3, 2)})
    assert violations(Problem(4, placed=placed), liar(truth)) == []


def test_large_boards_are_left_alone() -> None:
    def run(problem: Problem) -> Outcome:
        raise AssertionError(f"n = {problem.n} is run")

    assert violations(Problem(LARGEST + 1), run) == []
