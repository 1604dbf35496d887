"""The README is executed: its commands run, its examples print what it shows (times aside)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT
from tests.documents import assert_prints_what_it_shows, run
from tests.documents import blocks as blocks_of

README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return blocks_of(README, language)


def commands() -> list[str]:
    lines = "".join(blocks("sh")).splitlines()
    return [line for line in lines if line.startswith("python compare.py")]


def example(text: str) -> str:
    """The Python example that holds a text."""
    (found,) = (block for block in blocks("python") if text in block)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which the README's own solver and model lie."""
    (tmp_path / "mine.py").write_text(example("class Plain"))
    (tmp_path / "my_queens.py").write_text(example("def solve_n_queens"))
    return tmp_path


def test_the_two_commands_of_the_start() -> None:
    main, tests = (line for line in README.splitlines() if line.startswith("python3 -m venv"))
    assert main.endswith(".venv/bin/python compare.py")
    assert tests.endswith(".venv/bin/python -m pytest -n auto")


def test_there_are_commands() -> None:
    assert len(commands()) >= 9


@pytest.mark.parametrize("command", commands())
def test_command(command: str, folder: Path) -> None:
    result = run(command, folder)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("block", blocks("console"))
def test_console(block: str, folder: Path) -> None:
    assert_prints_what_it_shows(block, folder)


def test_check_example() -> None:
    exec(example("report = check"), {})


def test_library_example() -> None:
    code = example("load(")
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    # the four solutions of n = 6 (A000170)
    assert result.stdout.splitlines() == [
        "complete 4",
        "(1, 3, 5, 0, 2, 4)",
        "(2, 5, 1, 4, 0, 3)",
        "(3, 0, 4, 1, 5, 2)",
        "(4, 2, 0, 5, 3, 1)",
    ]


def test_json_fields_are_documented() -> None:
    import json
    import re

    result = run("python compare.py 6 --json", ROOT)
    document = json.loads(result.stdout)
    fields = {*document, *document["problems"][0], *document["problems"][0]["outcomes"][0]}
    documented = {
        name
        for row in re.findall(r"^\| (`.*?) \|", README, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert fields <= documented
