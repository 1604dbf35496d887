"""Placements on a sub-board as bits, held against the squares of the other one of its colour."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.backends.colours.join import CHUNK, Words
from solvers.backends.colours.placements import (
    COLUMNS,
    OWNER,
    TAKEN,
    SubBoard,
    by_columns,
    members,
    place,
)
from solvers.backends.compiled import Numbers, kernel

BITS = 8  # placements to a word
VECTOR = 16  # lanes of a block are a multiple of this: the bytes of a vector register
BLOCK = 32  # lanes to a block, about: shorter loops do not pay
COMMON = 1 / 2  # of the lanes of a block, at least, have no words on top
LINE = 64  # bytes to a line of the processor's cache
TILE = 1 << 14  # words that are made at a time: what the processor keeps near
ABSENT = -1  # the diagonals of no placement: it leaves no square free
DIAGONALS = (1 << COLUMNS) - 1


class Sliced(NamedTuple):
    """The placements for several sets of rows as bits: of a word, those of one set of columns.

    A lane is a set of columns; `width` of them are a block. A block has a word for each of its
    lanes, with the first 8 placements of that, then a word for each with the next 8, and so on,
    until COMMON of its lanes need no more. Then come the words that other lanes need on top. All
    this is there once for each group of placements: at depth 1 those of group k leave square k of
    the other sub-board free; otherwise one group has all of them.

    free      shape (1 + squares of the other sub-board, words + CHUNK): the placements that leave
              the square free; in row 0 all of them; beyond the words something
    at        shape (groups, sets of rows, blocks + 1): where the words of each block begin
    extra     shape (groups, sets of rows, blocks): where its words on top begin
    lane      shape (words,): the lanes of the words on top
    width     lanes to a block
    most      the most placements of a lane in a group
    total     the most of a row set in a group
    """

    free: Words
    at: Numbers
    extra: Numbers
    lane: npt.NDArray[np.uint32]
    width: int
    most: int
    total: int


def sliced(board: SubBoard, masks: Numbers, lane: Numbers, other: SubBoard, groups: int) -> Sliced:
    """The placements on these sets of rows, held against the squares of the other sub-board of
    their colour; lane[c] is that of column set c, of which all of that size have one. There is a
    group for each of the first `groups` squares; if that is 0, there is one for all placements."""
    blocks, width = blocks_of(int(lane.max()) + 1)
    lanes = blocks * width
    placements = place(board, members(masks))
    mine = lane[placements[TAKEN] >> COLUMNS]
    order, start = by_columns(placements, mine, lanes, len(masks))
    mine, lines = mine[order], placements[TAKEN, order] & DIAGONALS
    firsts = other.squares.ravel()[:groups] & DIAGONALS if groups else np.zeros(1, np.int64)
    owner = placements[OWNER, order] * lanes + mine
    counts = np.zeros((len(firsts), len(masks), lanes), np.int64)
    _count(counts.reshape(len(firsts), -1), owner, lines, firsts)
    each = -(-counts.reshape(-1, blocks, width) // BITS)
    slices = np.sort(each, axis=2)[:, :, max(0, ceil(COMMON * width) - 1)]
    words = slices * width + np.maximum(0, each - slices[:, :, None]).sum(2)
    ends = np.concatenate(([0], np.cumsum(words)))
    at = np.column_stack((ends[:-1].reshape(-1, blocks), ends[blocks::blocks]))
    extra = (at[:, :-1] + slices * width).reshape(len(firsts), len(masks), blocks)
    at = at.reshape(len(firsts), len(masks), blocks + 1)
    taken, lane_of = np.full((ends[-1], BITS), ABSENT), np.zeros(ends[-1], np.uint32)
    _deal(taken, lane_of, lines, mine, start, firsts, at, extra, width)
    free = _free(taken, other)
    return Sliced(
        free, at, extra, lane_of, width, int(counts.max(initial=0)), int(counts.sum(2).max())
    )


def aligned(size: int) -> Words:
    """Room for so many words, none of whose vectors lies across two lines of the cache."""
    room = np.empty(size + LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    return room[begin : begin + size]


def blocks_of(lanes: int) -> tuple[int, int]:
    """How many blocks so many lanes are, and the lanes of each."""
    width = -(-lanes // max(1, round(lanes / BLOCK)) // VECTOR) * VECTOR
    return -(-lanes // width), width


@kernel
def _count(counts: Numbers, owner: Numbers, lines: Numbers, firsts: Numbers) -> None:
    """For each group and each owner of a placement count those that are in the group."""
    for g in range(len(firsts)):
        for i in range(len(lines)):
            counts[g, owner[i]] += lines[i] & firsts[g] == 0


@kernel
def _deal(
    taken: Numbers,
    lane_of: npt.NDArray[np.uint32],
    lines: Numbers,
    lane: Numbers,
    start: Numbers,
    firsts: Numbers,
    at: Numbers,
    extra: Numbers,
    width: int,
) -> None:
    """Write the lines of each placement of each group to where its bit will be, and the lanes of
    the words on top."""
    group = np.empty(len(lines), np.int64)  # its placements, found without a branch
    for g in range(len(firsts)):
        for r in range(len(start)):
            size = 0
            for i in range(start[r, 0], start[r, -1]):
                group[size] = i
                size += lines[i] & firsts[g] == 0
            last, number, word, block, top = -1, 0, 0, -1, 0
            for i in group[:size]:
                number += 1
                if lane[i] != last:
                    last, number = lane[i], 0
                    word = last % width - width
                    if last // width != block:
                        block = last // width
                        top = extra[g, r, block]
                    word += at[g, r, block]
                if number % BITS == 0:
                    word += width
                    if word >= extra[g, r, block]:
                        word = top
                        lane_of[word] = last
                        top += 1
                taken[word, number % BITS] = lines[i]


def _free(taken: Numbers, board: SubBoard) -> Words:
    """For each square of a sub-board a row with the bits of the placements that leave it free."""
    diagonals = 2 * board.n
    free = np.empty((1 + board.squares.size, len(taken) + CHUNK), np.uint8)
    bits = -(-(diagonals + 1) // 8) * 8
    # three lines more than a tile, or the rows would displace each other from the cache
    clear = np.empty((bits, min(TILE, len(taken)) + 3 * LINE), np.uint8)
    for begin in range(0, len(taken), TILE):
        tile = slice(begin, min(begin + TILE, len(taken)))
        size = tile.stop - begin
        _transpose(clear, taken[tile])
        free[0, tile] = clear[diagonals, :size]
        for i, square in enumerate(board.squares.ravel()):
            up, down = np.nonzero(square >> np.arange(diagonals) & 1)[0]
            np.bitwise_and(clear[up, :size], clear[down, :size], out=free[1 + i, tile])
    return free


@kernel
def _transpose(clear: Words, masks: Numbers) -> None:
    """Bit j of clear[i, w] says that bit i of masks[w, j] is 0."""
    for w in range(len(masks)):
        for k in range(len(clear) // 8):
            square = np.uint64(0)  # of 8 by 8 bits: a byte of each mask
            for j in range(8):
                byte = np.uint64(masks[w, j]) >> np.uint64(8 * k) & np.uint64(0xFF)
                square |= byte << np.uint64(8 * j)
            for shift, swapped in (
                (np.uint64(7), np.uint64(0x00AA00AA00AA00AA)),
                (np.uint64(14), np.uint64(0x0000CCCC0000CCCC)),
                (np.uint64(28), np.uint64(0x00000000F0F0F0F0)),
            ):
                change = (square ^ square >> shift) & swapped
                square ^= change ^ change << shift
            for i in range(8):
                clear[8 * k + i, w] = np.uint8(~square >> np.uint64(8 * i) & np.uint64(0xFF))
