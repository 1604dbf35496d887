"""What wrong solutions have in common, if it is one thing."""

from __future__ import annotations

from typing import Any

import pytest

from solvers import check
from solvers.outcome import Outcome, Status
from solvers.presentation.report import full_report
from solvers.problem import Placement, Problem
from solvers.verification.likeness import common_to_illegal, common_to_missing


def reported(illegal: int | None, **broken: int) -> Outcome:
    rules = {rule.replace("_", " "): number for rule, number in broken.items()}
    return Outcome(solver="mine", status=Status.COMPLETE, illegal=illegal, broken=rules)


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([reported(2, columns=2)], ["all 2 illegal solutions break one rule, and only that"]),
        ([reported(1, columns=1), reported(2, columns=2)], ["all 3 illegal solutions"]),
        ([reported(1000, columns=1000)], ["all 1,000 illegal solutions"]),
        ([reported(0), reported(2, columns=2, sums=0)], ["all 2 illegal solutions"]),
        ([reported(None), reported(2, columns=2)], ["all 2 illegal solutions"]),
        ([], []),
        ([reported(0)], []),
        ([reported(1, columns=1)], []),  # a single one has nothing in common with others
        ([reported(2, columns=2, sums=1)], []),  # one breaks two rules
        ([reported(2, columns=1, sums=1)], []),
        ([reported(1, columns=1), reported(1, sums=1)], []),
        ([reported(3, columns=2)], []),  # one breaks a rule that nobody counts
    ],
)
def test_illegal_reports_that_break_one_rule(outcomes: list[Outcome], expected: list[str]) -> None:
    found = common_to_illegal(outcomes)
    assert len(found) == len(expected)
    for text, start in zip(found, expected, strict=True):
        assert text.startswith(start) and text.endswith(": columns")


def solutions_of(n: int) -> list[Placement]:
    found: list[Placement] = [()]
    for row in range(n):
        found = [
            (*q, c)
            for q in found
            for c in range(n)
            if all(c != a and abs(c - a) != row - i for i, a in enumerate(q))
        ]
    return found


FEATURES: list[tuple[str, Any]] = [
    ("have a queen in a corner", lambda q: {q[0], q[-1]} & {0, 7}),
    ("have a queen on the main diagonal", lambda q: any(q[i] == i for i in range(8))),
    ("have a queen on the anti-diagonal", lambda q: any(q[i] == 7 - i for i in range(8))),
    ("have q[0] < q[n-1]", lambda q: q[0] < q[7]),
    ("have q[0] > q[n-1]", lambda q: q[0] > q[7]),
    ("have the first queen in the left half", lambda q: q[0] < 4),
    ("have the first queen in the right half", lambda q: q[0] > 3),
    ("have a queen on 0:0", lambda q: q[0] == 0),
    ("have a queen on 3:5", lambda q: q[3] == 5),
    ("have a queen on 7:7", lambda q: q[7] == 7),
]


@pytest.mark.parametrize(("words", "feature"), FEATURES, ids=[row[0] for row in FEATURES])
def test_what_all_missing_solutions_have_and_none_that_was_found(words: str, feature: Any) -> None:
    solutions = solutions_of(8)
    found = [q for q in solutions if not feature(q)]
    missing = len(solutions) - len(found)
    assert common_to_missing(Problem(8), found, solutions) == [
        f"n = 8: all {missing} missing solutions, and none that was found, {words}"
    ]


def test_the_middle_column_is_in_neither_half() -> None:
    solutions = solutions_of(5)
    found = [q for q in solutions if q[0] >= 2]
    assert common_to_missing(Problem(5), found, solutions) == [
        "n = 5: all 4 missing solutions, and none that was found,"
        " have the first queen in the left half"
    ]


@pytest.mark.parametrize(
    "keeps",
    [
        lambda q: True,
        lambda q: q != (0, 4, 7, 5, 2, 6, 1, 3),  # a single one
        lambda q: q[0] != 0 and q[3] != 5,  # two things
        lambda q: q[0] != 0 or q[4] == 6,  # most with a queen on 0:0, but one was found
        lambda q: sum(q[::2]) % 3,
    ],
)
def test_nothing_is_said_where_it_is_not_one_thing(keeps: Any) -> None:
    solutions = solutions_of(8)
    found = [q for q in solutions if keeps(q)]
    assert common_to_missing(Problem(8), found, solutions) == []


def test_it_is_said_below_the_claims_of_a_model_that_looks_like_no_mistake() -> None:
    def without_a_square(n: int) -> Any:
        return [q for q in solutions_of(n) if n < 6 or q[2] != 5]

    report = check(without_a_square, range(1, 9))
    assert report.looks_like == ()
    # 6 queens have one solution with a queen there, too few to say anything; 8 is not looked at
    assert report.common == ()
    report = check(without_a_square, [7])
    fact = "n = 7: all 6 missing solutions, and none that was found, have a queen on 2:5"
    assert report.common == (fact,)
    assert f"It looks like no known mistake.\n{fact}." in full_report(report)


def test_illegal_solutions_of_one_kind_are_told_of() -> None:
    def late(n: int) -> Any:
        """Queens whose last two rows are not tested against each other's difference diagonal."""
        found: list[Placement] = [()]
        for row in range(n):
            found = [
                (*q, c)
                for q in found
                for c in range(n)
                if all(
                    c != a
                    and c + row != a + i
                    and (c - row != a - i or (row == n - 1 and i == n - 2))
                    for i, a in enumerate(q)
                )
            ]
        return found

    report = check(late, range(1, 7))
    assert report.looks_like == ()
    illegal = sum(outcome.illegal or 0 for outcome in report.outcomes)
    assert report.common == (
        f"all {illegal} illegal solutions break one rule, and only that: column - row",
    )


def test_a_mistake_that_is_known_by_name_needs_no_such_hint() -> None:
    def semiqueens(n: int) -> Any:
        return [q for q in _rooks(n) if len({a - i for i, a in enumerate(q)}) == n]

    report = check(semiqueens, range(1, 6))
    assert (report.looks_like, report.common) == (("no sum diagonals",), ())


def _rooks(n: int) -> Any:
    from itertools import permutations

    return permutations(range(n))
