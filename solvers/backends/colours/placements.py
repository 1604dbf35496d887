"""Placements on one of the four sub-boards, listed for several sets of rows at once.

A sub-board has every second row and every second column of the board. Its rows and columns count
from 0, and a set of them is a bit mask; its diagonals are those of the whole board, so that
placements on two sub-boards of one colour can be held against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.backends.compiled import Numbers, kernel

OWNER, TAKEN, CODE, ORIGIN = range(4)
"""What the rows of an array of placements say, a column a placement:

OWNER        for which of the sets of rows it is; ascending
TAKEN        the diagonals and columns taken, as bits (see `SubBoard.squares`)
CODE         the columns row by row, as the digits of a number to the base `width`
ORIGIN       the number of the placement that it extends
"""

COLUMNS = 48
"""The first bit for a column; before it there is room for the diagonals of a board of 24."""


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

    @cached_property
    def squares(self) -> Numbers:
        """The lines of each square as three bits, shape (height, width): its diagonals, numbered
        from 0 among those of its colour, first the sums and then the differences, and its column
        on the sub-board."""
        row = 2 * np.arange(self.height)[:, None] + self.first_row
        column = 2 * np.arange(self.width) + self.first_column
        sums, differences = (row + column) // 2, self.n + (row - column + self.n) // 2
        return (1 << sums) | (1 << differences) | (1 << (COLUMNS + column // 2))


class Halved(NamedTuple):
    """The placements for several sets of rows as pairs of halves, ordered by their columns.

    An owner is a row set and, at depth 1, a column for the queen in its first row: those of row set
    r are the numbers from r * group.shape[1] on. Its halves are on the rows that are left.

    group     shape (sets of rows, owners of each): the placements of the other sub-board that it is
              joined with, see `slices`
    start     shape (owners, sets of columns + 1): those of owner i on column set c are the entries
              start[i, c] to start[i, c + 1] of upper and lower
    upper     the number of the half on the upper rows, counted from the first of the owner
    lower     likewise
    halves    shape (number, queens): the squares of each half, 1 + row * width + column; 0 where
              there is none
    at        shape (2, owners + 1): where the upper and the lower halves of an owner begin
    most      the most placements of a row set on a column set
    total     the most of a row set
    """

    group: Numbers
    start: Numbers
    upper: npt.NDArray[np.uint32]
    lower: npt.NDArray[np.uint32]
    halves: npt.NDArray[np.uint32]
    at: Numbers
    most: int
    total: int


def members(masks: Numbers) -> Numbers:
    """The members of sets of one size, ascending, shape (sets, size)."""
    bits = (masks[:, None] >> np.arange(64)) & 1
    return np.nonzero(bits)[1].reshape(len(masks), int(bits[0].sum()))


def place(board: SubBoard, rows: Numbers) -> Numbers:
    """Every placement of a queen in each of the rows, for each set; rows: shape (sets, queens)."""
    empty = np.zeros((4, len(rows)), np.int64)
    empty[OWNER] = np.arange(len(rows))
    return extend(board, rows, empty)


def extend(board: SubBoard, rows: Numbers, placements: Numbers) -> Numbers:
    """A queen added in each of the rows in every way; codes and origins are of this extension."""
    placements = placements.copy()
    placements[CODE], placements[ORIGIN] = 0, np.arange(placements.shape[1])
    for row in rows.T:
        more = np.empty((4, placements.shape[1] * board.width), np.int64)
        size = _add_queen(more, placements, board.squares[row])
        placements = np.ascontiguousarray(more[:, :size])
    return placements


@kernel
def _add_queen(more: Numbers, placements: Numbers, squares: Numbers) -> int:
    """Write the placements with one more queen, on one of squares[owner], to `more`, and beyond
    them something; how many these are."""
    size = 0
    for i in range(placements.shape[1]):
        owner, taken = placements[OWNER, i], placements[TAKEN, i]
        code = placements[CODE, i] * squares.shape[1]
        for j in range(squares.shape[1]):
            square = squares[owner, j]
            more[OWNER, size], more[TAKEN, size] = owner, taken | square
            more[CODE, size], more[ORIGIN, size] = code + j, placements[ORIGIN, i]
            size += taken & square == 0
    return size


def halved(board: SubBoard, masks: Numbers, number: Numbers, depth: int) -> Halved:
    """The placements on these sets of rows; number[c] is that of column set c, -1 where it is not
    wanted. At depth 1 the queen in the first row is no part of the halves."""
    rows = np.repeat(members(masks), board.width**depth, axis=0)
    owners = len(rows)
    first = place(board, members(masks)[:, :depth])
    first[OWNER] = first[OWNER] * board.width**depth + first[CODE]
    group = np.zeros(owners, np.int64)
    if depth:
        group = rows[:, 0] * board.width + np.arange(owners) % board.width
    middle = (rows.shape[1] + depth + 1) // 2
    upper = extend(board, rows[:, depth:middle], first)
    lower = extend(board, rows[:, middle:], first)
    whole = extend(board, rows[:, middle:], upper)
    whole = whole[:, number[whole[TAKEN] >> COLUMNS] >= 0]
    order, start = by_columns(whole, number[whole[TAKEN] >> COLUMNS], int(number.max()) + 1, owners)
    codes = board.width ** (rows.shape[1] - middle)
    where = np.empty(owners * codes, np.int64)
    where[lower[OWNER] * codes + lower[CODE]] = np.arange(lower.shape[1])
    at = np.array([_bounds(upper, owners), _bounds(lower, owners)])
    upper_half = whole[ORIGIN] - at[0, whole[OWNER]]
    lower_half = where[whole[OWNER] * codes + whole[CODE]] - at[1, whole[OWNER]]
    squares = np.zeros((at[0, -1] + at[1, -1], max(3, middle - depth)), np.uint32)
    _write_squares(squares[: at[0, -1]], board, upper, rows[:, depth:middle])
    _write_squares(squares[at[0, -1] :], board, lower, rows[:, middle:])
    at[1] += at[0, -1]
    each = np.diff(start).reshape(len(masks), -1, start.shape[1] - 1).sum(1)
    return Halved(
        group.reshape(len(masks), -1),
        start,
        upper_half[order].astype(np.uint32),
        lower_half[order].astype(np.uint32),
        squares,
        at,
        int(each.max()),
        int(each.sum(1).max()),
    )


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


def by_columns(
    placements: Numbers, number: Numbers, sets: int, owners: int
) -> tuple[Numbers, Numbers]:
    """The order by owner and number, which is that of the column set, and where each column set of
    each owner begins."""
    place = placements[OWNER] * sets + number
    ends = np.concatenate(([0], np.cumsum(np.bincount(place, minlength=owners * sets))))
    start = np.column_stack((ends[:-1].reshape(owners, sets), ends[sets::sets]))
    order = np.empty(len(place), np.int64)
    _deal_out(order, place, ends)
    return order, start


@kernel
def _deal_out(order: Numbers, place: Numbers, ends: Numbers) -> None:
    """Write each i to the place that begins at ends[place[i]], which is moved on."""
    for i in range(len(place)):
        order[ends[place[i]]] = i
        ends[place[i]] += 1
