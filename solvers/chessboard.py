"""Placements drawn as chessboards in SVG, for notebooks and files.

A document is plain SVG 1.1 without ids, so that several can be part of one page: every queen brings
her own path. The unit of a board is one square, that of its text px: fonts want sizes above 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from solvers.problem import Placement, Square

LIGHT, DARK, BORDER, QUEEN = "#f4f6f8", "#b7c4d1", "#5f6e7d", "#1c2733"
LINE_LIGHT, LINE_DARK = "#fbe6ae", "#ecc96c"  # light and dark squares of a line
WARNING, WARNING_TINT = "#d55e00", "#ffeee0"  # vermilion, which colour-blind eyes tell from blue
TEXT = "#777"  # 4.5:1 on white and 4.2:1 on the #111 of a dark notebook

MOST_ACROSS, PAGE = 4, 1160  # boards, px: side by side are four up to n = 12, one from n = 62 on
EDGE, PADDING = 24, 8  # px: left of and above a board, for its coordinates; right of and below it
TITLE_SIZE, TITLE_LEADING = 13, 17  # px
CHARACTER = 7.2  # px: of a title, and rather too wide, since the lines are broken here
NARROWEST = 150  # px: no title is set in less, however small the board

MOST_COORDINATES = 26  # rows: beyond, the numbers would touch
SMALLEST_CROWN, SMALLEST_DARK = 9, 3  # px a square: below, queens are discs, all squares light

# In squares around the middle of a queen's own: five points, the foot, a ball on each point. All
# parts run clockwise, so that none cuts a hole into another.
CROWN = (
    "M-.24.19-.36-.12-.2.03-.19-.24-.07 0 0-.28.07 0 .19-.24.2.03.36-.12.24.19Q0 .12-.24.19z"
    "M-.25.24Q0 .17.25.24V.33H-.25z"
    "M-.36-.18a.05.05 0 1 1-.01 0zM-.19-.31a.05.05 0 1 1-.01 0zM0-.35a.05.05 0 1 1-.01 0z"
    "M.2-.31a.05.05 0 1 1-.01 0zM.37-.18a.05.05 0 1 1-.01 0z"
)

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Chessboard:
    """A placement and what is to be seen on it.

    `q[row]` is a column from 0 on; a row whose column is off the board (NO_QUEEN, say) stays
    empty. `marked` are the squares of queens in conflict, `line` all squares of the line that they
    share. Squares without a queen are not marked, and squares off the board not drawn.
    """

    q: Placement
    title: str = ""
    marked: Collection[Square] = ()
    line: Collection[Square] = ()

    def _repr_svg_(self) -> str:
        return svg([self])


class Solution(tuple[int, ...]):
    """A placement that a notebook shows as a chessboard; in all else a tuple.

    >>> Solution((1, 3, 0, 2))
    (1, 3, 0, 2)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return svg([Chessboard(self)])


def svg(boards: Sequence[Chessboard]) -> str:
    """One SVG document with all boards, row by row, at most MOST_ACROSS side by side."""
    sides = [len(board.q) * _square_px(len(board.q)) for board in boards]
    cell = EDGE + max([*sides, NARROWEST if any(board.title for board in boards) else 0])
    characters = int(max(NARROWEST, cell - EDGE) / CHARACTER)
    across = max(1, min(MOST_ACROSS, len(boards), int(PAGE // cell)))
    drawn = []
    top: float = PADDING
    for first in range(0, len(boards), across):
        beside = range(first, min(first + across, len(boards)))
        titles = [wrap(_xml(boards[i].title), characters) for i in beside]
        top += TITLE_LEADING * max(map(len, titles)) + EDGE
        for k, i in enumerate(beside):
            place = f"translate({_number(EDGE + k * cell)} {_number(top)})"
            texts = _title(titles[k]) + _coordinates(len(boards[i].q))
            drawn.append(f'<g transform="{place}">\n{texts}{_board(boards[i])}</g>\n')
        top += max(sides[i] for i in beside) + PADDING
    size = _number(across * cell + PADDING), _number(top + PADDING)
    names = [_xml(b.title) or f"Chessboard of {len(b.q)} by {len(b.q)} squares" for b in boards]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img"'
        f' viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" height="{size[1]}"'
        f' font-family="sans-serif" fill="{TEXT}">\n<title>'
        f"{escape('; '.join(dict.fromkeys(names)) or 'No chessboard', quote=False)}</title>\n"
        f"{''.join(drawn)}</svg>\n"
    )


def _square_px(n: int) -> float:
    """The side of a square in px: 30 up to n = 8, then a board grows by 6 a row, to 800 at most."""
    side = min(30, 6 + 192 / max(n, 1), 800 / max(n, 1))
    return round(side) if n <= 100 else round(side, 3)  # whole px have the sharper edges


def _title(lines: Sequence[str]) -> str:
    """The lines of a title, the last of them just above the coordinates."""
    return "".join(
        f'<text class="chessboard-title" y="{-EDGE - TITLE_LEADING * (len(lines) - 1 - i)}"'
        f' font-size="{TITLE_SIZE}" font-weight="bold">{escape(line, quote=False)}</text>\n'
        for i, line in enumerate(lines)
    )


def _coordinates(n: int) -> str:
    """The numbers of the rows at the left edge, of the columns at the upper one."""
    if n > MOST_COORDINATES:
        return ""
    side = _square_px(n)
    size = _number(min(11, max(8, 0.6 * side)))  # px
    middles = [_number((i + 0.5) * side) for i in range(n)]
    columns = (f'<text x="{x}" y="-6">{i}</text>' for i, x in enumerate(middles))
    rows = (f'<text x="-6" y="{y}" dy=".35em">{i}</text>' for i, y in enumerate(middles))
    return (
        f'<g class="chessboard-columns" font-size="{size}" text-anchor="middle">'
        f"{''.join(columns)}</g>\n"
        f'<g class="chessboard-rows" font-size="{size}" text-anchor="end">{"".join(rows)}</g>\n'
    )


def _board(board: Chessboard) -> str:
    """Border, squares, line and queens, from the lowest layer to the uppermost."""
    n = len(board.q)
    side = _square_px(n)
    queens = [(row, column) for row, column in enumerate(board.q) if 0 <= column < n]
    marked = set(board.marked)
    edge, thick = 1.5 / side, _number(max(0.09, 1.5 / side))
    outer, length = _number(-edge / 2), _number(n + edge)
    parts = [
        f'<g transform="scale({_number(side)})">',
        f'<rect x="{outer}" y="{outer}" width="{length}" height="{length}" fill="{LIGHT}"'
        f' stroke="{BORDER}" stroke-width="{_number(edge)}"/>',
    ]
    if side >= SMALLEST_DARK:
        parts.append(
            f'<path class="chessboard-dark" fill="{DARK}" fill-rule="evenodd" d="{_dark(n)}"/>'
        )
    parts += _line(sorted({(r, c) for r, c in board.line if 0 <= r < n and 0 <= c < n}), thick)
    parts += (
        f'<rect class="chessboard-frame" x="{column}" y="{row}" width="1" height="1"'
        f' fill="{WARNING_TINT}" stroke="{WARNING}" stroke-width="{thick}"/>'
        for row, column in queens
        if (row, column) in marked
    )
    r = _number(max(0.35, 1.2 / side))  # of a disc
    shape = CROWN if side >= SMALLEST_CROWN else f"M-{r} 0a{r} {r} 0 1 1 0 .01z"
    for row, column in queens:
        kind, fill = ("marked", WARNING) if (row, column) in marked else ("queen", QUEEN)
        parts.append(
            f'<path class="chessboard-{kind}" fill="{fill}" d="{shape}"'
            f' transform="translate({column + 0.5} {row + 0.5})"/>'
        )
    return "\n".join([*parts, "</g>\n"])


def _dark(n: int) -> str:
    """The squares with odd row + column as stripes, about n: along every second row and column,
    where fill-rule evenodd leaves out the crossings."""
    rows = (f"M0 {i}h{n}v1h-{n}z" for i in range(1, n, 2))
    columns = (f"M{i} 0h1v{n}h-1z" for i in range(1, n, 2))
    return "".join([*rows, *columns])


def _line(squares: Sequence[Square], thick: str) -> Iterable[str]:
    """The tint of a line, and a stroke from end to end if it is straight: few on a torus are."""
    for odd, tint in enumerate((LINE_LIGHT, LINE_DARK)):
        path = "".join(f"M{c} {r}h1v1h-1z" for r, c in squares if (r + c) % 2 == odd)
        if path:
            yield f'<path class="chessboard-line" fill="{tint}" d="{path}"/>'
    if len(squares) > 1:
        (row, column), (last_row, last_column) = squares[0], squares[-1]
        down, right = last_row - row, last_column - column
        if all((r - row) * right == (c - column) * down for r, c in squares):
            yield (
                f'<path class="chessboard-stroke" stroke="{WARNING}" stroke-width="{thick}"'
                f' stroke-linecap="round" d="M{column + 0.5} {row + 0.5}l{right} {down}"/>'
            )


def _number(value: float) -> str:
    """A number in as few characters as a thousandth needs: 0.5, 30."""
    return f"{round(value, 3):.12g}"


def _xml(text: str) -> str:
    """The text in one line, with no characters that XML cannot hold, escaped or not."""
    return " ".join(NOT_XML.sub("\ufffd", text).split())
