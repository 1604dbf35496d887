"""The search of the hand-written solver step by step, as slides draw it: forward until the wall,
then back."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from solvers.backends.backtracking import Kind, Step
from solvers.outcome import Limits
from solvers.presentation.boards import digits
from solvers.presentation.formulations import numbered
from solvers.problem import Problem, line_in_words

WIDEST = 20  # rows of a board up to which the row of each step is drawn

SIGNS = {Kind.PLACE: "Q", Kind.CONFLICT: "x", Kind.BACK: "-"}


def trace(
    problem: Problem,
    steps: Iterable[Step],
    limits: Limits,
    interrupted: Callable[[], bool] = lambda: False,
) -> Iterator[str]:
    """A line a step, up to a number of solutions or seconds, and in the end how many there were of
    each kind."""
    n = problem.n
    deadline = None if limits.timeout is None else time.monotonic() + limits.timeout
    counts: Counter[str] = Counter()
    q: list[int] = []
    why = ""
    yield f"row  {' '.join(map(str, range(n))) if n <= 10 else ''}".rstrip()
    for step in steps:
        if step.kind is Kind.END:
            yield "     no column is left to try in row 0: the end"
            break
        counts[step.kind] += 1
        row, column = step.square
        del q[row:]
        if step.kind is Kind.PLACE:
            q.append(column)
            counts["solution"] += len(q) == n
        yield f"{row:3}  {_row(step, n)}   {_told(step, q, n, counts['solution'])}"
        if limits.limit is not None and counts["solution"] >= limits.limit:
            why = ", up to the limit"
            break
        if interrupted():
            why = ", interrupted"
            break
        if deadline is not None and time.monotonic() > deadline:
            why = ", until the time was up"
            break
    yield ""
    placed, conflicts, back = counts[Kind.PLACE], counts[Kind.CONFLICT], counts[Kind.BACK]
    yield (
        f"{numbered(placed, 'queen')} placed, {numbered(conflicts, 'conflict')}, "
        f"{numbered(back, 'step')} back, {numbered(counts['solution'], 'solution')}{why}"
    )
    yield (
        f"{numbered(placed + 1, 'node')}, with the empty board; "
        f"{numbered(placed + conflicts, 'square')} tested"
    )


def _told(step: Step, q: Sequence[int], n: int, solutions: int) -> str:
    """A step in words; q holds the queens after it."""
    if step.kind is Kind.CONFLICT:
        conflict = step.conflict
        assert conflict is not None and conflict.lines is not None and conflict.line is not None
        row, column = conflict.squares[0]
        return f"conflict with {row}:{column}, {line_in_words(conflict.lines, conflict.line)}"
    if step.kind is Kind.BACK:
        return f"back: no column is left to try in row {step.square[0] + 1}"
    if len(q) == n:
        return f"place: solution {solutions:,}, columns {digits(tuple(q))}"
    return "place"


def _row(step: Step, n: int) -> str:
    """The row of a step, as it is drawn on a board; its square only, where that is too wide."""
    row, column = step.square
    if n > WIDEST:
        return f"{SIGNS[step.kind]} {row}:{column}"
    return " ".join(SIGNS[step.kind] if i == column else "." for i in range(n))
