"""Settling how a model is read, its claims, and the library's `check`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path

import pytest

from solvers import ModelReport, Outcome, Problem, Run, Solver, SpecError, check
from solvers.backends.foreign.readings import BOARD, COLUMNS_0, COLUMNS_1, ONE, ROWS_0
from solvers.outcome import STATED, Reading, Status, Witness
from solvers.problem import Placement
from solvers.verification.check import claims, placements_in, settle, with_missing
from solvers.verification.model import true_count

A, B = (1, 3, 0, 2), (2, 0, 3, 1)  # the two solutions of four queens
FOUR = Problem(4)
TRIPLE = tuple[bool | None, bool | None, bool | None]


def right(n: int) -> list[Placement]:
    return [
        q
        for q in permutations(range(n))
        if len({q[i] + i for i in range(n)}) == n == len({q[i] - i for i in range(n)})
    ]


def said(
    count: int = 2,
    illegal: int | None = 0,
    repeated: int | None = 0,
    fingerprint: int | None = 7,
    status: Status = Status.COMPLETE,
    enumerates: bool = True,
    witnesses: tuple[Witness, ...] = (),
) -> Outcome:
    return Outcome(
        solver="mine.py",
        status=status,
        count=count,
        illegal=illegal,
        repeated=repeated,
        fingerprint=fingerprint,
        enumerates=enumerates,
        witnesses=witnesses,
    )


TIMEOUT = Status.TIMEOUT
REPEATED = (Witness(kind="repeated", placement=A, times=2),)

# an outcome on four queens, the true count, and the claims: sound, complete, no repeats
CLAIMS: list[tuple[str, Outcome, int | None, TRIPLE]] = [
    ("all right", said(), 2, (True, True, True)),
    ("one illegal", said(3, illegal=1), 2, (False, True, True)),
    ("one missing", said(1), 2, (True, False, True)),
    ("one repeated", said(3, repeated=1), 2, (True, True, False)),
    ("one missing, one repeated", said(2, repeated=1), 2, (True, False, False)),
    ("one missing, one illegal", said(2, illegal=1), 2, (False, False, True)),
    ("nothing found where there is nothing", said(0, fingerprint=0), 0, (True, True, True)),
    ("nothing found where there is something", said(0, fingerprint=0), 2, (True, False, True)),
    ("only counted", said(2, None, None, None), 2, (None, None, None)),
    ("wrongly counted", said(3, None, None, None), 2, (None, None, None)),
    ("cut off", said(1, status=TIMEOUT), 2, (None, None, None)),
    ("cut off after an illegal one", said(1, illegal=1, status=TIMEOUT), 2, (False, None, None)),
    ("cut off after a repeat", said(2, repeated=1, status=TIMEOUT), 2, (None, None, False)),
    ("crashed", said(2, status=Status.CRASHED), 2, (None, None, None)),
    ("stopped at a limit", said(2, status=Status.LIMIT), 2, (None, None, None)),
    ("nobody knows how many", said(), None, (True, None, True)),
    ("repeats given up", said(2, repeated=None), 2, (True, None, None)),
    ("given up, but one was seen", said(2, repeated=None, witnesses=REPEATED), 2,
     (True, None, False)),
    ("finds one", said(1, enumerates=False), 2, (True, None, True)),
    ("finds one that is wrong", said(1, illegal=1, enumerates=False), 2, (False, False, True)),
    ("finds none where there are some", said(0, enumerates=False), 2, (True, False, True)),
    ("finds none where there is none", said(0, enumerates=False), 0, (True, None, True)),
    ("never ran", said(0, status=Status.UNSUPPORTED), 2, (None, None, None)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("outcome", "count", "expected"), [r[1:] for r in CLAIMS], ids=[r[0] for r in CLAIMS]
)
def test_the_three_claims(outcome: Outcome, count: int | None, expected: TRIPLE) -> None:
    check = claims(outcome, count)
    assert (check.sound, check.complete, check.no_repeats) == expected


@pytest.mark.parametrize(
    ("outcome", "count", "missing"),
    [
        (said(), 2, 0),
        (said(1), 2, 1),
        (said(3, illegal=1, repeated=1), 2, 1),
        (said(1, status=TIMEOUT), 2, None),
        (said(), None, None),
    ],
)
def test_how_many_are_missing(outcome: Outcome, count: int | None, missing: int | None) -> None:
    assert claims(outcome, count).missing == missing


# Readings: what each run shows in each reading, as {name: (count, illegal)}

Shown = dict[str, tuple[int, int]]


def runs(*shown: Shown, status: Status = Status.COMPLETE) -> list[Outcome]:
    return [
        Outcome(
            solver="mine.py",
            status=status,
            readings=tuple(
                Reading(name=name, count=count, illegal=illegal, fingerprint=count)
                if name != STATED
                else Reading(name=name, count=count, illegal=None, repeated=None, fingerprint=None)
                for name, (count, illegal) in readings.items()
            ),
        )
        for readings in shown
    ]


def settled(sizes: Sequence[int], *shown: Shown) -> list[Outcome]:
    counts = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4}  # OEIS A000170
    return settle([Problem(n) for n in sizes], runs(*shown), [counts[n] for n in sizes])


# sizes, what is shown at each, the reading that is taken
TAKEN: list[tuple[str, list[int], list[Shown], str | None]] = [
    ("the fewest illegal ones", [4], [{COLUMNS_0: (2, 1), COLUMNS_1: (2, 0)}], COLUMNS_1),
    ("over all sizes", [4, 5], [{COLUMNS_0: (2, 0), COLUMNS_1: (2, 1)},
                                {COLUMNS_0: (10, 9), COLUMNS_1: (10, 0)}], COLUMNS_1),
    ("a tie goes to 0-based", [4], [{COLUMNS_1: (2, 2), COLUMNS_0: (2, 2)}], COLUMNS_0),
    ("and to rows first", [4], [{ROWS_0: (2, 0), COLUMNS_0: (2, 0)}], COLUMNS_0),
    ("many before one", [1], [{ONE + COLUMNS_0: (1, 0), COLUMNS_0: (1, 0)}], COLUMNS_0),
    ("of what makes sense of all", [4, 5], [{COLUMNS_0: (2, 0), BOARD: (2, 2)}, {BOARD: (5, 5)}],
     BOARD),
    ("a size without solutions fits all", [2, 4], [{}, {COLUMNS_1: (2, 0)}], COLUMNS_1),
    ("nothing shown", [2, 3], [{}, {}], None),
    ("only stated", [4], [{STATED: (2, 0)}], STATED),
    ("shown and stated", [4], [{COLUMNS_0: (2, 0), STATED: (2, 0)}], COLUMNS_0),
    ("one square shows what is only stated", [1, 4],
     [{COLUMNS_1: (1, 0), STATED: (1, 0)}, {STATED: (2, 0)}], STATED),
    ("and so do n and the count of n = 2", [1, 2, 4],
     [{STATED: (1, 0)}, {COLUMNS_0: (1, 1), STATED: (0, 0)}, {STATED: (2, 0)}], STATED),
    ("a wrong solution of two queens", [1, 2], [{}, {COLUMNS_0: (1, 1), STATED: (1, 0)}],
     COLUMNS_0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sizes", "shown", "reading"), [r[1:] for r in TAKEN], ids=[r[0] for r in TAKEN]
)
def test_one_reading_for_all_sizes(
    sizes: list[int], shown: list[Shown], reading: str | None
) -> None:
    outcomes = settled(sizes, *shown)
    assert {outcome.reading for outcome in outcomes} == {reading}
    assert all(outcome.readings == () for outcome in outcomes if reading is not None)
    if reading is not None:
        assert [o.count for o in outcomes] == [s.get(reading, (0, 0))[0] for s in shown]


def test_no_reading_that_fits_all_sizes_is_a_failure() -> None:
    outcomes = settled([4, 5], {COLUMNS_0: (2, 0)}, {BOARD: (10, 0)})
    assert {outcome.status for outcome in outcomes} == {Status.FAILED}
    assert all(o.check and o.check.sound is o.check.complete is None for o in outcomes)


def test_a_claim_is_open_where_equally_good_readings_differ() -> None:
    (outcome,) = settled([4], {COLUMNS_0: (2, 0), COLUMNS_1: (1, 0)})
    assert outcome.check is not None
    assert (outcome.check.sound, outcome.check.complete, outcome.check.no_repeats) == (
        True, None, True,
    )  # fmt: skip
    (better,) = settled([4], {COLUMNS_0: (2, 0), COLUMNS_1: (1, 1)})
    assert better.check is not None and better.check.complete is True


# sizes, solutions shown at each in a reading, and whether it finds one and stops
FINDS_ONE: list[tuple[list[int], list[int], str, bool]] = [
    ([1, 4, 5], [1, 1, 1], COLUMNS_0, False),  # one in a list of them is not all
    ([1, 4, 5], [1, 1, 2], COLUMNS_0, False),
    ([1, 4], [1, 1], COLUMNS_0, False),  # one of two: that may be a missing one
    ([1, 4], [1, 1], ONE + COLUMNS_0, True),  # it returned no list of them
    ([1, 2], [1, 0], ONE + COLUMNS_0, False),  # nothing to tell by
    ([4, 6], [1, 0], ONE + COLUMNS_0, True),
]


@pytest.mark.parametrize(("sizes", "counts", "reading", "one"), FINDS_ONE)
def test_who_finds_one_and_stops(
    sizes: list[int], counts: list[int], reading: str, one: bool
) -> None:
    outcomes = settled(sizes, *({reading: (count, 0)} if count else {} for count in counts))
    assert {outcome.enumerates for outcome in outcomes} == {not one}


def test_the_least_missing_solution_is_the_witness() -> None:
    checked = said(0)
    assert with_missing(checked, [], [A, B]) == checked  # there is no check to add it to
    (outcome,) = settled([4], {COLUMNS_0: (1, 0)})
    found = with_missing(outcome, [A], [B, A])
    assert found.check is not None
    assert found.check.witnesses == (Witness(kind="missing", placement=B, times=0),)
    assert with_missing(outcome, [A, B], [B, A]) == outcome


def test_placements_are_kept_by_reading() -> None:
    parts = (
        Reading(name=COLUMNS_0, count=1, placements=(A,)),
        Reading(name=ROWS_0, count=1, placements=(B,)),
    )
    outcome = Outcome(solver="x", status=Status.COMPLETE, placements=(A, B), readings=parts)
    assert placements_in(outcome, ROWS_0) == (B,)
    assert placements_in(outcome, None) == (A, B)
    assert placements_in(outcome, BOARD) == ()


@pytest.mark.parametrize(
    ("outcomes", "count"),
    [
        ([("backtracking", 2)], 2),
        ([("backtracking", 2), ("cpsat", 2), ("mine.py", 3)], 2),
        ([("backtracking", 2), ("cpsat", 3)], None),  # nobody to trust
        ([("mine.py", 3)], 2),  # OEIS A000170
        ([], 2),
    ],
)
def test_who_is_trusted_about_the_count(outcomes: list[tuple[str, int]], count: int | None) -> None:
    given = [Outcome(solver=s, status=Status.COMPLETE, count=c) for s, c in outcomes]
    assert true_count(FOUR, given) == count


# check(), as in the README


class OfMine(Solver):
    name = "mine"

    def search(self, problem: Problem, run: Run) -> None:
        for q in right(problem.n):
            run.found(q)


class Nameless(OfMine):
    name = ""


class Silent(Solver):
    name = "backtracking"  # that is somebody else's name

    def search(self, problem: Problem, run: Run) -> None:
        pass


def model_file(folder: Path, text: str) -> str:
    path = folder / "theirs.py"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(
    "model", [right, OfMine(), Nameless()], ids=["function", "solver", "class"]
)
def test_a_right_model(model: Solver | Callable[[int], list[Placement]]) -> None:
    report = check(model, range(1, 7))
    assert (report.ok, report.sound, report.complete, report.no_repeats) == (True,) * 4
    assert report.first_failure is None
    assert report.right == (1, 0, 0, 2, 10, 4)  # OEIS A000170
    assert str(report) == f"{report.model}: right\nsound: yes\ncomplete: yes\nno repeats: yes"


def test_sizes_are_sorted_and_taken_once() -> None:
    report = check(right, [5, 4, 5])
    assert [problem.n for problem in report.problems] == [4, 5]
    assert [problem.n for problem in check(right).problems] == [*range(1, 9)]


@pytest.mark.parametrize("size", [0, -1, True, "4"])
def test_what_is_no_size_is_refused(size: int) -> None:
    with pytest.raises((ValueError, TypeError)):
        check(right, [size])


def test_a_solver_with_a_trusted_name_is_not_held_against_itself() -> None:
    report = check(Silent(), [4])
    assert (report.ok, report.complete) == (False, False)


def test_a_spec_is_run_apart(tmp_path: Path) -> None:
    text = "import os\ndef solve(n):\n    os._exit(5) if n == 2 else None\n    return 1 // (n - 3)"
    report = check(model_file(tmp_path, text), [1, 2, 3, 4])
    assert [outcome.status for outcome in report.outcomes] == [
        Status.COMPLETE, Status.CRASHED, Status.FAILED, Status.COMPLETE,
    ]  # fmt: skip  # 1 // -2 is -1: it says that there is none
    assert not report.ok
    assert "ZeroDivisionError" in str(report)


def test_a_spec_that_hangs_is_bounded(tmp_path: Path) -> None:
    text = "def solve(n):\n    while n == 4: pass\n    return 1"
    report = check(model_file(tmp_path, text), [1, 4], timeout=0.5)
    assert [outcome.status for outcome in report.outcomes] == [Status.COMPLETE, Status.TIMEOUT]
    assert report.ok is False


def test_a_spec_that_names_nothing_is_refused() -> None:
    with pytest.raises(SpecError, match="no solver is called"):
        check("no such thing", [4])


def test_a_trusted_name_may_be_asked_for() -> None:
    assert check("backtracking", [4, 5]).ok


def wrong(n: int) -> list[Placement]:
    return right(n)[:-1] + [tuple(range(n))] * 2 if n == 5 else right(n)


def test_the_report_names_the_witnesses() -> None:
    report = check(wrong, [4, 5, 6])
    assert (report.ok, report.sound, report.complete) == (False, False, False)
    assert report.first("sound") == report.first("complete") == report.first_failure == 1
    assert report.first("no_repeats") is None
    lost = right(5)[-1]
    illegal, missing = report.witness(1, "illegal"), report.witness(1, "missing")
    assert illegal and illegal.placement == (0, 1, 2, 3, 4)
    assert illegal.rule == "rows 0 and 1 share the diagonal row - column = 0"
    assert missing and missing.placement == lost
    text = str(report).split("\n")
    assert text[0] == "wrong: not shown to be right"
    assert "sound: NO, n = 5, illegal: [0, 1, 2, 3, 4]" in text
    assert f"complete: NO, n = 5, missing: {list(lost)}" in text


# does a report show that a model is right?
OK: list[tuple[str, Callable[[int], object], bool]] = [
    ("right", right, True),
    ("counts", lambda n: len(right(n)), True),
    ("counts wrong", lambda n: len(right(n)) + (n == 6), False),
    ("finds one", lambda n: (right(n) or [None])[0], True),
    ("finds one, fails once", lambda n: 1 / 0 if n == 5 else (right(n) or [None])[0], False),
    ("fails once", lambda n: 1 / 0 if n == 5 else right(n), False),
    ("always fails", lambda n: 1 / 0, False),
    ("prints", lambda n: None, False),
    ("shows at times, counts at times", lambda n: 4 if n == 6 else right(n), False),
]


@pytest.mark.parametrize(("model", "ok"), [r[1:] for r in OK], ids=[r[0] for r in OK])
def test_ok_needs_everything_to_be_shown(model: Callable[[int], object], ok: bool) -> None:
    report: ModelReport = check(model, range(3, 7))
    assert report.ok is ok
