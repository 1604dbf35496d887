"""The search of the hand-written solver step by step, as slides draw it: forward until the wall,
then back."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from solvers.backends.backtracking import Step
from solvers.outcome import Limits
from solvers.presentation.boards import digits
from solvers.problem import Problem, line_in_words

WIDEST = 20  # rows of a board up to which the row of each step is drawn

SIGNS = {"place": "Q", "conflict": "x", "back": "-"}


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
        row, column = step.square
        del q[row:]
        text = step.kind
        if step.kind == "place":
            q.append(column)
            if row == n - 1:
                counts["solution"] += 1
                text = f"place: solution {counts['solution']:,}, columns {digits(tuple(q))}"
        elif step.lines is not None and step.line is not None and step.other is not None:
            other = f"{step.other[0]}:{step.other[1]}"
            text = f"conflict with {other}, {line_in_words(step.lines, step.line)}"
        elif step.kind == "back":
            text = f"back: no column is left to try in row {row + 1}"
        else:
            yield "     no column is left to try in row 0: the end"
            break
        counts[step.kind] += 1
        yield f"{row:3}  {_row(step, n)}   {text}"
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
    kinds = {"place": "queen", "conflict": "conflict", "back": "step", "solution": "solution"}
    placed, *others = (_numbered(counts[kind], name) for kind, name in kinds.items())
    yield "{} placed, {}, {} back, {}{}".format(placed, *others, why)
    yield (
        f"{_numbered(counts['place'] + 1, 'node')}, with the empty board; "
        f"{_numbered(counts['place'] + counts['conflict'], 'square')} tested"
    )


def _row(step: Step, n: int) -> str:
    """The row of a step, as it is drawn on a board; its square only, where that is too wide."""
    row, column = step.square
    if n > WIDEST:
        return f"{SIGNS[step.kind]} {row}:{column}"
    return " ".join(SIGNS[step.kind] if i == column else "." for i in range(n))


def _numbered(number: int, name: str) -> str:
    return f"{number:,} {name}{'s' * (number != 1)}"
