"""A model in mathematical notation, as it stands for one problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solvers.problem import Lines, Problem


@dataclass(frozen=True)
class Formulation:
    """The variables, each with its domain in words, and the constraints, one in a text."""

    variables: Mapping[str, str]
    constraints: tuple[str, ...]


def as_posed(problem: Problem) -> Formulation:
    """The problem as it is put to every solver: an AllDifferent a family of lines."""
    rows = range(problem.n)
    return Formulation(
        {f"q[{i}]": values(domain) for i, domain in enumerate(problem.domains)},
        tuple(
            all_different(line_of(family, row, f"q[{row}]") for row in rows)
            for family in problem.lines
        ),
    )


def all_different(terms: Iterable[str]) -> str:
    return f"AllDifferent({', '.join(terms)})"


def line_of(family: Lines, row: int, column: str) -> str:
    """The line of a family on which a row's queen is.

    >>> line_of(Lines(-1, 1), 3, "q[3]"), line_of(Lines(1, 1, 8), 3, "q[3]")
    ('q[3] - 3', '(q[3] + 3) mod 8')
    """
    line = affine([(family.b, column)], family.a * row)
    if family.modulus is None:
        return line
    return f"{f'({line})' if ' ' in line else line} mod {family.modulus}"


def affine(terms: Iterable[tuple[int, str]], constant: int = 0) -> str:
    """A sum of multiples and a constant.

    >>> affine([(1, "q[0]"), (-1, "q[1]")]), affine([(2, "q[3]")], -3), affine([], 4)
    ('q[0] - q[1]', '2*q[3] - 3', '4')
    """
    text = ""
    for factor, name in (*terms, (constant, "")):
        if factor:
            size = "" if abs(factor) == 1 and name else str(abs(factor))
            sign = "-" if factor < 0 else "+"
            term = f"{size}{'*' if size and name else ''}{name}"
            text += f" {sign} {term}" if text else f"{'-' if factor < 0 else ''}{term}"
    return text or "0"


def values(numbers: Iterable[int]) -> str:
    """A set of whole numbers.

    >>> values([0, 1, 2, 3, 7]), values([0, 1]), values([])
    ('{0..3, 7}', '{0, 1}', '{}')
    """
    texts: list[str] = []
    for first, last in runs(numbers):
        few = last - first < 2
        texts += map(str, range(first, last + 1)) if few else [f"{first}..{last}"]
    return f"{{{', '.join(texts)}}}"


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The first and last of each run of consecutive numbers among these.

    >>> runs([7, 1, 2, 3, 5, 8])
    [(1, 3), (5, 5), (7, 8)]
    """
    found: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
