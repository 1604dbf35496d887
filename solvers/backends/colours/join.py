"""The inner loops of the colour split: how many placements of two sub-boards go together.

They are plain loops over contiguous arrays, which the compiler turns into vector instructions.
Offsets are unsigned where it would otherwise provide for negative ones. Strips are joined in whole
chunks, so that no words are left over for slower loops: the last chunk goes on into words that
follow, and what comes out for these is not looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from solvers.backends.compiled import COMPILES, Numbers, kernel

if TYPE_CHECKING:
    from solvers.backends.colours.placements import Halved
    from solvers.backends.colours.slices import Sliced

Words = npt.NDArray[np.uint8]
Entries = npt.NDArray[np.uint32]

CHUNK = 64  # strips are rounded up to a multiple of so many words: a line of the cache
BATCH = 31  # placements whose bits are counted in a byte: up to 8 each

U = np.uint64 if COMPILES else int  # plain Python indexes with nothing else as fast


@kernel
def count_pairs(
    r: int,
    rows: Numbers,
    weights: Numbers,
    set_weights: Numbers,
    cuts: Numbers,
    halved: tuple[Halved, Halved],
    sliced: tuple[Sliced, Sliced],
    strips: Numbers,
    tables: Entries,
    spare: tuple[Words, Words, Words],
) -> np.int64:
    """The weighted number of solutions whose black queens are in the even rows number r and in one
    of the odd row sets `rows`.

    halved, sliced   of black and of white: the placements on even and on odd columns. Black has
                     even rows r and odd ones of `rows`, white the rest; so white's are the other
                     way round
    cuts             shape (rows, 4): of the even column sets, and of the odd ones (lanes), the
                     first so many count: the first twice, if both are above, the rest once
    strips           of black and of white: how many words a strip has, about
    tables           shape (2, even column sets, lanes): room for a table of each colour
    spare            room for the halves and the hits of a strip, rounded up to chunks
    """
    total = np.int64(0)
    for i in range(len(rows)):
        sets, sets_above, lanes, lanes_above = cuts[i]
        for colour in range(2):
            x, y = (r, rows[i]) if colour == 0 else (rows[i], r)
            table = tables[colour]
            clear(table, sets)
            fill(table, halved[colour], sliced[colour], x, y, sets, lanes, strips[colour], spare)
        pairs = np.int64(0)
        for e in range(sets):
            both = product(tables[0, e], tables[1, e], U(0), U(lanes_above))
            rest = product(tables[0, e], tables[1, e], U(lanes_above), U(lanes))
            pairs += set_weights[e] * ((2 if e < sets_above else 1) * both + rest)
        total += weights[i] * pairs
    return total


@kernel
def fill(
    table: Entries,
    even: Halved,
    odd: Sliced,
    x: int,
    y: int,
    sets: int,
    lanes: int,
    strip: int,
    spare: tuple[Words, Words, Words],
) -> None:
    """Add the pairs of the x in rows number x and the y in rows number y, by their columns."""
    upper, lower, hits = spare
    owners = even.group.shape[1]
    blocks = (lanes + odd.width - 1) // odd.width
    for k in range(owners):
        owner = x * owners + k
        at, extra = odd.at[even.group[x, k], y], odd.extra[even.group[x, k], y]
        begin = np.int64(0)
        while begin < blocks:
            end = begin + 1
            while end < blocks and at[end + 1] - at[begin] <= strip:
                end += 1
            chunks = (at[end] - at[begin] + CHUNK - 1) // CHUNK
            first, last = even.at[0, owner], even.at[0, owner + 1]
            meet(upper, even.halves, first, last, odd.free, at[begin], chunks)
            first, last = even.at[1, owner], even.at[1, owner + 1]
            meet(lower, even.halves, first, last, odd.free, at[begin], chunks)
            for e in range(sets):
                for first in range(even.start[owner, e], even.start[owner, e + 1], BATCH):
                    last = min(first + BATCH, even.start[owner, e + 1])
                    count_hits(hits, upper, lower, even.upper, even.lower, first, last, chunks)
                    add_blocks(table[e], begin, end, hits, at, extra, odd.lane, odd.width)
            begin = end


@kernel
def clear(table: Entries, rows: int) -> None:
    for i in range(rows):
        for j in range(table.shape[1]):
            table[i, j] = 0


@kernel
def meet(
    out: Words, halves: Entries, first: int, last: int, free: Words, begin: int, chunks: int
) -> None:
    """Of each half the placements of the other sub-board that leave all of its squares free."""
    size, o = U(CHUNK) * U(chunks), U(0)
    for i in range(first, last):
        a, b, c = free[halves[i, 0]], free[halves[i, 1]], free[halves[i, 2]]
        source = U(begin)
        for w in range(size):
            out[o + w] = a[source + w] & b[source + w] & c[source + w]
        for k in range(3, halves.shape[1]):
            a = free[halves[i, k]]
            for w in range(size):
                out[o + w] &= a[source + w]
        o += size


@kernel
def count_hits(
    hits: Words,
    upper: Words,
    lower: Words,
    first: Entries,
    second: Entries,
    begin: int,
    end: int,
    chunks: int,
) -> None:
    """For each word how many bits both halves leave, over some placements of two halves each."""
    size = U(CHUNK) * U(chunks)
    for w in range(size):
        hits[w] = 0
    for x in range(begin, end):
        i, j = U(first[x]) * size, U(second[x]) * size
        for w in range(size):
            hits[w] += np.uint8(popcount(U(upper[i + w] & lower[j + w])))


@kernel
def popcount(x: Any) -> Any:
    """The bits of a 64-bit word, by sums of twos, fours and bytes: compilers know this form, and
    put the instruction of the processor in its place."""
    x = x - ((x >> U(1)) & U(0x5555555555555555))
    x = (x & U(0x3333333333333333)) + ((x >> U(2)) & U(0x3333333333333333))
    x = (x + (x >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return (x * U(0x0101010101010101)) >> U(56)


@kernel
def add_blocks(
    row: Entries,
    begin: int,
    end: int,
    hits: Words,
    at: Numbers,
    extra: Numbers,
    lane: Entries,
    width: int,
) -> None:
    """Add the words of each block to the lanes that they stand for: those that are there for all
    lanes two at a time, since sums of short integers are cheaper."""
    size, word = U(width), U(0)
    for block in range(begin, end):
        o, last = size * U(block), word + U(extra[block] - at[block])
        while word + U(2) * size <= last:
            for w in range(size):
                row[o + w] += np.uint16(hits[word + w]) + np.uint16(hits[word + size + w])
            word += U(2) * size
        while word < last:
            for w in range(size):
                row[o + w] += hits[word + w]
            word += size
        for w in range(extra[block], at[block + 1]):
            row[lane[w]] += hits[word]
            word += U(1)


@kernel
def product(a: Entries, b: Entries, begin: Any, end: Any) -> np.int64:
    """The sum of a * b from begin to end."""
    total = np.int64(0)
    for i in range(begin, end):
        total += np.int64(a[i]) * np.int64(b[i])
    return total
