"""Programs of any language under check: what they print, how they end, what is left of them."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

import solvers
from solvers import Limits, ModelReport, Outcome, Problem, SpecError, check, load, run_isolated
from solvers.backends.foreign.command import OutputReader, Rounds
from solvers.backends.foreign.readings import BOARD, COLUMNS_0, COLUMNS_1, SQUARES_0, SQUARES_1
from solvers.outcome import STATED, Status
from solvers.problem import SUMS, Placement

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs and signals of POSIX")

SIZES = range(1, 7)
TUTORIAL = (
    Path(solvers.__file__).parents[1] / ".." / "shared" / "seeds" / "003_6f239042f65a73c3.txt"
)

# all that the Python programs here share: the solutions as `found`, by trying all permutations
PRELUDE = """\
import sys, os, time
from itertools import permutations
n = int(sys.argv[1]) if len(sys.argv) > 1 else int(input())
found = [q for q in permutations(range(n))
         if len({q[i] + i for i in range(n)}) == n == len({q[i] - i for i in range(n)})]
def board(q, sign="Q", empty=".", between=" "):
    return "\\n".join(between.join(sign if c == own else empty for c in range(n)) for own in q)
"""


def run_program(command: str, n: int = 6, timeout: float | None = 60) -> Outcome:
    """One run in this process, its outcome unsettled."""
    return load(f"cmd:{command}").solve(Problem(n), timeout=timeout)


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., str]:
    """Writes a Python program after the prelude; returns the command that runs it."""

    def program(code: str, argument: str = " {n}") -> str:
        path = tmp_path / "their queens.py"
        path.write_text(PRELUDE + code)
        return f"{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}{argument}"

    return program


def examined(command: str, sizes: range = SIZES, timeout: float = 60) -> ModelReport:
    return check(load(f"cmd:{command}"), sizes, timeout=timeout)


def claims(report: ModelReport) -> tuple[bool | None, bool | None, bool | None]:
    return report.sound, report.complete, report.no_repeats


def reading_of(report: ModelReport) -> set[str | None]:
    return {outcome.reading for outcome in report.outcomes}


# Text and what is read in it, line by line: text, n, reading, placements in it

FOUR: list[Placement] = [(1, 3, 0, 2), (2, 0, 3, 1)]
TEXTS: list[tuple[str, str, str, list[Placement]]] = [
    ("numbers", "1 3 0 2\n2 0 3 1\n", COLUMNS_0, FOUR),
    ("numbers from 1", "2 4 1 3\n3 1 4 2\n", COLUMNS_1, FOUR),
    ("numbers in columns", "  2   4   1   3  \n", COLUMNS_1, FOUR[:1]),
    ("numbers with commas", "1, 3, 0, 2\n", COLUMNS_0, FOUR[:1]),
    ("digits", "1302\n2031\n", COLUMNS_0, FOUR),
    ("labels", "Solution 1: 2 4 1 3\nSolution 2: 3 1 4 2\n2 solutions\n", COLUMNS_1, FOUR),
    ("labels with an equals sign", "q = 1 3 0 2\n", COLUMNS_0, FOUR[:1]),
    ("as tutorial 000 labels", "\u7b2c1\u7a2e\uff1a1302\n\u7b2c2\u7a2e\uff1a2031\n2\n",
     COLUMNS_0, FOUR),
    ("numbered", "1. 2 4 1 3\n2. 3 1 4 2\n", COLUMNS_1, FOUR),
    ("numbered in parentheses", "(1) 2413\n2) 3142\n", COLUMNS_1, FOUR),
    ("numbered with signs", "#1 -> 2413\n[2] 3142\n", COLUMNS_1, FOUR),
    ("lists", "[1, 3, 0, 2]\n[2, 0, 3, 1]\n", COLUMNS_0, FOUR),
    ("tuples", "(1, 3, 0, 2)\n", COLUMNS_0, FOUR[:1]),
    ("all in one list", "[[1, 3, 0, 2], [2, 0, 3, 1]]\n", COLUMNS_0, FOUR),
    ("one list over lines", "[[1, 3, 0, 2],\n [2, 0, 3, 1]]\n", COLUMNS_0, FOUR),
    ("a labelled list of lists", "Solutions: [(1, 3, 0, 2), (2, 0, 3, 1)]\n", COLUMNS_0, FOUR),
    ("LeetCode's own", "[['.Q..', '...Q', 'Q...', '..Q.'], ['..Q.', 'Q...', '...Q', '.Q..']]\n",
     BOARD, FOUR),
    ("pairs", "[(0, 1), (1, 3), (2, 0), (3, 2)]\n", SQUARES_0, FOUR[:1]),
    ("pairs from 1", "[(1, 2), (2, 4), (3, 1), (4, 3)]\n", SQUARES_1, FOUR[:1]),
    ("a dictionary", "{0: 1, 1: 3, 2: 0, 3: 2}\n", COLUMNS_0, FOUR[:1]),
    ("boards", ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n", BOARD, FOUR),
    ("boards with nothing between", ".Q..\n...Q\nQ...\n..Q.\n..Q.\nQ...\n...Q\n.Q..\n",
     BOARD, FOUR),
    ("matrices", "0 1 0 0 \n0 0 0 1 \n1 0 0 0 \n0 0 1 0 \n\n", BOARD, FOUR[:1]),
    ("a list of rows over lines", "[[0, 1, 0, 0],\n [0, 0, 0, 1],\n [1, 0, 0, 0],\n [0, 0, 1, 0]]",
     BOARD, FOUR[:1]),
    ("bars", "|.|Q|.|.|\n|.|.|.|Q|\n|Q|.|.|.|\n|.|.|Q|.|\n", BOARD, FOUR[:1]),
    ("bars and blanks", "| |Q| | |\n| | | |Q|\n|Q| | | |\n| | |Q| |\n", BOARD, FOUR[:1]),
    ("frames", "+---+---+---+---+\n|   | Q |   |   |\n+---+---+---+---+\n|   |   |   | Q |\n"
     "+---+---+---+---+\n| Q |   |   |   |\n+---+---+---+---+\n|   |   | Q |   |\n"
     "+---+---+---+---+\n", BOARD, FOUR[:1]),
    ("dashes between boards of dashes", "----\n-Q--\n---Q\nQ---\n--Q-\n----\n--Q-\nQ---\n---Q\n"
     "-Q--\n----\n", BOARD, FOUR),
    ("text around", "Please enter n:\nHere they come\n\n.Q..\n...Q\nQ...\n..Q.\nbye!", BOARD,
     FOUR[:1]),
    ("carriage returns", "2 4 1 3\r\n", COLUMNS_1, FOUR[:1]),
]  # fmt: skip


def read(text: str, n: int) -> tuple[dict[str, list[Placement]], OutputReader]:
    found: dict[str, list[Placement]] = {}

    def take(alternatives: dict[str, list[Placement]]) -> None:
        for name, placements in alternatives.items():
            found.setdefault(name, []).extend(placements)

    reader = OutputReader(n, take)
    for line in text.split("\n"):
        reader.take(line.rstrip("\r"))
    reader.end()
    return found, reader


@pytest.mark.parametrize(
    ("text", "reading", "expected"), [r[1:] for r in TEXTS], ids=[r[0] for r in TEXTS]
)
def test_solutions_in_text(text: str, reading: str, expected: list[Placement]) -> None:
    assert read(text, 4)[0][reading] == expected


NO_SOLUTIONS: list[tuple[str, str, int | None]] = [
    ("nothing", "", None),
    ("words", "no solution\n", None),
    ("a number", "2\n", 2),
    ("a number in words", "There are 2 solutions.\n", 2),
    ("the last one", "n is 4\nTotal solutions number is 2\n", 2),
    ("a time behind it", "2 solutions in 0.013 s\n", 2),
    ("a time with its unit", "2 solutions\ntook 13ms\n", 2),
    ("an exponent", "2 solutions, 1.5e-05 s\n", 2),
    ("a very long number", f"{'9' * 5000}\n", 10**18 - 1),
    ("too few numbers", "1 3 0\n", 0),
    ("brackets", "[" * 5000 + "\n", None),
    ("an unfinished board", ".Q..\n...Q\nQ...\n", None),
    ("binary", "\x00\x01\ufffd\x7f\n", None),
]


@pytest.mark.parametrize(
    ("text", "integer"), [r[1:] for r in NO_SOLUTIONS], ids=[r[0] for r in NO_SOLUTIONS]
)
def test_text_without_solutions_leaves_its_last_integer(text: str, integer: int | None) -> None:
    found, reader = read(text, 4)
    assert (found, reader.stated) == ({}, integer)


# on one square, where every number looks like a solution, a total is none
ONE_SQUARE: list[tuple[str, str, str]] = [
    ("0-based", "0\nTotal: 1\n", COLUMNS_0),
    ("1-based", "1\nTotal: 1\n", COLUMNS_1),
    ("a list", "[[0]]\n", COLUMNS_0),
    ("as tutorial 000", "\u7b2c1\u7a2e\uff1a0\n1\n", COLUMNS_0),
    ("a matrix and its count", "1 \n\n1\n", BOARD),
    ("a board", "Q\n1\n", BOARD),
]


@pytest.mark.parametrize(
    ("text", "reading"), [r[1:] for r in ONE_SQUARE], ids=[r[0] for r in ONE_SQUARE]
)
def test_one_square_is_found_once(text: str, reading: str) -> None:
    assert read(text, 1)[0][reading] == [(0,)]


# Whole programs: right ones, and how they are read

RIGHT: list[tuple[str, str, str]] = [
    ("0-based", "for q in found: print(*q)", COLUMNS_0),
    ("labelled, with a total", "for i, q in enumerate(found, 1):\n"
     " print(f'Solution {i}:', *(c + 1 for c in q))\nprint('Total:', len(found))", COLUMNS_1),
    ("digits", "for q in found: print(''.join(map(str, q)))\nprint(len(found))", COLUMNS_0),
    ("print(solutions)", "print([list(q) for q in found])", COLUMNS_0),
    ("boards", "for q in found: print(board(q) + '\\n')\nprint(len(found), 'solutions')", BOARD),
    ("matrices", "for q in found: print(board(q, '1', '0'))\nprint('n =', n)", BOARD),
    ("numbered boards", "for i, q in enumerate(found): print(f'No. {i}\\n{board(q)}')", BOARD),
]  # fmt: skip


@pytest.mark.parametrize(("code", "reading"), [r[1:] for r in RIGHT], ids=[r[0] for r in RIGHT])
@pytest.mark.parametrize("argument", [" {n}", ""], ids=["argument", "standard input"])
def test_a_right_program_is_right(
    program: Callable[..., str], code: str, reading: str, argument: str
) -> None:
    report = examined(program(code, argument))
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    assert reading in reading_of(report)


COUNTS: list[tuple[str, str]] = [
    ("a number", "print(len(found))"),
    ("in words", "print(f'n = {n}: there are {len(found)} solutions.')"),
    ("with a time", "print(f'{len(found)} solutions in 0.{n}2 s')"),
    ("beside n", "print(n, len(found))"),
    ("a table row", "print(n, 0, len(found))"),
]


@pytest.mark.parametrize("code", [r[1] for r in COUNTS], ids=[r[0] for r in COUNTS])
def test_a_program_that_only_counts_is_taken_at_its_last_integer(
    program: Callable[..., str], code: str
) -> None:
    report = examined(program(code))
    assert (report.ok, report.only_counts, report.counts_right) == (True, True, True), report
    assert claims(report) == (None, None, None)
    assert reading_of(report) == {STATED}


def test_a_program_that_finds_one(program: Callable[..., str]) -> None:
    report = examined(program("print(board(found[0]) if found else 'no solution')"))
    assert (report.ok, report.enumerates, claims(report)) == (True, False, (True, None, True))


# wrong programs: sound, complete, no repeats, the first size that fails
WRONG: list[tuple[str, str, tuple[bool, bool, bool], int]] = [
    # of two rows, (0, 1) has no column and no sum twice
    ("no differences", "for q in permutations(range(n)):\n"
     " if len({q[i] + i for i in range(n)}) == n: print(*q)", (False, True, True), 2),
    ("anti-diagonal as an equation", "for q in permutations(range(n)):\n"
     " if all(q[i] + q[j] != i + j and q[i] - q[j] != i - j for j in range(n) for i in range(j)):"
     " print(board(q))", (False, False, True), 4),
    ("each twice", "for q in found: print(*q); print(*q)", (True, True, False), 4),
    ("one missing", "for q in found[1:]: print(*q)", (True, False, True), 1),
    ("half by symmetry", "for q in found:\n if q[0] < (n + 1) // 2: print(*q)",
     (True, False, True), 4),
    ("a queen too few", "for q in found: print(board((-1,) + q[1:]))", (False, False, None), 4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "expected", "first"), [r[1:] for r in WRONG], ids=[r[0] for r in WRONG]
)
def test_a_wrong_program_is_found_out(
    program: Callable[..., str], code: str, expected: tuple[bool, bool, bool], first: int
) -> None:
    report = examined(program(code))
    assert (report.ok, claims(report)) == (False, expected), report
    assert report.first_failure is not None and SIZES[report.first_failure] == first


def test_fourteen_solutions_for_five_queens(program: Callable[..., str]) -> None:
    report = examined(program("print(len(found) + 4 * (n == 5))"))
    assert (report.ok, report.counts_right) == (False, False)
    assert report.first_failure == 4 and report.outcomes[4].count == 14


# How programs end: code, count, status, words of the error

ENDS: list[tuple[str, str, int, Status, str]] = [
    ("an exit status", "print(*found[0])\nsys.exit('out of queens')", 1, Status.FAILED,
     "exit status 1: out of queens"),
    ("exit status 3", "os.write(2, b'first\\n\\nlast words\\n'); os._exit(3)", 0, Status.FAILED,
     "exit status 3: first; last words"),
    ("a signal", "print(*found[0], flush=True)\nos.kill(os.getpid(), 9)", 1, Status.FAILED,
     "killed by signal 9"),
    ("an exception", "raise ValueError('their fault')", 0, Status.FAILED,
     "ValueError: their fault"),
    ("input after its end", "input(); input()", 0, Status.FAILED, "EOFError"),
    ("much on standard error", "sys.stderr.write('x' * 10**6); sys.exit(1)", 0, Status.FAILED,
     "exit status 1"),
    ("well", "for q in found: print(*q)", 4, Status.COMPLETE, ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "count", "status", "words"), [r[1:] for r in ENDS], ids=[r[0] for r in ENDS]
)
def test_how_a_program_ends(
    program: Callable[..., str], code: str, count: int, status: Status, words: str
) -> None:
    outcome = run_program(program(code))
    assert (outcome.status, outcome.count) == (status, count)
    assert words in (outcome.error or "")


HANGS: list[tuple[str, str, int]] = [
    ("silently", "time.sleep(60)", 0),
    ("after a solution", "print(*found[0], flush=True)\ntime.sleep(60)", 1),
    ("with its output closed", "print(*found[0], flush=True)\nos.close(1); os.close(2)\n"
     "time.sleep(60)", 1),
    ("busily", "while True: pass", 0),
    ("deaf", "import signal\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(60)", 0),
]  # fmt: skip


@pytest.mark.parametrize(("code", "count"), [r[1:] for r in HANGS], ids=[r[0] for r in HANGS])
def test_a_program_that_hangs_leaves_its_claims_open(
    program: Callable[..., str], code: str, count: int
) -> None:
    report = examined(program(code), range(6, 7), timeout=2)  # to start in, on a busy machine
    (outcome,) = report.outcomes
    assert (outcome.status, outcome.count, report.ok) == (Status.TIMEOUT, count, False)
    assert claims(report) == (None, None, None)


def test_what_was_illegal_before_a_hang_is_illegal(program: Callable[..., str]) -> None:
    report = examined(program("print(*range(n), flush=True)\ntime.sleep(60)"), range(6, 7), 0.5)
    assert claims(report) == (False, None, None)


@pytest.mark.parametrize(
    ("code", "noted"),
    [
        ("print('hello world')", True),
        ("os.write(1, bytes(range(128, 256)) + b'\\n')", True),
        ("sys.stdout.write('~' * 3_000_000)", True),
        ("pass", False),
    ],
    ids=["words", "binary", "one endless line", "nothing"],
)
def test_what_cannot_be_read_is_said_with_an_example(
    program: Callable[..., str], code: str, noted: bool
) -> None:
    report = examined(program(code), range(3, 5))
    assert (report.ok, report.complete) == (False, None if noted else False)
    errors = [outcome.error for outcome in report.outcomes if outcome.error is not None]
    assert [error.startswith("no solution can be read") for error in errors] == [True] * noted
    assert all(len(error) < 200 for error in errors)


# Programs that begin again at the end of their input, and those that only seem to


def test_a_program_that_prints_for_ever_is_judged_by_its_first_round(
    program: Callable[..., str],
) -> None:
    report = examined(
        program(
            "while True:\n for q in found: print(board(q, '1', '0'))\n"
            " print('Total solutions number is', len(found))"
        ),
        range(3, 6),
    )
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    assert all("first round" in " ".join(outcome.remarks) for outcome in report.outcomes)


def test_a_program_that_says_all_many_times_and_ends_repeats(program: Callable[..., str]) -> None:
    outcome = run_program(program("for _ in range(500):\n for q in found: print(board(q))"))
    assert (outcome.status, outcome.count, outcome.repeated) == (Status.COMPLETE, 2000, 1996)
    assert outcome.remarks == ()


def test_rounds_are_the_shortest_period() -> None:
    rounds = Rounds()
    lines = [*"abaab"] * 2500
    taken = [rounds.take(line) for line in lines]
    first = next(found for found in taken if found is not None)
    assert list(first) == [*"abaab"]
    assert all(found is None for found in taken[:9999])  # fewer lines than LINES
    assert rounds.take("z") is None  # it goes on in another way


# In other languages

C_PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
static int n, q[16];
static long total;
static void place(int row) {
  if (row == n) {
    total++;
    for (int r = 0; r < n; r++, puts(""))
      for (int c = 0; c < n; c++) printf(q[r] == c ? "1 " : "0 ");
    puts("");
    return;
  }
  for (int c = 0; c < n; c++) {
    int ok = 1;
    for (int r = 0; r < row; r++)
      ok &= q[r] != c && q[r] + r != c + row SECOND;
    if (ok) { q[row] = c; place(row + 1); }
  }
}
int main(int argc, char **argv) {
  if (argc > 1) n = atoi(argv[1]); else if (scanf("%d", &n) != 1) return 9;
  place(0);
  printf("%ld solutions\n", total);
  return 0;
}
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str, str], Path]:
    """Compiles a program, with the second diagonal or without."""
    folder = tmp_path_factory.mktemp("compiled")

    def compiled(name: str, text: str, compiler: str) -> Path:
        if shutil.which(compiler) is None:
            pytest.skip(f"no {compiler} here")
        source = folder / f"{name}{'.c' if compiler == 'cc' else '.cc'}"
        source.write_text(text)
        subprocess.run([compiler, "-O1", "-o", folder / name, source], check=True, timeout=60)
        return folder / name

    return compiled


@pytest.mark.parametrize("argument", ["", " {n}"], ids=["standard input", "argument"])
def test_a_program_in_c(compiled: Callable[[str, str, str], Path], argument: str) -> None:
    path = compiled("queens", C_PROGRAM.replace("SECOND", "&& q[r] - r != c - row"), "cc")
    report = examined(f"{path}{argument}", range(1, 9))
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    assert reading_of(report) == {BOARD}
    assert [outcome.count for outcome in report.outcomes] == [1, 0, 0, 2, 10, 4, 40, 92]  # A000170


def test_a_program_in_c_without_one_diagonal_family(
    compiled: Callable[[str, str, str], Path],
) -> None:
    report = examined(str(compiled("semiqueens", C_PROGRAM.replace("SECOND", ""), "cc")))
    assert claims(report) == (False, True, True)
    # semi-queens, OEIS A099152: 1, 1, 3, 7, 23, 83
    assert [outcome.count for outcome in report.outcomes] == [1, 1, 3, 7, 23, 83]
    witness = report.witness(1, "illegal")
    assert witness and witness.placement == (0, 1)
    assert witness.rule == "rows 0 and 1 share the diagonal row - column = 0"


@pytest.mark.skipif(not TUTORIAL.exists(), reason="the tutorials are not here")
def test_tutorial_003_is_right(compiled: Callable[[str, str, str], Path]) -> None:
    text = TUTORIAL.read_text()
    start, end = text.index("#include"), text.rindex("/*\n1: 1")
    report = examined(str(compiled("tutorial", text[start:end], "c++")), range(1, 9, 3))
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    assert [outcome.count for outcome in report.outcomes] == [1, 2, 40]
    assert all("begins again" in " ".join(outcome.remarks) for outcome in report.outcomes)


def test_a_shell_script(tmp_path: Path) -> None:
    script = tmp_path / "queens.sh"
    script.write_text(
        "#!/bin/sh\nread n\ncase $n in 1) echo 1;; 4) echo '2 4 1 3'; echo 3142;;\n"
        "[23]) echo none;; *) echo too large >&2; exit 4;; esac\n"
    )
    script.chmod(0o755)
    report = examined(str(script), range(1, 5))
    assert (report.ok, claims(report)) == (True, (True, True, True)), report
    failed = run_program(str(script), 5)
    assert (failed.status, failed.count) == (Status.FAILED, 0)
    assert failed.error and "exit status 4: too large" in failed.error


# The command line

SPLIT: list[tuple[str, list[str]]] = [
    ("{n}", ["6"]),
    ("'{n} {n}' -n={n}", ["6 6", "-n=6"]),
    ("{m} {} {{n}}", ["{m}", "{}", "{6}"]),  # only the literal {n}
    ("$HOME `id` *", ["$HOME", "`id`", "*"]),  # no shell
    ('"a;b" | cat > {n}', ["a;b", "|", "cat", ">", "6"]),
    ("a\\ b ''", ["a b", ""]),
]


@pytest.mark.parametrize(("arguments", "expected"), SPLIT, ids=[r[0] for r in SPLIT])
def test_a_command_is_split_as_a_shell_would_and_run_without_one(
    tmp_path: Path, arguments: str, expected: list[str]
) -> None:
    path = tmp_path / "note.py"
    path.write_text(
        "import json, sys\njson.dump([sys.argv[1:], sys.stdin.read()],"
        " open(__file__ + '.json', 'w'))\n"
    )
    run_program(f"{sys.executable} -S {path} {arguments}", 6)
    assert json.loads((tmp_path / "note.py.json").read_text()) == [expected, "6\n"]


@pytest.mark.parametrize("command", ["'unclosed", '"', "", "   ", "ends in \\"])
def test_a_command_that_cannot_be_split_is_refused(command: str) -> None:
    with pytest.raises(SpecError, match="as for a shell"):
        load(f"cmd:{command}")


@pytest.mark.parametrize("command", ["./no_such_program {n}", "/", "no-such-program-anywhere"])
def test_a_command_that_is_not_there_is_unavailable(command: str) -> None:
    outcome = run_program(command)
    assert (outcome.status, outcome.count) == (Status.UNAVAILABLE, 0)
    assert outcome.error and outcome.error.startswith(f"{command.split()[0]} cannot be run: ")


@pytest.mark.parametrize(
    "problem",
    [Problem(5, (SUMS,)), Problem(5, placed=frozenset({(0, 0)}))],
    ids=["lines", "a square"],
)
def test_a_program_knows_only_n(problem: Problem) -> None:
    outcome = load("cmd:echo 10").solve(problem)
    assert outcome.status is Status.UNSUPPORTED


def test_a_program_runs_in_the_folder_of_the_user(
    program: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    code = "open('written.txt', 'w').write('x')\nprint(len(found))"
    outcome = run_isolated(f"cmd:{program(code)}", Problem(4), Limits(timeout=60))
    assert (outcome.status, outcome.count) == (Status.COMPLETE, 2)
    assert (tmp_path / "here" / "written.txt").read_text() == "x"


@pytest.mark.parametrize("then", ["print(len(found))", "time.sleep(60)"], ids=["ends", "hangs"])
def test_what_a_program_has_started_is_ended(
    program: Callable[..., str], tmp_path: Path, then: str
) -> None:
    noted = tmp_path / "pid"
    code = (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        f"open({str(noted)!r}, 'w').write(str(child.pid))\n{then}"
    )
    ends = then.startswith("print")
    started = time.perf_counter()
    limits = Limits(timeout=60 if ends else 3)  # time to start, also on a busy machine
    outcome = run_isolated(f"cmd:{program(code)}", Problem(4), limits)
    assert time.perf_counter() - started < 30
    assert outcome.status is (Status.COMPLETE if ends else Status.TIMEOUT)
    pid = int(noted.read_text())
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            break
        time.sleep(0.05)
    else:
        pytest.fail("the child of the program is still there")
