"""Documents that are executed: their commands run, and print what is shown, times aside."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.command import Done, compare


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a Markdown text in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(command: str, folder: Path) -> Done:
    """A command of a document, in a folder, 100 columns wide."""
    python, script, *arguments = shlex.split(command, True)
    assert (python, script) == ("python", "compare.py")
    return compare(*arguments, cwd=folder)


def without_times(text: str) -> str:
    """Times as `#`, blanks and rules as one: their widths follow the times."""
    return re.sub(r"[ -]+", " ", re.sub(r"\d+\.\d+", "#", text))


def assert_prints_what_it_shows(block: str, folder: Path) -> None:
    """A console block: a command after `$`, and what it prints."""
    command, _, expected = block.partition("\n")
    assert command.startswith("$ ")
    result = run(command.removeprefix("$ "), folder)
    assert without_times(result.stdout) == without_times(expected)
