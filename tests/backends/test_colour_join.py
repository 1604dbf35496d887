"""The inner loops of the colour split, held against sums that are done the plain way."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.backends.colours import slices
from solvers.backends.colours.join import BATCH, CHUNK, add_blocks, count_hits, fill, meet
from solvers.backends.colours.placements import COLUMNS, TAKEN, SubBoard, halved, members, place
from solvers.backends.colours.sets import numbered
from solvers.backends.colours.slices import DIAGONALS, sliced
from solvers.backends.compiled import Numbers

GUARD = 0xA5  # beyond what may be written


@settings(max_examples=30)
@given(
    chunks=st.integers(1, 3),
    pairs=st.integers(1, BATCH),
    queens=st.integers(3, 5),
    seed=st.integers(0, 99),
)
def test_halves_meet_and_their_hits_are_counted(
    chunks: int, pairs: int, queens: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    size = chunks * CHUNK
    free = random.integers(0, 256, (6, 5 + size), dtype=np.uint8)
    halves = random.integers(0, 6, (4, queens)).astype(np.uint32)
    out = np.full(4 * size + 1, GUARD, np.uint8)
    meet(out, halves, 0, 4, free, 5, chunks)
    expected = np.bitwise_and.reduce(free[halves, 5:], axis=1)
    assert out[-1] == GUARD
    assert np.array_equal(out[:-1].reshape(4, size), expected)
    upper, lower = (random.integers(0, 4, 2 + pairs).astype(np.uint32) for _ in range(2))
    hits = np.full(size + 1, GUARD, np.uint8)
    count_hits(hits, out, out, upper, lower, 2, 2 + pairs, chunks)
    both = expected[upper[2:]] & expected[lower[2:]]
    assert hits[-1] == GUARD
    assert np.array_equal(hits[:-1], np.unpackbits(both[..., None], axis=2).sum((0, 2)))


@settings(max_examples=40)
@given(
    words=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), min_size=1, max_size=3),
    width=st.sampled_from([1, 4, 16]),
    data=st.data(),
)
def test_words_are_added_to_their_lanes(
    words: list[tuple[int, int]], width: int, data: st.DataObject
) -> None:
    """Blocks of so many slices and so many words on top, from any block on, all of them full."""
    begin = data.draw(st.integers(0, len(words) - 1))
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    ends, tops = [0], []
    for common, on_top in words:
        tops.append(ends[-1] + common * width)
        ends.append(tops[-1] + on_top)
    at, extra = np.array(ends), np.array(tops)
    lane = random.integers(0, len(words) * width, at[-1]).astype(np.uint32)
    row = random.integers(0, 1 << 20, len(words) * width).astype(np.uint32)
    expected = row.astype(np.int64)
    for block in range(begin, len(words)):
        for word in range(at[block], at[block + 1]):
            common = block * width + (word - at[block]) % width
            expected[common if word < extra[block] else lane[word]] += 255
    hits = np.full(at[-1] - at[begin], 255, np.uint8)
    add_blocks(row, begin, len(words), hits, at, extra, lane, width)
    assert row.tolist() == expected.tolist()


def sets(width: int, size: int) -> Numbers:
    return np.array([sum(1 << i for i in few) for few in combinations(range(width), size)])


@pytest.mark.parametrize("width", [1, 4, 16])
@pytest.mark.parametrize("strip", [1, 70, 10**6])
@pytest.mark.parametrize("depth", [0, 1])
def test_a_table_has_the_pairs_of_each_set_of_columns(
    width: int, strip: int, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In blocks of so many lanes, whole or in strips; for no lane, some, and all."""
    monkeypatch.setattr(slices, "BLOCK", width)
    monkeypatch.setattr(slices, "VECTOR", width)
    x_board, y_board = SubBoard(11, 0, 0), SubBoard(11, 1, 1)
    x_rows, y_rows = sets(6, 3)[:2], sets(5, 2)[3:5]
    number, lane = numbered(sets(6, 3), 6), numbered(sets(5, 2), 5)
    even = halved(x_board, x_rows, number, depth)
    odd = sliced(y_board, y_rows, lane, x_board, depth * x_board.squares.size)
    room = 4096 * int(np.diff(even.at).max())
    for lanes in (0, 3, 10):
        table = np.zeros((20, odd.extra.shape[2] * odd.width), np.uint32)
        spare = tuple(np.full(size, GUARD, np.uint8) for size in (room, room, 4096))
        fill(table, even, odd, 1, 0, 20, lanes, strip, spare)
        expected = np.zeros_like(table)
        for x in place(x_board, members(x_rows[1:]))[TAKEN]:
            for y in place(y_board, members(y_rows[:1]))[TAKEN]:
                expected[number[x >> COLUMNS], lane[y >> COLUMNS]] += x & y & DIAGONALS == 0
        assert np.array_equal(table[:, :lanes], expected[:, :lanes])
        assert lanes == 0 or expected[:, :lanes].any()
