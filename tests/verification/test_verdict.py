"""The verdict of a problem, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import permutations

import pytest

from solvers.outcome import Outcome, Status, Witness
from solvers.verification.published import Published
from solvers.verification.verdict import Finding, Verdict, judge, overall

AGREE, DISAGREE, UNDECIDED = Finding.AGREE, Finding.DISAGREE, Finding.UNDECIDED
KNOWN = Published(92, "A000170")
CUT_OFF = (Status.TIMEOUT, Status.MEMORY, Status.CRASHED, Status.FAILED, Status.INTERRUPTED)
NOT_RUN = (Status.UNAVAILABLE, Status.UNSUPPORTED)


def said(
    solver: str,
    count: int = 92,
    *,
    status: Status = Status.COMPLETE,
    fingerprint: int | None = 1,
    illegal: int | None = 0,
    repeated: int | None = 0,
    witnesses: tuple[Witness, ...] = (),
    error: str | None = None,
) -> Outcome:
    return Outcome(
        solver=solver,
        status=status,
        count=count,
        illegal=illegal,
        repeated=repeated,
        fingerprint=fingerprint,
        witnesses=witnesses,
        error=error,
    )


def counted(solver: str, count: int = 92, status: Status = Status.COMPLETE) -> Outcome:
    """Counts without showing a solution."""
    return said(solver, count, status=status, fingerprint=None, illegal=None, repeated=None)


def cut(solver: str, count: int, status: Status = Status.TIMEOUT) -> Outcome:
    return said(solver, count, status=status, fingerprint=7)


def limited(solver: str, count: int) -> Outcome:
    return cut(solver, count, Status.LIMIT)


ROW, MINE, YOURS = "backtracking", "mine.py", "yours.py"

# what it is, outcomes, published count, finding, and a reason among those given (None: no reason)
SENTENCES: list[tuple[str, list[Outcome], Published | None, Finding, str | None]] = [
    # Disagree when complete counts ...
    (
        "counts differ",
        [said(ROW), said("cpsat", 91, fingerprint=2)],
        None,
        DISAGREE,
        "counts differ: 92 by backtracking; 91 by cpsat",
    ),
    (
        "no majority: two wrong ones do not outvote a right one",
        [said(ROW), said("cpsat", 91), said("python-constraint", 91)],
        None,
        DISAGREE,
        "counts differ: 92 by backtracking; 91 by cpsat and python-constraint",
    ),
    (
        "a count without solutions differs",
        [said(ROW), counted(MINE, 91)],
        None,
        DISAGREE,
        "counts differ: 92 by backtracking; 91 by mine.py",
    ),
    # ... fingerprints ...
    (
        "solutions differ",
        [said(ROW), said("cpsat"), said(MINE, fingerprint=2)],
        None,
        DISAGREE,
        "the same count, 92, but different solutions: backtracking and cpsat / mine.py",
    ),
    (
        "solutions differ, beside a count without solutions",
        [said(ROW), counted("cpsat"), said(MINE, fingerprint=2)],
        None,
        DISAGREE,
        "the same count, 92, but different solutions: backtracking / mine.py",
    ),
    # ... or a published count differ ...
    (
        "a single solver is not the published count",
        [said(ROW, 91)],
        KNOWN,
        DISAGREE,
        "backtracking counts 91, but A000170 has 92",
    ),
    (
        "all agree, but not with the published count",
        [said(ROW, 93), said("cpsat", 93)],
        KNOWN,
        DISAGREE,
        "cpsat counts 93, but A000170 has 92",
    ),
    # ... when a lower bound exceeds a complete count ...
    *(
        (
            f"more than all ({status})",
            [said(ROW), cut("cpsat", 93, status)],
            None,
            DISAGREE,
            "cpsat found at least 93, more than the 92 of backtracking",
        )
        for status in (*CUT_OFF, Status.LIMIT)
    ),
    (
        "more than published",
        [cut("cpsat", 93)],
        KNOWN,
        DISAGREE,
        "cpsat found at least 93, more than the 92 of A000170",
    ),
    (
        "a limit reached that is more than published",
        [limited(ROW, 100), limited("cpsat", 100)],
        KNOWN,
        DISAGREE,
        "cpsat found at least 100, more than the 92 of A000170",
    ),
    # ... or when any report is illegal or repeated.
    (
        "an illegal report",
        [
            said(ROW),
            said(
                MINE,
                illegal=1,
                witnesses=(Witness(kind="illegal", placement=(0, 1), rule="rows 0 and 1 touch"),),
            ),
        ],
        KNOWN,
        DISAGREE,
        "mine.py: 1 of 92 reports illegal, such as 0 1: rows 0 and 1 touch",
    ),
    (
        "a repeated report",
        [
            said(ROW),
            said(
                MINE,
                repeated=2,
                witnesses=(Witness(kind="repeated", placement=(1, 0), times=3),),
            ),
        ],
        KNOWN,
        DISAGREE,
        "mine.py: 2 of 92 reports repeat another; 1 0 came 3 times",
    ),
    (
        "an illegal report of a single run that was cut off",
        [said(ROW, 5, status=Status.TIMEOUT, illegal=1)],
        None,
        DISAGREE,
        "backtracking: 1 of 5 reports illegal",
    ),
    (
        "a repeated report within the limit",
        [limited(ROW, 5), said("cpsat", 5, status=Status.LIMIT, repeated=1)],
        None,
        DISAGREE,
        "cpsat: 1 of 5 reports repeat another",
    ),
    # Agree when every run is complete and two of different names, one built in, say the same
    ("two built-in ones", [said(ROW), said("cpsat")], None, AGREE, None),
    ("one's own and a built-in one", [said(MINE), said(ROW)], None, AGREE, None),
    ("one's own that only counts", [counted(MINE), said(ROW)], None, AGREE, None),
    ("no solution at all", [said(ROW, 0), said("cpsat", 0)], None, AGREE, None),
    ("published too", [said(ROW), said("cpsat")], KNOWN, AGREE, None),
    (
        "two of one's own that agree with nobody trusted",
        [said(MINE), said(YOURS)],
        None,
        UNDECIDED,
        "nothing to hold mine.py and yours.py against: no published count, and no built-in solver*",
    ),
    (
        "the same one twice",
        [said(ROW), said(ROW)],
        None,
        UNDECIDED,
        "nothing to hold backtracking against: no published count, and no other solver*",
    ),
    # Agree with published when one solver alone meets a published count
    ("published alone", [said(ROW)], KNOWN, AGREE, None),
    ("published alone, one's own", [said(MINE)], KNOWN, AGREE, None),
    ("published alone, two of one's own", [said(MINE), said(YOURS)], KNOWN, AGREE, None),
    # Everything else is undecided, never success
    ("nobody asked", [], None, UNDECIDED, None),
    ("nobody asked, though published", [], KNOWN, UNDECIDED, None),
    ("alone", [said(ROW)], None, UNDECIDED, "nothing to hold backtracking against: *"),
    *(
        (
            f"one cut off is enough ({status})",
            [said(ROW), said("cpsat"), cut(MINE, 92, status)],
            KNOWN,
            UNDECIDED,
            f"mine.py: {status}, at least 92 found",
        )
        for status in CUT_OFF
    ),
    (
        "cut off with what was found and why",
        [said(ROW, 2680), said("cpsat", 1390, status=Status.CRASHED, error="killed by SIGSEGV")],
        Published(2680, "A000170"),
        UNDECIDED,
        "cpsat: crashed, at least 1,390 found (killed by SIGSEGV)",
    ),
    (
        "all cut off",
        [cut(ROW, 5), cut("cpsat", 6)],
        None,
        UNDECIDED,
        "backtracking: timeout, at least 5 found",
    ),
    # A limit that every run reached is agreement on "at least that many"
    ("all at the limit", [limited(ROW, 5), limited("cpsat", 5)], None, AGREE, None),
    (
        "all at the limit, below published",
        [limited(ROW, 5), limited("cpsat", 5)],
        KNOWN,
        AGREE,
        None,
    ),
    ("all ended below the limit", [said(ROW, 4), said("cpsat", 4)], None, AGREE, None),
    ("one alone at the limit, with solutions to check", [limited(ROW, 5)], None, AGREE, None),
    (
        "one's own alone at the limit, only counting",
        [counted(MINE, 5, Status.LIMIT)],
        KNOWN,
        UNDECIDED,
        "mine.py stopped at the limit, and showed no solution",
    ),
    (
        "one at the limit, one cut off",
        [limited(ROW, 5), cut("cpsat", 4)],
        None,
        UNDECIDED,
        "cpsat: timeout, at least 4 found",
    ),
    (
        "one at the limit, one ended below it",
        [limited(ROW, 5), said("cpsat", 4)],
        None,
        DISAGREE,
        "backtracking found at least 5, more than the 4 of cpsat",
    ),
    # Rows that could not run at all are said and left out, as long as the others suffice
    *(
        (
            f"the others suffice ({status})",
            [said(ROW), said("cpsat"), said(MINE, 0, status=status, error="pip install it")],
            None,
            AGREE,
            f"mine.py: {status} (pip install it)",
        )
        for status in NOT_RUN
    ),
    *(
        (
            f"the others do not suffice ({status})",
            [said(ROW), said("cpsat", 0, status=status, error="pip install it")],
            None,
            UNDECIDED,
            f"cpsat: {status} (pip install it)",
        )
        for status in NOT_RUN
    ),
    (
        "one's own beside a built-in one that could not run",
        [said(MINE), said("cpsat", 0, status=Status.UNAVAILABLE)],
        None,
        UNDECIDED,
        "nothing to hold mine.py against: no published count, and no built-in solver that answered",
    ),
    (
        "nobody could run",
        [said("cpsat", 0, status=Status.UNAVAILABLE)],
        KNOWN,
        UNDECIDED,
        "cpsat: unavailable",
    ),
]


@pytest.mark.parametrize(
    ("outcomes", "published", "finding", "reason"),
    [sentence[1:] for sentence in SENTENCES],
    ids=[sentence[0] for sentence in SENTENCES],
)
def test_verdict(
    outcomes: list[Outcome], published: Published | None, finding: Finding, reason: str | None
) -> None:
    verdict = judge(outcomes, published)
    assert verdict.finding is finding
    if reason is None:
        assert verdict.reasons == ()
    else:
        assert any(fnmatchcase(given, reason) for given in verdict.reasons), verdict.reasons


@pytest.mark.parametrize(
    ("outcomes", "published"),
    [sentence[1:3] for sentence in SENTENCES],
    ids=[sentence[0] for sentence in SENTENCES],
)
def test_the_order_of_the_outcomes_is_free(
    outcomes: list[Outcome], published: Published | None
) -> None:
    verdicts = [judge(order, published) for order in permutations(outcomes)]
    assert len({(v.finding, v.published_alone, v.at_least, len(v.reasons)) for v in verdicts}) == 1


@pytest.mark.parametrize(
    ("outcomes", "published", "alone"),
    [
        ([said(ROW)], KNOWN, True),
        ([said(MINE), said(YOURS)], KNOWN, True),
        ([said(ROW), said(ROW)], KNOWN, True),
        ([said(ROW), said("cpsat", 0, status=Status.UNAVAILABLE)], KNOWN, True),
        ([said(ROW), said("cpsat")], KNOWN, False),
        ([said(ROW), said(MINE)], KNOWN, False),
        ([said(ROW, 91)], KNOWN, False),
        ([said(ROW)], None, False),
    ],
)
def test_agreement_with_a_published_count_alone_is_shown_as_such(
    outcomes: list[Outcome], published: Published | None, alone: bool
) -> None:
    assert judge(outcomes, published).published_alone is alone


@pytest.mark.parametrize(
    ("outcomes", "at_least"),
    [
        ([limited(ROW, 5), limited("cpsat", 5)], 5),
        ([limited(ROW, 5)], 5),
        ([counted(MINE, 5, Status.LIMIT), limited("cpsat", 5)], 5),
        ([said(ROW, 4), said("cpsat", 4)], None),
        ([limited(ROW, 5), cut("cpsat", 5)], None),
        ([limited(ROW, 5), said("cpsat", 4)], None),
    ],
)
def test_agreement_within_a_limit_is_on_at_least_that_many(
    outcomes: list[Outcome], at_least: int | None
) -> None:
    assert judge(outcomes).at_least == at_least


def test_a_verdict_is_a_pure_function() -> None:
    outcomes = (said(ROW), said("cpsat", 91))
    assert judge(outcomes) == judge(outcomes)
    assert outcomes == (said(ROW), said("cpsat", 91))
    assert judge([said(ROW), said("cpsat")]) == Verdict(finding=AGREE)


@pytest.mark.parametrize(
    ("findings", "finding"),
    [
        ([], UNDECIDED),
        ([AGREE], AGREE),
        ([AGREE, AGREE], AGREE),
        ([AGREE, UNDECIDED], UNDECIDED),
        ([UNDECIDED, AGREE, DISAGREE], DISAGREE),
        ([DISAGREE, UNDECIDED], DISAGREE),
    ],
)
def test_the_worst_of_several_verdicts_is_that_of_all(
    findings: Sequence[Finding], finding: Finding
) -> None:
    assert overall(findings) is finding
    assert overall(iter(findings)) is finding
