"""Placements on one of the four sub-boards, listed for several sets of rows at once.

A sub-board has every second row and every second column of the board. Its rows and columns count
from 0, and a set of them is a bit mask; its diagonals are those of the whole board, so that
placements on two sub-boards of one colour can be held against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.backends.compiled import kernel

Numbers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint8]

BITS = 8  # placements to a word
PADDING = 16  # lanes by which a slice grows: the bytes of a vector register
ABSENT = -1  # the lines of no placement: it leaves no square free

OWNER, COLUMNS, SUMS, DIFFERENCES, CODE, ORIGIN = range(6)
"""What the rows of an array of placements say, a column a placement:

OWNER        for which of the sets of rows it is; ascending
COLUMNS      mask of the columns taken
SUMS         mask of the lines row + column taken, of the whole board
DIFFERENCES  likewise row - column + n
CODE         the columns row by row, as the digits of a number to the base `width`
ORIGIN       the number of the placement that it extends
"""


@dataclass(frozen=True)
class SubBoard:
    """Every second row and column of a board of n, from the first (0) or the second (1) on."""

    n: int
    first_row: int
    first_column: int

    @property
    def height(self) -> int:
        return (self.n + 1 - self.first_row) // 2

    @property
    def width(self) -> int:
        return (self.n + 1 - self.first_column) // 2


class Halved(NamedTuple):
    """The placements for several sets of rows as pairs of halves, ordered by their columns.

    start     shape (sets of rows, sets of columns + 1): those of row set r on column set c are the
              entries start[r, c] to start[r, c + 1] of upper and lower
    upper     the number of the half on the upper rows, counted from the first of the row set
    lower     likewise
    halves    shape (number, queens): the squares of each half, 1 + row * width + column; 0 where
              there is none
    at        shape (2, sets of rows + 1): where the upper and the lower halves of a row set begin
    """

    start: Numbers
    upper: npt.NDArray[np.uint32]
    lower: npt.NDArray[np.uint32]
    halves: npt.NDArray[np.uint32]
    at: Numbers


class Sliced(NamedTuple):
    """The placements for several sets of rows as bits: of a word, those of one set of columns.

    A lane is a set of columns. Slice s of row set r has a word for each of the first reach[r, s]
    lanes, whose bits stand for placements 8s to 8s + 7 of the lane. The words of row set r, slice
    after slice, are at[r] to at[r + 1] of each row of free.

    free      shape (1 + squares of the other sub-board, words): the placements that leave the
              square free; in row 0 all of them
    most      the most placements of a lane
    total     the most of a row set
    """

    free: Words
    at: Numbers
    reach: Numbers
    most: int
    total: int


def members(masks: Numbers) -> Numbers:
    """The members of sets of one size, ascending, shape (sets, size)."""
    bits = (masks[:, None] >> np.arange(64)) & 1
    return np.nonzero(bits)[1].reshape(len(masks), int(bits[0].sum()))


def place(board: SubBoard, rows: Numbers) -> Numbers:
    """Every placement of a queen in each of the rows, for each set; rows: shape (sets, queens)."""
    empty = np.zeros((6, len(rows)), np.int64)
    empty[OWNER] = np.arange(len(rows))
    return extend(board, rows, empty)


def extend(board: SubBoard, rows: Numbers, placements: Numbers) -> Numbers:
    """A queen added in each of the rows in every way; codes and origins are of this extension."""
    placements = placements.copy()
    placements[CODE], placements[ORIGIN] = 0, np.arange(placements.shape[1])
    for row in np.ascontiguousarray(2 * rows.T + board.first_row):
        more = _add_queen(placements, row, board.first_column, board.width, board.n)
        placements = np.ascontiguousarray(more)
    return placements


@kernel
def _add_queen(
    placements: Numbers, rows: Numbers, first_column: int, width: int, n: int
) -> Numbers:
    """The placements with one more queen, in row rows[owner] of the whole board."""
    more = np.empty((6, placements.shape[1] * width), np.int64)
    size = 0
    for i in range(placements.shape[1]):
        row = rows[placements[OWNER, i]]
        for j in range(width):
            column = 2 * j + first_column
            up, down = 1 << (row + column), 1 << (row - column + n)
            taken = placements[COLUMNS, i] >> j & 1
            if taken or placements[SUMS, i] & up or placements[DIFFERENCES, i] & down:
                continue
            more[OWNER, size] = placements[OWNER, i]
            more[COLUMNS, size] = placements[COLUMNS, i] | 1 << j
            more[SUMS, size] = placements[SUMS, i] | up
            more[DIFFERENCES, size] = placements[DIFFERENCES, i] | down
            more[CODE, size] = placements[CODE, i] * width + j
            more[ORIGIN, size] = placements[ORIGIN, i]
            size += 1
    return more[:, :size]


def halved(board: SubBoard, masks: Numbers, number: Numbers) -> Halved:
    """The placements on these sets of rows; number[c] is that of column set c, -1 where it is not
    wanted."""
    sets = int(number.max()) + 1
    rows = members(masks)
    middle = (rows.shape[1] + 1) // 2
    upper, lower = place(board, rows[:, :middle]), place(board, rows[:, middle:])
    whole = extend(board, rows[:, middle:], upper)
    whole = whole[:, number[whole[COLUMNS]] >= 0]
    order, start = _by_columns(whole, number, sets, len(masks))
    codes = board.width ** (rows.shape[1] - middle)
    where = np.empty(len(masks) * codes, np.int64)
    where[lower[OWNER] * codes + lower[CODE]] = np.arange(lower.shape[1])
    at = np.array([_bounds(upper, len(masks)), _bounds(lower, len(masks))])
    first = whole[ORIGIN] - at[0, whole[OWNER]]
    second = where[whole[OWNER] * codes + whole[CODE]] - at[1, whole[OWNER]]
    squares = np.zeros((at[0, -1] + at[1, -1], max(3, middle)), np.uint32)
    _write_squares(squares[: at[0, -1]], board, upper, rows[:, :middle])
    _write_squares(squares[at[0, -1] :], board, lower, rows[:, middle:])
    at[1] += at[0, -1]
    return Halved(
        start,
        first[order].astype(np.uint32),
        second[order].astype(np.uint32),
        squares,
        at,
    )


def sliced(board: SubBoard, masks: Numbers, lane: Numbers, other: SubBoard) -> Sliced:
    """The placements on these sets of rows, held against the squares of the other sub-board of
    their colour; lane[c] is that of column set c, -1 where there is none."""
    lanes = int(lane.max()) + 1
    placements = place(board, members(masks))
    order, start = _by_columns(placements, lane, lanes, len(masks))
    owner, mine = placements[OWNER, order], lane[placements[COLUMNS, order]]
    number = np.arange(len(order)) - start[owner, mine]
    counts = np.diff(start, axis=1)
    most = int(counts.max(initial=0))
    reach = np.zeros((len(masks), -(-most // BITS)), np.int64)
    for s in range(reach.shape[1]):  # up to the last lane that has so many
        deep = counts > BITS * s
        last = np.where(deep.any(1), lanes - np.argmax(deep[:, ::-1], axis=1), 0)
        reach[:, s] = -(-last // PADDING) * PADDING
    at = np.concatenate(([0], np.cumsum(reach.sum(1))))
    begin = at[:-1, None] + np.cumsum(reach, axis=1) - reach
    bit = (begin[owner, number // BITS] + mine) * BITS + number % BITS
    taken = np.full((2, at[-1] * BITS), ABSENT)
    taken[0, bit], taken[1, bit] = placements[SUMS, order], placements[DIFFERENCES, order]
    return Sliced(_free(taken, other), at, reach, most, int(counts.sum(1).max()))


def _free(taken: Numbers, board: SubBoard) -> Words:
    """For each square of a sub-board a row with the bits of the placements that leave it free."""
    steps = 2 * np.arange(max(0, board.height + board.width - 1))
    sums = board.first_row + board.first_column + steps
    differences = board.first_row - board.first_column - 2 * (board.width - 1) + board.n + steps
    by_sum, by_difference = _line_bits(taken[0], sums), _line_bits(taken[1], differences)
    free = np.empty((1 + board.height * board.width, by_sum.shape[1]), np.uint8)
    free[0] = np.packbits(taken[0] != ABSENT, bitorder="little")
    for i in range(board.height):
        for j in range(board.width):
            down = i - j + board.width - 1
            np.bitwise_and(by_sum[i + j], by_difference[down], out=free[1 + i * board.width + j])
    return free


@kernel
def _line_bits(taken: Numbers, lines: Numbers) -> Words:
    """For each of the lines a row with the bits of the placements that do not take it."""
    bits = np.empty((len(lines), len(taken) // BITS), np.uint8)
    for i in range(len(lines)):
        for w in range(bits.shape[1]):
            word = 0
            for b in range(BITS):
                word |= (~(taken[w * BITS + b] >> lines[i]) & 1) << b
            bits[i, w] = word
    return bits


def _write_squares(
    squares: npt.NDArray[np.uint32], board: SubBoard, placements: Numbers, rows: Numbers
) -> None:
    """Write the squares of placements on these rows, one row of `squares` each."""
    code = placements[CODE]
    for i in reversed(range(rows.shape[1])):
        squares[:, i] = 1 + rows[placements[OWNER], i] * board.width + code % board.width
        code = code // board.width


def _bounds(placements: Numbers, owners: int) -> Numbers:
    return np.searchsorted(placements[OWNER], np.arange(owners + 1))


def _by_columns(
    placements: Numbers, number: Numbers, sets: int, owners: int
) -> tuple[Numbers, Numbers]:
    """The order by owner and column set, and where each column set of each owner begins."""
    mine = number[placements[COLUMNS]]
    counts = np.bincount(placements[OWNER] * sets + mine, minlength=owners * sets)
    ends = np.concatenate(([0], np.cumsum(counts)))
    start = np.column_stack((ends[:-1].reshape(owners, sets), ends[sets::sets]))
    order = np.empty(len(mine), np.int64)
    small = mine.astype(np.uint16)  # these are sorted by radix, ten times as fast
    for begin, end in zip(start[:, 0], start[:, -1], strict=True):
        order[begin:end] = begin + np.argsort(small[begin:end], kind="stable")
    return order, start
