"""The known mistakes as somebody would write them: no word of the catalogue's code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from solvers.problem import Problem
from solvers.tally import Tally, as_rows

Queens = list[int]
Model = Callable[[int], Any]

DEFAULT = range(1, 9)


def rows(n: int) -> Iterator[tuple[int, ...]]:
    return permutations(range(n))


def pairs(n: int) -> list[tuple[int, int]]:
    return list(combinations(range(n), 2))


def queens(n: int) -> list[Queens]:
    found: list[Queens] = []

    def place(q: Queens) -> None:
        if len(q) == n:
            found.append(q)
        for c in range(n):
            if all(c != a and abs(c - a) != len(q) - i for i, a in enumerate(q)):
                place([*q, c])

    place([])
    return found


def no_sums(n: int) -> Any:
    return [q for q in rows(n) if len({q[i] - i for i in range(n)}) == n]


def no_differences(n: int) -> Any:
    return [q for q in rows(n) if all(q[j] - q[i] != i - j for i, j in pairs(n))]


def sums_modulo(n: int) -> Any:
    return [q for q in no_sums(n) if len({(q[i] + i) % n for i in range(n)}) == n]


def differences_modulo(n: int) -> Any:
    diagonals = [[False] * 3 * n for _ in range(2)]  # differences land on negative indices mod n
    found = []

    def place(q: Queens) -> None:
        row = len(q)
        if row == n:
            found.append(q)
        for c in range(n):
            up, down = (0, row + c), (1, (row - c) % n)
            if c not in q and not diagonals[0][up[1]] and not diagonals[1][down[1]]:
                diagonals[0][up[1]] = diagonals[1][down[1]] = True
                place([*q, c])
                diagonals[0][up[1]] = diagonals[1][down[1]] = False

    place([])
    return found


def both_modulo(n: int) -> Any:
    around = [[(q[i] + s * i) % n for i in range(n)] for q in rows(n) for s in (1, -1)]
    good = zip(rows(n), around[::2], around[1::2], strict=True)
    return [q for q, up, down in good if len(set(up)) == len(set(down)) == n]


def neighbours_only(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[i + 1]) != 1 for i in range(n - 1))]


def neighbours_skipped(n: int) -> Any:
    return [
        q
        for q in rows(n)
        if all(abs(q[i] - q[j]) != j - i for i in range(n) for j in range(i + 2, n))
    ]


def first_row_diagonals(n: int) -> Any:
    later = [(i, j) for i in range(1, n) for j in range(i + 1, n)]
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j - i for i, j in later)]


def last_row_diagonals(n: int) -> Any:
    earlier = [(i, j) for i in range(n - 1) for j in range(i + 1, n - 1)]
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j - i for i, j in earlier)]


def first_row(n: int) -> Any:
    found = []

    def safe(q: Queens, c: int) -> bool:
        return not any(q[i] == c or abs(q[i] - c) == len(q) - i for i in range(1, len(q)))

    def place(q: Queens) -> None:
        if len(q) == n:
            found.append(q)
            return
        for c in range(n):
            if safe(q, c):
                place([*q, c])

    place([])
    return found


def last_row(n: int) -> Any:
    return [[*q, c] for q in one_row_too_few(n) for c in range(n)]


def one_row_too_few(n: int) -> list[tuple[int, ...]]:
    return [
        q
        for q in permutations(range(n), n - 1)
        if all(abs(q[i] - q[j]) != j - i for i, j in pairs(n - 1))
    ]


def ends(n: int) -> Any:
    inner = [pair for pair in pairs(n) if pair != (0, n - 1)]
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j - i for i, j in inner)]


def sums_of_two(n: int) -> Any:
    return [
        q
        for q in rows(n)
        if all(q[i] - i != q[j] - j and q[i] + q[j] != i + j for i, j in pairs(n))
    ]


def not_i(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != i for i, j in pairs(n))]


def not_j(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j for i, j in pairs(n))]


def not_i_from_1(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != i + 1 for i, j in pairs(n))]


def not_j_from_1(n: int) -> Any:
    return [q for q in rows(n) if all(abs(q[i] - q[j]) != j + 1 for i, j in pairs(n))]


def no_columns(n: int) -> Any:
    anywhere = product(range(n), repeat=n)
    return [q for q in anywhere if all(abs(q[i] - q[j]) != j - i for i, j in pairs(n))]


def neighbouring_columns(n: int) -> Any:
    return [q for q in no_columns(n) if all(q[i] != q[i + 1] for i in range(n - 1))]


def column_too_many(n: int) -> Any:
    wide = permutations(range(n + 1), n)
    return [q for q in wide if all(abs(q[i] - q[j]) != j - i for i, j in pairs(n))]


def column_too_few(n: int) -> Any:
    return [q for q in permutations(range(1, n), n) if q in queens(n)]


def ends_ordered(n: int) -> Any:
    return [q for q in queens(n) if q[0] < q[n - 1]]


def left_half(n: int) -> Any:
    return [q for q in queens(n) if q[0] in range((n + 1) // 2)]


def left_of_the_middle(n: int) -> Any:
    return [q for q in queens(n) if q[0] in range(n // 2)]


def turned(q: Sequence[int]) -> tuple[int, ...]:
    return tuple(len(q) - 1 - list(q).index(c) for c in range(len(q)))


def one_a_class(n: int) -> Any:
    """The last one of each class, where the catalogue takes the first."""
    seen: set[tuple[int, ...]] = set()
    kept = []
    for q in map(tuple, reversed(queens(n))):
        if q not in seen:
            kept.append(q)
        for _ in range(4):
            q = turned(q)
            seen |= {q, q[::-1]}
    return kept


def twice(n: int) -> Any:
    return queens(n) + queens(n)


def no_main_diagonal(n: int) -> Any:
    return [q for q in queens(n) if not any(q[i] == i for i in range(n))]


def no_anti_diagonal(n: int) -> Any:
    return [q for q in queens(n) if not any(q[-1 - i] == i for i in range(n))]


def no_corners(n: int) -> Any:
    return [q for q in queens(n) if q[0] not in (0, n - 1) and q[-1] not in (0, n - 1)]


def larger_board(n: int) -> int:
    return len(queens(n + 1))


def smaller_board(n: int) -> int:
    return len(queens(n - 1))


# name, as somebody writes it, and the names of those that give the same up to n = 6
WRITTEN: list[tuple[str, Model, list[str]]] = [
    ("no sum diagonals", no_sums, []),
    ("no difference diagonals", no_differences, []),
    ("no diagonals", lambda n: list(rows(n)), []),
    (
        "sum diagonals modulo n",
        sums_modulo,
        ["difference diagonals modulo n", "diagonals modulo n"],
    ),
    (
        "difference diagonals modulo n",
        differences_modulo,
        ["sum diagonals modulo n", "diagonals modulo n"],
    ),
    (
        "diagonals modulo n",
        both_modulo,
        ["sum diagonals modulo n", "difference diagonals modulo n"],
    ),
    ("diagonals of neighbouring rows only", neighbours_only, []),
    ("diagonals of neighbouring rows skipped", neighbours_skipped, []),
    ("diagonals of the first row untested", first_row_diagonals, []),
    ("diagonals of the last row untested", last_row_diagonals, []),
    ("first row untested", first_row, []),
    ("last row untested", last_row, []),
    ("first and last row untested against each other", ends, []),
    ("anti-diagonal q[i] + q[j] != i + j", sums_of_two, []),
    ("|q[i] - q[j]| != i", not_i, []),
    ("|q[i] - q[j]| != j", not_j, []),
    ("|q[i] - q[j]| != i, rows from 1", not_i_from_1, []),
    ("|q[i] - q[j]| != j, rows from 1", not_j_from_1, []),
    ("columns not all different", no_columns, []),
    ("columns of neighbouring rows only", neighbouring_columns, []),
    ("one column too many", column_too_many, []),
    ("one column too few", column_too_few, []),
    ("q[0] < q[n-1]", ends_ordered, []),
    ("q[0] in the left half", left_half, []),
    ("q[0] left of the middle", left_of_the_middle, []),
    ("one of each symmetry class", one_a_class, []),
    ("every solution twice", twice, []),
    ("main diagonal barred", no_main_diagonal, ["anti-diagonal barred"]),
    ("anti-diagonal barred", no_anti_diagonal, ["main diagonal barred"]),
    ("corners barred", no_corners, []),
    ("one queen too many", larger_board, []),
    ("one queen too few", smaller_board, []),
]
MODELS = {name: model for name, model, _ in WRITTEN}

MIRRORED = [
    ("no sum diagonals", "no difference diagonals"),
    ("sum diagonals modulo n", "difference diagonals modulo n"),
    ("diagonals of the first row untested", "diagonals of the last row untested"),
    ("first row untested", "last row untested"),
    ("main diagonal barred", "anti-diagonal barred"),
]
TWIN = {one: pair for pair in MIRRORED for one in pair}


def given(model: Model, sizes: Sequence[int]) -> list[tuple[int, int, int | None]]:
    """Size, count and fingerprint of what a function lists, read as columns from 0."""
    told = []
    for n in sizes:
        found = model(n)
        tally = Tally(Problem(n))
        tally.add(as_rows(found, n))
        told.append((n, len(found), tally.fingerprint))
    return told
