"""What every registered solver has to do that shows solutions; a new one is tested here without a
line of its own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solvers import Outcome, Problem, Solver, Status, load, names
from solvers.builtin import TRUSTED
from solvers.problem import COLUMNS, DIFFERENCES, SUMS, VARIANTS, Lines, Square

if TYPE_CHECKING:
    from tests.conftest import BruteForce


# Those that show solutions; who only counts has tests of its own
ENUMERATORS = [name for name in names() if load(name).solve(Problem(4)).fingerprint is not None]


LARGEST = {"python-constraint-alldifferent": 6}
"""A model that is there to be slow: at n = 8 it takes seconds, where others take milliseconds."""


def largest(solver: Solver) -> int:
    """The size up to which problems are for this solver."""
    return LARGEST.get(solver.name, 100)


@pytest.fixture(scope="module", params=ENUMERATORS)
def solver(request: pytest.FixtureRequest) -> Solver:
    """One solver for all tests of the module: it has to stay usable from run to run."""
    return load(request.param)


def claims(outcome: Outcome) -> tuple[Status, int, int | None, int | None]:
    return outcome.status, outcome.count, outcome.illegal, outcome.repeated


def complete(count: int) -> tuple[Status, int, int | None, int | None]:
    """What a solver claims that has found all of so many solutions, each once."""
    return Status.COMPLETE, count, 0, 0


# Published counts

PUBLISHED = {  # the counts for n = 1, 2, 3 ... in the OEIS
    "queens": [1, 0, 0, 2, 10, 4, 40, 92, 352],  # A000170
    "toroidal": [1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88],  # A051906
    "semiqueens": [1, 1, 3, 7, 23, 83, 405, 2113],  # A099152
    "toroidal-semiqueens": [1, 0, 3, 0, 15, 0, 133, 0, 2025],  # A006717 for odd n, 0 for even n
    "rooks": [1, 2, 6, 24, 120, 720, 5040],  # A000142
    "queens-nightriders": [1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 6],  # A102388
}


def test_every_variant_has_published_counts() -> None:
    assert PUBLISHED.keys() == VARIANTS.keys()


@pytest.mark.parametrize(("variant", "counts"), PUBLISHED.items(), ids=PUBLISHED)
def test_published_counts(solver: Solver, variant: str, counts: list[int]) -> None:
    counts = counts[: largest(solver)]
    found = [
        claims(solver.solve(Problem(n, VARIANTS[variant](n)))) for n in range(1, len(counts) + 1)
    ]
    assert found == [complete(count) for count in counts]


def test_the_table_of_the_tutorial(solver: Solver) -> None:
    """It ends the second tutorial that the project started from."""
    table = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}
    table = {n: count for n, count in table.items() if n <= largest(solver)}
    assert {n: solver.solve(Problem(n)).count for n in table} == table


# Lines of one's own


@pytest.mark.parametrize(
    ("n", "lines", "count"),
    [
        (4, (), 4**4),  # no rule: every placement
        (5, (Lines(1, 0),), 5**5),  # rows differ anyway
        (1, (Lines(1, 0, 1),), 1),  # one queen shares a line with nobody
        (2, (Lines(1, 0, 1),), 0),  # all squares lie on one line
        (2, (Lines(1, 0, 2),), 2**2),
        (3, (Lines(1, 0, 2),), 0),  # rows 0 and 2 lie on one line
        (4, (Lines(0, 1, 3),), 0),  # four queens, three lines
        (3, (Lines(0, 1, 3),), 6),  # 3 rooks
        (4, (Lines(0, -1),), 24),  # 4 rooks
        (4, (Lines(0, -1), SUMS, DIFFERENCES), 2),  # queens
        (4, (COLUMNS, COLUMNS, COLUMNS), 24),
        (6, (COLUMNS, SUMS, DIFFERENCES, SUMS), 4),  # queens
        (8, (COLUMNS, Lines(1, 1, 100), Lines(-1, 1, 100)), 92),  # a modulus too large to matter
    ],
)
def test_lines_of_ones_own(solver: Solver, n: int, lines: tuple[Lines, ...], count: int) -> None:
    if n > largest(solver):
        pytest.skip("it would take seconds")
    assert claims(solver.solve(Problem(n, lines))) == complete(count)


@pytest.mark.parametrize("name", TRUSTED)
@settings(max_examples=200)
@given(problem=st.from_type(Problem))
def test_finds_what_brute_force_finds(name: str, problem: Problem, brute_force: BruteForce) -> None:
    """For random lines, placed queens and forbidden squares: the same set, each of it once."""
    finds_what_brute_force_finds(load(name), problem, brute_force)


@pytest.mark.parametrize("name", [name for name in ENUMERATORS if name not in TRUSTED])
@settings(max_examples=40)
@given(problem=st.from_type(Problem))
def test_the_models_beside_them_do_so_too(
    name: str, problem: Problem, brute_force: BruteForce
) -> None:
    solver = load(name)
    assume(problem.n <= largest(solver) - 2)  # with few rules the slow model is slower still
    finds_what_brute_force_finds(solver, problem, brute_force)


def finds_what_brute_force_finds(solver: Solver, problem: Problem, brute_force: BruteForce) -> None:
    expected = tuple(sorted(brute_force(problem)))
    outcome = solver.solve(problem, keep=len(expected) + 1)
    assert claims(outcome) == complete(len(expected))
    assert outcome.placements == expected


# Placed queens and forbidden squares


@pytest.mark.parametrize(
    ("n", "variant", "placed", "forbidden"),
    [
        (4, "queens", {(0, 1)}, set()),
        (4, "queens", {(0, 0)}, set()),
        (5, "queens", {(2, 2)}, set()),
        (6, "queens", {(0, 1), (5, 4)}, set()),
        (6, "queens", {(5, 4)}, {(0, 0), (1, 3)}),
        (6, "queens", set(), {(0, 1), (0, 2)}),
        (6, "queens", set(), {(row, 3) for row in range(5)}),
        (6, "rooks", {(3, 3)}, {(row, row) for row in range(3)}),
        (6, "semiqueens", {(0, 0)}, {(5, 5), (4, 4)}),
        (5, "toroidal", {(1, 4)}, {(0, 0)}),
        (5, "toroidal-semiqueens", {(4, 0)}, {(3, 3)}),
        (6, "queens", {(row, column) for row, column in enumerate((1, 3, 5, 0, 2, 4))}, set()),
    ],
)
def test_placed_and_forbidden_squares(
    solver: Solver,
    brute_force: BruteForce,
    n: int,
    variant: str,
    placed: set[Square],
    forbidden: set[Square],
) -> None:
    problem = Problem(n, VARIANTS[variant](n), frozenset(placed), frozenset(forbidden))
    expected = tuple(sorted(brute_force(problem)))
    outcome = solver.solve(problem, keep=1000)
    assert claims(outcome) == complete(len(expected))
    assert outcome.placements == expected


DIAGONAL = {(row, row) for row in range(8)}
CORNERS = {(0, 0), (0, 7), (7, 0), (7, 7)}
RIGHT_HALF_OF_THE_FIRST_ROW = {(0, column) for column in range(4, 8)}


@pytest.mark.parametrize(
    ("placed", "forbidden", "count"),
    [
        ({(0, 0)}, set(), 4),  # those that begin with 1 in the list of the slides
        (set(), DIAGONAL, 28),  # these three: models of 8 queens with a rule too many, whose
        (set(), CORNERS, 76),  # counts a program of the project's founders found
        (set(), RIGHT_HALF_OF_THE_FIRST_ROW, 46),  # half of 92, by the mirror
    ],
)
def test_eight_queens_with_squares_given(
    solver: Solver, placed: set[Square], forbidden: set[Square], count: int
) -> None:
    if largest(solver) < 8:
        pytest.skip("it would take seconds")
    problem = Problem(8, placed=frozenset(placed), forbidden=frozenset(forbidden))
    assert claims(solver.solve(problem)) == complete(count)


@pytest.mark.parametrize(
    ("variant", "placed", "forbidden"),
    [
        ("queens", {(0, 0), (0, 1)}, set()),  # two queens in one row,
        ("rooks", {(0, 2), (4, 2)}, set()),  # in one column,
        ("queens", {(0, 0), (4, 4)}, set()),  # on one diagonal
        ("queens", {(0, 4), (4, 0)}, set()),
        ("toroidal", {(0, 1), (1, 0), (2, 4)}, set()),
        ("queens", {(2, 2)}, {(2, 2)}),  # a queen on a forbidden square
        ("rooks", set(), {(1, column) for column in range(5)}),  # a row without a square
        ("rooks", set(), {(row, 1) for row in range(5)}),  # a column without a square
        ("rooks", set(), {(row, column) for row in range(5) for column in range(5)}),
    ],
)
def test_contradictions_are_problems_without_a_solution(
    solver: Solver, variant: str, placed: set[Square], forbidden: set[Square]
) -> None:
    problem = Problem(5, VARIANTS[variant](5), frozenset(placed), frozenset(forbidden))
    outcome = solver.solve(problem, keep=1)
    assert claims(outcome) == complete(0)
    assert outcome.placements == ()
    assert outcome.error is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_square(solver: Solver, variant: str) -> None:
    problem = Problem(1, VARIANTS[variant](1))
    assert solver.solve(problem, keep=1).placements == ((0,),)
    placed = Problem(1, VARIANTS[variant](1), placed=frozenset({(0, 0)}))
    assert claims(solver.solve(placed)) == complete(1)
    forbidden = Problem(1, VARIANTS[variant](1), forbidden=frozenset({(0, 0)}))
    assert claims(solver.solve(forbidden)) == complete(0)


# Limits


@pytest.mark.parametrize(
    ("limit", "status", "count"),
    [  # 6 queens have 4 solutions (A000170)
        (1, Status.LIMIT, 1),
        (3, Status.LIMIT, 3),
        (4, Status.LIMIT, 4),
        (5, Status.COMPLETE, 4),
        (10**12, Status.COMPLETE, 4),
    ],
)
def test_a_limit(solver: Solver, limit: int, status: Status, count: int) -> None:
    outcome = solver.solve(Problem(6), limit=limit, keep=9)
    assert claims(outcome) == (status, count, 0, 0)
    assert len(outcome.placements) == count


@pytest.mark.parametrize("timeout", [1e-9, 0.05])
@pytest.mark.parametrize("variant", ["queens", "rooks"])
def test_a_time_out_leaves_a_lower_bound(solver: Solver, variant: str, timeout: float) -> None:
    outcome = solver.solve(Problem(22, VARIANTS[variant](22)), timeout=timeout)
    assert outcome.status is Status.TIMEOUT
    assert not outcome.finished
    assert 0 <= outcome.count < 2691008701644  # A000170(22); far more for rooks
    assert (outcome.illegal, outcome.repeated) == (0, 0)


def test_a_time_out_holds_while_nothing_is_found(solver: Solver) -> None:
    """14 toroidal queens have no solution (A051906), and it takes seconds to see that."""
    outcome = solver.solve(Problem(14, VARIANTS["toroidal"](14)), timeout=0.05)
    assert claims(outcome) == (Status.TIMEOUT, 0, 0, 0)


# Solutions that are kept

FIRST_TEN = """
1 5 8 6 3 7 2 4
1 6 8 3 7 4 2 5
1 7 4 6 8 2 5 3
1 7 5 8 2 4 6 3
2 4 6 8 3 1 7 5
2 5 7 1 3 8 6 4
2 5 7 4 1 8 6 3
2 6 1 7 4 8 3 5
2 6 8 3 1 4 7 5
2 7 3 6 8 5 1 4
"""


def test_the_first_ten_of_92(solver: Solver) -> None:
    """The slides that the project started from list them, columns counted from 1."""
    if largest(solver) < 8:
        pytest.skip("it would take seconds")
    outcome = solver.solve(Problem(8), keep=10)
    assert outcome.count == 92
    lines = [" ".join(str(column + 1) for column in q) for q in outcome.placements]
    assert lines == FIRST_TEN.split("\n")[1:-1]


@pytest.mark.parametrize("keep", [0, 1, 4, 7])
def test_the_least_solutions_are_kept(solver: Solver, brute_force: BruteForce, keep: int) -> None:
    outcome = solver.solve(Problem(6), keep=keep)
    assert outcome.count == 4
    assert outcome.placements == tuple(sorted(brute_force(Problem(6))))[:keep]


# Runs


@pytest.mark.parametrize(
    "problem",
    [
        Problem(8),
        Problem(7, VARIANTS["toroidal"](7)),
        Problem(5, VARIANTS["semiqueens"](5), frozenset({(1, 1)}), frozenset({(0, 0)})),
        Problem(2),
    ],
    ids=["queens", "toroidal", "squares", "none"],
)
def test_all_solvers_have_the_same_fingerprint(problem: Problem) -> None:
    able = [name for name in ENUMERATORS if problem.n <= largest(load(name))]
    fingerprints = {name: load(name).solve(problem).fingerprint for name in able}
    assert len(set(fingerprints.values())) == 1, fingerprints


def test_a_solver_can_be_used_again(solver: Solver) -> None:
    """After a run to its end, one that was cut short, and one on another problem."""
    first = solver.solve(Problem(6))
    solver.solve(Problem(6), limit=1)
    solver.solve(Problem(22), timeout=0.01)
    solver.solve(Problem(5, VARIANTS["rooks"](5)))
    again = solver.solve(Problem(6))
    assert claims(again) == claims(first) == complete(4)
    assert again.fingerprint == first.fingerprint


def test_statistics_are_finite_numbers(solver: Solver) -> None:
    """The same ones, however a search ends."""
    whole = solver.solve(Problem(6))
    limited = solver.solve(Problem(6), limit=1)
    cut_off = solver.solve(Problem(22), timeout=0.01)
    assert whole.statistics
    assert whole.statistics.keys() == limited.statistics.keys() == cut_off.statistics.keys()
    for outcome in (whole, limited, cut_off):
        for name, number in outcome.statistics.items():
            assert isinstance(name, str)
            assert math.isfinite(number)
            assert number >= 0


def test_times_are_taken(solver: Solver) -> None:
    """A solver says when its model stands."""
    outcome = solver.solve(Problem(6))
    for seconds in (outcome.build_seconds, outcome.seconds, outcome.check_seconds):
        assert seconds is not None
        assert seconds >= 0


def test_a_solver_goes_by_its_name(solver: Solver, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["solver"]
    assert solver.name == name
    assert solver.solve(Problem(1)).solver == name
