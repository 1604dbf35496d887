"""The command as a command, from `compare.py` on a shell line to its exit status."""

from __future__ import annotations

import json
import platform
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import solvers
from solvers import Problem
from solvers.problem import MAX_N
from tests.command import (
    AGREE,
    DISAGREE,
    ROOT,
    UNDECIDED,
    USAGE,
    compare,
    compare_anew,
    environment,
    read_document,
)

CSPLIB = ROOT / ".." / "shared" / "csplib"
THREE = ["backtracking", "cpsat", "python-constraint"]
ALL = [argument for name in THREE for argument in ("-b", name)]
PAIR = ["-b", "backtracking", "-b", "python-constraint"]  # they start faster than CP-SAT

RIGHT = """\
from itertools import permutations
from solvers import Solver

class Mine(Solver):
    name = "mine"

    def search(self, problem, run):
        for q in permutations(range(problem.n)):
            if problem.accepts(q):
                run.found(q)
"""


def document(*arguments: str | Path, cwd: Path | None = None, status: int = AGREE) -> Any:
    """What --json prints, where nothing else is printed and the exit status is as expected."""
    done = compare(*arguments, "--json", cwd=cwd)
    assert (done.returncode, done.stderr) == (status, "")
    return read_document(done.stdout)


def counts(document: Any) -> dict[str, list[int]]:
    """By solver, its counts problem by problem."""
    found: dict[str, list[int]] = {}
    for problem in document["problems"]:
        for outcome in problem["outcomes"]:
            found.setdefault(outcome["solver"], []).append(outcome["count"])
    return found


def all_count(counts: list[int], *solvers: str) -> dict[str, list[int]]:
    """What `counts` is where all solvers, by default the three, say the same."""
    return dict.fromkeys(solvers or THREE, counts)


# The main job


@pytest.fixture(scope="module")
def default() -> subprocess.CompletedProcess[str]:
    return compare_anew()


def test_the_default_is_one_table_and_one_verdict(
    default: subprocess.CompletedProcess[str],
) -> None:
    assert (default.returncode, default.stderr) == (AGREE, "")
    *_, blank, sentence = default.stdout.splitlines()
    assert blank == ""
    assert sentence == (
        "3 solvers agree on count and solutions, n = 1-8, and with the published counts (A000170)."
    )
    rows = [line.split() for line in default.stdout.splitlines() if line[:1].isdigit()][:8]
    published = [1, 0, 0, 2, 10, 4, 40, 92]  # A000170
    assert [[row[0], row[1], row[3], row[5], row[7], row[8]] for row in rows] == [
        [str(n), *[str(count)] * 4, "agree"] for n, count in enumerate(published, 1)
    ]


def test_the_default_fits_100_columns(default: subprocess.CompletedProcess[str]) -> None:
    table, _, _ = default.stdout.partition("\n\n")
    assert [line for line in table.splitlines() if len(line) > 100] == []
    assert [name for name in (*THREE[:2], "python-", "A000170") if name not in table] == []


@pytest.fixture(scope="module")
def cut_off() -> Any:
    """A board that none of the three can exhaust."""
    return document("30", "--timeout", "4", status=UNDECIDED)  # on a slow machine, too, some find


def test_a_document_has_its_fields(cut_off: Any) -> None:
    assert list(cut_off) == ["versions", "verdict", "problems"]
    assert cut_off["versions"]["python"] == platform.python_version()
    assert cut_off["versions"]["queens-compare"] == solvers.__version__
    (problem,) = cut_off["problems"]
    expected = {"n": 30, "variant": "queens", "placed": [], "forbidden": [], "published": None}
    assert {key: problem[key] for key in expected} == expected
    assert [outcome["solver"] for outcome in problem["outcomes"]] == THREE
    for outcome in problem["outcomes"]:
        assert re.fullmatch("[0-9a-f]{16}", outcome["fingerprint"])
        assert isinstance(outcome["count"], int)
        assert isinstance(outcome["memory"], int)
        assert isinstance(outcome["seconds"], float)
        assert isinstance(outcome["build_seconds"], float)
        assert all(isinstance(value, int) for value in outcome["statistics"].values())


def test_a_timeout_gives_a_lower_bound_for_every_backend(cut_off: Any) -> None:
    (problem,) = cut_off["problems"]
    assert (cut_off["verdict"], problem["verdict"]) == ("undecided", "undecided")
    for outcome in problem["outcomes"]:
        assert (outcome["status"], outcome["illegal"], outcome["repeated"]) == ("timeout", 0, 0)
        assert outcome["statistics"]
    assert counts(cut_off)["cpsat"][0] > 0
    assert counts(cut_off)["python-constraint"][0] > 0


def test_a_lower_bound_is_printed_as_one() -> None:
    done = compare("30", "--timeout", "0.3", *PAIR)
    assert (done.returncode, done.stderr) == (UNDECIDED, "")
    assert re.search(r"^30 +>= [\d,]+ \(timeout\) .* >= [\d,]+ \(timeout\)", done.stdout, re.M)
    assert re.search(r"^n = 30: backtracking: timeout, at least [\d,]+ found$", done.stdout, re.M)
    assert done.stdout.endswith("\nUndecided, n = 30: see above.\n")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        # published counts: OEIS A000170, A051906, A099152, A006717, A000142, A102388
        (["4,6", "-b", "cpsat", "-b", "backtracking", "-b", "cpsat"], [2, 4]),
        (["8", *ALL], [92]),
        (["4-5", "--variant", "toroidal", *PAIR], [0, 10]),
        (["6", "--variant", "semiqueens", *PAIR], [83]),
        (["7", "--variant", "toroidal-semiqueens", *PAIR], [133]),
        (["5", "--variant", "rooks", *PAIR], [120]),
        (["8", "--variant", "queens-nightriders", *PAIR], [0]),
        # by brute force over all permutations
        (["8", "--place", "3:1", "--place", "4:3", "--forbid", "0:0"], [2]),
        (["8", "--place", "0:0", *PAIR], [4]),
        (["6", "--forbid", "0:1", "--forbid", "0:2", *PAIR], [2]),
        (["8", "--place", "0:0", "--place", "1:1"], [0]),  # they attack each other
        (["8", "--place", "0:0", "--place", "0:1", *PAIR], [0]),  # two in one row
        (["2", "--forbid", "0:0", "--forbid", "0:1", *PAIR], [0]),  # a row without a square
    ],
)
def test_counts(arguments: list[str], expected: list[int]) -> None:
    found = document(*arguments)
    named = [name for name in THREE if name in arguments] or THREE
    assert counts(found) == all_count(expected, *named)
    assert found["verdict"] == "agree"


def test_squares_are_said_and_nothing_is_published_of_them() -> None:
    (problem,) = document("8", "--place", "4:3", "--place", "3:1", "--forbid", "0:0")["problems"]
    assert (problem["placed"], problem["forbidden"]) == ([[3, 1], [4, 3]], [[0, 0]])
    assert (problem["published"], problem["source"]) == (None, None)


def test_a_single_solver_agrees_with_what_is_published() -> None:
    done = compare("6", "-b", "backtracking")
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert "agrees with A000170" in done.stdout
    assert "no second solver confirms" in done.stdout


def test_a_single_solver_with_nothing_to_hold_it_against_is_undecided() -> None:
    done = compare("6", "-b", "backtracking", "--place", "0:1")
    assert (done.returncode, done.stderr) == (UNDECIDED, "")
    assert "nothing to hold backtracking against" in done.stdout


def test_search_effort_is_a_second_table() -> None:
    done = compare("8", "--stats")
    assert done.returncode == AGREE
    counters = "nodes +failures +squares +branches +conflicts +propagations"
    assert re.search(rf"^ *n +solver +{counters}$", done.stdout, re.M)
    assert re.search(r"^ *8 +backtracking +2,057 +644 +15,720$", done.stdout, re.M)  # A319283
    assert "nodes: partial solutions without a conflict" in done.stdout


# Solutions


FIRST_TEN = [  # of eight queens, in one of the tutorials
    *("1 5 8 6 3 7 2 4", "1 6 8 3 7 4 2 5", "1 7 4 6 8 2 5 3", "1 7 5 8 2 4 6 3"),
    *("2 4 6 8 3 1 7 5", "2 5 7 1 3 8 6 4", "2 5 7 4 1 8 6 3", "2 6 1 7 4 8 3 5"),
    *("2 6 8 3 1 4 7 5", "2 7 3 6 8 5 1 4"),
]


@pytest.mark.parametrize("backend", THREE)
def test_the_first_ten_solutions_are_those_of_the_tutorial(backend: str) -> None:
    done = compare("8", "-b", backend, "--show", "10", "--format", "one-based")
    title, blank, *rest = done.stdout.splitlines()
    assert (done.returncode, title, blank) == (AGREE, f"n = 8: 10 of 92, by {backend}", "")
    assert rest[:11] == [*FIRST_TEN, ""]


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["4", "--show", "1"], ". Q . .\n. . . Q\nQ . . .\n. . Q ."),
        (["4", "--show", "1", "--format", "matrix"], "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0"),
        (["4", "--show", "all", "--format", "list"], "[1, 3, 0, 2]\n[2, 0, 3, 1]"),
        (["4", "--show", "all", "--format", "digits"], "1302\n2031"),
        (["4", "--show", "9", "--format", "one-based"], "2 4 1 3\n3 1 4 2"),
    ],
)
def test_solutions(arguments: list[str], shown: str) -> None:
    done = compare(*arguments, "-b", "backtracking")
    count = 1 if "1" in arguments else 2
    assert done.stdout.startswith(f"n = 4: {count} of 2, by backtracking\n\n{shown}\n\n")


def test_no_solution_is_said() -> None:
    done = compare("3", "-b", "backtracking", "--show", "1")
    assert done.stdout.startswith("n = 3: no solution\n\n")


def test_one_solution_of_a_large_board_is_a_list_where_the_board_is_too_wide() -> None:
    done = compare("100", "-b", "cpsat", "--limit", "1", "--show", "1")
    assert (done.returncode, done.stderr) == (AGREE, "")
    title, _, solution, *_ = done.stdout.splitlines()
    assert title == "n = 100: 1 of those found, by cpsat"
    q = json.loads(solution)
    assert Problem(100).accepts(q)
    assert ">= 1 (limit)" in done.stdout
    assert "agree: at least 1" in done.stdout


# Limits


def test_a_limit_that_all_reach_is_agreement() -> None:
    found = document("4-6", "--limit", "4", *PAIR)
    assert counts(found) == all_count([2, 4, 4], *PAIR[1::2])
    assert [
        {outcome["status"] for outcome in problem["outcomes"]} for problem in found["problems"]
    ] == [{"complete"}, {"limit"}, {"limit"}]


def test_memory_is_limited(tmp_path: Path) -> None:
    eating = "x = []\n        while True: x.append(b'x' * 2**20)\n        "
    (tmp_path / "mine.py").write_text(RIGHT.replace("for q", f"{eating}for q"))
    arguments = ["5", "-b", "mine.py", *PAIR, "--memory", "60"]
    found = document(*arguments, cwd=tmp_path, status=UNDECIDED)
    mine, *others = found["problems"][0]["outcomes"]
    assert (mine["status"], mine["count"]) == ("memory", 0)
    assert mine["memory"] > 60 << 20
    assert {(other["status"], other["count"]) for other in others} == {("complete", 10)}


# A solver of one's own


def test_a_right_solver_of_ones_own_is_held_against_the_three(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT)
    found = document("4-6", "-b", "mine.py", cwd=tmp_path)
    assert counts(found) == all_count([2, 10, 4], "mine.py", *THREE)
    assert found["verdict"] == "agree"


def test_a_solver_of_ones_own_beside_a_chosen_one(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT)
    found = document("5", "-b", "mine.py:Mine", "-b", "backtracking", cwd=tmp_path)
    assert counts(found) == {"mine.py:Mine": [10], "backtracking": [10]}


def test_a_lying_solver_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT.replace("if problem.accepts(q)", "if True"))
    done = compare("4-5", "-b", "mine.py", "-b", "backtracking", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (DISAGREE, "")
    assert re.search(r"^4 +24 \(22 illegal\) .* DISAGREE$", done.stdout, re.M)
    assert "rows 0 and 1 share the diagonal row - column = 0" in done.stdout
    assert done.stdout.endswith("\nThe solvers DISAGREE, n = 4-5: see above.\n")


def test_a_document_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT.replace("if problem.accepts(q)", "if True"))
    arguments = ["4-5", "-b", "mine.py", "-b", "backtracking"]
    found = document(*arguments, cwd=tmp_path, status=DISAGREE)
    assert found["verdict"] == "disagree"
    four, five = found["problems"]
    assert (four["verdict"], five["verdict"]) == ("disagree", "disagree")
    assert four["reasons"] == [
        "mine.py: 22 of 24 reports illegal, such as 0 1 2 3: rows 0 and 1 share the diagonal"
        " row - column = 0",
        "counts differ: 24 by mine.py; 2 by backtracking",
        "mine.py counts 24, but A000170 has 2",
    ]
    (witness,) = four["outcomes"][0]["witnesses"]
    assert (witness["kind"], witness["placement"]) == ("illegal", [0, 1, 2, 3])


def test_what_one_prints_is_no_part_of_the_answer(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("print('storm' * 10**6)\n" + RIGHT)
    found = document("4", "-b", "mine.py", "-b", "backtracking", cwd=tmp_path)
    assert [outcome["printed"] for outcome in found["problems"][0]["outcomes"]] == [5_000_001, 0]
    done = compare("4", "-b", "mine.py", "-b", "backtracking", cwd=tmp_path)
    assert "n = 4: mine.py: wrote 4.8 MiB to standard output, discarded" in done.stdout
    assert "storm" not in done.stdout


@pytest.mark.parametrize(
    ("fault", "status", "error"),
    [
        ("raise ValueError('no good')", "failed", "ValueError: no good (mine.py, line 2)"),
        ("import os; os._exit(0)", "crashed", "exited with status 0"),
        ("import sys; sys.exit(0)", "crashed", "exited with status 0"),
        ("while True: pass", "timeout", "not ready in time"),
    ],
)
def test_a_fault_while_loading_is_a_row_and_the_rest_is_whole(
    tmp_path: Path, fault: str, status: str, error: str
) -> None:
    (tmp_path / "mine.py").write_text(RIGHT.replace("\n", f"\n{fault}\n", 1))
    timeout = "2" if status == "timeout" else "60"
    arguments = ["4-5", "-b", "mine.py", *PAIR, "--timeout", timeout]
    found = document(*arguments, cwd=tmp_path, status=UNDECIDED)
    for problem in found["problems"]:
        mine = problem["outcomes"][0]
        assert (mine["status"], mine["count"]) == (status, 0)
        assert error in mine["error"]
        assert problem["verdict"] == "undecided"
    assert counts(found) == {"mine.py": [0, 0], **all_count([2, 10], *PAIR[1::2])}


# Packages and start-up


WITHOUT_ORTOOLS = """\
import sys
from importlib.machinery import PathFinder

class Finder(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name == "ortools" else super().find_spec(name, path, target)

sys.meta_path = [Finder if finder is PathFinder else finder for finder in sys.meta_path]
"""


@pytest.fixture
def without_ortools(tmp_path: Path) -> dict[str, str]:
    """An environment in which Python finds no ortools, as where it is not installed."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_ORTOOLS)
    return environment(PYTHONPATH=str(tmp_path))


def test_a_missing_package_is_a_row_and_the_others_run(without_ortools: dict[str, str]) -> None:
    done = compare_anew("6", env=without_ortools)
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert re.search(r"^6 +4 .* unavailable +- .* agree$", done.stdout, re.M)
    assert "\nn = 6: cpsat: unavailable (no module ortools: pip install ortools)\n" in done.stdout
    assert "\n2 solvers agree on count and solutions, n = 6" in done.stdout


def test_a_missing_package_alone_decides_nothing(without_ortools: dict[str, str]) -> None:
    done = compare_anew("6", "-b", "cpsat", env=without_ortools)
    assert (done.returncode, done.stderr) == (UNDECIDED, "")
    assert "pip install ortools" in done.stdout


def test_the_list_says_what_to_install(without_ortools: dict[str, str]) -> None:
    there, missing = compare("--list"), compare_anew("--list", env=without_ortools)
    assert (there.returncode, there.stderr) == (missing.returncode, missing.stderr) == (AGREE, "")
    for name in THREE:
        assert re.search(rf"^{name} +yes ", there.stdout, re.M)
    assert re.search(r"^cpsat +yes +ortools [\d.]+ +AllDifferent", there.stdout, re.M)
    assert re.search(r"^cpsat +pip install ortools ", missing.stdout, re.M)
    assert re.search(r"^python-constraint +yes ", missing.stdout, re.M)


HEAVY = {
    *("ortools", "constraint", "pandas", "numpy"),
    *("tabulate", "psutil", "tqdm", "multiprocessing"),
}


@pytest.mark.parametrize("option", ["--help", "--version", "--list"])
def test_what_answers_at_once_imports_nothing_heavy(option: str) -> None:
    done = compare_anew(option, python=("-X", "importtime"))
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert done.returncode == AGREE
    assert "argparse" in imported
    assert {name.partition(".")[0] for name in imported} & HEAVY == set()


FILES = ["--plot", "a.svg", "--export", "a.json", "--show", "1", "--format", "svg"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["5", "-b", "backtracking", "--stats", "--classes", "--show", "2", "--relations"],
        ["4", "-b", "backtracking", *FILES, "--output", "b.svg"],
        ["4", "--model", "cpsat", "--export-model", "model.pbtxt"],
        ["4", "--trace"],
        ["--fuzz", "1", "--seed", "1", "-b", "backtracking", "-b", "python-constraint"],
    ],
    ids=["checks", "files", "model", "trace", "fuzz"],
)
def test_a_new_interpreter_finds_what_it_needs(arguments: list[str], tmp_path: Path) -> None:
    done = compare_anew(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, "")


def test_help_and_version() -> None:
    assert compare("--version").stdout == f"queens-compare {solvers.__version__}\n"
    text = compare("--help").stdout
    assert text.startswith("usage: compare.py ")
    assert "exit status: 0 agree, 1 disagree, 2 usage error, 3 undecided, 130 interrupted" in text


# Instances

COMPLETION = "n = 4\nnumdiags = 2\ndiags = [[1, 1], [3, 0]]\n"
BLOCKED = "letting n = 4\nletting blocks = [[1, 2],\n[4, 4]]\n"


@pytest.mark.parametrize(
    ("text", "arguments", "count"),
    [
        # the solutions of n = 4 are 1302 and 2031
        (COMPLETION, ["--diagonals", "0"], 2),
        (COMPLETION, ["--diagonals", "1"], 0),  # row + column = 1: 0:1 and 1:0 are gone
        (COMPLETION, [], 0),
        (BLOCKED, [], 1),  # 0:1 and 3:3 are gone
        (BLOCKED, ["--forbid", "0:2"], 0),
        ("letting n = 4\nletting blocks = []", ["--place", "0:1"], 1),
        ("n = 4\nblocks = []", ["--variant", "rooks"], 24),
    ],
)
def test_an_instance(tmp_path: Path, text: str, arguments: list[str], count: int) -> None:
    (tmp_path / "small.param").write_text(text)
    found = document("--instance", "small.param", *arguments, *PAIR, cwd=tmp_path)
    assert counts(found) == all_count([count], *PAIR[1::2])


@pytest.mark.skipif(not CSPLIB.is_dir(), reason="the instances of CSPLib are not at hand")
@pytest.mark.parametrize(
    ("name", "arguments", "count"),
    [  # csplib/README.md, by an independent brute-force program
        ("diag-10-4-397.param", ["--diagonals", "3"], 118),
        ("block-10-6-795.param", [], 331),
    ],
)
def test_a_real_instance(name: str, arguments: list[str], count: int) -> None:
    found = document("--instance", CSPLIB / name, *arguments)
    assert counts(found) == all_count([count])


# Bad input


# arguments, and the words of the one line; the files are made by the test
BAD = [
    *(
        ([size], words)
        for size, words in [
            ("0", ["n = 0", "at least 1 row"]),
            ("-3", ["'-3'", "8, 4-8 or 4,6,8"]),
            ("x", ["'x'", "8, 4-8 or 4,6,8"]),
            ("8-4", ["8-4", "4-8"]),
            ("4,", ["'4,'", "8, 4-8 or 4,6,8"]),
            (str(MAX_N + 1), [str(MAX_N), "16 bits"]),
        ]
    ),
    (["-b", "nosuch"], ["'nosuch'", *THREE, "FILE.py"]),
    (["--variant", "nosuch"], ["'nosuch'", "toroidal", "rooks"]),
    (["--format", "nosuch"], ["'nosuch'", "one-based", "matrix"]),
    (["--nosuch"], ["--nosuch"]),
    (["8", "--place", "8:0"], ["placed square 8:0 is off the board", "0 to 7"]),
    (["4-8", "--forbid", "0:5"], ["forbidden square 0:5 is off the board", "n = 4", "0 to 3"]),
    (["8", "--place", "3"], ["'3'", "ROW:COLUMN"]),
    (["--instance", "missing.param"], ["missing.param", "No such file"]),
    (["--instance", "."], ["directory"]),
    (["--instance", "empty.param"], ["empty.param, line 1", "no instance"]),
    (["--instance", "bad.param"], ["bad.param, line 3", "blocks"]),
    (["--instance", "small.param", "8"], ["size of its own"]),
    (["--instance", "small.param", "--diagonals", "1"], ["small.param, line 1", "diagonals"]),
    (["--diagonals", "1"], ["--instance"]),
    (["--limit", "0"], ["--limit", "'0'", "from 1 on"]),
    (["--timeout", "0"], ["--timeout", "'0'", "over 0"]),
    (["--timeout", "nan"], ["--timeout", "'nan'"]),
    (["--memory", "-1"], ["--memory", "'-1'", "from 1 on"]),
    (["--show", "0"], ["--show", "'0'", "all"]),
    (["-b", "missing.py"], ["missing.py", "No such file"]),
    (["-b", "broken.py"], ["broken.py, line 2", "never closed"]),
    (["-b", "empty.py", "-b", "backtracking"], ["empty.py holds no "]),
    (["-b", "right.py:Nosuch", "-b", "backtracking"], ["right.py holds no ", "'Nosuch'", "Mine"]),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("input")
    for name, text in {
        "empty.param": "",
        "bad.param": "n = 4\nblocks = [[1, 1],\n[2; 2]]",
        "small.param": BLOCKED,
        "broken.py": "x = 1\nx = (",
        "empty.py": "",
        "right.py": RIGHT,
    }.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=[" ".join(bad[0]) for bad in BAD])
def test_bad_input_is_one_line(folder: Path, arguments: list[str], words: list[str]) -> None:
    done = compare(*arguments, cwd=folder)
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert re.fullmatch(r"compare\.py: .+\n", done.stderr)
    assert [word for word in words if word not in done.stderr] == []
