"""The search compiled by Numba and the same search in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

REPORT = """
from solvers import VARIANTS, Lines, Problem, load
from solvers.backends.compiled import COMPILES

problems = [Problem(n, lines(n)) for n in (1, 2, 5, 6) for lines in VARIANTS.values()]
problems += [
    Problem(6, placed=frozenset({(2, 5)}), forbidden=frozenset({(0, 1), (4, 4)})),
    Problem(5, (Lines(0, 1), Lines(-3, 2, 4), Lines(2, 3))),
    Problem(3, forbidden=frozenset((1, column) for column in range(3))),
]


class Recorder(type(load("backtracking"))):
    def search(self, problem, run):
        found_many = run.found_many
        run.found_many = lambda rows: (print(*rows.tolist(), sep="\\n"), found_many(rows))
        super().search(problem, run)


for problem in problems:
    outcome = Recorder().solve(problem)
    print(outcome.status, outcome.count, outcome.fingerprint, outcome.statistics)
print("compiled" if COMPILES else "interpreted")
"""

BLOCKED = "import sys; sys.modules['numba'] = None\n"


def report(code: str, **environment: str) -> list[str]:
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert result.stderr == ""
    return result.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return report(REPORT, NUMBA_DISABLE_JIT="0")


def test_it_is_compiled(compiled: list[str]) -> None:
    assert compiled[-1] == "compiled"
    assert any("'nodes': 153" in line for line in compiled)  # n = 6, A319283


@pytest.mark.parametrize(
    ("before", "disable"), [("", "1"), (BLOCKED, "0")], ids=["switched off", "not installed"]
)
def test_interpreted_is_the_same_in_the_same_order(
    compiled: list[str], before: str, disable: str
) -> None:
    interpreted = report(before + REPORT, NUMBA_DISABLE_JIT=disable)
    assert interpreted[-1] == "interpreted"
    assert interpreted[:-1] == compiled[:-1]


@pytest.mark.parametrize(("disable", "said"), [("1", True), ("0", False)])
def test_list_says_where_it_is_slower(disable: str, said: bool) -> None:
    result = subprocess.run(
        [sys.executable, "compare.py", "--list"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": disable},
        capture_output=True,
        text=True,
    )
    assert ("slower, without numba" in result.stdout) is said
