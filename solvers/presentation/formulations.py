"""A model in mathematical notation, as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from solvers.formulation import Formulation
from solvers.problem import Problem

MOST = 40  # constraints that are written out
LONGEST = 4000  # signs of a constraint that is written out
NO_BREAK = "\N{NO-BREAK SPACE}"


def formulation_text(title: str, problem: Problem, formulation: Formulation, width: int) -> str:
    """The variables with their domains, the constraints and their numbers; lines up to `width`."""
    lines = [title, described(problem), "", "variables"]
    alike = groupby(formulation.variables.items(), key=lambda v: (v[0].partition("[")[0], v[1]))
    for (_, domain), group in alike:
        lines += _wrapped(f"{_names([name for name, _ in group])} in {domain}", width)
    lines.append("constraints")
    for constraint in formulation.constraints[:MOST]:
        lines += _wrapped(constraint, width)
    more = len(formulation.constraints) - MOST
    if more > 0:
        lines.append(f"  ... and {more:,} more")
    sizes = [(formulation.variables, "variable"), (formulation.constraints, "constraint")]
    numbers = [numbered(len(some), name) for some, name in sizes]
    return "\n".join([*lines, "", ", ".join(numbers)])


def numbered(number: int, name: str) -> str:
    """
    >>> numbered(1, "node"), numbered(2057, "node")
    ('1 node', '2,057 nodes')
    """
    return f"{number:,} {name}{'s' * (number != 1)}"


def described(problem: Problem) -> str:
    """A problem in a line.

    >>> described(Problem(8, placed=frozenset({(0, 1)})))
    'n = 8, queens, placed 0:1'
    """
    text = f"n = {problem.n}, {problem.variant or 'lines of its own'}"
    for name in ("placed", "forbidden"):
        if squares := sorted(getattr(problem, name)):
            text += f", {name} {', '.join(f'{row}:{column}' for row, column in squares)}"
    return text


def _names(names: Sequence[str]) -> str:
    """Names that share a domain: all of a few, the first and the last of many."""
    return ", ".join(names) if len(names) <= 3 else f"{names[0]}, ..., {names[-1]}"


def _wrapped(text: str, width: int) -> list[str]:
    """Lines that end between terms; of very many terms the first and the last."""
    if len(text) > LONGEST:
        first, last = text[: text.rfind(", ", 0, LONGEST)], text[text.rfind(", ") :]
        text = f"{first}, ...{last}"
    text = text.replace(" ", NO_BREAK)
    for end in (f",{NO_BREAK}", f"{NO_BREAK}and{NO_BREAK}"):
        text = text.replace(end, f"{end[:-1]} ")
    lines = wrap(
        text,
        max(20, width),
        initial_indent="  ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(NO_BREAK, " ") for line in lines]
