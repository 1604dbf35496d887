"""What the colour split lists, held against placements that are found the plain way."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.backends.colours import slices
from solvers.backends.colours.placements import SubBoard, halved
from solvers.backends.colours.sets import numbered
from solvers.backends.colours.slices import Sliced, Words, aligned, sliced
from solvers.backends.compiled import Numbers

Cells = tuple[tuple[int, int], ...]  # squares of the whole board


def on_one_diagonal(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) == abs(a[1] - b[1])


def cell(board: SubBoard, row: int, column: int) -> tuple[int, int]:
    return 2 * row + board.first_row, 2 * column + board.first_column


def placements(board: SubBoard, rows: tuple[int, ...]) -> list[tuple[tuple[int, ...], Cells]]:
    """Every way to put a queen in each of these rows of a sub-board, with its columns there."""
    found = []
    for columns in permutations(range(board.width), len(rows)):
        queens = tuple(cell(board, *square) for square in zip(rows, columns, strict=True))
        if not any(on_one_diagonal(a, b) for a, b in combinations(queens, 2)):
            found.append((columns, queens))
    return found


def bits(words: Words) -> int:
    return int(np.unpackbits(words).sum())


def masks(sets: list[tuple[int, ...]]) -> Numbers:
    return np.array([sum(1 << i for i in one) for one in sets])


def words(lists: Sliced, group: int, row: int, lane: int) -> list[int]:
    """Where the words of a lane are: those at its place in each slice, and those on top."""
    block, place = divmod(lane, lists.width)
    begin, top, end = (
        lists.at[group, row, block],
        lists.extra[group, row, block],
        lists.at[group, row, block + 1],
    )
    return [*range(begin + place, top, lists.width)] + [
        word for word in range(top, end) if lists.lane[word] == lane
    ]


@settings(max_examples=60)
@given(
    n=st.integers(4, 9),
    queens=st.integers(1, 3),
    corner=st.sampled_from([(0, 1), (1, 1)]),
    groups=st.integers(0, 3),
    data=st.data(),
)
def test_the_bits_of_a_square_are_the_placements_that_leave_it_free(
    n: int, queens: int, corner: tuple[int, int], groups: int, data: st.DataObject
) -> None:
    board, other = SubBoard(n, *corner), SubBoard(n, 1 - corner[0], 0)
    queens = min(queens, board.height, board.width)
    row_sets = list(combinations(range(board.height), queens))
    few = data.draw(st.lists(st.sampled_from(row_sets), min_size=1, max_size=2, unique=True))
    lanes = list(combinations(range(board.width), queens))
    lists = sliced(board, masks(few), numbered(masks(lanes), board.width), other, groups)
    squares = [
        cell(other, row, column) for row in range(other.height) for column in range(other.width)
    ]
    for row, rows in enumerate(few):
        mine = placements(board, rows)
        for group in range(max(1, groups)):
            members = [
                (columns, cells)
                for columns, cells in mine
                if not groups or not any(on_one_diagonal(squares[group], c) for c in cells)
            ]
            for lane, columns in enumerate(lanes):
                here = [cells for one, cells in members if tuple(sorted(one)) == columns]
                where = words(lists, group, row, lane)
                assert bits(lists.free[0, where]) == len(here)
                for i, square in enumerate(squares):
                    free = sum(not any(on_one_diagonal(square, c) for c in cells) for cells in here)
                    assert bits(lists.free[1 + i, where]) == free


@pytest.mark.parametrize("tile", [1, 7, 64])
def test_tiles_do_not_matter(tile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board, other = SubBoard(9, 1, 1), SubBoard(9, 0, 0)
    row_sets = masks(list(combinations(range(board.height), 3)))
    lane = numbered(masks(list(combinations(range(board.width), 3))), board.width)
    whole = sliced(board, row_sets, lane, other, 0)
    monkeypatch.setattr(slices, "TILE", tile)
    cut = sliced(board, row_sets, lane, other, 0)
    end = whole.at[-1, -1, -1]
    assert np.array_equal(whole.free[:, :end], cut.free[:, :end])


@settings(max_examples=60)
@given(n=st.integers(4, 9), queens=st.integers(1, 4), depth=st.integers(0, 1), data=st.data())
def test_the_halves_of_a_placement_are_its_squares(
    n: int, queens: int, depth: int, data: st.DataObject
) -> None:
    board = SubBoard(n, 0, 0)
    queens = min(queens, board.height)
    row_sets = list(combinations(range(board.height), queens))
    few = data.draw(st.lists(st.sampled_from(row_sets), min_size=1, max_size=2, unique=True))
    column_sets = list(combinations(range(board.width), queens))
    lists = halved(board, masks(few), numbered(masks(column_sets), board.width), depth)
    owners = lists.group.shape[1]
    for row, rows in enumerate(few):
        expected = Counter(
            (tuple(sorted(columns)), frozenset(cells)) for columns, cells in placements(board, rows)
        )
        found: Counter[tuple[tuple[int, ...], frozenset[tuple[int, int]]]] = Counter()
        for k in range(owners):
            owner = row * owners + k
            for number, columns in enumerate(column_sets):
                for i in range(lists.start[owner, number], lists.start[owner, number + 1]):
                    halves = (
                        lists.halves[lists.at[0, owner] + lists.upper[i]],
                        lists.halves[lists.at[1, owner] + lists.lower[i]],
                    )
                    squares = [int(s) - 1 for half in halves for s in half if s]
                    squares += [int(lists.group[row, k])] if depth else []
                    cells = frozenset(cell(board, *divmod(s, board.width)) for s in squares)
                    found[columns, cells] += 1
        assert found == expected
        assert lists.total >= len(expected)


@pytest.mark.parametrize("size", [1, 63, 64, 1000])
def test_aligned_words(size: int) -> None:
    room = aligned(size)
    assert (len(room), room.ctypes.data % 64) == (size, 0)
