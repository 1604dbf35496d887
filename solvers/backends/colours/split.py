"""Counting queens without seeing them: the board is split by the colour of its squares.

A queen on a black square and one on a white square never share a diagonal; they only meet in rows
and columns. With B[R, C] the number of ways to put queens that attack each other nowhere on black
squares, one in each of the rows R and of the columns C, and W[R, C] likewise on white squares,

    Q(n) = sum over R and C of B[R, C] * W[~R, ~C]

where ~ takes the other rows or columns. Each colour is two sub-boards, which share diagonals, but
neither rows nor columns:

    columns   0 1 2 3 4 5
    row 0     x . x . x .        x  black, even rows and columns
    row 1     . y . y . y        y  black, odd rows and columns
    row 2     x . x . x .
    row 3     . y . y . y        On white it is the other way round: odd rows go with even columns,
    row 4     x . x . x .        and even rows with odd columns. Either way one sub-board of a
    row 5     . y . y . y        colour has the even columns, one the odd ones.

So R is two sets, R0 of even rows and R1 of odd ones, and so is C. Black's x take a column for each
row, as many of C0 as of R0, and her y of C1 as of R1; white's x the odd rows that are left and the
even columns. With p even rows (and columns) and q odd ones, q - |R1| = p - |C0|, so that |R1| is
|R0|, less one where n is odd. Each size of R0 is a case of its own. For given R0 and R1, list the
placements x on the even columns and y on the odd ones: B[R, C] is the number of pairs of an x on
C0 and a y on C1 without a common diagonal. These are counted for all C0 and C1 at once. The y on
one C1 are bits of some words. Each square of the other sub-board has the bit set of those y that
leave it free; for an x the bit sets of her squares are intersected, first for both halves of her
rows (many x share a half), then the two; and what is left is counted (see `join`). Where lists are
long, the y are held against each square of x's first queen beforehand: for an x the bits are those
of the y that leave that square free, and her halves are on the other rows (see `slices`).

The sum over R and C is cut to about an eighth by symmetry. Solutions go to solutions under each of
the following, and so B[R, C] * W[~R, ~C] is the same for the images of R and C: it is enough to
take one of two twice. To say which, every set has a key that is the same for its mirror image, and
for even n for its complement; so each choice is the same for all images under the others, and they
can be made one after the other.

    rows            n odd: upside down, R0 becomes its mirror image. Of R0 and its mirror image only
                    the lesser is counted, twice; once where they are the same.
    columns         n odd: likewise for C0, left to right.
    reflection      n even: left to right, black squares become white ones, and black's rows those
                    that white had: R0 becomes ~R0. Counted is the smaller one, twice; of two of one
                    size the one without the last row.
    half-turn       n even: even rows become odd ones: R0 and R1 become the other's mirror image.
                    Counted if the key of R0 is not above that of R1; twice if it is below.
    transposition   rows become columns: counted if the key of the rows (n odd: of R0; n even: the
                    lesser of R0's and R1's) is not above that of the columns; twice if it is below.

The fastest counter for one processor that we know to be published, N-Queens-Count-Sol by Evgeny
Kluev, joins the four quarters of the board instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from solvers.backends.colours.join import CHUNK, Words, count_pairs
from solvers.backends.colours.placements import Halved, SubBoard
from solvers.backends.colours.sets import mirrored, numbered, sets_of
from solvers.backends.colours.sides import Lists, Side
from solvers.backends.colours.slices import Sliced, aligned, blocks_of
from solvers.backends.compiled import COMPILES, Numbers
from solvers.base import Formulation, Run, Solver, Unsupported
from solvers.problem import Problem

MAX_N = 24  # memory grows by 0.4 GiB at n = 22, by 1.0 at 24, and would by 3.7 at 26 (measured)
SYMMETRIES = frozenset({"rows", "columns", "reflection", "half-turn", "transposition"})

KEPT = 1 << 28  # bytes of lists for odd rows that are kept while those for even rows come and go
DEEP = 1 << 24  # lanes times ways to put white's queens, but for diagonals: for depth 1 at least
LEAST_STRIP = 256  # words: shorter loops do not pay
NEAR = 1 << 20  # bytes for the halves of a strip, about: what the processor keeps near
JOINED = 1 << 31  # words that are joined between two looks at the clock, 0.1 s, if one pair of row
# sets has no more: at n = 24 some have 50 times as many


class ColourSplit(Solver):
    name = "colour-split"

    def __init__(self, part: int = 0, parts: int = 1) -> None:
        """Counts one part of several."""
        self._part, self._parts = part, parts
        if COMPILES:
            _compile()

    def search(self, problem: Problem, run: Run) -> None:
        n = problem.n
        if problem != Problem(n):
            raise Unsupported("it only counts queens, with no square placed or forbidden")
        if n > MAX_N:
            raise Unsupported(f"its lists for n = {n} would not fit into memory: at most {MAX_N}")
        run.built()
        run.counted(0)  # nothing is shown, also where the time is up at once
        for count in counts(n, self._part, self._parts):
            run.counted(count)
            run.check_clock()

    def formulation(self, problem: Problem) -> Formulation:
        raise Unsupported("it counts by the colour of the squares, and has no variables to print")

    def parts(self, problem: Problem, k: int) -> Sequence[tuple[Solver, Problem]]:
        """Sets of rows are dealt out."""
        return [(ColourSplit(part, k), problem) for part in range(k)]


@cache
def _compile() -> None:
    """Compile the inner loops, or load them from where they are kept: no run has to pay for it."""
    sum(counts(3))


def counts(
    n: int, part: int = 0, parts: int = 1, symmetries: frozenset[str] = SYMMETRIES
) -> Iterator[int]:
    """Numbers that add up to that of the solutions, or to a part of it; n is at most MAX_N."""
    for size in range(n % 2, (n + 1) // 2 + 1):
        yield from _Case(n, size, symmetries).counts(part, parts)


class _Case:
    """The solutions with so many black queens in even rows, and so in even columns."""

    def __init__(self, n: int, size: int, symmetries: frozenset[str]) -> None:
        p, q = (n + 1) // 2, n // 2
        evens = sets_of(size, p, complements=n % 2 == 0)
        odds = sets_of(size - n % 2, q, complements=n % 2 == 0)
        folded = 1 + np.sign(mirrored(evens.masks, p) - evens.masks)
        columns = np.ones(len(evens.masks), np.int64)
        weights = np.ones((len(evens.masks), len(odds.masks)), np.int64)
        if n % 2:
            self._row_keys = np.broadcast_to(evens.keys[:, None], weights.shape)
            self._lane_keys = np.full(len(odds.masks), np.iinfo(np.int64).max)  # not compared
            if "rows" in symmetries:
                weights *= folded[:, None]
            if "columns" in symmetries:
                columns = folded
        else:
            self._row_keys = np.minimum(evens.keys[:, None], odds.keys)
            self._lane_keys = odds.keys
            if "reflection" in symmetries:
                lesser = 2 * size < p or (evens.masks >> (p - 1) == 0) & (2 * size == p)
                weights *= 2 * np.broadcast_to(lesser, len(evens.masks))[:, None]
            if "half-turn" in symmetries:
                weights *= 1 + np.sign(odds.keys - evens.keys[:, None])
        self._transposes = "transposition" in symmetries
        self._weights, self._set_weights = weights, columns[columns > 0]
        self._set_keys = evens.keys[columns > 0]
        self._lanes = len(odds.masks)
        blocks, width = blocks_of(self._lanes)
        # kept from join to join: new pages cost more than what is written to them
        self._tables = np.empty((2, len(self._set_weights), blocks * width), np.uint32)
        self._spare: tuple[Words, ...] = (aligned(0), aligned(0), aligned(0))
        number = numbered(evens.masks[columns > 0], p), numbered(odds.masks, q)
        others = number[0][::-1], number[1][::-1]  # by the mask of the complement
        xx, xy, yx, yy = (SubBoard(n, row, column) for row in (0, 1) for column in (0, 1))
        even_rest, odd_rest = (1 << p) - 1 - evens.masks, (1 << q) - 1 - odds.masks
        white = q - size + n % 2  # queens on either of white's sub-boards
        depth = 1 if math.perm(q, white) * len(odds.masks) >= DEEP else 0
        groups = depth * p * (q - white + 1)
        self._evens = Side(xx, xy, evens.masks, even_rest, number[0], others[1], yx, 0, groups)
        self._odds = Side(yx, yy, odd_rest, odds.masks, others[0], number[1], xx, depth, 0)

    def counts(self, part: int, parts: int) -> Iterator[int]:
        """Weighted numbers of solutions, for one part of several: of the sets of even and of odd
        rows those are dealt out whose lists are longer, since the others are made in each part."""
        evens, odds = np.nonzero(self._weights.any(1))[0], np.arange(self._lanes)
        if len(evens) * self._evens.placements >= len(odds) * self._odds.placements:
            evens = evens[part::parts]
        else:
            odds = odds[part::parts]
        evens = evens[self._weights[np.ix_(evens, odds)].any(1)]
        if not len(evens):
            return
        lists = self._odds.lists(odds)
        while kept := list(_up_to(KEPT, lists)):
            for few in self._evens.lists(evens):
                for one in kept:
                    yield from self._joined(few, one)

    def _joined(self, evens: Lists, odds: Lists) -> Iterator[int]:
        """The weighted numbers of solutions for these sets of even and of odd rows."""
        x, y = (evens.halved, odds.halved), (odds.sliced, evens.sliced)
        strips = np.empty(2, np.int64)
        room, work = np.zeros(3, np.int64), 0
        for colour in range(2):
            at = y[colour].at
            halves = int(np.diff(x[colour].at).max())
            strips[colour] = max(LEAST_STRIP, NEAR // max(1, halves))
            words = int((at[..., -1] - at[..., 0]).max())
            # a strip is one block, or has at most strips[colour] words; it is rounded up to chunks
            most = min(max(strips[colour], np.diff(at).max()), words) + CHUNK
            room = np.maximum(room, most * np.array([halves, halves, 1]))
            work += x[colour].total * words
        self._spare = tuple(
            spare if len(spare) >= size else aligned(int(size))
            for spare, size in zip(self._spare, room, strict=True)
        )
        at_once = min(len(odds.numbers), max(1, JOINED // max(1, work)))
        _check_bounds(x, y, at_once)
        tables, spare = self._tables, self._spare
        for r, even in enumerate(evens.numbers):
            weights = self._weights[even, odds.numbers]
            wanted = np.nonzero(weights)[0]
            for i in range(0, len(wanted), at_once):
                rows = wanted[i : i + at_once]
                cuts = self._cuts(even, odds.numbers[rows])
                yield int(
                    count_pairs(
                        r, rows, weights[rows], self._set_weights, cuts, x, y, strips, tables, spare
                    )
                )

    def _cuts(self, even: int, odds: Numbers) -> Numbers:
        """For these rows, of the even column sets and of the lanes: how many count, and how many of
        them twice; shape (rows, 4)."""
        cuts = np.zeros((len(odds), 4), np.int64)
        for i, keys in ((0, self._set_keys), (2, self._lane_keys)):
            if self._transposes:
                least = -self._row_keys[even, odds]
                cuts[:, i] = np.searchsorted(-keys, least, side="right")
                cuts[:, i + 1] = np.searchsorted(-keys, least, side="left")
            else:
                cuts[:, i] = len(keys)
        return cuts


def _up_to(size: int, lists: Iterator[Lists]) -> Iterator[Lists]:
    """The next of these lists, until they have so many bytes."""
    for one in lists:
        yield one
        size -= one.nbytes
        if size <= 0:
            return


def _check_bounds(x: Sequence[Halved], y: Sequence[Sliced], rows: int) -> None:
    """Raise OverflowError where a table or a sum might not hold what is counted.

    An entry is at most the placements of its x times those of its y, in the one group that each x
    is joined with. All of black's entries add up to at most all x times all y, each is multiplied
    by one of white's, and no weight is above 8.
    """
    entries = [a.most * b.most for a, b in zip(x, y, strict=True)]
    pairs = x[0].total * y[0].total
    if max(entries) >= 1 << 32 or 8 * rows * pairs * entries[1] >= 1 << 63:
        raise OverflowError("the counts could outgrow the integers that hold them")
