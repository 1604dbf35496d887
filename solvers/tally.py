"""The books of a run: every report is checked against the rule, hashed and counted, in blocks.

Reports come as a (k, n) array of integers. Nothing here trusts the backend that sent them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from solvers.chessboard import Solution
from solvers.outcome import BadReport
from solvers.problem import MAX_N, Lines, Placement, Problem

Rows = npt.NDArray[np.int64]  # one placement a row, shape (k, n)
Hashes = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]

OFF_BOARD, BARRED = "on the board", "open squares"  # rules that are no family of lines
KEPT_HASHES = 1 << 30  # bytes of hashes after which repeats are given up, if nobody says less


class Tally:
    """What one run has reported so far.

    `count` is everything reported; `illegal` of these break a rule, `repeated` are surplus reports
    of legal placements (None once given up for memory, or where reports were only counted);
    `broken` are, by rule, the illegal reports that break it.
    `keep` is how many of the least legal placements to hold on to.
    """

    def __init__(self, problem: Problem, keep: int = 0, hash_bytes: int = KEPT_HASHES) -> None:
        self.problem = problem
        self.count = 0
        self.illegal: int | None = 0
        self.repeated: int | None = 0
        self.fingerprint: int | None = 0
        self.broken: Counter[str] = Counter()
        self.first_illegal: Placement | None = None
        self.first_repeated: Placement | None = None
        self.times_repeated = 1
        self._repeated_hash = np.uint64(0)
        self._hash_bytes = hash_bytes
        self._seen = _Seen()
        self._keep = keep
        self._kept = np.empty((0, problem.n), np.int16)
        self._waiting: list[npt.NDArray[np.int16]] = []
        self._open_squares = _open_squares(problem)

    def add(self, rows: Rows) -> None:
        """Check and count a block of reports."""
        if not len(rows):
            return
        hashes = hash_rows(rows)
        legal = self._legal(rows)
        self.count += len(rows)
        self.fingerprint = ((self.fingerprint or 0) + int(hashes.sum(dtype=np.uint64))) % 2**64
        illegal = int(len(rows) - legal.sum())
        if illegal:
            self.illegal = (self.illegal or 0) + illegal
            self._note_broken(rows[~legal])
            if self.first_illegal is None:
                self.first_illegal = as_placement(rows[int(np.argmin(legal))])
            rows, hashes = rows[legal], hashes[legal]
        self._note_repeats(rows, hashes)
        if self._keep and len(rows):
            self._waiting.append(rows.astype(np.int16))
            if sum(map(len, self._waiting)) > max(4096, self._keep):
                self._settle_kept()

    def add_counted(self, k: int) -> None:
        """Count k solutions that were not shown: nothing about them can be checked."""
        self.count += k
        self.illegal = self.repeated = self.fingerprint = None

    def kept(self) -> tuple[Placement, ...]:
        """The least legal placements reported, at most `keep`, distinct, in lexicographic order."""
        self._settle_kept()
        return tuple(map(Solution, self._kept.tolist()))

    def _settle_kept(self) -> None:
        if self._waiting:
            together = np.concatenate([self._kept, *self._waiting])
            self._waiting = []
            self._kept = np.unique(together, axis=0)[: self._keep]

    def _note_broken(self, illegal: Rows) -> None:
        """Count, for each rule, the illegal reports that break it."""
        off = ~np.all((illegal >= 0) & (illegal < self.problem.n), axis=1)
        self.broken[OFF_BOARD] += int(off.sum())
        barred = np.zeros(len(illegal), np.bool_)
        for row, columns in self._open_squares.items():
            barred |= ~columns[np.clip(illegal[:, row], 0, self.problem.n - 1)]
        self.broken[BARRED] += int(barred.sum())
        for family in self.problem.lines:
            shared = self._share_a_line(family, np.clip(illegal, -MAX_N, 2 * MAX_N))
            self.broken[str(family)] += int(shared.sum())

    def _share_a_line(self, family: Lines, rows: Rows) -> Mask:
        """Which rows of a block have two queens on one line of the family."""
        lines = family.a * np.arange(self.problem.n, dtype=np.int64) + family.b * rows
        if family.modulus is not None:
            lines %= family.modulus
        lines.sort(axis=1)
        shared: Mask = (lines[:, 1:] == lines[:, :-1]).any(axis=1)
        return shared

    def _note_repeats(self, rows: Rows, hashes: Hashes) -> None:
        if self.repeated is None:
            return
        again = self._seen.add(hashes)
        repeats = int(again.sum())
        if repeats:
            self.repeated += repeats
            if self.first_repeated is None:
                which = int(np.argmax(again))
                self.first_repeated = as_placement(rows[which])
                self._repeated_hash = hashes[which]
            self.times_repeated += int((again & (hashes == self._repeated_hash)).sum())
        if self._seen.nbytes > self._hash_bytes:
            self.repeated = None
            self._seen = _Seen()

    def _legal(self, rows: Rows) -> Mask:
        """Which rows of the block keep every rule; the same rule as `Problem.accepts`."""
        n = self.problem.n
        legal: Mask = np.all((rows >= 0) & (rows < n), axis=1)
        for row, columns in self._open_squares.items():
            legal &= columns[np.where(legal, rows[:, row], 0)]
        inside = rows if legal.all() else np.where(legal[:, None], rows, 0)
        for family in self.problem.lines:
            legal &= ~self._share_a_line(family, inside)
        return legal


class _Seen:
    """The hashes seen so far, in sorted arrays of falling size: a block is looked up in each, and
    arrays of like size are merged, so that a hash is moved O(log count) times in all."""

    def __init__(self) -> None:
        self._levels: list[Hashes] = []

    @property
    def nbytes(self) -> int:
        return sum(level.nbytes for level in self._levels)

    def add(self, hashes: Hashes) -> Mask:
        """Take a block in; which of its hashes were seen before, in it or earlier."""
        order = np.argsort(hashes, kind="stable")
        ordered = hashes[order]
        again = np.zeros(len(ordered), np.bool_)
        again[1:] = ordered[1:] == ordered[:-1]
        for level in self._levels:
            places = np.searchsorted(level, ordered)
            again |= level[np.minimum(places, len(level) - 1)] == ordered
        fresh = ordered[~again]
        if len(fresh):
            self._levels.append(fresh)
        while len(self._levels) > 1 and len(self._levels[-2]) < 2 * len(self._levels[-1]):
            merged = np.concatenate((self._levels.pop(), self._levels.pop()))
            merged.sort(kind="stable")
            self._levels.append(merged)
        mask = np.empty_like(again)
        mask[order] = again
        return mask


def _open_squares(problem: Problem) -> dict[int, Mask]:
    """For each row that is not open throughout, which of its columns are."""
    squares: dict[int, Mask] = {}
    for row in sorted({row for row, _ in problem.placed | problem.forbidden}):
        squares[row] = np.zeros(problem.n, np.bool_)
        squares[row][list(problem.domains[row])] = True
    return squares


def hash_rows(rows: Rows) -> Hashes:
    """One 64-bit hash a placement, shape (k,): the multiply and xor-shift steps of SplitMix64
    (Steele, Lea, Flood 2014), one a square, so that it is not linear in the squares.

    >>> hex(int(hash_rows(np.array([[1, 3, 0, 2]]))[0]))
    '0x7cc72565b748df24'
    """
    state = np.full(len(rows), rows.shape[1] * 0x9E3779B97F4A7C15 % 2**64, np.uint64)
    for column in np.ascontiguousarray(rows.T).astype(np.uint64):
        state ^= column + np.uint64(1)
        state *= np.uint64(0xBF58476D1CE4E5B9)
        state ^= state >> np.uint64(31)
    state *= np.uint64(0x94D049BB133111EB)
    state ^= state >> np.uint64(29)
    return state


def as_rows(reports: Sequence[object], n: int) -> Rows:
    """Reports as an array of shape (k, n); columns beyond 64 bits are cut to them.

    Raises BadReport with an example where a report is no sequence of n integers.
    """
    try:
        rows = np.asarray(reports)
    except (ValueError, OverflowError, TypeError):
        rows = np.empty(0)
    if (
        rows.dtype.kind == "i" or rows.dtype in (np.uint8, np.uint16, np.uint32)
    ) and rows.shape == (len(reports), n):
        return rows.astype(np.int64, copy=False)
    return np.array([_as_row(report, n) for report in reports], np.int64).reshape(-1, n)


def _as_row(report: object, n: int) -> list[int]:
    from operator import index

    if not hasattr(report, "__len__") or not hasattr(report, "__getitem__"):
        raise BadReport(f"reported {shortened(report)}, which is no sequence of {n} integers")
    if isinstance(report, (dict, str)) or len(report) != n:
        raise BadReport(f"reported {shortened(report)}, which is no sequence of {n} integers")
    row = []
    for i in range(n):
        value = report[i]
        try:
            column = index(value)
        except TypeError:
            raise BadReport(
                f"reported {shortened(report)}, where {shortened(value)} is no integer"
            ) from None
        row.append(max(-(2**63), min(column, 2**63 - 1)))
    return row


def shortened(value: object) -> str:
    """A value as an error message shows it: in one line, and not too long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # an integer of thousands of digits, or a class that cannot show itself
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def as_placement(row: Rows) -> Placement:
    return tuple(map(int, row))
