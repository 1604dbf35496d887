"""Known mistakes: each is written here once more, as somebody would write it, and recognised."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from solvers import check
from solvers.presentation.report import full_report
from solvers.verification.mistakes import (
    BY_NAME,
    CATALOGUE,
    LARGEST,
    looks_like,
    separating_size,
    summary,
)
from tests.verification.written import (
    DEFAULT,
    MIRRORED,
    MODELS,
    TWIN,
    WRITTEN,
    Model,
    no_main_diagonal,
    no_sums,
    queens,
)


def test_every_mistake_is_written_here_in_the_order_of_the_catalogue() -> None:
    assert [name for name, _, _ in WRITTEN] == [mistake.name for mistake in CATALOGUE]


@pytest.mark.parametrize(("name", "model", "others"), WRITTEN, ids=[row[0] for row in WRITTEN])
def test_a_mistake_is_recognised_as_somebody_writes_it(
    name: str, model: Model, others: list[str]
) -> None:
    report = check(model, range(1, 7))
    assert set(report.looks_like) == {name, *others}
    assert report.ok is False


@pytest.mark.parametrize(
    "name",
    [
        "sum diagonals modulo n",
        "difference diagonals modulo n",
        "diagonals modulo n",
        "main diagonal barred",
        "anti-diagonal barred",
        "one of each symmetry class",
    ],
)
def test_what_six_sizes_leave_open_eight_decide(name: str) -> None:
    assert check(MODELS[name], DEFAULT).looks_like == (name,)


@pytest.mark.parametrize("mistake", CATALOGUE, ids=lambda mistake: mistake.name)
def test_the_default_sizes_mistake_none_for_another(mistake: Any) -> None:
    counted = mistake.only_count
    told = [(n, c, None if counted else f) for n in DEFAULT for c, f in [summary(mistake.name, n)]]
    assert looks_like(told) == [mistake.name]


@pytest.mark.parametrize("mistake", CATALOGUE, ids=lambda mistake: mistake.name)
def test_counts_alone_name_all_but_mirrored_twins(mistake: Any) -> None:
    told = [(n, summary(mistake.name, n)[0], None) for n in DEFAULT]
    assert looks_like(told) == list(TWIN.get(mistake.name, (mistake.name,)))


@pytest.mark.parametrize("pair", [MIRRORED[i] for i in (0, 2, 3, 4)], ids=str)
@pytest.mark.parametrize("which", [0, 1])
def test_a_model_that_counts_gets_both_twins_and_the_hint(
    pair: tuple[str, str], which: int
) -> None:
    report = check(lambda n: len(MODELS[pair[which]](n)), range(1, 7))
    assert report.looks_like == pair
    text = full_report(report)
    assert "It looks like one of these:\n" in text
    assert "\nTheir counts are the same: solutions that are shown would tell them apart." in text


def test_the_size_that_would_separate_is_named() -> None:
    report = check(no_main_diagonal, range(1, 7))
    assert "\nn = 7 would tell them apart." in full_report(report)
    pair = ["main diagonal barred", "anti-diagonal barred"]
    assert separating_size(pair, counted=False, sizes=DEFAULT) == 7
    assert separating_size(pair, counted=True, sizes=DEFAULT) is None


def test_a_single_mistake_is_explained() -> None:
    text = full_report(check(no_sums, range(1, 6)))
    name = "no sum diagonals"
    explained = BY_NAME[name].explanation
    assert f"\nIt looks like: {name}. {explained[0].upper()}{explained[1:]}." in text


@pytest.mark.parametrize("shift", [0, 1])
@pytest.mark.parametrize(
    "name", ["no sum diagonals", "one column too many", "q[0] < q[n-1]", "first row untested"]
)
def test_a_mistake_is_recognised_from_0_and_from_1(name: str, shift: int) -> None:
    def model(n: int) -> Any:
        return [[c + shift for c in q] for q in MODELS[name](n)]

    assert check(model, range(1, 7)).looks_like == (name,)


def test_a_model_that_is_all_wrong_is_read_in_its_own_columns() -> None:
    """Every report is illegal in every reading; from 1, they are at least on the board."""
    report = check(lambda n: [list(range(1, n + 1)), list(range(n, 0, -1))], [4, 5])
    assert [outcome.illegal for outcome in report.outcomes] == [2, 2]
    assert {outcome.reading for outcome in report.outcomes} == {"the column of each row, from 1"}


# As programs and as MiniZinc models

PROGRAMS = {
    "diagonals of neighbouring rows only": """\
        from itertools import permutations
        for q in permutations(range(n)):
            if all(abs(a - b) > 1 for a, b in zip(q, q[1:])):
                print(*q)
        """,
    "q[0] in the left half": """\
        def place(q):
            if len(q) == n:
                for c in q:
                    print("." * c + "Q" + "." * (n - c - 1))
                print()
            for c in range(n if q else (n + 1) // 2):
                if all(c != a and abs(c - a) != len(q) - i for i, a in enumerate(q)):
                    place(q + [c])
        place([])
        """,
    "first row untested": """\
        count = 0
        def place(q):
            global count
            count += len(q) == n
            for c in range(n if len(q) < n else 0):
                if all(q[i] != c and abs(q[i] - c) != len(q) - i for i in range(1, len(q))):
                    place(q + [c])
        place([])
        print(count, "solutions")
        """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_recognised(name: str, tmp_path: Path) -> None:
    from textwrap import dedent

    script = tmp_path / "queens.py"
    script.write_text(f"import sys\nn = int(sys.argv[1])\n{dedent(PROGRAMS[name])}")
    report = check(f"cmd:{shlex.join([sys.executable, str(script)])} {{n}}", [4, 5, 6])
    counted = name == "first row untested"  # it only prints a number
    assert report.looks_like == (TWIN[name] if counted else (name,))


MINIZINC = {
    "no difference diagonals": "constraint alldifferent([q[i] + i | i in 1..n]);",
    "diagonals of neighbouring rows skipped": (
        "constraint forall(i, j in 1..n where i + 1 < j)(abs(q[i] - q[j]) != j - i);"
    ),
}


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="needs minizinc")
@pytest.mark.parametrize("name", MINIZINC)
def test_a_minizinc_model_is_recognised(name: str, tmp_path: Path) -> None:
    model = tmp_path / "queens.mzn"
    model.write_text(
        'include "alldifferent.mzn"; int: n; array [1..n] of var 1..n: q;\n'
        f"constraint alldifferent(q);\n{MINIZINC[name]}\nsolve satisfy;\n"
    )
    assert check(str(model), [4, 5]).looks_like == (name,)


# Right models

SUBSETS = [[1, 2, 3, 4], [4], [8], [*DEFAULT]]


def boards(n: int) -> list[list[str]]:
    return [["." * c + "Q" + "." * (n - c - 1) for c in q] for q in queens(n)]


RIGHT_MODELS: list[tuple[str, Model]] = [
    ("lists from 0", queens),
    ("lists from 1", lambda n: [[c + 1 for c in q] for q in queens(n)]),
    ("rows of columns", lambda n: [[q.index(c) for c in range(n)] for q in queens(n)]),
    ("boards", boards),
    ("sets of squares", lambda n: [set(enumerate(q)) for q in queens(n)]),
    ("a generator", lambda n: iter(queens(n))),
    ("a number", lambda n: len(queens(n))),
    ("the first one", lambda n: next(iter(queens(n)), None)),
]


@pytest.mark.parametrize("sizes", SUBSETS, ids=str)
@pytest.mark.parametrize(("name", "model"), RIGHT_MODELS, ids=[row[0] for row in RIGHT_MODELS])
def test_a_right_model_looks_like_nothing(name: str, model: Model, sizes: list[int]) -> None:
    report = check(model, sizes)
    assert report.looks_like == ()
    assert report.common == ()
    assert report.first_failure is None
    assert "looks like" not in full_report(report)
    assert report.ok or name == "the first one"


def test_sizes_at_which_nothing_is_wrong_give_no_name() -> None:
    """At n = 4 it gives what five mistakes give, which is what is right; n = 10 shows the fault,
    and there no mistake is run."""
    ten = LARGEST + 1
    report = check(lambda n: 2 if n == 4 else 0, [4, ten])
    assert report.first_failure == 1
    assert report.looks_like == ()
    assert looks_like([(4, 2, None)]) != []


def test_a_fault_that_is_no_known_mistake_is_said_to_be_none() -> None:
    report = check(lambda n: queens(n)[:3], DEFAULT)
    assert report.looks_like == ()
    assert "\nIt looks like no known mistake." in full_report(report)


def test_one_size_at_which_it_does_not_fit_is_enough() -> None:
    def model(n: int) -> Any:
        return queens(n) if n == 5 else no_sums(n)

    assert check(model, [4, 6]).looks_like == ("no sum diagonals",)
    assert check(model, [4, 5, 6]).looks_like == ()


def test_nothing_given_looks_like_nothing() -> None:
    assert looks_like([]) == []


def test_the_names_are_in_the_document() -> None:
    report = check(no_sums, [4, 5])
    plain = json.loads(json.dumps([outcome.as_dict() for outcome in report.outcomes]))
    assert [one["check"]["looks_like"] for one in plain] == [["no sum diagonals"]] * 2
