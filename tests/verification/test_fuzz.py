"""Random problems, and what is left of one on which solvers differ."""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable, Sequence

import pytest

from solvers.base import Run, Solver
from solvers.frame import conduct
from solvers.outcome import Limits, Outcome, Status, Unsupported
from solvers.problem import QUEENS, VARIANTS, Problem
from solvers.registry import load
from solvers.verification.fuzz import (
    LARGEST,
    SIZES,
    FuzzReport,
    command_line,
    fuzz,
    random_problem,
)
from solvers.verification.verdict import Finding

Placement = tuple[int, ...]
Answer = Callable[[Problem, list[Placement]], "list[Placement] | int"]

TRUSTED = ("backtracking", "python-constraint")
KEEP_ALL = Limits(keep=10**6)


# The problems


def problems(seed: int, number: int) -> list[Problem]:
    source = random.Random(seed)
    return [random_problem(source) for _ in range(number)]


def test_the_same_seed_makes_the_same_problems() -> None:
    assert problems(7, 100) == problems(7, 100)
    assert problems(7, 100) != problems(8, 100)


def test_the_problems_of_a_seed_stay_what_they_are() -> None:
    """The first ones of seed 1, so that a seed in somebody's notes goes on to say something."""
    first = problems(1, 3)
    assert [(p.n, p.variant) for p in first] == [(p.n, p.variant) for p in problems(1, 3)]
    assert all(problems(1, k) == problems(1, 10)[:k] for k in range(10))


def test_all_kinds_of_problems_come_up() -> None:
    """Squares off the board would not become a Problem at all."""
    made = problems(1, 600)
    assert {p.n for p in made} == set(range(1, LARGEST + 1))
    assert {p.variant for p in made} == set(VARIANTS)
    assert {len(p.placed) for p in made} == {0, 1, 2}
    assert {0, 1, 2, 3} <= {len(p.forbidden) for p in made}
    assert any(p.placed & p.forbidden for p in made)
    assert any(not p.restricted for p in made)


@pytest.mark.parametrize("family", QUEENS[1:], ids=str)
def test_whole_diagonals_are_excluded(family: object) -> None:
    def diagonals(problem: Problem) -> int:
        lines: dict[int, set[tuple[int, int]]] = {}
        for row in range(problem.n):
            for column in range(problem.n):
                line = family.through(row, column)  # type: ignore[attr-defined]
                lines.setdefault(line, set()).add((row, column))
        return sum(len(line) >= 4 and line <= problem.forbidden for line in lines.values())

    assert sum(map(diagonals, problems(1, 300))) > 10


# Planted solvers


class Planted(Solver):
    """Answers as the truth does, or as a test wants it to: solutions, or their number."""

    def __init__(self, answer: Answer) -> None:
        self.name = "planted"
        self.answer = answer

    def search(self, problem: Problem, run: Run) -> None:
        solutions = conduct(load("backtracking"), problem, KEEP_ALL).placements
        answer = self.answer(problem, list(solutions))
        if isinstance(answer, int):
            run.counted(answer)
        else:
            for q in answer:
                run.found(q)


def fuzzed(
    answer: Answer | None,
    number: int = 100,
    seed: int = 1,
    trusted: Sequence[str] = TRUSTED,
    interrupted: Callable[[], bool] = lambda: False,
) -> FuzzReport:
    solvers = {name: load(name) for name in trusted}
    if answer is not None:
        solvers["planted"] = Planted(answer)

    def run(spec: str, problem: Problem) -> Outcome:
        return conduct(solvers[spec], problem, KEEP_ALL, name=spec)

    return fuzz(list(solvers), run, number, seed, interrupted, lambda done: None)


def test_built_in_solvers_agree() -> None:
    report = fuzzed(None, 200, trusted=(*TRUSTED, "cpsat"))
    assert report == FuzzReport(problems=200, seed=1)
    assert report.finding is Finding.AGREE


@pytest.mark.parametrize("seed", range(3))
def test_a_right_solver_is_not_accused(seed: int) -> None:
    assert fuzzed(lambda problem, right: right, 40, seed).finding is Finding.AGREE
    assert fuzzed(lambda problem, right: len(right), 40, seed).finding is Finding.AGREE


TABLE = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]  # A000170


def table_look_up(problem: Problem, right: list[Placement]) -> int:
    return TABLE[problem.n - 1]


def two_forbidden(problem: Problem, right: list[Placement]) -> list[Placement]:
    return right[1:] if len(problem.forbidden) == 2 else right


def two_or_more_forbidden(problem: Problem, right: list[Placement]) -> list[Placement]:
    return [] if len(problem.forbidden) >= 2 else right


def one_placed(problem: Problem, right: list[Placement]) -> list[Placement]:
    return right[1:] if problem.placed and problem.n >= 4 else right


def toroidal(problem: Problem, right: list[Placement]) -> list[Placement]:
    return right + right if problem.variant == "toroidal" and problem.n >= 5 else right


def on_large_boards(problem: Problem, right: list[Placement]) -> list[Placement]:
    return right[1:] if problem.n >= 6 else right


PLANTED: list[tuple[Answer, int, int]] = [
    (table_look_up, 1, 1),  # 1 instead of 0 where the only square is forbidden
    (two_forbidden, 2, 2),
    (two_or_more_forbidden, 2, 2),
    (one_placed, 4, 0),  # its relation to boards with a queen placed shows it without one
    (toroidal, 5, 0),
    (on_large_boards, 6, 0),
]
"""What is planted; n and the number of squares of the smallest problem that shows it."""


@pytest.mark.parametrize(
    ("answer", "n", "squares"), PLANTED, ids=[row[0].__name__ for row in PLANTED]
)
def test_a_planted_fault_is_found_and_shrunk(answer: Answer, n: int, squares: int) -> None:
    report = fuzzed(answer)
    assert report.finding is Finding.DISAGREE
    assert report.found is not None
    problem = report.found.problem
    assert (problem.n, len(problem.placed) + len(problem.forbidden)) == (n, squares)
    assert report.found.verdict.finding is Finding.DISAGREE
    words = shlex.split(report.command or "")
    assert words[:3] == ["python", "compare.py", str(n)]
    assert len(re.findall("--place|--forbid", report.command or "")) == squares
    assert ("--relations" in words) is (answer is one_placed)


@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("answer", [table_look_up, two_or_more_forbidden])
def test_a_fault_is_found_from_any_seed(answer: Answer, seed: int) -> None:
    report = fuzzed(answer, 100, seed)
    assert report.finding is Finding.DISAGREE
    assert report.found is not None and report.found.problem.n <= 2


def test_a_solver_that_is_wrong_on_a_plain_board_needs_no_random_problem() -> None:
    report = fuzzed(lambda problem, right: right[1:])
    assert report.problems == 0
    assert report.found is not None
    assert report.found.problem == Problem(1)


def test_relations_see_what_a_solver_alone_does_wrong() -> None:
    """Nobody to hold it against: it leaves out one of the two solutions with a queen on 0:0."""

    def answer(problem: Problem, right: list[Placement]) -> list[Placement]:
        return right if problem.n < 5 or len(right) < 3 else right[:-1]

    report = fuzzed(answer, 200, trusted=())
    assert report.finding is Finding.DISAGREE
    assert report.found is not None and report.found.problem.n == 5


def test_relations_go_on_the_command_line_where_they_are_what_shows_it() -> None:
    def answer(problem: Problem, right: list[Placement]) -> list[Placement]:
        known = problem.restricted or problem.variant not in ("rooks",)
        return right if known or problem.n != 3 else right[1:]

    solver = Planted(answer)

    def run(spec: str, problem: Problem) -> Outcome:
        """Two that have the same fault, so that they agree; no published count says otherwise."""
        return conduct(solver, problem, KEEP_ALL, name=spec)

    report = fuzz(["backtracking", "cpsat"], run, 300, 1, lambda: False, lambda done: None)
    assert report.finding is Finding.DISAGREE
    assert report.found is not None
    text = " ".join(report.found.verdict.reasons)
    assert "solution" in text
    assert (report.command or "").endswith("--relations") or "A000142" in text


# Undecided


def failing(problem: Problem, right: list[Placement]) -> list[Placement]:
    if len(problem.forbidden) == 3:
        raise RuntimeError("it cannot do three")
    return right


def unsupported(problem: Problem, right: list[Placement]) -> list[Placement]:
    if problem.restricted:
        raise Unsupported("squares are beyond it")
    return right


def test_a_run_that_fails_leaves_it_undecided() -> None:
    report = fuzzed(failing)
    assert 0 < report.undecided < 50
    assert report.finding is Finding.UNDECIDED
    assert (report.found, report.command) == (None, None)


@pytest.mark.parametrize("trusted", [TRUSTED, TRUSTED[:1]], ids=["two others", "one other"])
def test_a_solver_that_cannot_pose_a_problem_is_set_aside(trusted: tuple[str, ...]) -> None:
    report = fuzzed(unsupported, trusted=trusted)
    assert report.finding is Finding.AGREE


def test_what_is_cut_off_is_undecided_also_of_a_single_solver() -> None:
    def run(spec: str, problem: Problem) -> Outcome:
        return Outcome(solver=spec, status=Status.TIMEOUT)

    report = fuzz(["backtracking"], run, 5, 1, lambda: False, lambda done: None)
    assert (report.undecided, report.finding) == (5, Finding.UNDECIDED)


def test_an_interruption_ends_it_between_problems() -> None:
    calls = iter([False] * (len(SIZES) + 3) + [True])
    report = fuzzed(lambda problem, right: right, interrupted=lambda: next(calls))
    assert (report.problems, report.interrupted) == (3, True)
    assert report.finding is Finding.UNDECIDED


def test_progress_counts_random_problems() -> None:
    seen: list[int] = []
    solver = load("backtracking")

    def run(spec: str, problem: Problem) -> Outcome:
        return conduct(solver, problem, KEEP_ALL, name=spec)

    fuzz(["backtracking", "mine"], run, 3, 1, lambda: False, seen.append)
    assert seen == [0] * len(SIZES) + [1, 2, 3]


# The command


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (Problem(4), "python compare.py 4 -b backtracking -b 'my model.py'"),
        (
            Problem(5, VARIANTS["toroidal"](5), frozenset({(1, 2)}), frozenset({(3, 0), (0, 4)})),
            "python compare.py 5 --variant toroidal --place 1:2 --forbid 0:4 --forbid 3:0"
            " -b backtracking -b 'my model.py'",
        ),
    ],
)
def test_a_problem_as_a_command_line(problem: Problem, expected: str) -> None:
    specs = ["backtracking", "my model.py"]
    assert command_line(problem, specs, relations=False) == expected
    assert command_line(problem, specs, relations=True) == f"{expected} --relations"


@pytest.mark.parametrize("seed", range(4))
def test_the_command_line_says_the_whole_problem(seed: int) -> None:
    from compare import parse
    from solvers.presentation.options import parser

    for problem in problems(seed, 30):
        words = shlex.split(command_line(problem, ["backtracking"], relations=True))[2:]
        plan = parse(parser().parse_args(words))
        assert list(plan.problems) == [problem]
        assert (plan.specs, plan.relations) == (("backtracking",), True)
