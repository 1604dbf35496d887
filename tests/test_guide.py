"""The guide in docs/ is executed: every command and every example prints what it shows."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import ROOT
from tests.documents import blocks, run, without_times

GUIDE = ROOT / "docs" / "guide"
CHAPTERS = sorted(GUIDE.glob("*.md"))
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?![\w.])")


def consoles() -> Iterator[tuple[Path, str]]:
    for chapter in CHAPTERS:
        for block in blocks(chapter.read_text(), "console"):
            yield chapter, block


def named(value: object) -> str:
    return value.stem if isinstance(value, Path) else str(value).partition("\n")[0]


def comparable(text: str) -> str:
    """Without times, and without CP-SAT's counters, which differ from release to release."""
    return re.sub(
        r"^( ?\d+ cpsat\S*)(.*)$",
        lambda line: line[1] + NUMBER.sub("#", line[2]),
        without_times(text),
        flags=re.M,
    )


@pytest.mark.parametrize(("chapter", "block"), list(consoles()), ids=named)
def test_console(chapter: Path, block: str, tmp_path: Path) -> None:
    for name, code in re.findall(
        r"`(\w+\.py)` is this.*?```python\n(.*?)^```$", chapter.read_text(), re.M | re.S
    ):
        (tmp_path / name).write_text(code)
    command, _, expected = block.partition("\n")
    result = run(command.removeprefix("$ "), tmp_path)
    assert comparable(result.stdout) == comparable(expected)
    assert result.stderr == ""


@pytest.mark.parametrize("chapter", CHAPTERS, ids=named)
def test_python(chapter: Path) -> None:
    pattern = r"^```python\n(.*?)^```\n\n```output\n(.*?)^```$"
    for code, expected in re.findall(pattern, chapter.read_text(), re.M | re.S):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
        )
        assert (done.stdout, done.stderr) == (expected, "")


def test_there_is_something_to_run() -> None:
    assert len(CHAPTERS) >= 7
    assert len(list(consoles())) >= 15


@pytest.mark.parametrize("document", [*CHAPTERS, ROOT / "README.md"], ids=named)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", document.read_text())
    for link in links:
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), link
        if anchor:
            titles = re.findall(r"^#+ (.*)$", target.read_text(), re.M)
            anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
            assert anchor in anchors, link


def test_every_chapter_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert all(f"docs/guide/{chapter.name}" in readme for chapter in CHAPTERS)
