"""What fits into a terminal."""

from __future__ import annotations

import io
import sys

import pytest

from solvers.presentation import terminal


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("", ""),
        ("two lines\n\n  of a text", "two lines\n\n  of a text"),
        ("sound       no   n = 5: 4 of 14", "sound       no   n = 5: 4 of\n    14"),
        ("a " + "long" * 10 + " word-for-word", "a\n    " + "long" * 10 + "\n    word-for-word"),
    ],
)
def test_sentences_are_broken_between_words(
    text: str, fitting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(terminal, "width", lambda: 30)
    assert terminal.fitted(text) == fitting


def test_what_goes_to_a_file_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert terminal.fitted("word " * 100) == "word " * 100
