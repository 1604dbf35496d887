"""The catalogue of mistakes: counts that are known elsewhere, and the sizes that tell."""

from __future__ import annotations

from typing import Any

import pytest

from solvers.verification.mistakes import (
    CATALOGUE,
    killing_sizes,
    summary,
)
from solvers.verification.published import A000170
from tests.verification.written import (
    DEFAULT,
    MODELS,
    WRITTEN,
    given,
)

# Counts

AT_8 = {
    # "solutions that common wrong models of 8 queens have": counts of well-known wrong models,
    # collected with the published counts of this project; 92 is right
    "no diagonals": 40320,
    "no sum diagonals": 2113,
    "no difference diagonals": 2113,
    "diagonals of neighbouring rows only": 5242,
    "columns not all different": 48042,
    "diagonals of the first row untested": 312,
    "diagonals of the last row untested": 312,
    "first and last row untested against each other": 100,
    "anti-diagonal q[i] + q[j] != i + j": 32,
    "|q[i] - q[j]| != j": 1048,
    "diagonals of neighbouring rows skipped": 1228,
    "one column too many": 1066,
    "q[0] < q[n-1]": 46,
    "q[0] left of the middle": 46,
    "q[0] in the left half": 46,
    "main diagonal barred": 28,
    "anti-diagonal barred": 28,
    "corners barred": 76,
    "one of each symmetry class": 12,
    "every solution twice": 184,
}

SEQUENCES = {
    "no sum diagonals": ("A099152", [1, 1, 3, 7, 23, 83, 405, 2113]),
    "no difference diagonals": ("A099152", [1, 1, 3, 7, 23, 83, 405, 2113]),
    "no diagonals": ("A000142", [1, 2, 6, 24, 120, 720, 5040, 40320]),
    "diagonals modulo n": ("A051906", [1, 0, 0, 0, 10, 0, 28, 0]),
    "diagonals of neighbouring rows only": ("A002464", [1, 0, 0, 2, 14, 90, 646, 5242]),
    "one of each symmetry class": ("A002562", [1, 0, 0, 1, 2, 1, 6, 12]),
    "one queen too many": ("A000170", [0, 0, 2, 10, 4, 40, 92, 352]),
    "one queen too few": ("A000170", [1, 1, 0, 0, 2, 10, 4, 40]),
}


@pytest.mark.parametrize(("name", "count"), AT_8.items(), ids=list(AT_8))
def test_the_count_of_8_queens_is_the_one_that_is_known(name: str, count: int) -> None:
    assert summary(name, 8)[0] == count


@pytest.mark.parametrize(
    ("name", "source", "terms"), [(name, *row) for name, row in SEQUENCES.items()]
)
def test_counts_are_those_of_the_oeis(name: str, source: str, terms: list[int]) -> None:
    assert [summary(name, n)[0] for n in DEFAULT] == terms, source


@pytest.mark.parametrize("name", [m.name for m in CATALOGUE if not m.only_count])
def test_the_catalogue_gives_what_its_mistakes_give_as_written_here(name: str) -> None:
    assert given(MODELS[name], range(1, 6)) == [(n, *summary(name, n)) for n in range(1, 6)]


# Sizes against mistakes


def table() -> str:
    """Which sizes kill which mistakes: by their number of solutions (x), by these alone (s)."""
    lines = [
        f"| mistake | {' | '.join(map(str, DEFAULT))} |",
        f"| --- |{' --- |' * len(DEFAULT)}",
    ]
    for mistake in CATALOGUE:
        shown, counted = (killing_sizes(mistake.name, DEFAULT, by) for by in (False, True))
        cells = ["x" if n in counted else "s" if n in shown else " " for n in DEFAULT]
        name = mistake.name.replace("|", "\\|")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


@pytest.mark.parametrize("counted", [False, True], ids=["solutions", "counts alone"])
def test_the_default_sizes_tell_every_mistake_from_the_right_model(counted: bool) -> None:
    print(table())
    assert [m.name for m in CATALOGUE if not killing_sizes(m.name, DEFAULT, counted)] == []


def test_a_killing_size_is_one_at_which_a_model_as_written_here_fails() -> None:
    wrong = {
        name: [n for n in DEFAULT if n < 7 and _count(model(n)) != A000170[n - 1]]
        for name, model, _ in WRITTEN
    }
    assert {m.name: killing_sizes(m.name, range(1, 7), True) for m in CATALOGUE} == wrong


def _count(answer: Any) -> int:
    return answer if isinstance(answer, int) else len(answer)


def test_up_to_8_no_mistake_has_the_right_number_of_wrong_solutions() -> None:
    for mistake in CATALOGUE:
        counted = killing_sizes(mistake.name, DEFAULT, counted=True)
        assert killing_sizes(mistake.name, DEFAULT) == counted


if __name__ == "__main__":
    print(table())
