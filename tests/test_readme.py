"""The README is executed: its commands run, its examples print what it shows (times aside)."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = "".join(blocks("sh")).splitlines()
    return [line for line in lines if line.startswith("python compare.py")]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable if word == "python" else word for word in shlex.split(command, True)]
    if words[1] == "compare.py":
        words[1] = str(ROOT / "compare.py")
    return subprocess.run(
        words, cwd=folder, env={**os.environ, "COLUMNS": "100"}, capture_output=True, text=True
    )


def without_times(text: str) -> str:
    """Times as `#`, blanks and rules as one: their widths follow the times."""
    return re.sub(r"[ -]+", " ", re.sub(r"\d+\.\d+", "#", text))


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
    command, _, expected = block.partition("\n")
    result = run(command.removeprefix("$ "), folder)
    assert without_times(result.stdout) == without_times(expected)


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

    result = run("python compare.py 6 --json", ROOT)
    document = json.loads(result.stdout)
    fields = {*document, *document["problems"][0], *document["problems"][0]["outcomes"][0]}
    documented = {
        name
        for row in re.findall(r"^\| (`.*?) \|", README, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert fields <= documented
