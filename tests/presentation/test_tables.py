"""The tables and sentences that people read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from solvers.builtin import BUILTIN, Row
from solvers.outcome import Outcome, Status
from solvers.presentation.effort import statistics_table
from solvers.presentation.tables import (
    comparison_table,
    count_in_words,
    reasons,
    solver_table,
    summary,
)
from solvers.problem import VARIANTS, Problem
from solvers.verification.published import published
from solvers.verification.verdict import Comparison, judge

THREE = ("backtracking", "cpsat", "python-constraint")


def said(
    solver: str,
    count: int,
    status: Status = Status.COMPLETE,
    *,
    seconds: float | None = 0.1234,
    illegal: int | None = 0,
    repeated: int | None = 0,
    fingerprint: int | None = 1,
    printed: int = 0,
    error: str | None = None,
    memory: int | None = None,
    statistics: dict[str, float] | None = None,
) -> Outcome:
    return Outcome(
        solver=solver,
        status=status,
        count=count,
        seconds=seconds,
        illegal=illegal,
        repeated=repeated,
        fingerprint=fingerprint,
        printed=printed,
        error=error,
        memory=memory,
        statistics=statistics or {},
    )


def compared(n: int, *outcomes: Outcome, variant: str = "queens") -> Comparison:
    problem = Problem(n, VARIANTS[variant](n))
    known = published(problem)
    return Comparison(
        problem=problem, published=known, outcomes=outcomes, verdict=judge(outcomes, known)
    )


def all_say(n: int, count: int, status: Status = Status.COMPLETE, **more: float) -> Comparison:
    return compared(n, *(said(solver, count, status, **more) for solver in THREE))


def unfinished(n: int, count: int, seconds: float) -> Comparison:
    return all_say(n, count, Status.TIMEOUT, seconds=seconds)


def width(text: str) -> int:
    return max(map(len, text.split("\n")))


def cells(table: str) -> list[list[str]]:
    """The rows below the line, without alignment."""
    lines = table.split("\n")
    below = next(i for i, line in enumerate(lines) if line.startswith("-")) + 1
    return [re.split(r" {2,}", line.strip()) for line in lines[below:]]


def test_one_row_a_problem() -> None:
    table = comparison_table([all_say(7, 40), all_say(8, 92)], 100, colour=False)
    assert cells(table) == [
        ["7", "40", "0.123", "40", "0.123", "40", "0.123", "40", "agree"],
        ["8", "92", "0.123", "92", "0.123", "92", "0.123", "92", "agree"],
    ]
    head = table.split("\n-")[0]
    assert [word for word in (*THREE[:2], "python-", "A000170") if word not in head] == []


# n, what each of the three found, seconds: cut off or not, as far as 60 seconds go
RUNS = [
    *(all_say(n, count) for n, count in ((1, 1), (8, 92), (12, 14200))),
    unfinished(20, 0, 0.3),
    unfinished(30, 3_153, 1.0),
    unfinished(16, 14_772_512, 60.01),
    unfinished(29, 1_234_567, 99.96),
    unfinished(27, 345_678, 60.0),  # the published count of n = 27 has 18 digits
]


@pytest.mark.parametrize("run", [*([run] for run in RUNS), RUNS])
def test_three_backends_fit_100_columns(run: list[Comparison]) -> None:
    assert width(comparison_table(run, 100, colour=False)) <= 100


@pytest.mark.parametrize("run", [*([run] for run in RUNS[:-1]), RUNS[:-1]])
def test_three_backends_fit_80_columns(run: list[Comparison]) -> None:
    assert width(comparison_table(run, 80, colour=False)) <= 80


def test_what_is_too_wide_has_one_row_a_solver() -> None:
    run = [all_say(8, 92), unfinished(30, 999, 60.01)]
    wide, long = (comparison_table(run, columns, colour=False) for columns in (100, 80))
    assert [row[0] for row in cells(wide)] == ["8", "30"]
    assert cells(long) == [
        ["8", "backtracking", "92", "0.123", "92", "agree"],
        ["cpsat", "92", "0.123"],
        ["python-constraint", "92", "0.123"],
        ["30", "backtracking", ">= 999 (timeout)", "60.01", "-", "undecided"],
        ["cpsat", ">= 999 (timeout)", "60.01"],
        ["python-constraint", ">= 999 (timeout)", "60.01"],
    ]


def test_colour_takes_no_room() -> None:
    run = [all_say(8, 92), all_say(7, 41)]
    plain, colourful = (comparison_table(run, 78, colour=colour) for colour in (False, True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", colourful) == plain


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (said("cpsat", 92), "92"),
        (said("cpsat", 14_772_512), "14,772,512"),
        (said("cpsat", 1390, Status.TIMEOUT), ">= 1,390 (timeout)"),
        (said("cpsat", 0, Status.TIMEOUT), ">= 0 (timeout)"),
        (said("cpsat", 5, Status.LIMIT), ">= 5 (limit)"),
        (said("cpsat", 7, Status.MEMORY), ">= 7 (memory)"),
        (said("cpsat", 7, Status.CRASHED), ">= 7 (crashed)"),
        (said("cpsat", 0, Status.CRASHED), "crashed"),
        (said("cpsat", 0, Status.FAILED), "failed"),
        (said("cpsat", 0, Status.UNAVAILABLE), "unavailable"),
        (said("cpsat", 0, Status.UNSUPPORTED), "unsupported"),
        (said("cpsat", 0, Status.INTERRUPTED), "interrupted"),
        (said("cpsat", 184, repeated=92), "184 (92 repeated)"),
        (said("cpsat", 93, illegal=1), "93 (1 illegal)"),
        (
            said("cpsat", 9, Status.TIMEOUT, illegal=2, repeated=1),
            ">= 9 (timeout, 2 illegal, 1 repeated)",
        ),
        (said("cpsat", 92, illegal=None, repeated=None), "92"),
    ],
)
def test_a_count(outcome: Outcome, words: str) -> None:
    assert count_in_words(outcome) == words


@pytest.mark.parametrize("count", [0, 1, 1390])
@pytest.mark.parametrize("status", sorted(set(Status) - {Status.COMPLETE}))
def test_a_lower_bound_is_never_a_bare_number(status: Status, count: int) -> None:
    words = count_in_words(said("cpsat", count, status))
    assert status.value in words
    assert not count or not status.ran or words.startswith(f">= {count:,} (")


@pytest.mark.parametrize(
    ("comparison", "verdict"),
    [
        (all_say(8, 92), "agree"),
        (all_say(8, 91), "DISAGREE"),
        (all_say(8, 91, Status.TIMEOUT), "undecided"),
        (all_say(8, 5, Status.LIMIT), "agree: at least 5"),
        (compared(8, said("cpsat", 92)), "agrees with A000170"),
        (compared(30, said("cpsat", 92)), "undecided"),
    ],
)
@pytest.mark.parametrize("columns", [100, 10])
def test_a_verdict_closes_the_row(comparison: Comparison, verdict: str, columns: int) -> None:
    assert cells(comparison_table([comparison], columns, colour=False))[0][-1] == verdict


@pytest.mark.parametrize(
    ("comparison", "coloured"),
    [
        (all_say(8, 92), "\x1b[32magree\x1b[0m"),
        (all_say(8, 91), "\x1b[1;31mDISAGREE\x1b[0m"),
        (all_say(8, 91, Status.TIMEOUT), "\x1b[33mundecided\x1b[0m"),
    ],
)
def test_what_is_wrong_stands_out_in_colour(comparison: Comparison, coloured: str) -> None:
    assert coloured in comparison_table([comparison], 100, colour=True)


def test_a_solver_that_did_not_run_everywhere_has_gaps() -> None:
    run = [compared(8, said("cpsat", 92), said("mine.py", 92)), compared(9, said("cpsat", 352))]
    assert cells(comparison_table(run, 100, colour=False)) == [
        ["8", "92", "0.123", "92", "0.123", "92", "agree"],
        ["9", "352", "0.123", "-", "-", "352", "agrees with A000170"],
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "-"),
        (0.0, "0.000"),
        (0.0004, "0.000"),
        (1.2344, "1.234"),
        (12.344, "12.34"),
        (123.44, "123.4"),
    ],
)
def test_seconds_have_four_digits(seconds: float | None, text: str) -> None:
    run = [compared(8, said("cpsat", 92, seconds=seconds))]
    assert cells(comparison_table(run, 100, colour=False))[0][2] == text


@pytest.mark.parametrize(
    ("run", "lines"),
    [
        ([all_say(8, 92)], []),
        (
            [
                compared(n, said("backtracking", count), said("cpsat", 0, Status.FAILED, error="x"))
                for n, count in ((4, 2), (5, 10), (6, 4), (8, 92))
            ],
            ["n = 4-6, 8: cpsat: failed (x)"],
        ),
        (
            [compared(4, said("cpsat", 3)), compared(8, said("cpsat", 91))],
            [
                "n = 4: cpsat counts 3, but A000170 has 2",
                "n = 8: cpsat counts 91, but A000170 has 92",
            ],
        ),
        (
            [
                compared(8, said("backtracking", 92), said("mine.py", 92, printed=1234)),
                compared(9, said("backtracking", 352), said("mine.py", 352, printed=5 << 20)),
            ],
            [
                "n = 8: mine.py: wrote 1,234 bytes to standard output, discarded",
                "n = 9: mine.py: wrote 5.0 MiB to standard output, discarded",
            ],
        ),
    ],
)
def test_reasons_of_several_n_are_merged(run: list[Comparison], lines: list[str]) -> None:
    assert reasons(run) == lines


ALL_AGREE = "3 solvers agree on count and solutions"


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (
            [all_say(7, 40), all_say(8, 92)],
            f"{ALL_AGREE}, n = 7-8, and with the published counts (A000170).",
        ),
        ([all_say(30, 92)], f"{ALL_AGREE}, n = 30."),
        (
            [compared(8, said("cpsat", 92), said("mine.py", 92, fingerprint=None))],
            "2 solvers agree on count, n = 8, and with the published counts (A000170).",
        ),
        (
            [compared(8, *all_say(8, 92).outcomes, said("mine.py", 0, Status.UNAVAILABLE))],
            f"{ALL_AGREE}, n = 8, and with the published counts (A000170).",
        ),
        (
            [compared(8, said("cpsat", 92))],
            "One solver, cpsat, meets the published counts (A000170), n = 8; no second solver"
            " confirms its solutions.",
        ),
        (
            [all_say(8, 5, Status.LIMIT)],
            "3 solvers found the 5 solutions that were asked for, n = 8.",
        ),
        (
            [all_say(8, 1, Status.LIMIT)],
            "3 solvers found the 1 solution that was asked for, n = 8.",
        ),
        (
            [all_say(4, 2), all_say(5, 5, Status.LIMIT), all_say(6, 4)],
            f"{ALL_AGREE}, n = 4, 6, and with the published counts (A000170); 3 solvers found the"
            " 5 solutions that were asked for, n = 5.",
        ),
        ([unfinished(30, 1, 1.0)], "Undecided, n = 30: see above."),
        (
            [all_say(4, 2), all_say(5, 9), unfinished(6, 1, 1.0), all_say(7, 41)],
            "The solvers DISAGREE, n = 5, 7: see above; undecided, n = 6: see above;"
            f" {ALL_AGREE}, n = 4, and with the published counts (A000170).",
        ),
    ],
)
def test_one_sentence_sums_up(run: list[Comparison], sentence: str) -> None:
    assert summary(run, interrupted=False) == sentence


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        ([], "Interrupted before anything was finished."),
        ([all_say(30, 92)], f"{ALL_AGREE}, n = 30; interrupted before the rest."),
    ],
)
def test_an_interruption_is_said(run: list[Comparison], sentence: str) -> None:
    assert summary(run, interrupted=True) == sentence


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ([all_say(7, 40), all_say(8, 92), all_say(9, 352)], "; no relation is violated, n = 7-8."),
        ([all_say(9, 352)], "; no relation was tried."),
        (
            [compared(8, replace(said("colour-split", 92), fingerprint=None))],
            "no relation was tried.",
        ),
        ([compared(8, said("cpsat", 92), said("backtracking", 91))], ": see above."),
    ],
)
def test_relations_that_hold_are_said(run: list[Comparison], said: str) -> None:
    assert summary(run, interrupted=False, relations=True).endswith(said)
    assert "relation" not in summary(run, interrupted=False)
    assert "relation" not in summary(run, interrupted=True, relations=True)


def test_the_list_of_solvers_says_what_to_install() -> None:
    missing = Row("other", "nosuch:Other", "nosuch_package", ("nosuch-dist",), "a model")
    table = solver_table([BUILTIN["backtracking"], missing])
    assert cells(table) == [
        ["backtracking", "yes", "-", BUILTIN["backtracking"].model],
        ["other", "pip install nosuch-dist", "-", "a model"],
    ]


def test_a_list_that_is_too_wide_has_the_models_below() -> None:
    assert solver_table([BUILTIN["cpsat-pairwise"]], 60).split("\n")[2:] == [
        f"cpsat-pairwise  yes        {BUILTIN['cpsat-pairwise'].version}",
        f"    {BUILTIN['cpsat-pairwise'].model}",
    ]
    whole = solver_table(BUILTIN.values())
    assert solver_table(BUILTIN.values(), width=200) == whole
    assert solver_table(BUILTIN.values(), width=100) != whole


def names_of(rows: Sequence[Sequence[str]]) -> list[str]:
    return [row[0] for row in rows]


def test_the_list_has_every_builtin_solver_in_order() -> None:
    assert names_of(cells(solver_table(BUILTIN.values()))) == list(BUILTIN)


# Runs in parts, and several


def test_a_run_in_parts_says_so() -> None:
    outcome = replace(said("cpsat", 92), parts=8)
    assert count_in_words(outcome) == "92 (in 8 parts)"
    assert count_in_words(replace(outcome, status=Status.LIMIT)) == ">= 92 (limit, in 8 parts)"


def test_of_several_runs_the_least_and_the_median_are_shown() -> None:
    several = replace(said("cpsat", 92, seconds=0.1), all_seconds=(0.3, 0.1, 0.25, 0.2))
    comparison = compared(8, several, said("backtracking", 92))
    for table in (comparison_table([comparison], 200, False), statistics_table([comparison], 200)):
        assert "least, median s" in table
        assert "0.100 0.225" in table
    assert "of the seconds of 4 runs" in comparison_table([comparison], 200, False)
    assert "median" not in comparison_table([compared(8, said("cpsat", 92))], 200, False)
