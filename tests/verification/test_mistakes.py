"""Known mistakes: each is written here once more, as somebody would write it, and recognised."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from solvers import check
from solvers.presentation.report import full_report
from solvers.problem import Problem
from solvers.tally import Tally, as_rows
from solvers.verification.mistakes import (
    BY_NAME,
    CATALOGUE,
    LARGEST,
    killing_sizes,
    looks_like,
    separating_size,
    summary,
)
from solvers.verification.published import A000170

Queens = list[int]
Model = Callable[[int], Any]

DEFAULT = range(1, 9)


# The mistakes as somebody would write them: no word of the catalogue's code


def rows(n: int) -> Iterator[tuple[int, ...]]:
    return permutations(range(n))


def pairs(n: int) -> list[tuple[int, int]]:
    return list(combinations(range(n), 2))


def queens(n: int) -> list[Queens]:
    found: list[Queens] = []

    def place(q: Queens) -> None:
        if len(q) == n:
            found.append(q)
        for c in range(n):
            if all(c != a and abs(c - a) != len(q) - i for i, a in enumerate(q)):
                place([*q, c])

    place([])
    return found


def no_sums(n: int) -> Any:
    return [q for q in rows(n) if len({q[i] - i for i in range(n)}) == n]


def no_differences(n: int) -> Any:
    return [q for q in rows(n) if all(q[j] - q[i] != i - j for i, j in pairs(n))]


def sums_modulo(n: int) -> Any:
    return [q for q in no_sums(n) if len({(q[i] + i) % n for i in range(n)}) == n]


def differences_modulo(n: int) -> Any:
    diagonals = [[False] * 3 * n for _ in range(2)]  # differences land on negative indices mod n
    found = []

    def place(q: Queens) -> None:
        row = len(q)
        if row == n:
            found.append(q)
        for c in range(n):
            up, down = (0, row + c), (1, (row - c) % n)
            if c not in q and not diagonals[0][up[1]] and not diagonals[1][down[1]]:
                diagonals[0][up[1]] = diagonals[1][down[1]] = True
                place([*q, c])
                diagonals[0][up[1]] = diagonals[1][down[1]] = False

    place([])
    return found


def both_modulo(n: int) -> Any:
    around = [[(q[i] + s * i) % n for i in range(n)] for q in rows(n) for s in (1, -1)]
    good = zip(rows(n), around[::2], around[1::2], strict=True)
    return [q for q, up, down in good if len(set(up)) == len(set(down)) == n]


def neighbours_only(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[i + 1]) != 1 for i in range(n - 1))]


def neighbours_skipped(n: int) -> Any:
    return [
        q
        for q in rows(n)
        if all(abs(q[i] - q[j]) != j - i for i in range(n) for j in range(i + 2, n))
    ]


def first_row_diagonals(n: int) -> Any:
    later = [(i, j) for i in range(1, n) for j in range(i + 1, n)]
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j - i for i, j in later)]


def last_row_diagonals(n: int) -> Any:
    earlier = [(i, j) for i in range(n - 1) for j in range(i + 1, n - 1)]
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j - i for i, j in earlier)]


def first_row(n: int) -> Any:
    found = []

    def safe(q: Queens, c: int) -> bool:
        return not any(q[i] == c or abs(q[i] - c) == len(q) - i for i in range(1, len(q)))

    def place(q: Queens) -> None:
        if len(q) == n:
            found.append(q)
            return
        for c in range(n):
            if safe(q, c):
                place([*q, c])

    place([])
    return found


def last_row(n: int) -> Any:
    return [[*q, c] for q in one_row_too_few(n) for c in range(n)]


def one_row_too_few(n: int) -> list[tuple[int, ...]]:
    return [
        q
        for q in permutations(range(n), n - 1)
        if all(abs(q[i] - q[j]) != j - i for i, j in pairs(n - 1))
    ]


def ends(n: int) -> Any:
    inner = [pair for pair in pairs(n) if pair != (0, n - 1)]
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j - i for i, j in inner)]


def sums_of_two(n: int) -> Any:
    return [
        q
        for q in rows(n)
        if all(q[i] - i != q[j] - j and q[i] + q[j] != i + j for i, j in pairs(n))
    ]


def not_i(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != i for i, j in pairs(n))]


def not_j(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j for i, j in pairs(n))]


def not_i_from_1(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != i + 1 for i, j in pairs(n))]


def not_j_from_1(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j + 1 for i, j in pairs(n))]


def no_columns(n: int) -> Any:
    anywhere = product(range(n), repeat=n)
    return [q for q in anywhere if all(abs(q[i] - q[j]) != j - i for i, j in pairs(n))]


def neighbouring_columns(n: int) -> Any:
    return [q for q in no_columns(n) if all(q[i] != q[i + 1] for i in range(n - 1))]


def column_too_many(n: int) -> Any:
    wide = permutations(range(n + 1), n)
    return [q for q in wide if all(abs(q[i] - q[j]) != j - i for i, j in pairs(n))]


def column_too_few(n: int) -> Any:
    return [q for q in permutations(range(1, n), n) if q in queens(n)]


def ends_ordered(n: int) -> Any:
    return [q for q in queens(n) if q[0] < q[n - 1]]


def left_half(n: int) -> Any:
    return [q for q in queens(n) if q[0] in range((n + 1) // 2)]


def left_of_the_middle(n: int) -> Any:
    return [q for q in queens(n) if q[0] in range(n // 2)]


def turned(q: Sequence[int]) -> tuple[int, ...]:
    return tuple(len(q) - 1 - list(q).index(c) for c in range(len(q)))


def one_a_class(n: int) -> Any:
    """The last one of each class, where the catalogue takes the first."""
    seen: set[tuple[int, ...]] = set()
    kept = []
    for q in map(tuple, reversed(queens(n))):
        if q not in seen:
            kept.append(q)
        for _ in range(4):
            q = turned(q)
            seen |= {q, q[::-1]}
    return kept


def twice(n: int) -> Any:
    return queens(n) + queens(n)


def no_main_diagonal(n: int) -> Any:
    return [q for q in queens(n) if not any(q[i] == i for i in range(n))]


def no_anti_diagonal(n: int) -> Any:
    return [q for q in queens(n) if not any(q[-1 - i] == i for i in range(n))]


def no_corners(n: int) -> Any:
    return [q for q in queens(n) if q[0] not in (0, n - 1) and q[-1] not in (0, n - 1)]


def larger_board(n: int) -> int:
    return len(queens(n + 1))


def smaller_board(n: int) -> int:
    return len(queens(n - 1))


# name, as somebody writes it, and the names of those that give the same up to n = 6
WRITTEN: list[tuple[str, Model, list[str]]] = [
    ("no sum diagonals", no_sums, []),
    ("no difference diagonals", no_differences, []),
    ("no diagonals", lambda n: list(rows(n)), []),
    (
        "sum diagonals modulo n",
        sums_modulo,
        ["difference diagonals modulo n", "diagonals modulo n"],
    ),
    (
        "difference diagonals modulo n",
        differences_modulo,
        ["sum diagonals modulo n", "diagonals modulo n"],
    ),
    (
        "diagonals modulo n",
        both_modulo,
        ["sum diagonals modulo n", "difference diagonals modulo n"],
    ),
    ("diagonals of neighbouring rows only", neighbours_only, []),
    ("diagonals of neighbouring rows skipped", neighbours_skipped, []),
    ("diagonals of the first row untested", first_row_diagonals, []),
    ("diagonals of the last row untested", last_row_diagonals, []),
    ("first row untested", first_row, []),
    ("last row untested", last_row, []),
    ("first and last row untested against each other", ends, []),
    ("anti-diagonal q[i] + q[j] != i + j", sums_of_two, []),
    ("|q[i] - q[j]| != i", not_i, []),
    ("|q[i] - q[j]| != j", not_j, []),
    ("|q[i] - q[j]| != i, rows from 1", not_i_from_1, []),
    ("|q[i] - q[j]| != j, rows from 1", not_j_from_1, []),
    ("columns not all different", no_columns, []),
    ("columns of neighbouring rows only", neighbouring_columns, []),
    ("one column too many", column_too_many, []),
    ("one column too few", column_too_few, []),
    ("q[0] < q[n-1]", ends_ordered, []),
    ("q[0] in the left half", left_half, []),
    ("q[0] left of the middle", left_of_the_middle, []),
    ("one of each symmetry class", one_a_class, []),
    ("every solution twice", twice, []),
    ("main diagonal barred", no_main_diagonal, ["anti-diagonal barred"]),
    ("anti-diagonal barred", no_anti_diagonal, ["main diagonal barred"]),
    ("corners barred", no_corners, []),
    ("one queen too many", larger_board, []),
    ("one queen too few", smaller_board, []),
]
MODELS = {name: model for name, model, _ in WRITTEN}

MIRRORED = [
    ("no sum diagonals", "no difference diagonals"),
    ("sum diagonals modulo n", "difference diagonals modulo n"),
    ("diagonals of the first row untested", "diagonals of the last row untested"),
    ("first row untested", "last row untested"),
    ("main diagonal barred", "anti-diagonal barred"),
]
TWIN = {one: pair for pair in MIRRORED for one in pair}


def given(model: Model, sizes: Sequence[int]) -> list[tuple[int, int, int | None]]:
    """Size, count and fingerprint of what a function lists, read as columns from 0."""
    told = []
    for n in sizes:
        found = model(n)
        tally = Tally(Problem(n))
        tally.add(as_rows(found, n))
        told.append((n, len(found), tally.fingerprint))
    return told


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


# Counts

AT_8 = {
    # "solutions that common wrong models of 8 queens have": counts of well-known wrong models,
    # collected with the published counts of this project; 92 is right
    "no diagonals": 40320,
    "no sum diagonals": 2113,
    "no difference diagonals": 2113,
    "diagonals of neighbouring rows only": 5242,
    "columns not all different": 48042,
    "diagonals of the first row untested": 312,
    "diagonals of the last row untested": 312,
    "first and last row untested against each other": 100,
    "anti-diagonal q[i] + q[j] != i + j": 32,
    "|q[i] - q[j]| != j": 1048,
    "diagonals of neighbouring rows skipped": 1228,
    "one column too many": 1066,
    "q[0] < q[n-1]": 46,
    "q[0] left of the middle": 46,
    "q[0] in the left half": 46,
    "main diagonal barred": 28,
    "anti-diagonal barred": 28,
    "corners barred": 76,
    "one of each symmetry class": 12,
    "every solution twice": 184,
}

SEQUENCES = {
    "no sum diagonals": ("A099152", [1, 1, 3, 7, 23, 83, 405, 2113]),
    "no difference diagonals": ("A099152", [1, 1, 3, 7, 23, 83, 405, 2113]),
    "no diagonals": ("A000142", [1, 2, 6, 24, 120, 720, 5040, 40320]),
    "diagonals modulo n": ("A051906", [1, 0, 0, 0, 10, 0, 28, 0]),
    "diagonals of neighbouring rows only": ("A002464", [1, 0, 0, 2, 14, 90, 646, 5242]),
    "one of each symmetry class": ("A002562", [1, 0, 0, 1, 2, 1, 6, 12]),
    "one queen too many": ("A000170", [0, 0, 2, 10, 4, 40, 92, 352]),
    "one queen too few": ("A000170", [1, 1, 0, 0, 2, 10, 4, 40]),
}


@pytest.mark.parametrize(("name", "count"), AT_8.items(), ids=list(AT_8))
def test_the_count_of_8_queens_is_the_one_that_is_known(name: str, count: int) -> None:
    assert summary(name, 8)[0] == count


@pytest.mark.parametrize(
    ("name", "source", "terms"), [(name, *row) for name, row in SEQUENCES.items()]
)
def test_counts_are_those_of_the_oeis(name: str, source: str, terms: list[int]) -> None:
    assert [summary(name, n)[0] for n in DEFAULT] == terms, source


@pytest.mark.parametrize("name", [m.name for m in CATALOGUE if not m.only_count])
def test_the_catalogue_gives_what_its_mistakes_give_as_written_here(name: str) -> None:
    assert given(MODELS[name], range(1, 6)) == [(n, *summary(name, n)) for n in range(1, 6)]


# Sizes against mistakes


def table() -> str:
    """Which sizes kill which mistakes: by their number of solutions (x), by these alone (s)."""
    lines = [
        f"| mistake | {' | '.join(map(str, DEFAULT))} |",
        f"| --- |{' --- |' * len(DEFAULT)}",
    ]
    for mistake in CATALOGUE:
        shown, counted = (killing_sizes(mistake.name, DEFAULT, by) for by in (False, True))
        cells = ["x" if n in counted else "s" if n in shown else " " for n in DEFAULT]
        name = mistake.name.replace("|", "\\|")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


@pytest.mark.parametrize("counted", [False, True], ids=["solutions", "counts alone"])
def test_the_default_sizes_tell_every_mistake_from_the_right_model(counted: bool) -> None:
    print(table())
    assert [m.name for m in CATALOGUE if not killing_sizes(m.name, DEFAULT, counted)] == []


def test_a_killing_size_is_one_at_which_a_model_as_written_here_fails() -> None:
    wrong = {
        name: [n for n in DEFAULT if n < 7 and _count(model(n)) != A000170[n - 1]]
        for name, model, _ in WRITTEN
    }
    assert {m.name: killing_sizes(m.name, range(1, 7), True) for m in CATALOGUE} == wrong


def _count(answer: Any) -> int:
    return answer if isinstance(answer, int) else len(answer)


def test_up_to_8_no_mistake_has_the_right_number_of_wrong_solutions() -> None:
    for mistake in CATALOGUE:
        counted = killing_sizes(mistake.name, DEFAULT, counted=True)
        assert killing_sizes(mistake.name, DEFAULT) == counted


if __name__ == "__main__":
    print(table())
