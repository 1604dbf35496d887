"""Ways to write a placement down."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from solvers.chessboard import Chessboard, svg
from solvers.problem import Placement, Square

if TYPE_CHECKING:
    from solvers.outcome import Outcome
    from solvers.verification.verdict import Comparison


def board(q: Placement, marked: Collection[Square] = (), line: Collection[Square] = ()) -> str:
    """A board with queens, those on marked squares as X, and the other squares of a line as *; a
    row without a queen stays empty.

    >>> print(board((1, 3, 0, 2), marked=[(0, 1)], line=[(0, 1), (1, 2), (2, 3)]))
    . X . .
    . . * Q
    Q . . *
    . . Q .
    """

    def sign(square: Square) -> str:
        if q[square[0]] == square[1]:
            return "X" if square in marked else "Q"
        return "*" if square in line else "."

    columns = range(len(q))
    return "\n".join(" ".join(sign((row, column)) for column in columns) for row in range(len(q)))


def matrix(q: Placement) -> str:
    """
    >>> print(matrix((1, 3, 0, 2)))
    0 1 0 0
    0 0 0 1
    1 0 0 0
    0 0 1 0
    """
    rows = (" ".join(str(int(column == own)) for column in range(len(q))) for own in q)
    return "\n".join(rows)


def as_list(q: Placement) -> str:
    """
    >>> as_list((1, 3, 0, 2))
    '[1, 3, 0, 2]'
    """
    return str(list(q))


def one_based(q: Placement) -> str:
    """
    >>> one_based((1, 3, 0, 2))
    '2 4 1 3'
    """
    return " ".join(str(column + 1) for column in q)


def digits(q: Placement) -> str:
    """
    >>> digits((1, 3, 0, 2))
    '1302'
    """
    return ("" if len(q) <= 10 else " ").join(map(str, q))


FORMATS: dict[str, Callable[[Placement], str]] = {
    "board": board,
    "list": as_list,
    "one-based": one_based,
    "digits": digits,
    "matrix": matrix,
}
"""By the name after --format. `digits` puts spaces between from n = 11 on."""


def draw(placements: Sequence[Placement], form: str | None, width: int) -> str:
    """Placements one below the other; `form` None is a board where it fits into `width`."""
    if form is None:
        fits = not placements or 2 * len(placements[0]) - 1 <= width
        form = "board" if fits else "list"
    between = "\n\n" if form in ("board", "matrix") else "\n"
    return between.join(map(FORMATS[form], placements))


def solutions(comparison: Comparison, form: str | None, width: int, most: int | None = None) -> str:
    """The least solutions of a problem, with a title: those of the run that says most."""
    n, outcomes, told = comparison.problem.n, comparison.outcomes, _told(comparison)
    if told is None:
        if any(outcome.finished and outcome.count == 0 for outcome in outcomes):
            return f"n = {n}: no solution"
        found = any(outcome.count for outcome in outcomes)
        return f"n = {n}: no solution {'was shown, only counted' if found else 'found'}"
    placements = told.placements[:most]
    title = f"n = {n}: {len(placements):,} of {_of(told)}, by {told.solver}"
    return f"{title}\n\n{draw(placements, form, width)}"


def picture(comparisons: Sequence[Comparison], most: int) -> str:
    """The least solutions of some problems as chessboards in an SVG document."""
    drawn = []
    for comparison in comparisons:
        if told := _told(comparison):
            title = f"n = {comparison.problem.n}: solution {{}} of {_of(told)}"
            drawn += [
                Chessboard(q, title.format(f"{number:,}"))
                for number, q in enumerate(told.placements[:most], 1)
            ]
    return svg(drawn)


def _told(comparison: Comparison) -> Outcome | None:
    """The run that says most about the solutions, if one shows any."""
    shown = [outcome for outcome in comparison.outcomes if outcome.placements]
    return max(shown, key=lambda o: (o.finished, len(o.placements)), default=None)


def _of(outcome: Outcome) -> str:
    return f"{outcome.count:,}" if outcome.finished else "those found"
