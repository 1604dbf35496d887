"""A run in parts is the run: the same count and the same solutions, the same limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers import Limits, Outcome, Problem, SpecError, Status, load
from solvers.builtin import BUILTIN, TRUSTED
from solvers.execution import parts
from solvers.execution.isolation import Supervisor
from solvers.execution.parts import run_in_parts
from solvers.problem import VARIANTS

LONG = Limits(timeout=60)


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with Supervisor(BUILTIN) as supervisor:
        yield supervisor


# The cut


@settings(max_examples=200)
@given(problem=st.from_type(Problem), k=st.integers(1, 60))
def test_parts_add_up(problem: Problem, k: int) -> None:
    """Of random problems: count and fingerprint, which is a sum over the solutions."""
    solver = load("backtracking")
    whole = solver.solve(problem)
    pieces = [part.solve(piece) for part, piece in solver.parts(problem, k)]
    assert sum(piece.count for piece in pieces) == whole.count
    assert sum(piece.fingerprint or 0 for piece in pieces) % 2**64 == whole.fingerprint


@pytest.mark.parametrize("solver", TRUSTED)
@pytest.mark.parametrize("variant", VARIANTS)
def test_parts_of_every_variant_add_up(solver: str, variant: str) -> None:
    problem = Problem(6, VARIANTS[variant](6), forbidden=frozenset({(0, 0), (1, 3)}))
    whole = load(solver).solve(problem)
    pieces = [part.solve(piece) for part, piece in load(solver).parts(problem, 10)]
    assert sum(piece.count for piece in pieces) == whole.count
    assert sum(piece.fingerprint or 0 for piece in pieces) % 2**64 == whole.fingerprint


@pytest.mark.parametrize(
    ("problem", "k", "number"),
    [
        (Problem(8), 1, 1),
        (Problem(8), 2, 2),
        (Problem(8), 8, 8),
        (Problem(8), 9, 16),  # each of eight columns, and the next row in two
        (Problem(8), 64, 64),
        (Problem(1), 5, 1),  # there is one placement
        (Problem(2), 5, 4),
        (Problem(4, placed=frozenset({(0, 1)})), 4, 4),  # a row that is given is not cut
        (Problem(2, forbidden=frozenset({(0, 0), (0, 1)})), 2, 2),  # nor one without a square
    ],
)
def test_into_how_many(problem: Problem, k: int, number: int) -> None:
    assert len(load("backtracking").parts(problem, k)) == number


# The run


@pytest.mark.parametrize("solver", BUILTIN)
@pytest.mark.parametrize("at_once", [1, 2])
def test_a_run_in_parts_is_the_run(supervisor: Supervisor, solver: str, at_once: int) -> None:
    whole = supervisor.run(solver, Problem(7), LONG)
    cut = run_in_parts(supervisor, solver, Problem(7), LONG, 5, at_once)
    assert (cut.status, cut.count, cut.fingerprint) == (Status.COMPLETE, 40, whole.fingerprint)
    assert (cut.illegal, cut.repeated) == (whole.illegal, whole.repeated)
    assert (cut.parts, whole.parts) == (5, 1)
    assert cut.statistics == {}  # they would depend on the cut
    assert cut.build_seconds is None
    assert cut.seconds is not None
    assert cut.seconds > 0


def test_the_least_solutions_of_all_parts_are_kept(supervisor: Supervisor) -> None:
    keep = Limits(timeout=60, keep=3)
    whole = supervisor.run("backtracking", Problem(6), keep)
    cut = run_in_parts(supervisor, "backtracking", Problem(6), keep, 4, 2)
    assert cut.placements == whole.placements
    assert len(cut.placements) == 3


@pytest.mark.parametrize("solver", ["backtracking", "colour-split"])
@pytest.mark.parametrize("at_once", [1, 2])
@pytest.mark.parametrize(
    ("limit", "status", "count"),
    [
        (1, Status.LIMIT, 1),
        (39, Status.LIMIT, 39),
        (40, Status.LIMIT, 40),
        (41, Status.COMPLETE, 40),
    ],
)
def test_a_limit_is_the_wholes(
    supervisor: Supervisor, solver: str, at_once: int, limit: int, status: Status, count: int
) -> None:
    limits = Limits(timeout=60, limit=limit)
    outcome = run_in_parts(supervisor, solver, Problem(7), limits, 7, at_once)
    assert (outcome.status, outcome.count) == (status, count)
    assert outcome.repeated in (0, None)


@pytest.mark.parametrize("limit", [11, 47, 50, 91])
def test_parts_at_once_that_find_too_many_are_cut(supervisor: Supervisor, limit: int) -> None:
    """Two parts have 46 solutions each: what is kept is just the limit, and checked."""
    limits = Limits(timeout=60, limit=limit, keep=100)
    outcome = run_in_parts(supervisor, "backtracking", Problem(8), limits, 2, 2)
    assert (outcome.status, outcome.count) == (Status.LIMIT, limit)
    assert len(outcome.placements) == limit
    assert outcome.fingerprint is not None
    assert (outcome.illegal, outcome.repeated) == (0, 0)


def test_of_several_parts_the_worst_is_said() -> None:
    done = {
        0: Outcome(solver="x", status=Status.COMPLETE, count=5),
        1: Outcome(solver="x", status=Status.TIMEOUT, count=3),
        2: Outcome(solver="x", status=Status.FAILED, count=1, error="boom"),
    }
    whole = parts._sum("x", done, 3, LONG, 1.0, Status.INTERRUPTED)
    assert (whole.status, whole.count, whole.error) == (Status.FAILED, 9, "boom")
    assert whole.memory is None  # nobody watched


@pytest.mark.parametrize("solver", BUILTIN)
def test_a_time_out_is_the_wholes(supervisor: Supervisor, solver: str) -> None:
    limits = Limits(timeout=0.5)
    outcome = run_in_parts(supervisor, solver, Problem(24), limits, 12, 2)
    assert outcome.status is Status.TIMEOUT
    assert not outcome.finished
    assert outcome.count < 227514171973736  # A000170
    assert outcome.parts == 12


def test_one_part_that_is_cut_off_makes_the_whole_a_lower_bound(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = parts._left

    def little_for_the_first(limits: Limits, found: int, *rest: float) -> Limits | None:
        return Limits(timeout=1e-9) if not found else left(limits, found, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(parts, "_left", little_for_the_first)
    outcome = run_in_parts(supervisor, "backtracking", Problem(9), LONG, 3, 1)
    assert outcome.status is Status.TIMEOUT
    assert outcome.count < 352


def test_what_a_solver_cannot_pose_it_cannot_pose_in_parts(supervisor: Supervisor) -> None:
    problem = Problem(5, VARIANTS["rooks"](5))
    outcome = run_in_parts(supervisor, "colour-split", problem, LONG, 4, 2)
    assert outcome.status is Status.UNSUPPORTED
    assert outcome.error == load("colour-split").solve(problem).error


def test_an_interruption_ends_all_parts() -> None:
    said: list[int] = []
    with Supervisor(
        ["backtracking"],
        watch=lambda running: said.append(sum(one.so_far.count for one in running)),
        interrupted=lambda: bool(said) and said[-1] > 0,
    ) as supervisor:
        limits = Limits(timeout=20)
        outcome = run_in_parts(supervisor, "backtracking", Problem(18), limits, 4, 2)
    assert outcome.status is Status.INTERRUPTED
    assert outcome.count > 0


def test_no_solver_in_parts() -> None:
    with Supervisor() as supervisor, pytest.raises(SpecError, match="no solver is called"):
        run_in_parts(supervisor, "other", Problem(4), LONG, 2, 1)
