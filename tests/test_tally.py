"""The books of a run: what is counted, found illegal, found repeated, kept and hashed."""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.outcome import BadReport
from solvers.problem import COLUMNS, Placement, Problem
from solvers.tally import Rows, Tally, as_rows, hash_rows

if TYPE_CHECKING:
    from tests.conftest import BruteForce

Blocks = list[list[Placement]]

FOUR = Problem(4)
FIRST, SECOND = (1, 3, 0, 2), (2, 0, 3, 1)  # the two solutions of 4 queens
ILLEGAL = (0, 1, 2, 3)


def block(reports: Sequence[Placement], n: int = 4) -> Rows:
    return np.array(reports, np.int64).reshape(-1, n)


def tally_of(problem: Problem, blocks: Blocks, keep: int = 0) -> Tally:
    tally = Tally(problem, keep)
    for reports in blocks:
        tally.add(block(reports, problem.n))
    return tally


@st.composite
def reports_in_blocks(draw: st.DrawFn, problem: Problem, solutions: Sequence[Placement]) -> Blocks:
    """A few placements, most of them legal where there are legal ones, reported again and again."""
    columns = st.integers(-2, problem.n + 1)
    anything = st.lists(columns, min_size=problem.n, max_size=problem.n).map(tuple)
    mostly_legal = st.sampled_from(solutions[:6]) if solutions else anything
    return draw(st.lists(st.lists(mostly_legal | mostly_legal | anything, max_size=8), max_size=6))


# Against plain counting


@given(problem=st.from_type(Problem), data=st.data())
def test_counts_what_plain_counting_counts(
    problem: Problem, brute_force: BruteForce, data: st.DataObject
) -> None:
    solutions = sorted(brute_force(problem))
    blocks = data.draw(reports_in_blocks(problem, solutions))
    reports = [report for reports in blocks for report in reports]
    legal = Counter(report for report in reports if report in solutions)
    illegal = [report for report in reports if report not in solutions]
    surplus = [q for i, q in enumerate(reports) if q in solutions and q in reports[:i]]

    tally = tally_of(problem, blocks, keep=3)

    assert tally.count == len(reports)
    assert tally.illegal == len(illegal)
    assert tally.repeated == legal.total() - len(legal)
    assert tally.first_illegal == (illegal[0] if illegal else None)
    assert tally.first_repeated == (surplus[0] if surplus else None)
    assert tally.times_repeated == (legal[surplus[0]] if surplus else 1)
    assert tally.kept() == tuple(sorted(legal)[:3])


@given(problem=st.from_type(Problem), data=st.data())
def test_legal_is_what_the_problem_accepts(problem: Problem, data: st.DataObject) -> None:
    columns = st.integers(-1, problem.n) | st.sampled_from([-(2**63), 2**63 - 1])
    row = st.lists(columns, min_size=problem.n, max_size=problem.n).map(tuple)
    reports = data.draw(st.lists(row, min_size=1, max_size=20))
    tally = tally_of(problem, [reports], keep=len(reports))
    accepted = [report for report in reports if problem.accepts(report)]
    assert tally.illegal == len(reports) - len(accepted)
    assert tally.kept() == tuple(sorted(set(accepted)))


@given(problem=st.from_type(Problem))
def test_solutions_by_brute_force_are_legal(problem: Problem, brute_force: BruteForce) -> None:
    solutions = sorted(brute_force(problem))
    tally = tally_of(problem, [solutions])
    assert (tally.count, tally.illegal, tally.repeated) == (len(solutions), 0, 0)


def test_repeats_are_found_across_many_blocks_of_different_size() -> None:
    """The hashes seen are kept in arrays that are merged as they come."""
    rooks = Problem(6, (COLUMNS,))
    placements = list(permutations(range(6)))
    random = np.random.default_rng(1)
    blocks = [
        [placements[i] for i in random.integers(0, len(placements), random.integers(1, 40))]
        for _ in range(60)
    ]
    seen = Counter(report for reports in blocks for report in reports)
    tally = tally_of(rooks, blocks)
    assert tally.repeated == seen.total() - len(seen)
    assert tally.first_repeated is not None
    assert tally.times_repeated == seen[tally.first_repeated]


def test_repeats_are_given_up_for_memory() -> None:
    tally = Tally(FOUR, hash_bytes=8)
    tally.add(block([FIRST]))
    assert tally.repeated == 0
    tally.add(block([SECOND]))  # a second hash of 8 bytes: too many
    assert tally.repeated is None
    tally.add(block([SECOND]))
    assert (tally.repeated, tally.count, tally.illegal) == (None, 3, 0)


def test_a_repeat_that_was_found_before_memory_ran_out_is_remembered() -> None:
    tally = Tally(FOUR, hash_bytes=8)
    tally.add(block([FIRST, FIRST, FIRST]))
    tally.add(block([SECOND]))
    assert (tally.repeated, tally.first_repeated, tally.times_repeated) == (None, FIRST, 3)


def test_illegal_reports_are_no_repeats() -> None:
    tally = tally_of(FOUR, [[ILLEGAL, ILLEGAL], [ILLEGAL, FIRST]])
    assert (tally.count, tally.illegal, tally.repeated) == (4, 3, 0)


def test_counted_solutions_cannot_be_checked() -> None:
    tally = Tally(FOUR)
    tally.add_counted(2)
    tally.add_counted(0)
    assert tally.count == 2
    assert (tally.illegal, tally.repeated, tally.fingerprint) == (None, None, None)


def test_nothing_was_reported() -> None:
    tally = tally_of(FOUR, [[]], keep=5)
    assert (tally.count, tally.illegal, tally.repeated, tally.fingerprint) == (0, 0, 0, 0)
    assert tally.kept() == ()


# What is kept


@pytest.mark.parametrize("keep", [0, 1, 3, 5040, 6000])
def test_the_least_placements_are_kept_whenever_they_come(keep: int) -> None:
    """Those of 7 rooks, the least last, more than are held back before they are sorted."""
    placements = sorted(permutations(range(7)))
    latest_first = placements[::-1]
    blocks = [latest_first[start : start + 100] for start in range(0, len(placements), 100)]
    assert tally_of(Problem(7, (COLUMNS,)), blocks, keep).kept() == tuple(placements[:keep])


def test_kept_placements_are_plain_distinct_and_legal() -> None:
    kept = tally_of(FOUR, [[SECOND, ILLEGAL, FIRST], [FIRST, SECOND]], keep=9).kept()
    assert kept == (FIRST, SECOND)
    assert {type(column) for q in kept for column in q} == {int}


# The fingerprint


def hash_of(q: Placement) -> int:
    """The hash as it is defined: for each square, multiply and xor-shift as SplitMix64 does
    (Steele, Lea, Flood 2014), all modulo 2**64."""
    state = len(q) * 0x9E3779B97F4A7C15 % 2**64
    for column in q:
        state = (state ^ (column + 1) % 2**64) * 0xBF58476D1CE4E5B9 % 2**64
        state ^= state >> 31
    state = state * 0x94D049BB133111EB % 2**64
    return state ^ state >> 29


@given(reports=st.lists(st.tuples(*[st.integers(-(2**63), 2**63 - 1)] * 5), max_size=5))
def test_the_fingerprint_is_a_sum_of_hashes(reports: list[Placement]) -> None:
    """So it is the same in every process, version and machine."""
    assert hash_rows(block(reports, 5)).tolist() == [hash_of(report) for report in reports]
    assert tally_of(Problem(5), [reports]).fingerprint == sum(map(hash_of, reports)) % 2**64


@given(
    reports=st.lists(st.permutations(range(5)).map(tuple), max_size=12),
    cut=st.integers(0, 12),
    random=st.randoms(use_true_random=False),
)
def test_the_fingerprint_knows_no_order_and_no_blocks(
    reports: list[Placement], cut: int, random: Random
) -> None:
    problem = Problem(5)
    shuffled = reports[:]
    random.shuffle(shuffled)
    assert (
        tally_of(problem, [reports]).fingerprint
        == tally_of(problem, [shuffled[:cut], shuffled[cut:]]).fingerprint
    )


@pytest.mark.parametrize(
    ("these", "those"),
    [
        ([FIRST], [SECOND]),
        ([FIRST], [FIRST, FIRST]),  # a sum, not an exclusive or: repeats show
        ([FIRST], [FIRST, SECOND, SECOND]),
        ([FIRST], []),
        ([(0, 0, 1, 1), (1, 1, 0, 0)], [(0, 1, 1, 0), (1, 0, 0, 1)]),  # equal sums a column
        ([(0, 1, 2, 3), (1, 0, 3, 2)], [(0, 1, 3, 2), (1, 0, 2, 3)]),  # equal sets a column
    ],
)
def test_different_reports_have_different_fingerprints(
    these: list[Placement], those: list[Placement]
) -> None:
    assert tally_of(FOUR, [these]).fingerprint != tally_of(FOUR, [those]).fingerprint


def test_all_placements_of_a_board_have_different_hashes() -> None:
    boards = np.indices((6,) * 6).reshape(6, -1).T
    assert len(np.unique(hash_rows(boards))) == 6**6


# Reports as rows


@pytest.mark.parametrize(
    "report",
    [
        (1, 3, 0, 2),
        [1, 3, 0, 2],
        np.array([1, 3, 0, 2]),
        np.array([1, 3, 0, 2], np.int8),
        np.array([1, 3, 0, 2], np.uint64),
        np.array([1, 3, 0, 2], object),
        tuple(np.array([1, 3, 0, 2])),
        array("i", [1, 3, 0, 2]),
        deque([1, 3, 0, 2]),
        (True, 3, False, 2),
    ],
    ids=lambda report: type(report).__name__,
)
def test_any_sequence_of_n_integers_is_a_row(report: Sequence[int]) -> None:
    rows = as_rows([report, FIRST], 4)
    assert rows.dtype == np.int64
    assert rows.tolist() == [[1, 3, 0, 2], [1, 3, 0, 2]]


@pytest.mark.parametrize(
    ("report", "row"),
    [
        ((2**63 - 1, -(2**63), 0, 2), [2**63 - 1, -(2**63), 0, 2]),
        ((2**63, 3, 0, 2), [2**63 - 1, 3, 0, 2]),
        ((1, -(2**63) - 1, 0, 2), [1, -(2**63), 0, 2]),
        ((1, 3, 10**5000, 2), [1, 3, 2**63 - 1, 2]),
        (np.array([2**64 - 1, 3, 0, 2], np.uint64), [2**63 - 1, 3, 0, 2]),
    ],
)
def test_columns_beyond_64_bits_are_cut_to_them(report: Sequence[int], row: list[int]) -> None:
    """They lie off every board."""
    assert as_rows([FIRST, report], 4).tolist() == [[1, 3, 0, 2], row]


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (None, "reported None, which is no sequence of 4 integers"),
        (1302, "reported 1302, which is no sequence of 4 integers"),
        ("1302", "reported '1302', which is no sequence of 4 integers"),
        ({0: 1, 1: 3, 2: 0, 3: 2}, r"reported {0: 1, .*, which is no sequence of 4 integers"),
        ({0, 1, 2, 3}, "reported {0, 1, 2, 3}, which is no sequence of 4 integers"),
        ((column for column in FIRST), "reported <generator .*, which is no sequence of 4"),
        ((), r"reported \(\), which is no sequence of 4 integers"),
        ((1, 3, 0), r"reported \(1, 3, 0\), which is no sequence of 4 integers"),
        ((1, 3, 0, 2, 4), r"reported \(1, 3, 0, 2, 4\), which is no sequence of 4 integers"),
        ([FIRST], r"reported \[\(1, 3, 0, 2\)\], which is no sequence of 4 integers"),
        ([[1], [3], [0], [2]], r"reported \[\[1\], .*, where \[1\] is no integer"),
        ((1.0, 3.0, 0.0, 2.0), r"reported \(1.0, .*, where 1.0 is no integer"),
        ((1, 3, 0, 2.0), r"reported \(1, 3, 0, 2.0\), where 2.0 is no integer"),
        ((1, 3, None, 2), "where None is no integer"),
        (("1", "3", "0", "2"), "where '1' is no integer"),
        (np.array([1.0, 3.0, 0.0, 2.0]), r"where np.float64\(1.0\) is no integer"),
        (range(1000), r"reported range\(0, 1000\), which is no sequence of 4 integers"),
        (list(range(1000)), r"reported \[0, 1, 2, .{47}\.\.\., which is no sequence"),
        ((10**5000, 0.5, 1, 2), "reported a tuple, where 0.5 is no integer"),
        ((1, 2, 3, Unprintable()), "reported a tuple, where a Unprintable is no integer"),
    ],
)
def test_what_is_no_sequence_of_n_integers(report: object, message: str) -> None:
    with pytest.raises(BadReport, match=message):
        as_rows([FIRST, report], 4)
