"""Instances of CSPLib problems 079 and 080, of one's own and, where they are at hand, real ones.

Formats as in CSPLib's own files; the expected squares of the small ones follow from the rule
that `solvers.instances` states, by hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import solvers
from solvers import Problem, load
from solvers.builtin import TRUSTED
from solvers.instances import Instance, InstanceError, parse_instance, read_instance
from solvers.outcome import Status
from solvers.problem import MAX_N, Square

CSPLIB = Path(solvers.__file__).parents[1] / ".." / "shared" / "csplib"

COMPLETION = "n = 3\nnumdiags = 4\ndiags = [[0, 0], [2, 0], [1, 1], [4, 1]]\n"
BLOCKED = "letting n = 3\nletting blocks = [[1, 3], [3, 3]]\n"

UPPER_CORNER: set[Square] = {(0, 2)}  # [0, 0]: row - column = 0 - (3 - 1) = -2
DIAGONAL: set[Square] = {(0, 0), (1, 1), (2, 2)}  # [2, 0]: row - column = 2 - (3 - 1) = 0
SHORT_SUM: set[Square] = {(0, 1), (1, 0)}  # [1, 1]: row + column = 1
LOWER_CORNER: set[Square] = {(2, 2)}  # [4, 1]: row + column = 4


@pytest.mark.parametrize(
    ("text", "diagonals", "n", "forbidden"),
    [
        (COMPLETION, 0, 3, set()),
        (COMPLETION, 1, 3, UPPER_CORNER),
        (COMPLETION, 2, 3, UPPER_CORNER | DIAGONAL),
        (COMPLETION, 3, 3, UPPER_CORNER | DIAGONAL | SHORT_SUM),
        (COMPLETION, 4, 3, UPPER_CORNER | DIAGONAL | SHORT_SUM),
        (COMPLETION, None, 3, UPPER_CORNER | DIAGONAL | SHORT_SUM),
        ("n = 3\ndiags = [[4, 1]]", None, 3, LOWER_CORNER),
        (BLOCKED, None, 3, {(0, 2), (2, 2)}),
        # without numdiags, with letting, on many lines, in another order, with comments
        ("n = 2\ndiags = [[0, 1]]", None, 2, {(0, 0)}),
        ("letting n = 2\nletting numdiags = 1\nletting diags = [[0, 1]]", 1, 2, {(0, 0)}),
        ("letting n be 2\nletting blocks be [[1, 1]]", None, 2, {(0, 0)}),
        ("language ESSENCE' 1.0\nletting n = 2\nletting blocks = []", None, 2, set()),
        ("n = 2\nblocks = [\n[1, 1],\n[2,\n2]]", None, 2, {(0, 0), (1, 1)}),
        ("n = 2\nblocks = [[1,1],\n[2,2],\n]\n", None, 2, {(0, 0), (1, 1)}),  # as of ASP 2015
        ("blocks = [[1, 1]]\nn = 2", None, 2, {(0, 0)}),
        ("$ blocked\nn = 2 $ two\nblocks = [[1, 1]] $ n = 5", None, 2, {(0, 0)}),
        ("n=2\r\nblocks=[[1,1]]\r\n", None, 2, {(0, 0)}),
        ("n = 2\nblocks = [[1, 1], [1, 1]]", None, 2, {(0, 0)}),
        ("n = 2\ndiags = []", 0, 2, set()),
    ],
)
def test_an_instance(text: str, diagonals: int | None, n: int, forbidden: set[Square]) -> None:
    assert parse_instance(text, diagonals) == Instance(n, frozenset(forbidden))


@pytest.mark.parametrize(
    ("text", "diagonals", "words"),
    [
        ("", None, ["line 1", "no `n = ...`"]),
        ("hello", None, ["line 1", "no `n = ...`"]),
        ("n = 4", None, ["line 1", "neither `diags` (prob079) nor `blocks` (prob080)"]),
        ("n = x\nblocks = []", None, ["line 1", "n is no number or list"]),
        ("n =\nblocks = []", None, ["line 2", "n is no number or list"]),
        ("\n\nn = 0\nblocks = []", None, ["line 3", "at least 1 row"]),
        ("n = 2.5\nblocks = []", None, ["line 1", "whole number, not 2.5"]),
        ("n = [4]\nblocks = []", None, ["line 1", "whole number, not [4]"]),
        ("n = true\nblocks = []", None, ["line 1", "whole number, not True"]),
        (f"n = {MAX_N + 1}\nblocks = []", None, ["line 1", "largest board"]),
        (f"\nn = {'1' * 5000}\nblocks = []", None, ["line 2", "a number in n is too long"]),
        ("n = 4\nn = 5\nblocks = []", None, ["line 2", "a second n"]),
        ("n = 4\nblocks = [[1, 1],\n[2, x]]", None, ["line 3", "blocks is no number or list"]),
        ("n = 4\nblocks = [[1, 1]", None, ["line 2", "blocks is no number or list"]),
        ("n = 4\nblocks = [[1, 1],,]", None, ["line 2", "blocks is no number or list"]),
        ("n = 4\nblocks = " + "[" * 100_000, None, ["line 2", "nested too deeply"]),
        ("n = 4\nblocks = 7", None, ["line 2", "blocks is no list of pairs"]),
        ("n = 4\nblocks = [1, 2]", None, ["line 2", "1 in blocks is no pair of numbers"]),
        ("n = 4\nblocks = [[1, 2, 3]]", None, ["line 2", "[1, 2, 3] in blocks is no pair"]),
        ("n = 4\nblocks = [[1, 2.0]]", None, ["line 2", "[1, 2.0] in blocks is no pair"]),
        ("n = 4\nblocks = [[0, 1]]", None, ["line 2", "[0, 1] is off the board (1 to 4)"]),
        ("n = 4\nblocks = [[1, 5]]", None, ["line 2", "[1, 5] is off the board (1 to 4)"]),
        ("n = 4\nblocks = []", 0, ["line 1", "(prob080) take no number of diagonals"]),
        (COMPLETION, 5, ["line 2", "5 diagonals asked for, where it has 0 to 4"]),
        ("n = 4\ndiags = [[0, 0]]", 2, ["line 2", "2 diagonals asked for"]),
        ("n = 4\nnumdiags = 2\ndiags = [[0, 0]]", None, ["line 2", "numdiags = 2", "has 1"]),
        ("n = 4\nnumdiags = 1\ndiags = [[7, 0]]", None, ["line 3", "[7, 0] is no diagonal", "6"]),
        ("n = 4\nnumdiags = 1\ndiags = [[-1, 0]]", None, ["line 3", "[-1, 0] is no diagonal"]),
        ("n = 4\nnumdiags = 1\ndiags = [[0, 2]]", None, ["line 3", "[0, 2] is no diagonal"]),
    ],
)
def test_what_is_no_instance_says_where_and_why(
    text: str, diagonals: int | None, words: list[str]
) -> None:
    with pytest.raises(InstanceError) as caught:
        parse_instance(text, diagonals)
    assert [word for word in words if word not in str(caught.value)] == []


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "small.param"
    path.write_text(BLOCKED)
    assert read_instance(path) == read_instance(str(path)) == parse_instance(BLOCKED)


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (None, ["No such file or directory"]),
        (b"n = 4\nblocks = x", [", line 2: blocks"]),
        (b"\xff\xfe\x00n", ["not a text file"]),
        (b"\x00" * 100, [", line 1: "]),
    ],
)
def test_what_is_no_file_of_an_instance_says_which_and_why(
    tmp_path: Path, contents: bytes | None, words: list[str]
) -> None:
    path = tmp_path / "bad.param"
    if contents is not None:
        path.write_bytes(contents)
    with pytest.raises(InstanceError) as caught:
        read_instance(path)
    assert [word for word in (str(path), *words) if word not in str(caught.value)] == []


def test_a_folder_is_no_instance(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match="directory"):
        read_instance(tmp_path)


# The counts were computed by an independent brute-force program (csplib/README.md).
COMPLETIONS = {
    "diag-10-4-397.param": {1: 356, 2: 261, 3: 118, 7: 0, 15: 0},
    "diag-10-4-237.param": {1: 356, 2: 86, 3: 34, 7: 0, 15: 0},
    "diag-10-4-142.param": {1: 660, 2: 330, 3: 156, 7: 9, 14: 0},
    "diag-10-4-972.param": {1: 176, 2: 134, 3: 60, 7: 2, 14: 0},
    "diag-10-4-855.param": {1: 176, 2: 26, 3: 4, 7: 0, 15: 0},
}
BLOCKS = {
    "block-10-10-534.param": 256,
    "block-10-6-795.param": 331,
    "block-10-2-668.param": 563,
    "block-10-12-110.param": 175,
    "block-10-8-784.param": 341,
}
# Published as (un)satisfiable with the ASP competition; CP-SAT alone settles them in moments.
LARGE = {"blockedqueens.28.1449787798.param": 0, "blockedqueens.28.1449787894.param": 1}

real = pytest.mark.skipif(not CSPLIB.is_dir(), reason="the instances of CSPLib are not at hand")


def real_problem(name: str, diagonals: int | None = None) -> Problem:
    instance = read_instance(CSPLIB / name, diagonals)
    return Problem(instance.n, forbidden=instance.forbidden)


@real
@pytest.mark.parametrize("backend", TRUSTED)
@pytest.mark.parametrize("name", COMPLETIONS)
def test_a_real_completion(backend: str, name: str) -> None:
    outcomes = {d: load(backend).solve(real_problem(name, d)) for d in COMPLETIONS[name]}
    assert {o.status for o in outcomes.values()} == {Status.COMPLETE}
    assert {d: o.count for d, o in outcomes.items()} == COMPLETIONS[name]


@real
@pytest.mark.parametrize("name", COMPLETIONS)
def test_all_diagonals_of_a_real_completion(name: str) -> None:
    every = max(COMPLETIONS[name])
    assert read_instance(CSPLIB / name) == read_instance(CSPLIB / name, every)


@real
@pytest.mark.parametrize("backend", TRUSTED)
@pytest.mark.parametrize("name", BLOCKS)
def test_a_real_blocked_board(backend: str, name: str) -> None:
    outcome = load(backend).solve(real_problem(name))
    assert (outcome.status, outcome.count) == (Status.COMPLETE, BLOCKS[name])


@real
@pytest.mark.parametrize("name", LARGE)
def test_a_real_large_blocked_board(name: str) -> None:
    outcome = load("cpsat").solve(real_problem(name), limit=1)
    assert outcome.count == LARGE[name]
    assert outcome.illegal == 0
