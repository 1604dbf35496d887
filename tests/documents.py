"""Documents that are executed: their commands run, and print what is shown, times aside."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a Markdown text in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command of a document, in a folder, 100 columns wide."""
    words = [sys.executable if word == "python" else word for word in shlex.split(command, True)]
    if words[1] == "compare.py":
        words[1] = str(ROOT / "compare.py")
    return subprocess.run(
        words, cwd=folder, env={**os.environ, "COLUMNS": "100"}, capture_output=True, text=True
    )


def without_times(text: str) -> str:
    """Times as `#`, blanks and rules as one: their widths follow the times."""
    return re.sub(r"[ -]+", " ", re.sub(r"\d+\.\d+", "#", text))


def assert_prints_what_it_shows(block: str, folder: Path) -> None:
    """A console block: a command after `$`, and what it prints."""
    command, _, expected = block.partition("\n")
    assert command.startswith("$ ")
    result = run(command.removeprefix("$ "), folder)
    assert without_times(result.stdout) == without_times(expected)
