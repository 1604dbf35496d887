"""What one report may mean: solutions in any common shape.

The placement meant is (1, 3, 0, 2) on four rows, unless a row of a table says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from solvers.backends.foreign.readings import (
    BOARD,
    COLUMNS_0,
    COLUMNS_1,
    ONE,
    PREFERENCE,
    ROWS_0,
    ROWS_1,
    SQUARES_0,
    SQUARES_1,
    SWAPPED_0,
    SWAPPED_1,
    example,
    in_order,
    readings,
)
from solvers.problem import NO_QUEEN, Placement

Q: Placement = (1, 3, 0, 2)
INVERSE: Placement = (2, 0, 3, 1)  # row of each column: column 0 has its queen in row 2, ...
DRAWN = [".Q..", "...Q", "Q...", "..Q."]
MATRIX = [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]
PAIRS = [(0, 1), (1, 3), (2, 0), (3, 2)]
PAIRS_1 = [(1, 2), (2, 4), (3, 1), (4, 3)]


# a report of Q on a board of four rows, and the reading that means Q
MEANT: list[tuple[str, Any, str]] = [
    ("list of columns", [1, 3, 0, 2], COLUMNS_0),
    ("tuple of columns", (1, 3, 0, 2), COLUMNS_0),
    ("columns from 1", [2, 4, 1, 3], COLUMNS_1),
    ("rows of each column", [2, 0, 3, 1], ROWS_0),
    ("rows from 1", [3, 1, 4, 2], ROWS_1),
    ("list of NumPy integers", [np.int64(c) for c in Q], COLUMNS_0),
    ("NumPy array", np.array(Q), COLUMNS_0),
    ("NumPy array of whole floats", np.array(Q, float), COLUMNS_0),
    ("NumPy matrix", np.array(MATRIX), BOARD),
    ("NumPy matrix that np.zeros made", np.array(MATRIX, float), BOARD),
    ("NumPy truth values", np.array(MATRIX, bool), BOARD),
    ("list of NumPy rows", [np.array(row) for row in MATRIX], BOARD),
    ("matrix of integers", MATRIX, BOARD),
    ("matrix of truth values", [[bool(x) for x in row] for row in MATRIX], BOARD),
    ("tuple of tuples", tuple(map(tuple, MATRIX)), BOARD),
    ("strings", DRAWN, BOARD),
    ("strings with spaces", [" ".join(row) for row in DRAWN], BOARD),
    ("lists of signs", [list(row) for row in DRAWN], BOARD),
    ("small q and dashes", ["-q--", "---q", "q---", "--q-"], BOARD),
    ("chessmen", [row.replace("Q", "\u265b") for row in DRAWN], BOARD),
    ("crosses and noughts", [row.replace("Q", "X").replace(".", "O") for row in DRAWN], BOARD),
    ("strings of 0 and 1", ["0100", "0001", "1000", "0010"], BOARD),
    ("text of lines", "\n".join(DRAWN), BOARD),
    ("text with bars", "|.|Q|.|.|\n|.|.|.|Q|\n|Q|.|.|.|\n|.|.|Q|.|\n", BOARD),
    ("pairs", PAIRS, SQUARES_0),
    ("pairs in another order", PAIRS[::-1], SQUARES_0),
    ("pairs as lists", [list(pair) for pair in PAIRS], SQUARES_0),
    ("pairs of NumPy integers", list(zip(*np.where(np.array(MATRIX)), strict=True)), SQUARES_0),
    ("a set of pairs", set(PAIRS), SQUARES_0),
    ("a frozen set of pairs", frozenset(PAIRS), SQUARES_0),
    ("an array of pairs", np.argwhere(np.array(MATRIX)), SQUARES_0),
    ("pairs from 1", PAIRS_1, SQUARES_1),
    ("(column, row)", [(c, r) for r, c in PAIRS], SWAPPED_0),
    ("(column, row) from 1", [(c, r) for r, c in PAIRS_1], SWAPPED_1),
    ("row to column", dict(PAIRS), COLUMNS_0),
    ("row to column, any order", dict(PAIRS[::-1]), COLUMNS_0),
    ("row to column from 1", dict(PAIRS_1), COLUMNS_1),
    ("column to row", {c: r for r, c in PAIRS}, ROWS_0),
    ("rows from 1 to columns from 0", {r + 1: c for r, c in PAIRS}, COLUMNS_0),
    ("NumPy keys", {np.int64(r): np.int64(c) for r, c in PAIRS}, COLUMNS_0),
    ("variables", {"q1": 2, "q2": 4, "q3": 1, "q4": 3}, COLUMNS_1),
    ("variables from 0", {"Q[0]": 1, "Q[1]": 3, "Q[2]": 0, "Q[3]": 2}, COLUMNS_0),
    ("square to truth", {(r, c): (r, c) in PAIRS for r in range(4) for c in range(4)}, SQUARES_0),
    ("digits", "1302", COLUMNS_0),
    ("digits from 1", "2413", COLUMNS_1),
    ("a number", 2413, COLUMNS_1),
    ("list of digits", ["2", "4", "1", "3"], COLUMNS_1),
    ("numbers with spaces", " 2 4 1 3 ", COLUMNS_1),
    ("numbers with commas", "1, 3, 0, 2", COLUMNS_0),
    ("numbers in brackets", "[1, 3, 0, 2]", COLUMNS_0),
    ("numbers in braces", "{2;4;1;3}.", COLUMNS_1),
]


@pytest.mark.parametrize(
    ("report", "reading"), [row[1:] for row in MEANT], ids=[r[0] for r in MEANT]
)
def test_a_report_is_read_as_what_it_means(report: Any, reading: str) -> None:
    assert readings(report, 4)[reading] == Q


def test_a_number_may_have_lost_a_leading_0() -> None:
    assert readings(2413, 5)[COLUMNS_0] == (0, 2, 4, 1, 3)


def test_numbers_may_be_columns_or_rows_from_0_or_1() -> None:
    assert readings([1, 3, 0, 2], 4) == {
        COLUMNS_0: Q,
        COLUMNS_1: (0, 2, -1, 1),
        ROWS_0: INVERSE,
        # a queen in row -1 is on no row of the board, and row 3 is left without
        ROWS_1: (0, 3, 1, NO_QUEEN),
    }


def test_pairs_may_be_swapped_and_count_from_1() -> None:
    assert readings(PAIRS, 4) == {
        SQUARES_0: Q,
        SQUARES_1: (2, -1, 1, NO_QUEEN),
        SWAPPED_0: INVERSE,
        SWAPPED_1: (-1, 2, 0, NO_QUEEN),
    }


# faulty boards are placements all the same, and never legal ones
FAULTY: list[tuple[str, Any, str, Placement]] = [
    ("an empty row", [".Q..", "....", "Q...", "..Q."], BOARD, (1, NO_QUEEN, 0, 2)),
    ("two in a row", ["QQ..", "...Q", "Q...", "..Q."], BOARD, (NO_QUEEN, 3, 0, 2)),
    ("two in a row of a matrix", [[1, 1], [0, 0]], BOARD, (NO_QUEEN, NO_QUEEN)),
    (
        "a row twice in pairs",
        [(0, 1), (0, 3), (2, 0), (3, 2)],
        SQUARES_0,
        (NO_QUEEN, NO_QUEEN, 0, 2),
    ),
    ("a pair off the board", [(0, 1), (1, 9), (2, 0), (3, 2)], SQUARES_0, (1, 9, 0, 2)),
    ("a column twice", [1, 1, 0, 2], COLUMNS_0, (1, 1, 0, 2)),
    ("a column off the board", [1, 3, 0, 7], COLUMNS_0, (1, 3, 0, 7)),
    ("a negative column", [1, 3, 0, -1], COLUMNS_0, (1, 3, 0, -1)),
    ("no queen among the squares", {(0, 0): False}, SQUARES_0, (NO_QUEEN,)),
]


@pytest.mark.parametrize(
    ("report", "reading", "q"), [r[1:] for r in FAULTY], ids=[r[0] for r in FAULTY]
)
def test_a_fault_is_kept_in_the_placement(report: Any, reading: str, q: Placement) -> None:
    assert readings(report, len(q))[reading] == q


UNREADABLE: list[Any] = [
    None,
    object(),
    True,
    -1,
    3.5,
    1302.0,
    [1.5, 3.0, 0.0, 2.0],
    np.array([0.5, 3, 0, 2]),
    [1, 3, 0],
    [1, 3, 0, 2, 4],
    [1, 3, 0, None],
    [1, 3, 0, True],
    [],
    {},
    set(),
    "",
    "no solution",
    "1 3 0 2 and more",
    "13021",
    ".Q..",
    [".Q..", "...Q", "Q..."],
    [".Q..", "...Q", "Q...", "..Q"],
    ["....", "....", "....", "...."],
    [".Q..", "...Q", "A...", "..Q."],
    [[0, 2, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]],
    [(0, 1, 0), (1, 3, 0), (2, 0, 0), (3, 2, 0)],
    {0: 1, 1: 3, 2: 0},
    {0: 1, 1: 3, 2: 0, 4: 2},
    {5: 1, 6: 3, 7: 0, 8: 2},
    {"a": 1, "b": 3, "c": 0, "d": 2},
    {0: "1", 1: "3", 2: "0", 3: "2"},
    {(r, str(c)): True for r in range(4) for c in range(4)},
]


@pytest.mark.parametrize("report", UNREADABLE, ids=lambda one: repr(one).partition(" at 0x")[0])
def test_what_is_no_placement_has_no_reading(report: Any) -> None:
    assert readings(report, 4) == {}


# on one square, 0-based and 1-based, as people write it
ONE_SQUARE: list[tuple[Any, str]] = [
    ([0], COLUMNS_0),
    ([1], COLUMNS_1),
    ("0", COLUMNS_0),
    ("1", COLUMNS_1),
    ("Q", BOARD),
    (["Q"], BOARD),
    ([[1]], BOARD),
    ([[True]], BOARD),
    ([(0, 0)], SQUARES_0),
    ([(1, 1)], SQUARES_1),
    ({0: 0}, COLUMNS_0),
    ({(0, 0): True}, SQUARES_0),
]


@pytest.mark.parametrize(("report", "reading"), ONE_SQUARE, ids=repr)
def test_one_square(report: Any, reading: str) -> None:
    assert readings(report, 1)[reading] == (0,)


def test_beyond_nine_rows_digits_are_ambiguous_and_numbers_are_not() -> None:
    q = (0, 2, 5, 7, 9, 4, 8, 1, 3, 6)
    assert readings("0257948136", 10)[COLUMNS_0] == q
    assert readings(" ".join(str(c + 1) for c in q), 10)[COLUMNS_1] == q
    assert readings("12345678910", 10) == {}


def test_many_solutions_come_before_one_and_0_before_1() -> None:
    names = [ONE + COLUMNS_0, COLUMNS_1, ROWS_0, COLUMNS_0, ONE + BOARD, SQUARES_0, BOARD]
    assert in_order(names) == [
        BOARD,
        COLUMNS_0,
        COLUMNS_1,
        ROWS_0,
        SQUARES_0,
        ONE + BOARD,
        ONE + COLUMNS_0,
    ]
    assert in_order(reversed(PREFERENCE)) == list(PREFERENCE)


@pytest.mark.parametrize("of", [lambda: "x" * 500, lambda: list(range(500))])
def test_an_example_is_short(of: Callable[[], Any]) -> None:
    assert len(example(of())) == 100 and example(of()).endswith("...")
