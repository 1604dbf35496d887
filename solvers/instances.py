"""Instance files of CSPLib (https://www.csplib.org) problems 079 and 080, as problems.

prob079, n-queens completion by excluded diagonals:  n = 10, numdiags = 15, diags = [[13, 0], ...]
    squares count from 0; [v, 1] excludes row + column = v, and [v, 0] row - column = v - (n-1);
    an instance is the first d of the list, for any d from 0 to numdiags
prob080, blocked n-queens:  n = 10, blocks = [[1, 3], ...]
    squares count from 1 and are forbidden

Either may write `letting`, spread a list over lines, end it with a comma and have comments after
`$`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solvers.problem import Square, check_size

MAX_BYTES = 1 << 26  # far beyond any instance, far below what hurts

_ASSIGNMENT = re.compile(r"^[ \t]*(?:letting[ \t]+)?(\w+)[ \t]*(?:=|\bbe\b)[ \t]*", re.MULTILINE)
_LAST_COMMA = re.compile(r"(?<=[\]\d]),(?=\s*\])")  # as the ASP competition's files have it
_NAMES = ("n", "numdiags", "diags", "blocks")


class InstanceError(ValueError):
    """A file that cannot be read or is no instance; the text says where and why."""


@dataclass(frozen=True)
class Instance:
    """A board of n queens and the squares that the instance forbids."""

    n: int
    forbidden: frozenset[Square]


def read_instance(path: str | Path, diagonals: int | None = None) -> Instance:
    """Read an instance file; of prob079 the first `diagonals` are excluded, all where None.

    Raises InstanceError.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as failure:
        raise InstanceError(f"{path}: {failure.strerror or failure}") from failure
    if len(data) > MAX_BYTES:
        raise InstanceError(f"{path}: over {MAX_BYTES >> 20} MiB, which is no instance")
    try:
        return parse_instance(data.decode("utf-8-sig"), diagonals)
    except UnicodeDecodeError as failure:
        raise InstanceError(f"{path}: not a text file ({failure.reason})") from failure
    except InstanceError as failure:
        raise InstanceError(f"{path}, {failure}") from failure


def parse_instance(text: str, diagonals: int | None = None) -> Instance:
    """The instance that a text describes.

    >>> sorted(parse_instance("letting n = 4\\nletting blocks = [[1, 3], [4, 4]]").forbidden)
    [(0, 2), (3, 3)]
    >>> sorted(parse_instance("n = 2\\nnumdiags = 2\\ndiags = [[1, 1], [0, 0]]", 1).forbidden)
    [(0, 1), (1, 0)]
    """
    text = re.sub(r"\r\n?", "\n", text)
    values = _assignments(re.sub(r"\$.*", "", text))
    if "n" not in values:
        raise InstanceError("line 1: no `n = ...` in it, so this is no instance of prob079 or 080")
    n, line = values["n"]
    try:
        check_size(n)
    except ValueError as error:
        raise InstanceError(f"line {line}: {error}") from error
    if "blocks" in values and "diags" in values:
        line = values["diags"][1]
        raise InstanceError(f"line {line}: `diags` (prob079) beside `blocks` (prob080)")
    if "blocks" in values:
        if diagonals is not None:
            raise InstanceError("line 1: blocked squares (prob080) take no number of diagonals")
        return Instance(n, _blocked(n, *values["blocks"]))
    if "diags" in values:
        return Instance(n, _excluded(n, values, diagonals))
    raise InstanceError("line 1: neither `diags` (prob079) nor `blocks` (prob080) in it")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _assignments(text: str) -> dict[str, tuple[Any, int]]:
    """The values by name, each with the line on which it begins."""
    values: dict[str, tuple[Any, int]] = {}
    _check_heading(text)
    starts = [match for match in _ASSIGNMENT.finditer(text) if match[1] in _NAMES]
    for match, following in zip(starts, [*starts[1:], None], strict=False):
        line = text.count("\n", 0, match.start()) + 1
        written = text[match.end() : following.start() if following else len(text)]
        written = _LAST_COMMA.sub("", written)
        try:
            value = json.loads(written)
        except json.JSONDecodeError as failure:
            at = line + written.count("\n", 0, failure.pos)
            raise InstanceError(f"line {at}: {match[1]} is no number or list") from failure
        except ValueError as failure:  # more digits than Python reads
            raise InstanceError(f"line {line}: a number in {match[1]} is too long") from failure
        except RecursionError as failure:
            raise InstanceError(f"line {line}: {match[1]} is nested too deeply") from failure
        if match[1] in values:
            raise InstanceError(f"line {line}: a second {match[1]}")
        values[match[1]] = (value, line)
    return values


def _check_heading(text: str) -> None:
    """What stands before the first assignment is nothing, or the version of the language."""
    first = next((match for match in _ASSIGNMENT.finditer(text) if match[1] in _NAMES), None)
    for number, line in enumerate(text[: first.start() if first else 0].split("\n"), start=1):
        if line.strip() and not line.startswith("language"):
            raise InstanceError(f"line {number}: {line.strip()[:40]!r} is no part of an instance")


def _pairs(name: str, value: object, line: int) -> list[tuple[int, int]]:
    if not isinstance(value, list):
        raise InstanceError(f"line {line}: {name} is no list of pairs")
    for pair in value:
        if not (isinstance(pair, list) and len(pair) == 2 and all(map(_whole, pair))):
            raise InstanceError(f"line {line}: {str(pair)[:40]} in {name} is no pair of numbers")
    return [(first, second) for first, second in value]


def _blocked(n: int, value: object, line: int) -> frozenset[Square]:
    squares = _pairs("blocks", value, line)
    for row, column in squares:
        if not (1 <= row <= n and 1 <= column <= n):
            raise InstanceError(f"line {line}: [{row}, {column}] is off the board (1 to {n})")
    return frozenset((row - 1, column - 1) for row, column in squares)


def _excluded(
    n: int, values: dict[str, tuple[Any, int]], diagonals: int | None
) -> frozenset[Square]:
    excluded = _pairs("diags", *values["diags"])
    count, line = values.get("numdiags", (len(excluded), values["diags"][1]))
    if not _whole(count) or count != len(excluded):
        raise InstanceError(f"line {line}: numdiags = {count}, but diags has {len(excluded)}")
    if diagonals is not None and not 0 <= diagonals <= len(excluded):
        raise InstanceError(
            f"line {line}: {diagonals} diagonals asked for, where it has 0 to {len(excluded)}"
        )
    line = values["diags"][1]
    squares: set[Square] = set()
    for number, (diagonal, kind) in enumerate(excluded):
        if kind not in (0, 1) or not 0 <= diagonal <= 2 * n - 2:
            raise InstanceError(
                f"line {line}: [{diagonal}, {kind}] is no diagonal: the first goes from 0 to"
                f" {2 * n - 2}, the second is 0 or 1"
            )
        if diagonals is not None and number >= diagonals:
            continue
        for row in range(n):
            column = diagonal - row if kind == 1 else row - (diagonal - (n - 1))
            if 0 <= column < n:
                squares.add((row, column))
    return frozenset(squares)
