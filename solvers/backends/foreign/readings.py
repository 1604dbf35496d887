"""What a report of somebody else's model may mean: every reading of it as a placement.

People write a solution as columns row by row or as rows column by column, count from 0 or from 1,
draw a board, fill a matrix, list squares. A report alone often leaves several readings open, so
each of them is tallied, and the one with the fewest illegal reports settles the matter.

A reading that gives a row no queen, or several, writes NO_QUEEN for it: a report like any other,
and an illegal one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from solvers.outcome import BadReport
from solvers.problem import NO_QUEEN, Placement

Readings = dict[str, Placement]

COLUMNS_0 = "the column of each row, from 0"
COLUMNS_1 = "the column of each row, from 1"
ROWS_0 = "the row of each column, from 0"
ROWS_1 = "the row of each column, from 1"
SQUARES_0 = "(row, column) pairs, from 0"
SQUARES_1 = "(row, column) pairs, from 1"
SWAPPED_0 = "(column, row) pairs, from 0"
SWAPPED_1 = "(column, row) pairs, from 1"
BOARD = "a board, row by row"
ONE = "one solution: "

PREFERENCE = (
    BOARD,
    COLUMNS_0,
    COLUMNS_1,
    ROWS_0,
    ROWS_1,
    SQUARES_0,
    SQUARES_1,
    SWAPPED_0,
    SWAPPED_1,
)
"""Which reading is taken where several are equally good: the first; many solutions before one."""

QUEENS = ("Q", "q", "\u265b", "\u2655", "1", "X", "x", "#", "*", "@", "O", "o")
"""Signs for a queen; on a board that has several of them, the first is the queen."""

_COLOURS = frozenset("\u25a1\u25a0\u2b1c\u2b1b .")
_EMPTY = frozenset(".-_ 0+\u00b7\u25a1\u25a0\u2b1c\u2b1b") | set("xXoO*#")


SIGNS = _EMPTY | set(QUEENS) | {" "}
"""What a row of a board is made of."""


def readings(report: object, n: int) -> Readings:
    """Every placement of n queens that the report may stand for; empty where it stands for none.

    >>> readings([1, 3, 0, 2], 4)[ROWS_0], readings(["..Q.", "Q...", "...Q", ".Q.."], 4)
    ((2, 0, 3, 1), {'a board, row by row': (2, 0, 3, 1)})
    """
    report = plain(report)
    if isinstance(report, str):
        return _text(report, n)
    if isinstance(report, int) and not isinstance(report, bool):
        return _text(str(report).zfill(n), n) if report >= 0 else {}
    if isinstance(report, Mapping):
        return _mapping(report, n)
    if isinstance(report, (set, frozenset)):
        report = sorted(report, key=repr)
    if not isinstance(report, (list, tuple)) or len(report) != n:
        return {}
    items = [plain(item) for item in report]
    items = [[*map(plain, item)] if isinstance(item, (list, tuple)) else item for item in items]
    found: Readings = {}
    if all(map(_is_int, items)):
        found |= _numbers(items, n)
    if all(isinstance(item, str) for item in items):
        if n > 1 and all(re.fullmatch("[0-9]+", item) for item in items):
            found |= _numbers([_integer(item) for item in items], n)
        found |= _board([list(item.replace(" ", "")) for item in items], n)
    if all(isinstance(item, (list, tuple)) for item in items):
        if all(len(item) == 2 and all(map(_is_int, item)) for item in items):
            found |= _squares(items, n)
        found |= _board(items, n)
    return found


def example(report: object) -> str:
    """A report as people can look at it, in one line."""
    text = repr(plain(report))
    return text if len(text) <= 100 else f"{text[:97]}..."


def unreadable(report: object, n: int, reason: str = "cannot be read as") -> BadReport:
    return BadReport(f"{example(report)} {reason} a placement of {n} queens")


def in_order(names: Iterable[str]) -> list[str]:
    """Reading names, the preferred one first."""

    def rank(name: str) -> tuple[bool, int]:
        plain = name.split(": ")[-1]
        return name.startswith(ONE), PREFERENCE.index(plain) if plain in PREFERENCE else 0

    return sorted(names, key=rank)


def plain(value: Any) -> Any:
    """NumPy's arrays and scalars as what Python has for them; whole numbers as integers."""
    if type(value).__module__.partition(".")[0] == "numpy" and hasattr(value, "tolist"):
        if value.dtype.kind == "f" and (value % 1 == 0).all():  # what np.zeros makes
            return value.astype(int).tolist()
        return value.tolist()
    return value


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _integer(text: str) -> int:
    """The number that a text is; any of more than 18 digits is off every board."""
    return int(text) if len(text) <= 19 else 10**18


def _numbers(numbers: Sequence[int], n: int) -> Readings:
    from_1 = [number - 1 for number in numbers]
    return {
        COLUMNS_0: tuple(numbers),
        COLUMNS_1: tuple(from_1),
        ROWS_0: _placed(((row, column) for column, row in enumerate(numbers)), n),
        ROWS_1: _placed(((row, column) for column, row in enumerate(from_1)), n),
    }


def _placed(squares: Iterable[tuple[int, int]], n: int) -> Placement:
    """The placement of queens on squares; NO_QUEEN in a row that has none or several.

    A queen that stands off the board in a row of it keeps her column.
    """
    columns: dict[int, int] = {}
    for row, column in squares:
        columns[row] = NO_QUEEN if row in columns else column
    return tuple(columns.get(row, NO_QUEEN) for row in range(n))


def _squares(pairs: Sequence[Sequence[int]], n: int) -> Readings:
    return {
        SQUARES_0: _placed(((a, b) for a, b in pairs), n),
        SQUARES_1: _placed(((a - 1, b - 1) for a, b in pairs), n),
        SWAPPED_0: _placed(((b, a) for a, b in pairs), n),
        SWAPPED_1: _placed(((b - 1, a - 1) for a, b in pairs), n),
    }


def _board(rows: Sequence[Sequence[Any]], n: int) -> Readings:
    """A board of n rows of n squares: signs, numbers 0 and 1, or truth values."""
    if len(rows) != n or any(len(row) != n for row in rows):
        return {}
    squares = [plain(square) for row in rows for square in row]
    if all(isinstance(square, (int, bool)) and square in (0, 1) for square in squares):
        queen: Any = 1
    elif all(isinstance(square, str) for square in squares):
        signs = set(squares)
        queen = next((sign for sign in QUEENS if sign in signs), None)
        empty = signs - {queen}
        if queen is None or not empty <= _EMPTY or (len(empty) > 1 and not empty <= _COLOURS):
            return {}
    else:
        return {}
    placed = []
    for row in rows:
        where = [column for column, square in enumerate(row) if plain(square) == queen]
        placed.append(where[0] if len(where) == 1 else NO_QUEEN)
    return {BOARD: tuple(placed)}


def _mapping(report: Mapping[Any, Any], n: int) -> Readings:
    """Row to column, variable (q1, q2, ...) to column, or square to whether a queen is there."""
    keys, values = [plain(key) for key in report], [plain(value) for value in report.values()]
    if len(keys) == n * n and all(isinstance(key, tuple) and len(key) == 2 for key in keys):
        squares = [key for key, value in zip(keys, values, strict=True) if value]
        return _squares(squares, n) if all(_is_int(i) for key in keys for i in key) else {}
    numbers = [_trailing_number(key) for key in keys]
    if len(keys) != n or None in numbers or not all(map(_is_int, values)):
        return {}
    pairs = [(number or 0, value) for number, value in zip(numbers, values, strict=True)]
    first = min(number for number, _ in pairs)
    if first not in (0, 1):
        return {}
    return _numbers_of(sorted((number - first, value) for number, value in pairs), n)


def _numbers_of(pairs: Sequence[tuple[int, int]], n: int) -> Readings:
    if [row for row, _ in pairs] != list(range(n)):
        return {}
    return _numbers([value for _, value in pairs], n)


def _trailing_number(key: object) -> int | None:
    if _is_int(key):
        return int(str(key))
    match = re.fullmatch(r".*?([0-9]+)\W*", key) if isinstance(key, str) else None
    return int(match[1]) if match else None


def _text(text: str, n: int) -> Readings:
    """Digits such as 15863724, numbers with something between, or a drawn board."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) == n > 1:
        return _board([re.sub(r"[\s|]", "", line) for line in lines], n)
    stripped = text.strip()
    found: Readings = {}
    if re.fullmatch(r"[0-9]+", stripped) and len(stripped) == n:
        found |= _numbers([int(digit) for digit in stripped], n)
    elif re.fullmatch(r"[\[({<]*\s*-?[0-9]+(?:[\s,;]+-?[0-9]+)*\s*[\])}>]*[.,;]?", stripped):
        numbers = [_integer(number) for number in re.findall(r"-?[0-9]+", stripped)]
        if len(numbers) == n:
            found |= _numbers(numbers, n)
    pairs = re.findall(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)", stripped)
    if len(pairs) == n and not re.sub(r"\(\s*\d+\s*,\s*\d+\s*\)|[\s,;]", "", stripped):
        found |= _squares([(int(a), int(b)) for a, b in pairs], n)
    if n == 1:
        found |= _board([stripped], n)
    return found
