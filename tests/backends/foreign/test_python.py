"""Python models of other people: right ones in every form and shape, wrong ones, and odd ones.

What is right is found here by trying all permutations, with no help from the code under test.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solvers import ModelReport, Problem, Run, Solver, SpecError, check, load
from solvers.backends.foreign.python import FunctionModel, from_callable
from solvers.backends.foreign.readings import (
    BOARD,
    COLUMNS_0,
    COLUMNS_1,
    ONE,
    SQUARES_0,
    SQUARES_1,
)
from solvers.outcome import Status
from solvers.problem import SUMS, Placement

Solutions = Callable[[int], list[Placement]]
SIZES = range(1, 7)


@cache
def _right(n: int) -> tuple[Placement, ...]:
    return tuple(
        q
        for q in permutations(range(n))
        if len({q[i] + i for i in range(n)}) == n == len({q[i] - i for i in range(n)})
    )


def right(n: int) -> list[Placement]:
    return list(_right(n))


def read_as(report: ModelReport) -> set[str | None]:
    """The readings of the runs that showed anything."""
    return {outcome.reading for outcome in report.outcomes}


def claims(report: ModelReport) -> tuple[bool | None, bool | None, bool | None]:
    return report.sound, report.complete, report.no_repeats


def matrix(q: Placement) -> list[list[int]]:
    return [[int(column == own) for column in range(len(q))] for own in q]


def pairs(q: Placement) -> list[tuple[int, int]]:
    return list(enumerate(q))


# how people write a solution, and how that is to be read; a tie goes to 0-based, rows first
SHAPES: dict[str, tuple[Callable[[Placement], Any], str]] = {
    "columns": (list, COLUMNS_0),
    "columns in a tuple": (tuple, COLUMNS_0),
    "columns from 1": (lambda q: [c + 1 for c in q], COLUMNS_1),
    # the inverses of all solutions are all solutions: nothing tells rows from columns
    "rows of columns": (lambda q: [q.index(c) for c in range(len(q))], COLUMNS_0),
    "rows from 1": (lambda q: [q.index(c) + 1 for c in range(len(q))], COLUMNS_1),
    "strings": (lambda q: ["." * c + "Q" + "." * (len(q) - 1 - c) for c in q], BOARD),
    "text": (lambda q: "\n".join(" ".join(".Q"[x] for x in row) for row in matrix(q)), BOARD),
    "signs": (lambda q: [["-Q"[x] for x in row] for row in matrix(q)], BOARD),
    "matrix": (matrix, BOARD),
    "matrix of truth": (lambda q: [[bool(x) for x in row] for row in matrix(q)], BOARD),
    "pairs": (pairs, SQUARES_0),
    "pairs backwards": (lambda q: pairs(q)[::-1], SQUARES_0),
    "pairs from 1": (lambda q: [(r + 1, c + 1) for r, c in pairs(q)], SQUARES_1),
    "pairs swapped": (lambda q: [(c, r) for r, c in pairs(q)], SQUARES_0),
    "set of pairs": (lambda q: frozenset(pairs(q)), SQUARES_0),
    "row to column": (lambda q: dict(pairs(q)), COLUMNS_0),
    "row to column from 1": (lambda q: {r + 1: c + 1 for r, c in pairs(q)}, COLUMNS_1),
    "variables": (lambda q: {f"q{r + 1}": c + 1 for r, c in pairs(q)}, COLUMNS_1),
    "square to truth": (
        lambda q: {(r, c): q[r] == c for r in range(len(q)) for c in range(len(q))},
        SQUARES_0,
    ),
    "array": (np.array, COLUMNS_0),
    "array of floats": (lambda q: np.array(q, float), COLUMNS_0),
    "array from 1": (lambda q: np.array(q, np.int8) + 1, COLUMNS_1),
    "matrix in an array": (lambda q: np.array(matrix(q)), BOARD),
    "matrix of floats": (lambda q: np.array(matrix(q), float), BOARD),
    "truth in an array": (lambda q: np.array(matrix(q), bool), BOARD),
    "digits": (lambda q: "".join(map(str, q)), COLUMNS_0),
    "digits from 1": (lambda q: "".join(str(c + 1) for c in q), COLUMNS_1),
    "number": (lambda q: int("".join(map(str, q))), COLUMNS_0),
    "number from 1": (lambda q: int("".join(str(c + 1) for c in q)), COLUMNS_1),
}
shapes = pytest.mark.parametrize(("shape", "reading"), SHAPES.values(), ids=SHAPES)

COLLECTIONS: dict[str, Callable[[Iterator[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "generator": lambda solutions: (solution for solution in solutions),
    "iterator": iter,
}


@pytest.mark.parametrize("collect", COLLECTIONS.values(), ids=COLLECTIONS)
@shapes
def test_a_right_model_in_any_shape_is_right(
    shape: Callable[[Placement], Any], reading: str, collect: Callable[[Iterator[Any]], Any]
) -> None:
    report = check(lambda n: collect(map(shape, right(n))), SIZES)
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    assert read_as(report) <= {reading, None} and reading in read_as(report)


@pytest.mark.parametrize("name", ["columns", "columns from 1", "strings", "number from 1", "array"])
def test_to_eight_rows(name: str) -> None:
    shape, reading = SHAPES[name]
    report = check(lambda n: [shape(q) for q in right(n)], range(1, 9))
    assert report.ok and reading in read_as(report)
    assert [o.count for o in report.outcomes] == [1, 0, 0, 2, 10, 4, 40, 92]  # OEIS A000170


@pytest.mark.parametrize(  # a single integer is a number of solutions
    ("shape", "reading"), [SHAPES[name] for name in SHAPES if not name.startswith("number")]
)
def test_a_model_that_finds_one_is_judged_as_such(
    shape: Callable[[Placement], Any], reading: str
) -> None:
    report = check(lambda n: next(map(shape, right(n)), None), SIZES)
    assert (report.ok, report.enumerates) == (True, False), report
    assert claims(report) == (True, None, True)
    assert read_as(report) <= {ONE + reading, None} and ONE + reading in read_as(report)


@pytest.mark.parametrize(
    "none", [None, [], (), False, np.bool_(False), {}, "", np.array([])], ids=repr
)
def test_ways_to_say_that_there_is_no_solution(none: Any) -> None:
    one = check(lambda n: right(n)[0] if right(n) else none, SIZES)
    assert (one.ok, one.enumerates) == (True, False), one
    assert check(lambda n: right(n) or none, SIZES).ok


# forms of a right model other than a function that returns solutions


def counts(n: int) -> int:
    return len(right(n))


def counts_in_numpy(n: int) -> np.int32:
    return np.int32(len(right(n)))


def yields(n: int) -> Iterator[Placement]:
    yield from right(n)


def writes_on_one_list(n: int) -> Iterator[list[int]]:
    board = [0] * n
    for q in right(n):
        board[:] = q
        yield board


def of_a_problem(problem: Problem) -> list[Placement]:
    return [q for q in permutations(range(problem.n)) if problem.accepts(q)]


def with_a_count(n: int) -> tuple[int, list[Placement]]:
    return len(right(n)), right(n)


def has_defaults(n: int, row: int = 0, board: tuple[int, ...] = ()) -> list[Placement]:
    return right(n)


class OfMine(Solver):
    name = "of mine"

    def search(self, problem: Problem, run: Run) -> None:
        for q in right(problem.n):
            run.found(q)


@pytest.mark.parametrize(
    "model",
    [yields, writes_on_one_list, of_a_problem, with_a_count, has_defaults, OfMine()],
    ids=lambda model: getattr(model, "__name__", "solver"),
)
def test_a_right_model_in_any_form_is_right(model: Any) -> None:
    report = check(model, SIZES)
    assert (report.ok, claims(report)) == (True, (True, True, True)), report


@pytest.mark.parametrize("model", [counts, counts_in_numpy])
def test_a_right_count_is_right_and_nothing_else_is_said(model: Callable[[int], Any]) -> None:
    report = check(model, SIZES)
    assert (report.ok, report.only_counts, report.counts_right) == (True, True, True)
    assert claims(report) == (None, None, None)


# Wrong ones: what is claimed is worked out here from what they report


def queens(n: int, *diagonals: Callable[[int, int], int]) -> list[Placement]:
    return [
        q
        for q in permutations(range(n))
        if all(len({line(i, q[i]) for i in range(n)}) == n for line in diagonals)
    ]


def anti_diagonal_as_equation(n: int) -> list[Placement]:
    """The anti-diagonal written q[i] + q[j] != i + j."""
    return [
        q
        for q in queens(n, lambda i, c: c - i)
        if all(q[i] + q[j] != i + j for j in range(n) for i in range(j))
    ]


WRONG: dict[str, Solutions] = {
    "no sums": lambda n: queens(n, lambda i, c: c - i),
    "no differences": lambda n: queens(n, lambda i, c: c + i),
    "no diagonals": lambda n: queens(n),
    "anti-diagonal as an equation": anti_diagonal_as_equation,
    "each twice": lambda n: 2 * right(n),
    "one twice": lambda n: right(n) + right(n)[-1:],
    "the last missing": lambda n: right(n)[:-1],
    "one missing, one twice": lambda n: right(n)[1:] + right(n)[-1:],
    "half by symmetry": lambda n: [q for q in right(n) if q[0] < (n + 1) // 2],
    "neighbours only": lambda n: [
        q for q in permutations(range(n)) if all(abs(q[i] - q[i + 1]) != 1 for i in range(n - 1))
    ],
    "toroidal": lambda n: queens(n, lambda i, c: (c - i) % n, lambda i, c: (c + i) % n),
    "nothing": lambda n: [],
    "one column too few": lambda n: [q for q in right(n) if q[-1] != n - 1],
    "a column too many": lambda n: [
        q
        for q in permutations(range(n + 1), n)
        if len({q[i] + i for i in range(n)}) == n == len({q[i] - i for i in range(n)})
    ],
}
WRITTEN = {"from 0": 0, "from 1": 1}


@pytest.mark.parametrize("base", WRITTEN.values(), ids=WRITTEN)
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_wrong_model_is_found_out_by_the_claims_that_it_breaks(
    wrong: Solutions, base: int
) -> None:
    report = check(lambda n: [[c + base for c in q] for q in wrong(n)], SIZES)
    given = {n: wrong(n) for n in SIZES}
    legal = {n: [q for q in given[n] if q in right(n)] for n in SIZES}
    unsound = [n for n in SIZES if len(legal[n]) < len(given[n])]
    incomplete = [n for n in SIZES if set(right(n)) - set(given[n])]
    repeating = [n for n in SIZES if len(set(legal[n])) < len(legal[n])]
    assert claims(report) == (not unsound, not incomplete, not repeating)
    assert not report.ok
    for claim, bad in (
        ("sound", unsound),
        ("complete", incomplete),
        ("no_repeats", repeating),
    ):
        place = report.first(claim)
        assert (None if place is None else SIZES[place]) == (bad[0] if bad else None)
    if unsound:
        witness = report.witness(unsound[0] - 1, "illegal")
        assert witness and witness.placement in given[unsound[0]] and witness.rule
        assert witness.placement not in right(unsound[0])
        outcome = report.outcomes[unsound[0] - 1]
        assert outcome.illegal == len(given[unsound[0]]) - len(legal[unsound[0]])
    if incomplete:
        n = incomplete[0]
        missing = set(right(n)) - set(given[n])
        witness = report.witness(n - 1, "missing")
        assert witness and witness.placement == min(missing)
        found = report.outcomes[n - 1].check
        assert found and found.missing == len(missing)
    if repeating:
        n = repeating[0]
        witness = report.witness(n - 1, "repeated")
        assert witness and witness.times == legal[n].count(witness.placement) > 1


def test_the_rule_that_is_broken_is_told_in_words() -> None:
    report = check(WRONG["no sums"], SIZES)
    place = report.first("sound")
    assert place is not None
    witness = report.witness(place, "illegal")
    assert witness and witness.rule
    q = witness.placement
    i, j = next((i, j) for j in range(len(q)) for i in range(j) if q[i] + i == q[j] + j)
    assert witness.rule == f"rows {i} and {j} share the diagonal row + column = {q[i] + i}"


@pytest.mark.parametrize(
    ("counted", "first"),
    [
        ({5: 14}, 5),  # the lines as people report it: 14 for n = 5
        ({4: 1, 6: 1}, 4),  # only those that differ by no symmetry
        ({2: 1}, 2),
        ({1: 0}, 1),
    ],
)
def test_a_wrong_count_is_found_out(counted: dict[int, int], first: int) -> None:
    report = check(lambda n: counted.get(n, len(right(n))), SIZES)
    assert (report.ok, report.counts_right, claims(report)) == (False, False, (None, None, None))
    assert report.first_failure == first - 1


# what a model that finds one does at some sizes, and sound, complete, the first size that fails
FINDS_ONE: list[tuple[str, dict[int, Any], bool, bool | None, int]] = [
    ("a wrong one where there is none", {2: [0, 1], 3: [0, 2, 1]}, False, None, 2),
    ("none though there are some", {6: None}, True, False, 6),
    ("a wrong one", {5: [0, 1, 2, 3, 4]}, False, False, 5),
]


@pytest.mark.parametrize(
    ("odd", "sound", "complete", "first"), [r[1:] for r in FINDS_ONE], ids=[r[0] for r in FINDS_ONE]
)
def test_a_wrong_model_that_finds_one(
    odd: dict[int, Any], sound: bool, complete: bool | None, first: int
) -> None:
    report = check(lambda n: odd[n] if n in odd else (right(n) or [None])[0], SIZES)
    assert (report.ok, report.enumerates) == (False, False)
    assert (report.sound, report.complete) == (sound, complete)
    assert report.first_failure is not None and SIZES[report.first_failure] == first


# what is no model: the status of the run on four queens, and words of the error
ODD: list[tuple[str, Any, Status, str]] = [
    ("an object", lambda n: object(), Status.FAILED, "<object object at"),
    ("True", lambda n: True, Status.FAILED, "True was returned"),
    ("a float", lambda n: 2.0, Status.FAILED, "2.0 was returned"),
    ("lists of text", lambda n: ["a", "b"], Status.FAILED, "'a' cannot be read"),
    ("too short", lambda n: [[1, 3, 0]], Status.FAILED, "[1, 3, 0] cannot be read"),
    ("one that is too short", lambda n: [[1, 3, 0, 2], [1]], Status.FAILED, "[1] cannot be read"),
    ("floats", lambda n: [[0.5, 1, 2, 3]], Status.FAILED, "0.5"),
    ("a function", lambda n: check, Status.FAILED, "was returned"),
    ("an error", lambda n: [][n], Status.FAILED, "IndexError: list index out of range"),
    ("another shape", lambda n: iter([[1, 3, 0, 2], "2031", [".Q.."] * 4]), Status.FAILED, ".Q.."),
    (
        "no more columns",
        lambda n: iter([[1, 3, 0, 2], matrix((2, 0, 3, 1))]),
        Status.FAILED,
        "shape",
    ),
    ("an exit", lambda n: sys.exit(7), Status.CRASHED, "exited with status 7"),
    ("no memory", lambda n: [0] * 10**18, Status.MEMORY, "allocation failed"),
]


@pytest.mark.parametrize(
    ("model", "status", "words"), [r[1:] for r in ODD], ids=[r[0] for r in ODD]
)
def test_an_odd_answer_is_named_and_nothing_is_claimed(
    model: Any, status: Status, words: str
) -> None:
    report = check(model, [4])
    (outcome,) = report.outcomes
    assert (outcome.status, report.ok) == (status, False)
    assert outcome.error and words in outcome.error
    assert report.sound is not True and report.complete is None


@pytest.mark.parametrize("answer", [-1, "Solution does not exist", None, False, []])
def test_what_says_that_there_is_none_is_no_fault(answer: Any) -> None:
    report = check(lambda n: answer if n in (2, 3) else [[1, 3, 0, 2], [2, 0, 3, 1]], [2, 3, 4])
    assert report.ok
    odd = isinstance(answer, str) or answer == -1
    assert [len(outcome.remarks) for outcome in report.outcomes] == [odd, odd, 0]


def test_one_list_for_all_solutions_is_remarked_upon() -> None:
    board: list[int] = [0] * 4
    (outcome,) = check(lambda n: [board, board], [4]).outcomes
    assert outcome.illegal == 2
    assert "copy" in outcome.remarks[0]


def test_a_reading_that_a_later_solution_denies_is_dropped() -> None:
    # the first is a matrix, too, and the second is none: (1, 2) is a square off the board
    report = check(lambda n: iter([[(0, 1), (1, 0)], [(0, 0), (1, 2)]]), [2])
    (outcome,) = report.outcomes
    assert (outcome.reading, outcome.count, outcome.illegal) == (SQUARES_0, 2, 2)


def test_what_was_seen_before_a_fault_refutes_a_claim_all_the_same() -> None:
    def model(n: int) -> Iterator[list[int]]:
        yield [0, 1, 2, 3]
        raise ValueError("enough")

    report = check(model, [4])
    assert claims(report) == (False, None, None)


def test_one_reading_for_all_sizes() -> None:
    report = check(lambda n: [[c + n % 2 for c in q] for q in right(n)], SIZES)
    assert report.sound is False and not report.ok
    shapes = check(lambda n: [matrix(q) if n % 2 else list(q) for q in right(n)], SIZES)
    assert not shapes.ok and shapes.sound is None
    assert all("no one way" in str(outcome.error) for outcome in shapes.outcomes)


@pytest.mark.parametrize("name", ["backtracking", "cpsat"])
def test_a_function_with_the_name_of_a_solver_is_not_held_against_itself(name: str) -> None:
    def model(n: int) -> list[Placement]:
        return list(permutations(range(n)))

    model.__name__ = name
    report = check(model, SIZES)
    assert (report.sound, report.ok) == (False, False)


OTHERS = [
    Problem(5, (SUMS,)),
    Problem(5, placed=frozenset({(0, 0)})),
    Problem(5, forbidden=frozenset({(0, 0)})),
]


@pytest.mark.parametrize("problem", OTHERS, ids=["lines", "placed", "forbidden"])
def test_who_takes_only_n_knows_no_other_problem(problem: Problem) -> None:
    outcome = from_callable(right).solve(problem)
    assert (outcome.status, outcome.count) == (Status.UNSUPPORTED, 0)
    assert outcome.error and outcome.error.startswith("it takes only n")
    assert FunctionModel(of_a_problem, "mine", True).solve(problem).status is Status.COMPLETE


# Files: which of the things in them is the model

FILES: list[tuple[str, str, str]] = [
    ("the only function", "def f(n):\n return 0\n", "f"),
    ("typed as a problem", "from solvers import Problem\ndef go(p: Problem):\n return 0\n", "go"),
    ("as text", "def go(p: 'Problem'):\n return 0\n", "go"),
    ("with defaults", "def solve(n=8, row=0):\n return 0\n", "solve"),
    ("LeetCode 51", "class Solution:\n def solveNQueens(self, n: int) -> List[List[str]]:\n"
     "  return []\n", "Solution.solveNQueens"),
    ("LeetCode 52", "class Solution:\n def totalNQueens(self, n):\n  return 0\n",
     "Solution.totalNQueens"),
    ("beside helpers", "def safe(board, row, col):\n return True\ndef show(board):\n pass\n"
     "def _solve(n):\n pass\ndef main(n=8):\n pass\ndef solve(n):\n return 0\n", "solve"),
    ("beside what it imports", "from math import factorial, isqrt\nfrom itertools import count\n"
     "def queens(n):\n return 0\n", "queens"),
    ("under two names", "def solve(n):\n return 0\nother = solve\n", "solve"),
    ("by its name", "def safe(x):\n return True\ndef solve_it(x):\n return 0\n", "solve_it"),
    ("a solver beside helpers", "from solvers import Solver\nclass Mine(Solver):\n name = 'mine'\n"
     " def search(self, problem, run):\n  pass\ndef helper(board):\n return 0\n", "mine"),
    ("guarded main", "def solve(n):\n return 0\nif __name__ == '__main__':\n solve(input())\n",
     "solve"),
]  # fmt: skip


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    monkeypatch.setattr(sys, "path", sys.path[:])

    def write(text: str) -> Path:
        path = tmp_path / "theirs.py"
        path.write_text(text)
        return path

    return write


Write = Callable[[str], Path]


@pytest.mark.parametrize(("text", "name"), [r[1:] for r in FILES], ids=[r[0] for r in FILES])
def test_the_model_in_a_file(write: Write, text: str, name: str) -> None:
    assert load(str(write(text))).name == name


TWO = "def solve(n):\n return [1]\ndef count(n):\n return 0\n"
REFUSED: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("several", TWO, "", ("several models", "theirs.py:solve", "theirs.py:count")),
    ("no such name", TWO, ":no", ("no model 'no'", "solve, count")),
    ("nothing", "x = 1\n", "", ("no model", "cmd:python3")),
    ("two arguments", "def solve(n, board):\n return 0\n", "", ("no model",)),
    ("a keyword that is needed", "def solve(n, *, all):\n return 0\n", "", ("no model",)),
    ("no arguments", "def solve():\n return 0\n", "", ("no model",)),
    ("an abstract solver", "from solvers import Solver\nclass Mine(Solver):\n pass\n", "",
     ("Mine", "search")),
    ("a syntax error", "def solve(n):\nreturn 0\n", "", ("line 2",)),
    ("only main", "def main(n):\n return 0\n", "", ("no model",)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "which", "words"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED]
)
def test_a_file_without_one_model_is_refused_with_what_helps(
    write: Write, text: str, which: str, words: tuple[str, ...]
) -> None:
    with pytest.raises(SpecError) as refusal:
        load(f"{write(text)}{which}")
    assert all(word in str(refusal.value) for word in words)


@pytest.mark.parametrize("name", ["solve", "count"])
def test_one_of_several_is_named(write: Write, name: str) -> None:
    assert load(f"{write(TWO)}:{name}").name == name


@pytest.mark.parametrize("model", [lambda: 0, lambda a, b: 0, lambda *, n: 0, print, 7])
def test_what_cannot_be_called_with_n_is_a_type_error(model: Any) -> None:
    with pytest.raises(TypeError, match="one argument"):
        check(model, [4])
