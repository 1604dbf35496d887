"""MiniZinc models under check, run by the minizinc that is installed; CI has Debian's."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from solvers import Limits, ModelReport, Outcome, Problem, SpecError, check, load, run_isolated
from solvers.backends.foreign.readings import BOARD, COLUMNS_0, COLUMNS_1
from solvers.outcome import Status
from solvers.problem import SUMS

if shutil.which("minizinc") is None:
    pytest.skip("minizinc is not installed", allow_module_level=True)

SIZES = range(1, 6)
COUNTS = [1, 0, 0, 2, 10]  # OEIS A000170
SEMIQUEENS = [1, 1, 3, 7, 23]  # OEIS A099152

ALL = """\
include "alldifferent.mzn";
int: n;
array[1..n] of var 1..n: q;
constraint alldifferent(q);
constraint alldifferent([q[i] + i | i in 1..n]);
constraint alldifferent([q[i] - i | i in 1..n]);
solve satisfy;
"""
PAIRWISE = """\
int: n;
array[0..n-1] of var 0..n-1: queens;
constraint forall(i, j in 0..n-1 where i < j)(
  queens[i] != queens[j] /\\ abs(queens[i] - queens[j]) != j - i);
solve satisfy;
output ["\\(queens)\\n"];
"""
ANTI = [  # permutations with q[i] - q[j] != i - j and q[i] + q[j] != i + j, by trying all
    sum(
        all(q[i] - q[j] != i - j and q[i] + q[j] != i + j for j in range(n) for i in range(j))
        for q in permutations(range(n))
    )
    for n in SIZES
]
BOOLEAN = """\
int: n;
array[1..n, 1..n] of var bool: b;
constraint forall(i in 1..n)(sum(j in 1..n)(bool2int(b[i,j])) = 1);
constraint forall(j in 1..n)(sum(i in 1..n)(bool2int(b[i,j])) = 1);
constraint forall(k in 2..2*n)(sum(i, j in 1..n where i + j = k)(bool2int(b[i,j])) <= 1);
constraint forall(k in 1-n..n-1)(sum(i, j in 1..n where i - j = k)(bool2int(b[i,j])) <= 1);
solve satisfy;
"""


def without(text: str, line: str) -> str:
    assert text.count(line) == 1
    return text.replace(line, "")


@pytest.fixture
def model(tmp_path: Path) -> Callable[[str], str]:
    def model(text: str) -> str:
        path = tmp_path / "queens.mzn"
        path.write_text(text)
        return str(path)

    return model


Model = Callable[[str], str]


def examined(path: str, sizes: range = SIZES) -> ModelReport:
    return check(load(path), sizes)


def one_run(path: str, n: int = 4, timeout: float = 60) -> Outcome:
    return load(path).solve(Problem(n), timeout=timeout)


def claims(report: ModelReport) -> tuple[bool | None, bool | None, bool | None]:
    return report.sound, report.complete, report.no_repeats


RIGHT: list[tuple[str, str, str]] = [
    ("AllDifferent", ALL, COLUMNS_1),
    ("pairwise, from 0, own output", PAIRWISE, COLUMNS_0),
    ("Boolean matrix", BOOLEAN, BOARD),
    ("0/1 matrix", BOOLEAN.replace("var bool", "var 0..1").replace("bool2int", ""), BOARD),
    ("parameter as par", ALL.replace("int: n;", "par int: n;"), COLUMNS_1),
    ("annotated search", ALL.replace(
        "solve satisfy", "solve :: int_search(q, first_fail, indomain_min) satisfy"), COLUMNS_1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reading"), [r[1:] for r in RIGHT], ids=[r[0] for r in RIGHT])
def test_a_right_model_is_right(model: Model, text: str, reading: str) -> None:
    report = examined(model(text))
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    assert [outcome.count for outcome in report.outcomes] == COUNTS
    assert {o.reading for o in report.outcomes} == {reading}


def test_a_second_array_is_a_reading_of_its_own(model: Model) -> None:
    more = "array[1..n] of var 0..2*n: s;\nconstraint forall(i in 1..n)(s[i] = q[i] + i);\n"
    report = examined(model(more + ALL))
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    assert {o.reading for o in report.outcomes} == {f"q: {COLUMNS_1}"}


# wrong ones: counts by OEIS or as worked out, the claims, the first size that fails
WRONG: list[tuple[str, str, list[int], tuple[bool, bool, bool], int]] = [
    ("one family missing", without(ALL, "constraint alldifferent([q[i] + i | i in 1..n]);\n"),
     SEMIQUEENS, (False, True, True), 2),
    # permutations: n!
    ("both families missing", without(
        without(ALL, "constraint alldifferent([q[i] + i | i in 1..n]);\n"),
        "constraint alldifferent([q[i] - i | i in 1..n]);\n"),
     [1, 2, 6, 24, 120], (False, True, True), 2),
    ("anti-diagonal as an equation", PAIRWISE.replace(
        "abs(queens[i] - queens[j]) != j - i",
        "queens[i] - queens[j] != i - j /\\ queens[i] + queens[j] != i + j"),
     ANTI, (False, False, True), 4),
    # half of the solutions have q[1] < q[n], since the mirror image turns that round
    ("half by symmetry", ALL + "constraint n = 1 \\/ q[1] < q[n];\n",
     [1, 0, 0, 1, 5], (True, False, True), 4),
    ("an auxiliary variable", ALL + "var 1..3: free;\n",
     [3 * count for count in COUNTS], (True, True, False), 1),
    ("unsatisfiable", ALL + "constraint q[1] < 1;\n", [0] * 5, (True, False, True), 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "counts", "expected", "first"), [r[1:] for r in WRONG], ids=[r[0] for r in WRONG]
)
def test_a_wrong_model_is_found_out(
    model: Model,
    text: str,
    counts: list[int],
    expected: tuple[bool, bool, bool],
    first: int,
) -> None:
    report = examined(model(text))
    assert (report.ok, claims(report)) == (False, expected), report
    assert [outcome.count for outcome in report.outcomes] == counts
    assert report.first_failure == first - 1
    for claim, kind in (("sound", "illegal"), ("complete", "missing"), ("no_repeats", "repeated")):
        place = report.first(claim)
        if place is None:
            continue
        witness = report.witness(place, kind)
        assert witness
        assert Problem(SIZES[place]).accepts(witness.placement) is (kind != "illegal")
        assert bool(witness.rule) is (kind == "illegal")
        assert kind != "repeated" or witness.times == 3


def test_globals_that_gecode_rejects_are_run_another_way_and_what_helps_is_said(
    model: Model,
) -> None:
    text = ALL.replace("alldifferent.mzn", "globals.mzn")
    path = model(text)
    plain = subprocess.run(
        ["minizinc", "-D", "n=4", path], capture_output=True, text=True, timeout=60, check=False
    )
    report = examined(path, range(4, 6))
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    remarks = {remark for outcome in report.outcomes for remark in outcome.remarks}
    if plain.returncode == 0:
        assert remarks == set()
    else:
        (remark,) = remarks
        assert "-G std" in remark and "alldifferent.mzn" in remark


@pytest.mark.parametrize(
    "text",
    [ALL.replace("int: n;", "int: n = 5;"), ALL.replace("int: n;", "int: n;\nn = 5;")],
    ids=["at once", "later"],
)
def test_a_model_with_n_fixed_is_compared_at_that_size_alone(model: Model, text: str) -> None:
    report = examined(model(text), range(4, 7))
    unsupported, complete = Status.UNSUPPORTED, Status.COMPLETE
    assert [o.status for o in report.outcomes] == [unsupported, complete, unsupported]
    assert [o.error for o in report.outcomes] == [
        "the model fixes n = 5",
        None,
        "the model fixes n = 5",
    ]
    assert claims(report) == (True, True, True)


# what cannot be run or read: status, words of the error
ODD: list[tuple[str, str, Status, str]] = [
    ("a syntax error", ALL.replace("solve", "slove"), Status.FAILED, "syntax error"),
    ("an undefined name", ALL + "constraint z > 1;\n", Status.FAILED, "undefined identifier"),
    ("nothing", "", Status.FAILED, "no array of 4"),
    ("other data", ALL + "int: weight;\nconstraint q[1] > weight;\n", Status.FAILED, "weight"),
    ("only other data", "int: size;\nvar 1..size: x;\nsolve satisfy;\n", Status.UNSUPPORTED,
     "size"),
    ("no array", "int: n;\nvar 1..n: x;\nsolve satisfy;\n", Status.FAILED, "no array of 4"),
    ("an array of n * n", "int: n;\narray[1..n*n] of var 0..0: x;\nsolve satisfy;\n",
     Status.FAILED, "no array of 4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status", "words"), [r[1:] for r in ODD], ids=[r[0] for r in ODD])
def test_what_cannot_be_run_is_said(model: Model, text: str, status: Status, words: str) -> None:
    outcome = one_run(model(text))
    assert (outcome.status, outcome.count) == (status, 0)
    assert outcome.error and words in outcome.error


def test_a_hang_leaves_the_claims_open_and_minizinc_is_ended(model: Model) -> None:
    slow = ALL.replace("q;\n", "q;\nconstraint forall(i in 1..n)(q[i] * q[i] >= 0);\n", 1)
    outcome = run_isolated(model(slow), Problem(16), Limits(timeout=1.5))
    assert outcome.status is Status.TIMEOUT
    assert outcome.illegal == 0


@pytest.mark.parametrize("problem", [Problem(5, (SUMS,)), Problem(5, placed=frozenset({(0, 0)}))])
def test_a_model_knows_only_n(model: Model, problem: Problem) -> None:
    assert load(model(ALL)).solve(problem).status is Status.UNSUPPORTED


def test_without_minizinc_it_is_said_how_to_get_it(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    outcome = one_run(model(ALL))
    assert outcome.status is Status.UNAVAILABLE
    assert outcome.error and "apt-get install minizinc" in outcome.error


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"no\.mzn: No such file"):
        load(str(tmp_path / "no.mzn"))
