"""The tables in docs/ are what the code computes."""

from __future__ import annotations

from pathlib import Path

from solvers.verification.mistakes import CATALOGUE, killing_sizes, summary
from solvers.verification.published import A000170

DOCS = Path(__file__).parents[1] / "docs"
SIZES = range(1, 9)


def cell(name: str, n: int) -> str:
    """The number of solutions, in bold where it or the solutions are not those of queens."""
    number = f"{summary(name, n)[0]:,}"
    return f"**{number}**" if n in killing_sizes(name, SIZES) else number


def table() -> list[str]:
    rows = [["mistake", *map(str, SIZES)], ["---"] * (len(SIZES) + 1)]
    rows.append(["*none: queens (A000170)*", *(f"{A000170[n - 1]:,}" for n in SIZES)])
    for mistake in CATALOGUE:
        name = mistake.name.replace("|", "\\|")
        rows.append([name, *(cell(mistake.name, n) for n in SIZES)])
    return [f"| {' | '.join(row)} |" for row in rows]


def test_the_sizes_that_kill_mistakes() -> None:
    """Printed as well: `pytest -s` shows the table for the document."""
    print("\n".join(table()))
    text = (DOCS / "mistakes.md").read_text()
    assert [line for line in text.splitlines() if line.startswith("|")][: len(table())] == table()


def test_every_mistake_is_caught_at_the_default_sizes() -> None:
    for mistake in CATALOGUE:
        assert killing_sizes(mistake.name, SIZES)
        assert killing_sizes(mistake.name, SIZES, counted=True)


def test_how_many_mistakes_a_size_kills() -> None:
    text = (DOCS / "mistakes.md").read_text()
    for n in SIZES:
        killed = sum(n in killing_sizes(mistake.name, [n], counted=True) for mistake in CATALOGUE)
        assert f"| {n} | {killed} of {len(CATALOGUE)} |" in text


def test_every_mistake_is_explained() -> None:
    text = (DOCS / "mistakes.md").read_text()
    for mistake in CATALOGUE:
        assert f"- **{mistake.name}**: {mistake.explanation}" in text.replace("\n  ", " ")
