"""Models of other people under the command, from a shell line to its exit status."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command import AGREE, DISAGREE, UNDECIDED, USAGE, compare

ONE = ["-b", "backtracking"]  # the one that starts fastest

HEAD = """\
from itertools import permutations
def right(n, _=None, *, deaf=None):
    return [q for q in permutations(range(n))
            if len({q[i] + i for i in range(n)}) == n == len({q[i] - i for i in range(n)})]
def draw(q):
    return ["." * c + "Q" + "." * (len(q) - 1 - c) for c in q]
def of(n):
    return right(n)
"""
RIGHT = (
    HEAD.replace("def of", "def solve")
    .replace("def right(n", "def _right(n")
    .replace("return right(", "return _right(")
)
LEETCODE = (
    HEAD.replace("right(n", "_right(n").replace("def of(n):\n    return _right(n)\n", "")
    + """
class Solution:
    def solveNQueens(self, n: int) -> List[List[str]]:
        return [draw(q) for q in TIMES * _right(n)]
"""
)


def model(body: str) -> str:
    """A file with one function, solve(n), that may use the solutions as _right(n)."""
    return RIGHT.rpartition("    return")[0] + "".join(f"    {line}\n" for line in body.split("\n"))


def document(*arguments: str, cwd: Path, status: int) -> Any:
    done = compare(*arguments, "--json", cwd=cwd)
    assert (done.returncode, done.stderr) == (status, "")
    return json.loads(done.stdout)


def outcomes_of(document: Any, solver: str) -> list[Any]:
    return [
        outcome
        for problem in document["problems"]
        for outcome in problem["outcomes"]
        if outcome["solver"] == solver
    ]


# One model: the file, exit status, and lines of the report

MODELS: list[tuple[str, str, int, list[str]]] = [
    ("right", model("return _right(n)"), AGREE,
     ["sound       yes", "complete    yes", "no repeats  yes"]),
    ("right, 1-based", model("return [[c + 1 for c in q] for q in _right(n)]"), AGREE,
     ["theirs.py, read as the column of each row, from 1", "sound       yes"]),
    ("counts", model("return len(_right(n))"), AGREE, ["count       yes"]),
    ("finds one", model("return next(iter(_right(n)), None)"), AGREE,
     ["complete    open it finds one solution, and one wherever there is one"]),
    ("LeetCode", LEETCODE.replace("TIMES", "1"), AGREE,
     ["theirs.py, read as a board, row by row", "no repeats  yes"]),
    ("LeetCode, twice", LEETCODE.replace("TIMES", "2"), DISAGREE,
     ["no repeats  NO   n = 1: 2 solutions, 1 distinct; this one comes 2 times:"]),
    ("14 for n = 5", model("return 14 if n == 5 else len(_right(n))"), DISAGREE,
     ["count       NO   n = 5: 14 instead of 10"]),
    ("no sums", model("return [q for q in permutations(range(n))"
                      " if len({q[i] - i for i in range(n)}) == n]"), DISAGREE,
     ["sound       NO   n = 2: 1 of 1 solutions illegal: rows 0 and 1 share the diagonal row +"
      " column = 1", "                 X .", "                 X: in conflict"]),
    ("half", model("return _right(n)[: (len(_right(n)) + 1) // 2]"), DISAGREE,
     ["complete    NO   n = 4: 1 of 2 solutions missing"]),
    ("crashes", model("import os; os._exit(7)"), UNDECIDED,
     ["sound       open n = 1-5 did not finish"]),
    ("fails", model("return [][n]"), UNDECIDED, ["complete    open n = 1-5 did not finish"]),
    ("prints", model("print(_right(n))"), DISAGREE,
     ["note: it returns nothing but prints: check it as a program, -b 'cmd:python3 FILE'"]),
    ("prints when imported", "print('hello')\n" + model("return _right(n)"), AGREE,
     ["sound       yes"]),
    ("asks for input", model("return _right(int(input()))"), UNDECIDED,
     ["sound       open n = 1-5 did not finish"]),
    ("asks when imported", "n = int(input())\n" + model("return _right(n)"), UNDECIDED,
     ["sound       open n = 1-5 did not finish"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "status", "lines"), [r[1:] for r in MODELS], ids=[r[0] for r in MODELS]
)
def test_a_model_is_told_in_full(tmp_path: Path, text: str, status: int, lines: list[str]) -> None:
    (tmp_path / "theirs.py").write_text(text)
    done = compare("1-5", *ONE, "-b", "theirs.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (status, "")
    assert set(lines) <= set(done.stdout.split("\n")), done.stdout


def test_without_a_built_in_name_the_trusted_run_too(tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(RIGHT)
    said = document("4", "-b", "theirs.py:solve", cwd=tmp_path, status=AGREE)
    solvers = [outcome["solver"] for outcome in said["problems"][0]["outcomes"]]
    assert solvers == ["theirs.py:solve", "backtracking", "cpsat", "python-constraint"]


# What is no model: arguments after -b, words of the one line on standard error

USES: list[tuple[str, str, str, list[str]]] = [
    ("several", HEAD.replace("_=None", "x=1"), "theirs.py", ["several models", "theirs.py:right",
                                                           "theirs.py:of"]),
    ("a wrong name", RIGHT, "theirs.py:nothing", ["no model 'nothing'", "solve"]),
    ("no model", "x = 1\n", "theirs.py", ["no model", "cmd:python3 theirs.py"]),
    ("two arguments", "def solve(n, board):\n    return 0\n", "theirs.py", ["no model"]),
    ("an abstract solver", "from solvers import Solver\nclass Mine(Solver):\n    pass\n",
     "theirs.py", ["Mine", "search"]),
    ("a syntax error", "def solve(n):\nreturn 0\n", "theirs.py", ["theirs.py, line 2"]),
    ("no file", "", "other.py", ["other.py", "No such file"]),
    ("a quotation", "", "cmd:./a 'b", ["quotation", "as for a shell"]),
    ("no command", "", "cmd:", ["no command"]),
    ("an empty folder", "", "empty", ["empty holds no model"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "spec", "words"), [r[1:] for r in USES], ids=[r[0] for r in USES])
def test_what_names_no_model_is_a_usage_error(
    tmp_path: Path, text: str, spec: str, words: list[str]
) -> None:
    (tmp_path / "theirs.py").write_text(text)
    (tmp_path / "empty").mkdir()
    done = compare("4", *ONE, "-b", spec, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in words), done.stderr


# JSON


def test_json_has_the_check_of_each_outcome(tmp_path: Path) -> None:
    text = model("return _right(n)[1:] + 2 * [tuple(range(n))] + _right(n)[1:]")
    (tmp_path / "theirs.py").write_text(text)
    said = document("4", *ONE, "-b", "theirs.py", cwd=tmp_path, status=DISAGREE)
    (trusted,) = outcomes_of(said, "backtracking")
    assert trusted["check"] is None
    (mine,) = outcomes_of(said, "theirs.py")
    assert (mine["count"], mine["illegal"], mine["repeated"]) == (4, 2, 1)
    check = mine["check"]
    claims = (check["sound"], check["complete"], check["no_repeats"], check["missing"])
    assert claims == (False, False, False, 1)
    assert check["reading"] == mine["reading"] == "the column of each row, from 0"
    assert {w["kind"]: w["placement"] for w in check["witnesses"]} == {
        "illegal": [0, 1, 2, 3],
        "repeated": [2, 0, 3, 1],
        "missing": [1, 3, 0, 2],
    }
    assert "readings" not in mine


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return len(_right(n))", (None, None, None)),
        ("yield [1, 3, 0, 2]\nwhile True: pass", (None, None, None)),
        ("yield [0, 1, 2, 3]\nwhile True: pass", (False, None, None)),
        ("yield [1, 3, 0, 2]\nyield [1, 3, 0, 2]\nwhile True: pass", (None, None, False)),
    ],
    ids=["counts", "hangs", "hangs after a wrong one", "hangs after a repeat"],
)
def test_what_is_open_is_null_in_json(
    tmp_path: Path, body: str, expected: tuple[bool | None, ...]
) -> None:
    (tmp_path / "theirs.py").write_text(model(body))
    hangs = "while" in body
    status = DISAGREE if False in expected else UNDECIDED if hangs else AGREE
    said = document("4", *ONE, "-b", "theirs.py", "--timeout", "1", cwd=tmp_path, status=status)
    (mine,) = outcomes_of(said, "theirs.py")
    assert mine["status"] == ("timeout" if hangs else "complete")
    check = mine["check"]
    assert (check["sound"], check["complete"], check["no_repeats"]) == expected


# Other problems


@pytest.mark.parametrize("options", [["--variant", "rooks"], ["--place", "0:1"]])
def test_who_takes_only_n_is_left_out_of_other_problems(tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "theirs.py").write_text(RIGHT)
    two = ["-b", "backtracking", "-b", "python-constraint"]
    done = compare("4", *two, "-b", "theirs.py", *options, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert "n = 4: theirs.py: unsupported (it takes only n" in done.stdout
    assert "sound       open it did not run" in done.stdout


# Commands


def test_a_command_is_checked_in_the_folder_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "queens.py").write_text(
        HEAD + "import sys\nn = int(sys.argv[1])\nfor q in right(n):\n    print(*q)\n"
    )
    spec = f"cmd:{shlex.quote(sys.executable)} queens.py {{n}}"
    done = compare("1-5", *ONE, "-b", spec, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert "read as the column of each row, from 0" in done.stdout


def test_a_command_that_fails_shows_how(tmp_path: Path) -> None:
    (tmp_path / "queens.sh").write_text("echo out of queens >&2\nexit 3\n")
    done = compare("4", *ONE, "-b", "cmd:sh queens.sh {n}", cwd=tmp_path)
    assert done.returncode == UNDECIDED
    assert "exit status 3: out of queens" in done.stdout


def test_a_command_that_is_not_there_is_a_row(tmp_path: Path) -> None:
    done = compare("4", *ONE, "-b", "cmd:./nqueens {n}", cwd=tmp_path)
    assert "./nqueens cannot be run: No such file or directory" in done.stdout
    assert done.stderr == ""


# A folder


FOLDER: dict[str, tuple[str, str]] = {
    # the file, and the first five cells of its row
    "a_right.py": (RIGHT, "yes yes yes -"),
    "b_leetcode.py": (LEETCODE.replace("TIMES", "1"), "yes yes yes -"),
    "c_twice.py": (LEETCODE.replace("TIMES", "2"), "yes yes NO 1"),
    "d_semi.py": (
        model(
            "return [q for q in permutations(range(n)) if len({q[i] - i for i in range(n)}) == n]"
        ),
        "NO yes yes 2",
    ),
    "e_half.py": (model("return _right(n)[: (len(_right(n)) + 1) // 2]"), "yes NO yes 4"),
    "f_counts.py": (model("return len(_right(n))"), "open open open -"),
    "g_one.py": (model("return next(iter(_right(n)), None)"), "yes open yes -"),
    "h_broken.py": ("def solve(n:\n", "open open open -"),
    "i_crashes.py": ("import os\nos._exit(9)\n", "open open open -"),
    "j_several.py": (HEAD.replace("_=None", "x=1"), "open open open -"),
}


def folder(path: Path, *names: str) -> Path:
    (path / "submissions").mkdir()
    for name in names:
        (path / "submissions" / name).write_text(FOLDER[name][0])
    (path / "submissions" / "notes.txt").write_text("no model\n")
    return path


def test_a_folder_of_ten_has_a_row_each_and_the_exit_status_of_the_worst(tmp_path: Path) -> None:
    done = compare("1-5", *ONE, "-b", "submissions", cwd=folder(tmp_path, *FOLDER))
    assert (done.returncode, done.stderr) == (DISAGREE, "")
    rows = [line.split() for line in done.stdout.split("\n\n")[0].split("\n")[2:]]
    assert [(row[0].rpartition("/")[2], " ".join(row[1:5])) for row in rows] == [
        (name, cells) for name, (_, cells) in FOLDER.items()
    ]


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["a_right.py", "b_leetcode.py", "f_counts.py", "g_one.py"], AGREE),
        (["a_right.py", "h_broken.py"], UNDECIDED),
        (["c_twice.py", "h_broken.py"], DISAGREE),
    ],
)
def test_the_exit_status_is_that_of_the_worst(
    tmp_path: Path, names: list[str], status: int
) -> None:
    done = compare("1,4", *ONE, "-b", "submissions/", cwd=folder(tmp_path, *names))
    assert (done.returncode, done.stderr) == (status, "")
