"""--fuzz, --seed, --relations and --classes as somebody types them."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.command import AGREE, COMPARE, DISAGREE, INTERRUPTED, UNDECIDED, USAGE, compare

PAIR = ["-b", "backtracking", "-b", "python-constraint"]  # they start faster than CP-SAT


SOLVER = """\
from itertools import permutations
from solvers import Solver

class Mine(Solver):
    name = "mine"

    def search(self, problem, run):
        right = [q for q in permutations(range(problem.n)) if problem.accepts(q)]
        {body}
"""
FOUND = "for q in {}: run.found(q)"

SOLVERS = {
    "right": FOUND.format("right"),
    "counts": "run.counted(len(right))",
    "table": "run.counted([1, 0, 0, 2, 10, 4, 40, 92][problem.n - 1])",  # A000170
    "two": FOUND.format("right[len(problem.forbidden) == 2:]"),
    "raises": "1 / (len(problem.forbidden) != 3); " + "list(map(run.found, right))",
}

PLACE = """\
def _place(n, q=()):
    if len(q) == n:
        yield list(q)
        return
    for c in range(n):
        if all(c != a and abs(c - a) != len(q) - i for i, a in enumerate(q)):
            yield from _place(n, (*q, c))
"""
FUNCTIONS = {
    "all": PLACE + "\ndef solve(n):\n    return list(_place(n))\n",
    "from 1": PLACE + "\ndef solve(n):\n    return [[c + 1 for c in q] for q in _place(n)]\n",
    "count": PLACE + "\ndef solve(n):\n    return len(list(_place(n)))\n",
    "first": PLACE + "\ndef solve(n):\n    return next(_place(n), None)\n",
    "first of a problem": (
        "from itertools import permutations\n"
        "def solve(problem):\n"
        "    for q in permutations(range(problem.n)):\n"
        "        if problem.accepts(q):\n"
        "            return q\n"
    ),
    "rows of columns": (
        "from itertools import permutations\n"
        "def solve(problem):\n"
        "    for q in permutations(range(problem.n)):\n"
        "        if problem.accepts(q):\n"
        "            yield [q.index(c) for c in range(problem.n)]\n"
    ),
}


def write(folder: Path, name: str) -> str:
    source = FUNCTIONS.get(name) or SOLVER.format(body=SOLVERS[name])
    (folder / "my mine.py").write_text(source)
    return "my mine.py"


# Fuzzing


def test_built_in_solvers_agree_on_200_problems() -> None:
    done = compare("--fuzz", "200", "--seed", "1")
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert done.stdout == "Nothing wrong was found on 200 random problems.\nSeed: 1\n"


def test_a_seed_is_made_up_and_printed() -> None:
    first, second = (compare("--fuzz", "1", *PAIR).stdout for _ in range(2))
    seeds = [text.splitlines()[-1] for text in (first, second)]
    assert all(seed.startswith("Seed: ") and seed[6:].isdigit() for seed in seeds)


@pytest.mark.parametrize(
    ("name", "n", "squares"),
    [("table", 1, 1), ("two", 2, 2)],  # a table look-up; wrong only if two squares are forbidden
)
def test_a_planted_fault_is_shrunk_to_a_command_that_shows_it(
    name: str, n: int, squares: int, tmp_path: Path
) -> None:
    model = write(tmp_path, name)
    done = compare("--fuzz", "100", "--seed", "1", "-b", model, *PAIR, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (DISAGREE, "")
    *_, line, verdict, seed = done.stdout.splitlines()
    assert verdict.startswith("The solvers DISAGREE on random problem ")
    assert seed == "Seed: 1"
    said, _, command = line.partition(": ")
    python, script, size, *rest = shlex.split(command)
    assert (said, python, script, size) == ("To run it", "python", "compare.py", str(n))
    assert sum(word in ("--place", "--forbid") for word in rest) == squares
    again = compare(size, *rest, cwd=tmp_path)
    assert (again.returncode, again.stderr) == (DISAGREE, "")
    assert "DISAGREE" in again.stdout


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_right_model_is_not_accused(name: str, tmp_path: Path) -> None:
    """Of only n, of a Problem; all, their number, or one; however its solutions are written."""
    model = write(tmp_path, name)
    done = compare("--fuzz", "8", "--seed", "1", "-b", model, *PAIR, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, ""), done.stdout


def test_a_right_model_of_n_beside_one_solver_is_not_undecided(tmp_path: Path) -> None:
    """Most random problems are beyond it, and nobody is left to hold the other one against."""
    arguments = ["--fuzz", "8", "--seed", "1", "-b", write(tmp_path, "all"), *PAIR[:2]]
    assert compare(*arguments, cwd=tmp_path).returncode == AGREE


def test_a_model_is_read_in_one_way_on_all_problems(tmp_path: Path) -> None:
    """From 0 on plain boards, from 1 where a square is forbidden: each would be right alone."""
    (tmp_path / "mine.py").write_text(
        "from itertools import permutations\n"
        "def solve(problem):\n"
        "    for q in permutations(range(problem.n)):\n"
        "        if problem.accepts(q):\n"
        "            yield [c + bool(problem.forbidden) for c in q]\n"
    )
    done = compare("--fuzz", "20", "--seed", "1", "-b", "mine.py", *PAIR, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (DISAGREE, "")


@pytest.mark.parametrize("name", ["right", "counts"])
def test_a_right_solver_is_not_accused(name: str, tmp_path: Path) -> None:
    model = write(tmp_path, name)
    done = compare("--fuzz", "10", "--seed", "2", "-b", model, *PAIR, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, ""), done.stdout


def test_a_wrong_model_of_n_is_found_on_a_plain_board(tmp_path: Path) -> None:
    (tmp_path / "rooks.py").write_text(
        "from itertools import permutations\ndef solve(n):\n    return list(permutations(range(n)))"
    )
    done = compare("--fuzz", "5", "--seed", "1", "-b", "rooks.py", *PAIR, cwd=tmp_path)
    assert done.returncode == DISAGREE
    assert "\nTo run it: python compare.py 2 -b rooks.py " in done.stdout
    assert "\nThe solvers DISAGREE on a plain board; " in done.stdout


def test_a_solver_that_fails_on_some_is_undecided(tmp_path: Path) -> None:
    model = write(tmp_path, "raises")
    done = compare("--fuzz", "20", "--seed", "1", "-b", model, *PAIR, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (UNDECIDED, "")
    number, _, rest = done.stdout.partition(" ")
    assert int(number) > 0
    assert rest.startswith("problems are undecided")
    assert "ZeroDivisionError" in rest
    assert rest.endswith("\nSeed: 1\n")


def test_a_backend_that_is_not_installed_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "ortools.py").write_text("raise ModuleNotFoundError(name='ortools')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, COMPARE, "--fuzz", "5", "--seed", "1"],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (AGREE, "")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interruption_tells_what_was_done() -> None:
    command = [sys.executable, str(COMPARE), "--fuzz", "1000000", "--seed", "1", *PAIR]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=30)
    assert process.returncode == INTERRUPTED
    assert text.splitlines()[-2:] == ["Interrupted before the rest.", "Seed: 1"]


# Its document


def fuzz_document(*arguments: str, cwd: Path, status: int) -> Any:
    done = compare("--fuzz", "40", "--seed", "1", *arguments, *PAIR, "--json", cwd=cwd)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (status, "", 1)
    return json.loads(done.stdout)


def test_a_document_of_agreement(tmp_path: Path) -> None:
    document = fuzz_document(cwd=tmp_path, status=AGREE)
    del document["versions"]
    assert document == {
        "verdict": "agree",
        "seed": 1,
        "fuzzed": 40,
        "command": None,
        "problems": [],
    }


def test_a_document_of_disagreement(tmp_path: Path) -> None:
    model = write(tmp_path, "table")
    document = fuzz_document("-b", model, cwd=tmp_path, status=DISAGREE)
    assert (document["verdict"], document["seed"]) == ("disagree", 1)
    assert 0 < document["fuzzed"] <= 40
    assert document["command"].startswith("python compare.py 1 ")
    [problem] = document["problems"]
    assert (problem["n"], problem["verdict"]) == (1, "disagree")
    assert len(problem["placed"]) + len(problem["forbidden"]) == 1
    counts = {outcome["solver"]: outcome["count"] for outcome in problem["outcomes"]}
    assert counts == {model: 1, "backtracking": 0, "python-constraint": 0}


# Relations and classes


def test_relations_see_what_solutions_that_agree_have_wrong(tmp_path: Path) -> None:
    """At n = 4 it leaves out what it finds with a queen placed: the table alone shows nothing."""
    body = FOUND.format("[] if problem.placed else right")
    (tmp_path / "mine.py").write_text(SOLVER.format(body=body))
    arguments = ["4", "-b", "mine.py", "-b", "backtracking"]
    assert compare(*arguments, cwd=tmp_path).returncode == AGREE
    done = compare(*arguments, "--relations", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (DISAGREE, "")
    [problem] = json.loads(done.stdout)["problems"]
    assert problem["reasons"] == [
        "mine.py: 2 solutions, but 0 over the columns of row 0: [0, 0, 0, 0]"
    ]


def test_a_violated_relation_is_told_also_below_the_report_of_a_model(tmp_path: Path) -> None:
    body = FOUND.format("[] if problem.placed else right")
    (tmp_path / "mine.py").write_text(SOLVER.format(body=body))
    done = compare("4", "-b", "mine.py", "-b", "backtracking", "--relations", cwd=tmp_path)
    assert "2 solutions, but 0 over the columns of row 0: [0, 0, 0, 0]" in done.stdout


@pytest.mark.parametrize("name", ["from 1", "first", "rows of columns"])
def test_right_models_keep_the_relations(name: str, tmp_path: Path) -> None:
    model = write(tmp_path, name)
    arguments = ["5", "-b", model, "-b", "backtracking", "--relations"]
    done = compare(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, ""), done.stdout


def test_classes_are_told_of_and_held_against_what_is_published() -> None:
    done = compare("6-8", *PAIR, "--classes")
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert (
        "\nn = 6: 4 solutions, classes 1 = 1 x 4, as published (A002562: 1)"
        "\nn = 7: 40 solutions, classes 6 = 4 x 8 + 2 x 4, as published (A002562: 6)"
        "\nn = 8: 92 solutions, classes 12 = 11 x 8 + 1 x 4, as published (A002562: 12)\n"
    ) in done.stdout


def test_classes_need_all_symmetries() -> None:
    done = compare("5", *PAIR, "--classes", "--variant", "semiqueens")
    assert done.returncode == AGREE
    assert "\nn = 5: no classes: " in done.stdout


# What does not go together


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--seed 1", "--seed is where random problems begin: add --fuzz N"),
        ("4 --fuzz 2", "leave SIZES out"),
        ("--fuzz 2 --place 0:0", "leave --place out"),
        ("--fuzz 2 --forbid 0:0", "leave --forbid out"),
        ("--fuzz 2 --instance x", "leave --instance out"),
        ("--fuzz 2 --variant toroidal", "leave --variant out"),
        ("--fuzz 2 --show 1", "leave --show out"),
        ("--fuzz 2 --classes", "leave --classes out"),
        ("--fuzz 2 --stats", "leave --stats out"),
        ("--fuzz 2 --limit 1", "leave --limit out"),
        ("--fuzz 2 --split 3", "leave --split out"),
        ("--fuzz 2 -j 2", "leave --jobs out"),
        ("--fuzz 2 --runs 2", "leave --runs out"),
        ("--fuzz 2 --diagonals 1", "add --instance FILE"),
        ("--fuzz 2 --format list", "add --show K"),
        ("--fuzz 0", "--fuzz"),
        ("--fuzz x", "--fuzz"),
        ("--fuzz", "--fuzz"),
        ("--fuzz 2 --seed -1", "--seed"),
        ("--fuzz 2 --seed x", "--seed"),
        ("5 --classes --limit 1", "leave --limit out"),
    ],
)
def test_a_combination_that_means_nothing_is_refused(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from compare import main

    assert main(shlex.split(arguments)) == USAGE
    out, error = capsys.readouterr()
    assert (out, error.count("\n")) == ("", 1)
    assert said in error
