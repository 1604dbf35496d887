"""The inner loops of the colour split: how many placements of two sub-boards go together.

They are plain loops over contiguous arrays, which the compiler turns into vector instructions.
Offsets are unsigned where it would otherwise provide for negative ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solvers.backends.colours.placements import PADDING, Halved, Numbers, Sliced, Words
from solvers.backends.compiled import kernel

Entries = npt.NDArray[np.uint32]

BATCH = 31  # placements whose bits are counted in a byte: up to 8 each

U = np.uint64


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
    spare: tuple[Words, Words, Words, Words],
) -> np.int64:
    """The weighted number of solutions whose black queens are in the even rows number r and in one
    of the odd row sets `rows`.

    halved, sliced   of black and of white: the placements on even and on odd columns. Black has
                     even rows r and odd ones of `rows`, white the rest; so white's are the other
                     way round
    cuts             shape (rows, 4): of the even column sets, and of the odd ones (lanes), the
                     first so many count: the first twice, if both are above, the rest once
    strips           of black and of white: the lanes that are joined at a time
    tables           shape (2, even column sets, lanes): room for a table of each colour
    spare            room for the squares, the halves and the hits of a strip
    """
    squares, upper, lower, hits = spare
    total = np.int64(0)
    for i in range(len(rows)):
        sets, sets_above, lanes, lanes_above = cuts[i]
        for colour in range(2):
            even, odd = halved[colour], sliced[colour]
            x, y = (r, rows[i]) if colour == 0 else (rows[i], r)
            table, strip = tables[colour], strips[colour]
            clear(table, sets)
            sizes = np.empty(odd.reach.shape[1], np.int64)
            padded = (lanes + PADDING - 1) // PADDING * PADDING
            for begin in range(0, padded, strip):
                words = np.int64(0)
                for s in range(len(sizes)):
                    end = min(odd.reach[y, s], begin + strip, padded)
                    sizes[s] = max(0, end - begin)
                    words += sizes[s]
                copy_strip(squares, odd.free, odd.at[y] + begin, odd.reach[y], sizes)
                meet(upper, even.halves, even.at[0, x], even.at[0, x + 1], squares, words)
                meet(lower, even.halves, even.at[1, x], even.at[1, x + 1], squares, words)
                for e in range(sets):
                    for first in range(even.start[x, e], even.start[x, e + 1], BATCH):
                        last = min(first + BATCH, even.start[x, e + 1])
                        count_hits(hits, upper, lower, even.upper, even.lower, first, last, words)
                        add_slices(table[e], begin, hits, sizes)
        pairs = np.int64(0)
        for e in range(sets):
            both = product(tables[0, e], tables[1, e], U(0), U(lanes_above))
            rest = product(tables[0, e], tables[1, e], U(lanes_above), U(lanes))
            pairs += set_weights[e] * ((2 if e < sets_above else 1) * both + rest)
        total += weights[i] * pairs
    return total


@kernel
def clear(table: Entries, rows: int) -> None:
    for i in range(rows):
        for j in range(table.shape[1]):
            table[i, j] = 0


@kernel
def copy_strip(out: Words, free: Words, source: int, reach: Numbers, sizes: Numbers) -> None:
    """Of every row, of each slice the words of a strip, to rows that follow one another."""
    o = U(0)
    for i in range(len(free)):
        row, begin = free[i], U(source)
        for s in range(len(sizes)):
            for w in range(U(sizes[s])):
                out[o + w] = row[begin + w]
            o += U(sizes[s])
            begin += U(reach[s])


@kernel
def meet(out: Words, halves: Entries, begin: int, end: int, squares: Words, words: int) -> None:
    """Of each half the placements of the other sub-board that leave all of its squares free."""
    size, o = U(words), U(0)
    for i in range(begin, end):
        a, b, c = size * U(halves[i, 0]), size * U(halves[i, 1]), size * U(halves[i, 2])
        for w in range(size):
            out[o + w] = squares[a + w] & squares[b + w] & squares[c + w]
        for k in range(3, halves.shape[1]):
            a = size * U(halves[i, k])
            for w in range(size):
                out[o + w] &= squares[a + w]
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
    words: int,
) -> None:
    """For each word how many bits both halves leave, over some placements of two halves each."""
    for w in range(words):
        hits[w] = 0
    for x in range(begin, end):
        i, j = np.int64(first[x]) * words, np.int64(second[x]) * words
        a, b = upper[i : i + words], lower[j : j + words]
        for w in range(words):
            hits[w] += np.uint8(popcount(U(a[w] & b[w])))


@kernel
def popcount(x: Any) -> Any:
    """The bits of a 64-bit word, by sums of twos, fours and bytes: compilers know this form, and
    put the instruction of the processor in its place."""
    x = x - ((x >> U(1)) & U(0x5555555555555555))
    x = (x & U(0x3333333333333333)) + ((x >> U(2)) & U(0x3333333333333333))
    x = (x + (x >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return (x * U(0x0101010101010101)) >> U(56)


@kernel
def add_slices(row: Entries, begin: int, hits: Words, sizes: Numbers) -> None:
    """Add the words of each slice to the lanes that they stand for, from lane `begin` on."""
    o, word = U(begin), U(0)
    for s in range(len(sizes)):
        for w in range(U(sizes[s])):
            row[o + w] += hits[word + w]
        word += U(sizes[s])


@kernel
def product(a: Entries, b: Entries, begin: Any, end: Any) -> np.int64:
    """The sum of a * b from begin to end."""
    total = np.int64(0)
    for i in range(begin, end):
        total += np.int64(a[i]) * np.int64(b[i])
    return total
