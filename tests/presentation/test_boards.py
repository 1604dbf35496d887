"""Solutions as people write them; the outputs of the tutorials are among them."""

from __future__ import annotations

import pytest

from solvers.outcome import Outcome, Status
from solvers.presentation.boards import FORMATS, draw, solutions
from solvers.problem import Placement, Problem
from solvers.verification.verdict import Comparison, judge

EIGHT = (0, 4, 7, 5, 2, 6, 1, 3)
ELEVEN = (0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9)  # n = 11: a knight's step from row to row
BOARD = """\
Q . . . . . . .
. . . . Q . . .
. . . . . . . Q
. . . . . Q . .
. . Q . . . . .
. . . . . . Q .
. Q . . . . . .
. . . Q . . . ."""


def test_the_examples_are_solutions() -> None:
    assert Problem(8).accepts(EIGHT)
    assert Problem(11).accepts(ELEVEN)


@pytest.mark.parametrize(
    ("form", "q", "text"),
    [
        ("board", EIGHT, BOARD),
        ("matrix", EIGHT, BOARD.replace("Q", "1").replace(".", "0")),  # as one tutorial prints it
        ("list", EIGHT, "[0, 4, 7, 5, 2, 6, 1, 3]"),
        ("one-based", EIGHT, "1 5 8 6 3 7 2 4"),  # the first of 92 in a tutorial's slides
        ("digits", EIGHT, "04752613"),  # as one tutorial prints it
        ("digits", (3, 0, 4, 7, 1, 8, 2, 9, 6, 5), "3047182965"),
        ("digits", ELEVEN, "0 2 4 6 8 10 1 3 5 7 9"),  # without spaces nobody could read it
        ("one-based", ELEVEN, "1 3 5 7 9 11 2 4 6 8 10"),
        ("board", (0,), "Q"),
        ("digits", (0,), "0"),
    ],
)
def test_format(form: str, q: Placement, text: str) -> None:
    assert FORMATS[form](q) == text


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("board", "Q .\n. Q\n\n. Q\nQ ."),
        ("matrix", "1 0\n0 1\n\n0 1\n1 0"),
        ("list", "[0, 1]\n[1, 0]"),
        ("one-based", "1 2\n2 1"),
        ("digits", "01\n10"),
    ],
)
def test_several_are_kept_apart(form: str, text: str) -> None:
    assert draw([(0, 1), (1, 0)], form, 100) == text


@pytest.mark.parametrize(
    ("form", "width", "text"),
    [
        (None, 15, BOARD),  # eight squares and seven gaps
        (None, 14, str(list(EIGHT))),
        ("board", 14, BOARD),  # who asks for it gets it
    ],
)
def test_a_board_that_is_too_wide_is_a_list(form: str | None, width: int, text: str) -> None:
    assert draw([EIGHT], form, width) == text


def comparison(*outcomes: Outcome, n: int = 4) -> Comparison:
    return Comparison(
        problem=Problem(n), published=None, outcomes=outcomes, verdict=judge(outcomes)
    )


def found(solver: str, status: Status, *placements: Placement, count: int | None = None) -> Outcome:
    count = len(placements) if count is None else count
    return Outcome(solver=solver, status=status, count=count, placements=placements)


FIRST, LAST = (1, 3, 0, 2), (2, 0, 3, 1)


@pytest.mark.parametrize(
    ("outcomes", "text"),
    [
        (
            [found("cpsat", Status.COMPLETE, FIRST, LAST)],
            "n = 4: 2 of 2, by cpsat\n\n1302\n2031",
        ),
        (
            [found("cpsat", Status.COMPLETE, FIRST, count=2)],
            "n = 4: 1 of 2, by cpsat\n\n1302",
        ),
        (
            [found("cpsat", Status.TIMEOUT, LAST), found("mine.py", Status.COMPLETE, FIRST, LAST)],
            "n = 4: 2 of 2, by mine.py\n\n1302\n2031",
        ),
        (
            [found("cpsat", Status.LIMIT, LAST, count=1)],
            "n = 4: 1 of those found, by cpsat\n\n2031",
        ),
        ([found("cpsat", Status.COMPLETE)], "n = 4: no solution"),
        ([found("cpsat", Status.TIMEOUT)], "n = 4: no solution found"),
        ([], "n = 4: no solution found"),
    ],
)
def test_solutions_say_how_many_there_are_and_whose(outcomes: list[Outcome], text: str) -> None:
    assert solutions(comparison(*outcomes), "digits", 100) == text
