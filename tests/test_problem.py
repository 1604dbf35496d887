"""Lines and problems: the words that every solver and every verdict builds on."""

from __future__ import annotations

import pickle
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.problem import (
    COLUMNS,
    DIFFERENCES,
    MAX_FACTOR,
    MAX_N,
    QUEENS,
    SUMS,
    VARIANTS,
    Lines,
    Placement,
    Problem,
    Square,
    check_size,
    line_in_words,
)

if TYPE_CHECKING:
    from tests.conftest import BruteForce

FIRST_OF_EIGHT = (0, 4, 7, 5, 2, 6, 1, 3)  # "1 5 8 6 3 7 2 4", the first of 92 in the slides


# Lines


@pytest.mark.parametrize(
    ("family", "row", "column", "line"),
    [  # a*row + b*column, modulo m
        (COLUMNS, 2, 3, 3),
        (SUMS, 2, 3, 5),
        (DIFFERENCES, 2, 3, 1),
        (DIFFERENCES, 3, 2, -1),
        (Lines(2, -1), 2, 3, 1),
        (Lines(-2, -3), 1, 1, -5),
        (Lines(1, 1, 4), 2, 3, 1),
        (Lines(-1, 1, 4), 3, 0, 1),  # -3, as a remainder from 0 to 3
        (Lines(1, 1, 1), 2, 3, 0),
    ],
)
def test_a_square_lies_on_one_line(family: Lines, row: int, column: int, line: int) -> None:
    assert family.through(row, column) == line


@given(family=st.from_type(Lines), n=st.integers(1, 9))
def test_bounds_hold_all_lines_of_the_board(family: Lines, n: int) -> None:
    lines = {family.through(row, column) for row, column in product(range(n), repeat=2)}
    if family.modulus is None:
        assert family.bounds(n) == (min(lines), max(lines))
    else:
        assert family.bounds(n) == (0, family.modulus - 1)
        assert lines <= set(range(family.modulus))


@given(
    family=st.from_type(Lines),
    row=st.integers(0, 8),
    line=st.integers(-40, 40),
    n=st.integers(1, 9),
)
def test_columns_are_the_squares_of_a_row_on_the_line(
    family: Lines, row: int, line: int, n: int
) -> None:
    if family.modulus is not None:
        line %= family.modulus
    crossed = [column for column in range(n) if family.through(row, column) == line]
    assert list(family.columns(line, row, n)) == crossed


@given(family=st.from_type(Lines), n=st.integers(1, 9), data=st.data())
def test_a_square_is_among_the_columns_of_its_own_line(
    family: Lines, n: int, data: st.DataObject
) -> None:
    row, column = data.draw(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)))
    assert column in family.columns(family.through(row, column), row, n)


@pytest.mark.parametrize(
    ("family", "expression"),
    [
        (COLUMNS, "column"),
        (SUMS, "row + column"),
        (DIFFERENCES, "column - row"),
        (Lines(1, -1), "row - column"),
        (Lines(2, -1), "2*row - column"),
        (Lines(-1, 2), "2*column - row"),
        (Lines(-1, -1), "-row - column"),
        (Lines(3, 0), "3*row"),
        (Lines(0, -2), "-2*column"),
        (Lines(1, 1, 8), "row + column modulo 8"),
    ],
)
def test_a_family_is_written_as_its_expression(family: Lines, expression: str) -> None:
    assert str(family) == expression


@pytest.mark.parametrize(
    ("a", "b", "modulus", "reason"),
    [
        (0, 0, None, "a or b other than 0"),
        (0, 0, 5, "a or b other than 0"),
        (1, 1, 0, "a modulus goes from 1"),
        (1, 1, -8, "so not -8"),
        (1, 1, MAX_FACTOR + 1, f"to {MAX_FACTOR}"),
        (MAX_FACTOR + 1, 1, None, f"a and b go from -{MAX_FACTOR}"),
        (1, -MAX_FACTOR - 1, None, f"a and b go from -{MAX_FACTOR}"),
    ],
)
def test_no_family_of_lines(a: int, b: int, modulus: int | None, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Lines(a, b, modulus)


# Variants


@pytest.mark.parametrize(
    ("name", "lines"),
    [  # the definitions of the OEIS entries, on a board of 9
        ("queens", {(0, 1, None), (1, 1, None), (-1, 1, None)}),  # A000170
        ("toroidal", {(0, 1, None), (1, 1, 9), (-1, 1, 9)}),  # A051906
        ("semiqueens", {(0, 1, None), (1, 1, None)}),  # A099152
        ("toroidal-semiqueens", {(0, 1, None), (1, 1, 9)}),  # A006717
        ("rooks", {(0, 1, None)}),  # A000142
        (  # A102388: the directions of a knight, as far as they go
            "queens-nightriders",
            {(0, 1, None), (1, 1, None), (-1, 1, None)}
            | {(1, 2, None), (-1, 2, None), (2, 1, None), (-2, 1, None)},
        ),
    ],
)
def test_a_variant_is_a_set_of_families(name: str, lines: set[tuple[int, int, int | None]]) -> None:
    families = VARIANTS[name](9)
    assert {(family.a, family.b, family.modulus) for family in families} == lines
    assert Problem(9, tuple(reversed(families))).variant == name


def test_lines_of_ones_own_are_no_variant() -> None:
    assert Problem(9, (SUMS, DIFFERENCES)).variant is None
    assert Problem(9, VARIANTS["toroidal"](8)).variant is None  # another board's


# Problems


def test_a_problem_is_queens_unless_something_else_is_said() -> None:
    assert Problem(8) == Problem(8, QUEENS, frozenset(), frozenset())
    assert Problem(8).variant == "queens"


@pytest.mark.parametrize(
    ("placed", "forbidden", "domains"),
    [  # the columns left in the rows of a board of 3
        (set(), set(), [(0, 1, 2), (0, 1, 2), (0, 1, 2)]),
        ({(0, 2)}, set(), [(2,), (0, 1, 2), (0, 1, 2)]),
        (set(), {(1, 1)}, [(0, 1, 2), (0, 2), (0, 1, 2)]),
        ({(0, 1)}, {(0, 0), (2, 2)}, [(1,), (0, 1, 2), (0, 1)]),
        ({(0, 1)}, {(0, 1)}, [(), (0, 1, 2), (0, 1, 2)]),
        ({(0, 1), (0, 2)}, set(), [(), (0, 1, 2), (0, 1, 2)]),
        (set(), {(2, 0), (2, 1), (2, 2)}, [(0, 1, 2), (0, 1, 2), ()]),
        ({(0, 0), (1, 0)}, set(), [(0,), (0,), (0, 1, 2)]),  # they attack: rules see to that
    ],
)
def test_squares_become_domains(
    placed: set[Square], forbidden: set[Square], domains: list[tuple[int, ...]]
) -> None:
    problem = Problem(3, placed=frozenset(placed), forbidden=frozenset(forbidden))
    assert list(problem.domains) == domains
    assert problem.restricted == bool(placed or forbidden)


def test_rows_that_are_alike_share_a_domain() -> None:
    """So that memory stays linear in n."""
    problem = Problem(MAX_N, forbidden=frozenset({(1, 0), (2, 0)}))
    assert len({id(domain) for domain in problem.domains}) == 2


def test_a_problem_takes_any_collections_and_is_a_value() -> None:
    listed = Problem(4, [COLUMNS, SUMS], [(0, 1)], [(1, 1), (1, 1)])  # type: ignore[arg-type]
    spelt_out = Problem(4, (COLUMNS, SUMS), frozenset({(0, 1)}), frozenset({(1, 1)}))
    assert listed == spelt_out
    assert hash(listed) == hash(spelt_out)
    assert listed != Problem(4, (COLUMNS, SUMS), frozenset({(0, 1)}))


def test_a_problem_can_be_sent_to_another_process() -> None:
    problem = Problem(5, VARIANTS["toroidal"](5), frozenset({(0, 1)}), frozenset({(1, 1)}))
    received = pickle.loads(pickle.dumps(problem))
    assert (received, received.domains) == (problem, problem.domains)


@pytest.mark.parametrize(
    ("n", "reason"),
    [
        (0, "n = 0: a board has at least 1 row"),  # OEIS counts one empty placement, we do not
        (-3, "n = -3: a board has at least 1 row"),
        (MAX_N + 1, f"the largest board has n = {MAX_N}, since columns are stored in 16 bits"),
        (8.0, "n is a whole number, not 8.0"),
        ("8", "n is a whole number, not '8'"),
        (True, "n is a whole number, not True"),
        (None, "n is a whole number, not None"),
    ],
)
def test_no_board(n: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_size(n)
    with pytest.raises(ValueError, match=reason):
        Problem(n)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [1, 2, MAX_N])
def test_the_smallest_boards_and_the_largest(n: int) -> None:
    check_size(n)
    assert len(Problem(n).domains) == n


@pytest.mark.parametrize("square", [(4, 0), (0, 4), (-1, 0), (0, -1)])
@pytest.mark.parametrize("kind", ["placed", "forbidden"])
def test_squares_lie_on_the_board(kind: str, square: Square) -> None:
    row, column = square
    reason = f"{kind} square {row}:{column} is off the board: .* from 0 to 3"
    with pytest.raises(ValueError, match=reason):
        Problem(4, **{kind: frozenset({square})})  # type: ignore[arg-type]


# The rule


@given(problem=st.from_type(Problem))
def test_accepts_the_solutions_by_brute_force(problem: Problem, brute_force: BruteForce) -> None:
    if problem.n > 5:  # 46,656 placements, one by one, take long
        problem = Problem(5, problem.lines)
    accepted = filter(problem.accepts, product(range(problem.n), repeat=problem.n))
    assert frozenset(accepted) == brute_force(problem)


@given(problem=st.from_type(Problem), data=st.data())
def test_conflicts_are_empty_for_what_is_accepted(problem: Problem, data: st.DataObject) -> None:
    columns = st.integers(-1, problem.n)
    q = data.draw(st.lists(columns, min_size=problem.n - 1, max_size=problem.n + 1))
    assert (problem.conflicts(q) == []) == problem.accepts(q)


@given(problem=st.from_type(Problem))
def test_solutions_have_no_conflicts(problem: Problem, brute_force: BruteForce) -> None:
    for solution in sorted(brute_force(problem))[:50]:
        assert problem.conflicts(solution) == []
        assert problem.accepts(solution)


@given(problem=st.from_type(Problem), data=st.data())
def test_a_conflict_names_squares_of_the_placement_on_one_line(
    problem: Problem, data: st.DataObject
) -> None:
    n = problem.n
    q = data.draw(st.lists(st.integers(-1, n), min_size=n, max_size=n))
    for conflict in problem.conflicts(q):
        assert all(q[row] == column for row, column in conflict.squares)
        if conflict.lines is None:
            ((row, column),) = conflict.squares
            assert column not in problem.domains[row]
        else:
            through = [conflict.lines.through(row, column) for row, column in conflict.squares]
            assert through == [conflict.line, conflict.line]


PLACED = Problem(4, placed=frozenset({(0, 1)}), forbidden=frozenset({(3, 2)}))
CONTRADICTORY = Problem(4, placed=frozenset({(0, 1), (0, 2)}))


@pytest.mark.parametrize(
    ("problem", "q", "broken"),
    [
        (Problem(8), FIRST_OF_EIGHT, []),
        (Problem(4), (1, 3, 0, 2), []),
        (Problem(4), (1, 3, 2, 0), ["rows 1 and 2 share the diagonal row + column = 4"]),
        (Problem(4), (2, 0, 1, 3), ["rows 1 and 2 share the diagonal row - column = 1"]),
        (
            Problem(4),
            (1, 3, 1, 2),
            ["rows 0 and 2 share the column 1", "rows 2 and 3 share the diagonal row - column = 1"],
        ),
        (
            Problem(3, (COLUMNS,)),
            (0, 0, 0),
            ["rows 0 and 1 share the column 0", "rows 0 and 2 share the column 0"],
        ),
        (
            Problem(4, (Lines(1, 1, 4),)),
            (0, 1, 1, 1),
            ["rows 0 and 3 share the diagonal row + column = 0 (modulo 4)"],
        ),
        (
            Problem(3, (Lines(2, 1),)),
            (2, 0, 2),
            ["rows 0 and 1 share the line 2*row + column = 2"],
        ),
        (Problem(4), (1, 3, 0), ["3 queens instead of 4"]),
        (Problem(4), (1, 3, 0, 2, 0), ["5 queens instead of 4"]),
        (Problem(4), (1, 3, 0, 7), ["row 3: column 7 is not on the board (0 to 3)"]),
        (Problem(4), (-3, 3, 0, 2), ["row 0: column -3 is not on the board (0 to 3)"]),
        (PLACED, (1, 3, 0, 2), ["row 3: column 2 is forbidden"]),
        (PLACED, (2, 0, 3, 1), ["row 0: column 2, but a queen is placed in 1"]),
        (CONTRADICTORY, (1, 3, 0, 2), ["row 0: column 1, but a queen is placed in 2"]),
        (CONTRADICTORY, (2, 0, 3, 1), ["row 0: column 2, but a queen is placed in 1"]),
    ],
)
def test_what_a_placement_breaks_in_words(
    problem: Problem, q: Placement, broken: list[str]
) -> None:
    assert [str(conflict) for conflict in problem.conflicts(q)] == broken
    assert problem.accepts(q) == (not broken)


@pytest.mark.parametrize(
    ("family", "line", "words"),
    [
        (COLUMNS, 3, "the column 3"),
        (SUMS, 5, "the diagonal row + column = 5"),
        (DIFFERENCES, -2, "the diagonal row - column = 2"),
        (Lines(1, -1), 2, "the diagonal row - column = 2"),
        (Lines(-1, 1, 9), 7, "the diagonal column - row = 7 (modulo 9)"),
        (Lines(1, 2), 4, "the line row + 2*column = 4"),
        (Lines(1, 0, 2), 1, "the line row = 1 (modulo 2)"),
    ],
)
def test_a_line_has_a_name(family: Lines, line: int, words: str) -> None:
    assert line_in_words(family, line) == words
