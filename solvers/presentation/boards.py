"""Ways to write a placement down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solvers.problem import Placement
from solvers.verification.verdict import Comparison


def board(q: Placement) -> str:
    """
    >>> print(board((1, 3, 0, 2)))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    return _squares(q, "Q", ".")


def matrix(q: Placement) -> str:
    """
    >>> print(matrix((1, 3, 0, 2)))
    0 1 0 0
    0 0 0 1
    1 0 0 0
    0 0 1 0
    """
    return _squares(q, "1", "0")


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


def _squares(q: Placement, queen: str, empty: str) -> str:
    lines = (" ".join(queen if column == own else empty for column in range(len(q))) for own in q)
    return "\n".join(lines)


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


def solutions(comparison: Comparison, form: str | None, width: int) -> str:
    """The least solutions of a problem, with a title: those of the run that says most."""
    told = max(comparison.outcomes, key=lambda o: (o.finished, len(o.placements)), default=None)
    n = comparison.problem.n
    if told is None or not told.placements:
        return f"n = {n}: no solution" + ("" if told is not None and told.finished else " found")
    shown, of = len(told.placements), f"{told.count:,}" if told.finished else "those found"
    title = f"n = {n}: {shown:,} of {of}, by {told.solver}"
    return f"{title}\n\n{draw(told.placements, form, width)}"
