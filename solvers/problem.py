"""The problem, its words and its rule.

    q[i]   column of the queen in row i; rows and columns count from 0
    line   the squares with equal a*row + b*column (modulo m, where a modulus is given)
    rule   for every family of lines, AllDifferent over the rows i of a*i + b*q[i] (mod m)

Queens are three families: COLUMNS, SUMS (row + column) and DIFFERENCES (column - row). Placed
queens and forbidden squares are unary: they become row domains. Backends read `domains` and
`lines` and nothing else, so every variant runs on every backend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import gcd
from operator import index

Square = tuple[int, int]
Placement = tuple[int, ...]

MAX_N = 32_767
"""The largest board: columns of kept placements are stored as signed 16-bit numbers."""

NO_QUEEN = -(2**31)
"""In a placement that was read off a board: the column of a row with no queen, or with several."""

MAX_FACTOR = 1_000_000
"""The largest a, b or modulus of a family: the number of a line stays far below 64 bits."""


@dataclass(frozen=True)
class Lines:
    """A family of parallel lines: squares with equal a*row + b*column, modulo `modulus` if given.

    Raises ValueError where a and b are both 0, the modulus is not positive, or one of them is
    beyond MAX_FACTOR.
    """

    a: int
    b: int
    modulus: int | None = None

    def __post_init__(self) -> None:
        for number in (self.a, self.b, 1 if self.modulus is None else self.modulus):
            if not isinstance(number, int):
                raise ValueError(f"lines have whole numbers, not {number!r}")
        if self.a == 0 == self.b:
            raise ValueError("lines need a or b other than 0")
        if max(abs(self.a), abs(self.b)) > MAX_FACTOR:
            raise ValueError(f"a and b go from -{MAX_FACTOR} to {MAX_FACTOR}")
        if self.modulus is not None and not 1 <= self.modulus <= MAX_FACTOR:
            raise ValueError(f"a modulus goes from 1 to {MAX_FACTOR}, so not {self.modulus}")

    def through(self, row: int, column: int) -> int:
        """Which line of the family the square lies on.

        >>> SUMS.through(2, 3), DIFFERENCES.through(2, 3)
        (5, 1)
        """
        line = self.a * row + self.b * column
        return line if self.modulus is None else line % self.modulus

    def bounds(self, n: int) -> tuple[int, int]:
        """The least and the greatest line on an n x n board.

        >>> DIFFERENCES.bounds(8), SUMS.bounds(8)
        ((-7, 7), (0, 14))
        """
        if self.modulus is not None:
            return 0, self.modulus - 1
        corners = [self.through(row, column) for row in (0, n - 1) for column in (0, n - 1)]
        return min(corners), max(corners)

    def columns(self, line: int, row: int, n: int) -> range:
        """The columns in which the line crosses a row of an n x n board.

        >>> list(SUMS.columns(5, 2, 8)), list(Lines(1, 2, 6).columns(4, 0, 8))
        ([3], [2, 5])
        """
        rest = line - self.a * row
        if self.modulus is None:
            if self.b == 0:
                return range(n) if rest == 0 else range(0)
            column, remainder = divmod(rest, self.b)
            return range(column, column + 1) if remainder == 0 <= column < n else range(0)
        common = gcd(self.b, self.modulus)
        if rest % common:
            return range(0)
        period = self.modulus // common
        return range(rest // common * pow(self.b // common, -1, period) % period, n, period)

    def __str__(self) -> str:
        """The expression, as people write it: `row + column`, `row - column`, `2*row - column`."""
        terms = sorted(((self.a, "row"), (self.b, "column")), key=lambda term: term[0] <= 0)
        text = ""
        for factor, name in terms:
            if factor:
                sign = (
                    ("-" if factor < 0 else "") if not text else f" {'-' if factor < 0 else '+'} "
                )
                text += sign + (f"{abs(factor)}*" if abs(factor) > 1 else "") + name
        return text if self.modulus is None else f"{text} modulo {self.modulus}"


COLUMNS = Lines(0, 1)
SUMS = Lines(1, 1)
DIFFERENCES = Lines(-1, 1)
QUEENS = (COLUMNS, SUMS, DIFFERENCES)

VARIANTS: dict[str, Callable[[int], tuple[Lines, ...]]] = {
    "queens": lambda n: QUEENS,
    "toroidal": lambda n: (COLUMNS, Lines(1, 1, n), Lines(-1, 1, n)),
    "semiqueens": lambda n: (COLUMNS, SUMS),
    "toroidal-semiqueens": lambda n: (COLUMNS, Lines(1, 1, n)),
    "rooks": lambda n: (COLUMNS,),
    "queens-nightriders": lambda n: (
        *QUEENS,
        Lines(1, 2),
        Lines(-1, 2),
        Lines(2, 1),
        Lines(-2, 1),
    ),
}
"""The named variants: the families of lines on an n x n board."""


@dataclass(frozen=True)
class Conflict:
    """One broken rule: the squares that break it (two, or one), the rule in words, and the line
    (family and number) that two squares share."""

    squares: tuple[Square, ...]
    rule: str
    lines: Lines | None = None
    line: int | None = None

    def line_squares(self, n: int) -> list[Square]:
        """The squares of the line that is shared, on an n x n board; none where none is.

        >>> Problem(4).conflicts((1, 3, 2, 0))[0].line_squares(4)
        [(1, 3), (2, 2), (3, 1)]
        """
        if self.lines is None or self.line is None:
            return []
        return [(row, c) for row in range(n) for c in self.lines.columns(self.line, row, n)]

    def __str__(self) -> str:
        return self.rule


@dataclass(frozen=True)
class Problem:
    """n queens on an n x n board, one a row, no two on one line of any family.

    `placed` and `forbidden` are sets of squares (row, column). `domains[i]` are the columns that
    they leave open in row i, ascending; rows that are alike share one tuple.
    Raises ValueError for a board that is no board and for squares that lie off it. Placed queens
    that attack each other are no error: such a problem has no solution.

    >>> Problem(4).accepts((1, 3, 0, 2)), Problem(4, placed=frozenset({(0, 0)})).domains[0]
    (True, (0,))
    """

    n: int
    lines: tuple[Lines, ...] = QUEENS
    placed: frozenset[Square] = frozenset()
    forbidden: frozenset[Square] = frozenset()
    domains: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_size(self.n)
        for name in ("placed", "forbidden"):
            object.__setattr__(self, name, self._on_board(name, getattr(self, name)))
        object.__setattr__(self, "lines", tuple(self.lines))
        object.__setattr__(self, "domains", self._row_domains())

    def cut(self, row: int, k: int) -> list[Problem]:
        """Up to k problems that deal out the open columns of a row; one where none is open.

        >>> [piece.domains[1] for piece in Problem(5).cut(1, 2)]
        [(0, 2, 4), (1, 3)]
        """
        columns = self.domains[row]
        pieces = []
        for i in range(max(1, min(k, len(columns)))):
            others = {(row, column) for column in columns if column not in columns[i::k]}
            pieces.append(replace(self, forbidden=self.forbidden | others))
        return pieces

    def _on_board(self, name: str, squares: Iterable[Square]) -> frozenset[Square]:
        try:
            checked = frozenset((index(row), index(column)) for row, column in squares)
        except TypeError:
            raise ValueError(f"{name} holds squares (row, column) of whole numbers") from None
        for row, column in sorted(checked):
            if not (0 <= row < self.n and 0 <= column < self.n):
                raise ValueError(
                    f"{name} square {row}:{column} is off the board: for n = {self.n}, rows and"
                    f" columns go from 0 to {self.n - 1}"
                )
        return checked

    def _row_domains(self) -> tuple[tuple[int, ...], ...]:
        anywhere = tuple(range(self.n))
        shared = {anywhere: anywhere}
        open_columns: dict[int, set[int]] = {}
        for row, column in self.placed:
            open_columns[row] = open_columns.get(row, {column}) & {column}
        for row, column in self.forbidden:
            open_columns.setdefault(row, set(anywhere)).discard(column)
        rows = [anywhere] * self.n
        for row, columns in open_columns.items():
            domain = tuple(sorted(columns))
            rows[row] = shared.setdefault(domain, domain)
        return tuple(rows)

    @property
    def variant(self) -> str | None:
        """The name of the variant whose lines these are; None for lines of one's own."""
        own = frozenset(self.lines)
        for name, lines in VARIANTS.items():
            if own == frozenset(lines(self.n)):
                return name
        return None

    @property
    def restricted(self) -> bool:
        """Whether a queen is placed or a square forbidden."""
        return bool(self.placed or self.forbidden)

    def accepts(self, q: Sequence[int]) -> bool:
        """Whether q is a solution: the oracle, used by no backend.

        >>> Problem(4).accepts((0, 1, 2, 3)), Problem(4).accepts((1, 3, 0))
        (False, False)
        """
        if len(q) != self.n or any(column not in self.domains[i] for i, column in enumerate(q)):
            return False
        return all(
            len({family.through(i, column) for i, column in enumerate(q)}) == self.n
            for family in self.lines
        )

    def conflicts(self, q: Sequence[int]) -> list[Conflict]:
        """Every rule that q breaks, in words, row by row; empty for a solution.

        >>> [str(conflict) for conflict in Problem(4).conflicts((1, 3, 2, 0))]
        ['rows 1 and 2 share the diagonal row + column = 4']
        """
        if len(q) != self.n:
            return [Conflict((), f"{len(q)} queens instead of {self.n}")]
        found = []
        placed: dict[int, set[int]] = {}
        for row, column in self.placed:
            placed.setdefault(row, set()).add(column)
        for row, column in enumerate(q):
            if column == NO_QUEEN:
                rule = f"row {row} does not hold exactly one queen"
            elif not 0 <= column < self.n:
                rule = f"row {row}: column {column} is not on the board (0 to {self.n - 1})"
            elif (row, column) in self.forbidden:
                rule = f"row {row}: column {column} is forbidden"
            elif column not in self.domains[row]:
                other_column = min(placed[row] - {column})
                rule = f"row {row}: column {column}, but a queen is placed in {other_column}"
            else:
                continue
            found.append(Conflict(((row, column),), rule))
        for family in self.lines:
            first: dict[int, int] = {}
            for row, column in enumerate(q):
                line = family.through(row, column)
                other = first.setdefault(line, row)
                if other != row:
                    found.append(shared_line((other, q[other]), (row, column), family))
        return found


def check_size(n: object) -> None:
    """Raise ValueError, with the reason, where there is no board of this size."""
    if isinstance(n, bool) or not isinstance(n, int):
        raise ValueError(f"n is a whole number, not {n!r}")
    if n < 1:
        raise ValueError(f"n = {n}: a board has at least 1 row")
    if n > MAX_N:
        raise ValueError(
            f"n = {n}: the largest board has n = {MAX_N}, since columns are stored in 16 bits"
        )


def shared_line(one: Square, other: Square, family: Lines) -> Conflict:
    """The conflict of two squares on one line of a family."""
    line = family.through(*one)
    rule = f"rows {one[0]} and {other[0]} share {line_in_words(family, line)}"
    return Conflict((one, other), rule, family, line)


def line_in_words(family: Lines, line: int) -> str:
    """A line's name: `the column 3`, `the diagonal row + column = 5`.

    >>> line_in_words(DIFFERENCES, -2), line_in_words(Lines(1, 1, 9), 5)
    ('the diagonal row - column = 2', 'the diagonal row + column = 5 (modulo 9)')
    """
    if family == COLUMNS:
        return f"the column {line}"
    kind = "diagonal" if abs(family.a) == 1 == abs(family.b) else "line"
    if family.modulus is not None:
        expression = str(Lines(family.a, family.b))
        return f"the {kind} {expression} = {line} (modulo {family.modulus})"
    if family == DIFFERENCES:  # people write row - column, as CSPLib and the textbooks do
        return f"the {kind} row - column = {-line}"
    return f"the {kind} {family} = {line}"
