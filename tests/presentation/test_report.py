"""What people are told about models under check: claims, witnesses on boards, a row each of many.

Reports are made by checking small functions; what is expected follows from these by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from solvers import ModelReport, Outcome, Problem, check
from solvers.outcome import Check, Status, Witness
from solvers.presentation.report import full_report, many_reports
from solvers.problem import Placement


def right(n: int) -> list[Placement]:
    return [
        q
        for q in permutations(range(n))
        if len({q[i] + i for i in range(n)}) == n == len({q[i] - i for i in range(n)})
    ]


def half(n: int) -> list[Placement]:
    """Without the second solution of four queens, (2, 0, 3, 1), and others."""
    return [q for q in right(n) if q[0] < (n + 1) // 2]


def semi(n: int) -> list[Placement]:
    return [q for q in permutations(range(n)) if len({q[i] - i for i in range(n)}) == n]


def one(n: int) -> Placement | None:
    return next(iter(right(n)), None)


def odd_row(n: int) -> list[list[str]]:
    return [["....", ".Q..", "Q...", "..Q."]] if n == 4 else []


ILLEGAL = [
    "sound       NO   n = 2: 1 of 1 solutions illegal:"
    " rows 0 and 1 share the diagonal row + column = 1",
    "                 . X",
    "                 X .",
    "                 X: in conflict",
]
MISSING = [
    "complete    NO   n = 4: 1 of 2 solutions missing",
    "                 . . Q .",
    "                 Q . . .",
    "                 . . . Q",
    "                 . Q . .",
]
TWICE = [
    "no repeats  NO   n = 4: 4 solutions, 2 distinct; this one comes 2 times:",
    "                 . Q . .",
    "                 . . . Q",
    "                 Q . . .",
    "                 . . Q .",
]
YES = ["sound       yes", "complete    yes", "no repeats  yes"]
SAID: list[tuple[str, Callable[[int], Any], range, list[list[str]]]] = [
    ("right", right, range(1, 6),
     [["right, read as the column of each row, from 0", "", *YES]]),
    ("1-based", lambda n: [[c + 1 for c in q] for q in right(n)], range(1, 6),
     [["<lambda>, read as the column of each row, from 1", "", *YES]]),
    ("unsound", semi, range(1, 5), [ILLEGAL, YES[1:]]),
    ("incomplete", half, range(2, 5), [YES[:1], MISSING, YES[2:]]),
    ("repeats", lambda n: 2 * right(n), range(2, 5), [YES[:2], TWICE]),
    ("a row without a queen", odd_row, range(4, 5),
     [["sound       NO   n = 4: 1 of 1 solutions illegal: row 0 does not hold exactly one queen",
       "                 . . . .", "                 . Q . ."]]),
    ("finds one", one, range(1, 6),
     [["one, read as one solution: the column of each row, from 0: finds one, does not enumerate"],
      ["complete    open it finds one solution, and one wherever there is one"]]),
    ("finds none once", lambda n: one(n) if n < 6 else None, range(4, 7),
     [["complete    NO   n = 6: it finds none that is legal, where there are 4"]]),
    ("counts", lambda n: len(right(n)), range(1, 6),
     [["sound       open it shows no solutions", "complete    open it shows no solutions",
       "no repeats  open it shows no solutions", "count       yes"]]),
    ("counts wrong", lambda n: 14 if n == 5 else len(right(n)), range(1, 6),
     [["count       NO   n = 5: 14 instead of 10"]]),
    ("fails once", lambda n: 1 // (n - 5) and right(n), range(4, 6),
     [["sound       open n = 5 did not finish"]]),
]  # fmt: skip


def adjoining(part: list[str], whole: list[str]) -> bool:
    return any(whole[i : i + len(part)] == part for i in range(len(whole)))


@pytest.mark.parametrize(
    ("model", "sizes", "parts"), [r[1:] for r in SAID], ids=[r[0] for r in SAID]
)
def test_one_model_is_told_in_full(
    model: Callable[[int], Any], sizes: range, parts: list[list[str]]
) -> None:
    said = full_report(check(model, sizes)).split("\n")
    for part in parts:
        assert adjoining(part, said), said


def test_sentences_are_made_to_fit_and_boards_are_not() -> None:
    said = full_report(check(lambda n: [list(range(n))], [3]), fit=lambda text: f"<{text}>")
    drawn = [line for line in said.split("\n") if line and not line.startswith("<")]
    assert [set(line) <= set(" .QX*:") or "X: in conflict" in line for line in drawn] == [True] * 4


def report_of(outcome: Outcome, n: int, right: int | None = None) -> ModelReport:
    return ModelReport("mine.py", (Problem(n),), (outcome,), (right,))


def test_a_board_that_is_too_large_is_a_list() -> None:
    q = (0, 1, *range(2, 41))
    witness = Witness(kind="illegal", placement=q, rule="so it is")
    claims = Check(sound=False, complete=None, no_repeats=True, witnesses=(witness,))
    outcome = Outcome(solver="mine.py", status=Status.COMPLETE, count=1, illegal=1, check=claims)
    said = full_report(report_of(outcome, 41))
    assert str(list(q)) in said and "X" not in said


def test_what_never_ran_did_not_fail_to_finish() -> None:
    claims = Check(sound=None, complete=None, no_repeats=None)
    outcome = Outcome(solver="mine.py", status=Status.UNSUPPORTED, check=claims)
    assert "sound       open it did not run" in full_report(report_of(outcome, 4))


def test_remarks_are_told_once() -> None:
    outcome = Outcome(solver="mine.py", status=Status.COMPLETE, remarks=("it sings",))
    report = ModelReport("mine.py", (Problem(4), Problem(5)), (outcome, outcome), (2, 10))
    assert full_report(report).count("note: it sings") == 1


@pytest.mark.parametrize(("count", "printed", "told"), [(0, 9, True), (0, 0, False), (2, 9, False)])
def test_who_prints_instead_of_returning_is_told_so(count: int, printed: int, told: bool) -> None:
    outcome = Outcome(solver="mine.py", status=Status.COMPLETE, count=count, printed=printed)
    assert ("it returns nothing but prints" in full_report(report_of(outcome, 4))) is told


def test_many_models_have_a_row_each() -> None:
    models: list[Callable[[int], Any]] = [right, half, semi, one, lambda n: 1 // 0]
    said = many_reports([check(model, range(1, 5)) for model in models]).split("\n")
    assert [line.split() for line in said[2:7]] == [
        ["right", "yes", "yes", "yes", "-", "right"],
        ["half", "yes", "NO", "yes", "4", "WRONG"],
        ["semi", "NO", "yes", "yes", "2", "WRONG"],
        ["one", "yes", "open", "yes", "-", "right"],
        ["<lambda>", "open", "open", "open", "-", "open"],
    ]
    told = dict(line.split(": ", 1) for line in said[9:])
    assert said[8] == "Right and wrong are said of n = 1-4."
    assert list(told) == ["half", "semi", "one", "<lambda>"]
    assert "ZeroDivisionError" in told["<lambda>"]
    assert max(map(len, said[:8])) <= 80
