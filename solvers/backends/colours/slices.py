"""Placements on a sub-board as bits, held against the squares of the other one of its colour."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

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

Words = npt.NDArray[np.uint8]

BITS = 8  # placements to a word
VECTOR = 16  # lanes of a block are a multiple of this: the bytes of a vector register
BLOCK = 32  # lanes to a block, about: shorter loops do not pay
COMMON = 5 / 8  # of the lanes of a block have all the words that are there for every lane
CHUNK = 128  # words that are joined at a time: four long vector registers
LINE = 64  # bytes to a line of the processor's cache
TILE = 1 << 14  # words that are made at a time: what the processor keeps near
ABSENT = -1  # the diagonals of no placement: it leaves no square free
DIAGONALS = (1 << COLUMNS) - 1


class Sliced(NamedTuple):
    """The placements for several sets of rows as bits: of a word, those of one set of columns.

    A lane is a set of columns; `width` of them are a block. A block has a word for each of its
    lanes, with the first 8 placements of that, then a word for each with the next 8, and so on, as
    long as COMMON of its lanes need no more. Then come the words that other lanes need on top. All
    this is there once for each group of placements: at depth 1 those of group k leave square k of
    the other sub-board free; otherwise one group has all of them.

    free      shape (1 + squares of the other sub-board, words + CHUNK): the placements that leave
              the square free; in row 0 all of them; beyond the words something
    at        shape (groups, sets of rows, blocks + 1): where the words of each block begin
    extra     shape (groups, sets of rows, blocks): where its words on top begin
    lane      shape (words,): the lanes of the words on top
    width     lanes to a block
    most      the most placements of a lane
    total     the most of a row set
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
    their colour; lane[c] is that of column set c, -1 where there is none. There is a group for each
    of the first `groups` of those squares; if that is 0, there is one for all placements."""
    width = block_width(int(lane.max()) + 1)
    blocks = -(-int(lane.max() + 1) // width)
    lanes = blocks * width
    placements = place(board, members(masks))
    mine = lane[placements[TAKEN] >> COLUMNS]
    order, start = by_columns(placements, mine, lanes, len(masks))
    mine, lines = mine[order], placements[TAKEN, order] & DIAGONALS
    firsts = other.squares.ravel()[:groups] & DIAGONALS if groups else np.zeros(1, np.int64)
    owner = placements[OWNER, order] * lanes + mine
    counts = np.array(
        [np.bincount(owner[lines & first == 0], minlength=lanes * len(masks)) for first in firsts]
    ).reshape(len(firsts), len(masks), lanes)
    each = -(-counts.reshape(-1, blocks, width) // BITS)
    slices = np.sort(each, axis=2)[:, :, int(COMMON * width) - 1]
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


def block_width(lanes: int) -> int:
    """Lanes to a block."""
    return -(-lanes // max(1, round(lanes / BLOCK)) // VECTOR) * VECTOR


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
    for g in range(len(firsts)):
        for r in range(len(start)):
            last, number, word, block, top = -1, 0, 0, -1, 0
            for i in range(start[r, 0], start[r, -1]):
                if lines[i] & firsts[g]:
                    continue
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
    for begin in range(0, len(taken), TILE):
        part = slice(begin, min(begin + TILE, len(taken)))
        by_diagonal = ~_transposed(taken[part], diagonals + 1)
        free[0, part] = by_diagonal[diagonals]
        for i, square in enumerate(board.squares.ravel()):
            up, down = np.nonzero(square >> np.arange(diagonals) & 1)[0]
            np.bitwise_and(by_diagonal[up], by_diagonal[down], out=free[1 + i, part])
    return free


def _transposed(masks: Numbers, bits: int) -> Words:
    """Row i has bit i of each mask, those of a row of masks in a word."""
    size = -(-bits // 8)
    mine = masks.astype("<i8", copy=False).view(np.uint8).reshape(len(masks), BITS, 8)
    square = np.ascontiguousarray(mine[:, :, :size].transpose(2, 0, 1)).view("<u8")[..., 0]
    for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0xF0F0F0F0)):
        change = (square ^ square >> np.uint64(shift)) & np.uint64(mask)
        square ^= change ^ change << np.uint64(shift)
    rows = square[..., None].view(np.uint8).transpose(0, 2, 1)
    return np.ascontiguousarray(rows).reshape(8 * size, len(masks))[:bits]
