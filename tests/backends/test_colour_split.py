"""Counting by the colours of the board: what the contract asks of a solver that shows nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers import Problem, Status, load
from solvers.backends.colours import sides, slices, split
from solvers.backends.colours.split import SYMMETRIES, ColourSplit, counts
from solvers.problem import COLUMNS, VARIANTS

ROOT = Path(__file__).parents[2]

# A000170
QUEENS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512]


@pytest.mark.parametrize(("n", "count"), list(enumerate(QUEENS, start=1)))
def test_published_counts(n: int, count: int) -> None:
    outcome = load("colour-split").solve(Problem(n))
    assert (outcome.status, outcome.count) == (Status.COMPLETE, count)
    assert (outcome.illegal, outcome.repeated, outcome.fingerprint) == (None, None, None)


SUBSETS = [frozenset(few) for k in range(6) for few in combinations(sorted(SYMMETRIES), k)]


@pytest.mark.parametrize("symmetries", SUBSETS, ids=lambda few: "+".join(sorted(few)) or "none")
def test_each_symmetry_is_worth_nothing_but_time(symmetries: frozenset[str]) -> None:
    """By itself, with each other, and without any: for odd n and for even n, whose halves are of
    even and of odd size."""
    assert [sum(counts(n, symmetries=symmetries)) for n in range(1, 11)] == QUEENS[:10]


@pytest.mark.parametrize("deep", [2, 500], ids=["always", "where lists are longer"])
def test_a_fixed_first_queen_changes_nothing(deep: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What long lists are joined by at n = 20 and more, for short ones."""
    monkeypatch.setattr(split, "DEEP", deep)
    assert [sum(counts(n)) for n in range(1, 13)] == QUEENS[:12]
    for few in SUBSETS[:6]:
        assert [sum(counts(n, symmetries=few)) for n in range(6, 10)] == QUEENS[5:9]
    assert sum(sum(counts(9, part, 4)) for part in range(4)) == QUEENS[8]


def test_symmetries_cut_what_is_counted() -> None:
    """Without any all of 8 queens' solutions are counted one by one, with all an eighth of most."""

    def largest_weight(symmetries: frozenset[str]) -> int:
        cases = [split._Case(8, size, symmetries) for size in range(5)]
        return max(int(case._weights.max()) for case in cases)

    assert largest_weight(frozenset()) == 1
    assert largest_weight(frozenset({"reflection"})) == 2
    assert largest_weight(frozenset({"reflection", "half-turn"})) == 4


@settings(max_examples=50)
@given(n=st.integers(1, 11), k=st.integers(1, 40))
def test_parts_add_up(n: int, k: int) -> None:
    problem = Problem(n)
    parts = ColourSplit().parts(problem, k)
    assert len(parts) == k
    assert sum(solver.solve(part).count for solver, part in parts) == QUEENS[n - 1]


@pytest.mark.parametrize(
    "problem",
    [
        *(Problem(5, lines(5)) for name, lines in VARIANTS.items() if name != "queens"),
        Problem(5, (COLUMNS,)),
        Problem(5, placed=frozenset({(0, 0)})),
        Problem(5, forbidden=frozenset({(0, 0)})),
    ],
    ids=str,
)
def test_anything_but_plain_queens_is_refused(problem: Problem) -> None:
    outcome = load("colour-split").solve(problem)
    assert outcome.status is Status.UNSUPPORTED
    assert outcome.error == "it only counts queens, with no square placed or forbidden"


def test_a_board_that_would_not_fit_is_refused() -> None:
    outcome = load("colour-split").solve(Problem(split.MAX_N + 1))
    assert outcome.status is Status.UNSUPPORTED
    assert outcome.error == "its lists for n = 25 would not fit into memory: at most 24"


@pytest.mark.parametrize(
    ("limit", "status", "count"),
    [(1, Status.LIMIT, 1), (92, Status.LIMIT, 92), (93, Status.COMPLETE, 92)],
)
def test_a_limit(limit: int, status: Status, count: int) -> None:
    outcome = load("colour-split").solve(Problem(8), limit=limit)
    assert (outcome.status, outcome.count) == (status, count)


@pytest.mark.parametrize("timeout", [1e-9, 0.3])
def test_a_time_out_leaves_a_lower_bound(timeout: float) -> None:
    outcome = load("colour-split").solve(Problem(22), timeout=timeout)
    assert outcome.status is Status.TIMEOUT
    assert 0 <= outcome.count < 2691008701644  # A000170
    assert (outcome.illegal, outcome.fingerprint) == (None, None)  # nothing was shown


def test_it_does_without_a_compiler() -> None:
    code = "from solvers import Problem, load; print(load('colour-split').solve(Problem(7)).count)"
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert (result.stdout, result.stderr) == ("40\n", "")


@pytest.mark.parametrize("most", [{"most": 1 << 40}, {"total": 1 << 62}], ids=["entry", "sum"])
def test_what_could_overflow_is_not_counted(
    monkeypatch: pytest.MonkeyPatch, most: dict[str, int]
) -> None:
    """The bound itself is checked, on lists that claim to be far too long."""
    sliced = sides.sliced

    def long(*arguments: object) -> sides.Sliced:
        return sliced(*arguments)._replace(**most)  # type: ignore[arg-type]

    monkeypatch.setattr(sides, "sliced", long)
    with pytest.raises(OverflowError, match="outgrow"):
        sum(counts(8))


@pytest.mark.parametrize("little", ["LISTED", "KEPT", "JOINED", "NEAR"])
def test_the_size_of_the_steps_does_not_matter(
    little: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row by row, with nothing kept, pair by pair, strip by strip: as on large boards."""
    monkeypatch.setattr(sides if little == "LISTED" else split, little, 1)
    monkeypatch.setattr(split, "LEAST_STRIP", 1)
    for short in ("BLOCK", "VECTOR"):  # so that there are several blocks, and strips
        monkeypatch.setattr(slices, short, 4)
    assert [sum(counts(n)) for n in range(1, 14)] == QUEENS[:13]


def test_a_solver_can_be_used_again() -> None:
    solver = load("colour-split")
    assert [solver.solve(Problem(n)).count for n in (8, 6, 8)] == [92, 4, 92]
    solver.solve(Problem(22), timeout=0.01)
    assert solver.solve(Problem(8)).count == 92
