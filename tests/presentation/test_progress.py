"""What is said while the work goes on."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from solvers.execution.child import Job, Whole
from solvers.outcome import Limits, Outcome, Status
from solvers.presentation.progress import Progress
from solvers.problem import Problem

NOW = 1000.0


def running(count: int, seconds: float = 1.0, **job: Any) -> Any:
    """What a Supervised says of itself."""
    outcome = Outcome(solver="cpsat", status=Status.INTERRUPTED, count=count)
    fields = {"problem": Problem(9), "limits": Limits(), **job}
    return SimpleNamespace(job=Job("cpsat", ".", **fields), so_far=outcome, seconds=seconds)


def parts(seconds: float) -> dict[str, Any]:
    """A job that is a part of 8: two are done and found 100, and all run since so long."""
    whole = Whole(8, since=NOW - seconds, done=2, found=100)
    return {"cut": 8, "part": 2, "whole": whole}


@pytest.mark.parametrize(
    ("runs", "line"),
    [
        ([running(1234)], "n = 9, cpsat: 1,234 solutions so far, 1 s"),
        ([running(5), running(7, 3.2)], "n = 9, cpsat: 5 solutions so far, and 1 more, 3 s"),
        ([running(0, problem=None)], "loading cpsat, 1 s"),
        (
            [running(5, **parts(61.2)), running(7, **parts(61.2))],
            "n = 9, cpsat, 2 of 8 parts done, 2 running: 112 solutions so far, 61 s",
        ),
    ],
)
def test_what_is_said(runs: list[Any], line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Progress, "say", lambda self, text: said.append(text))
    monkeypatch.setattr(time, "monotonic", lambda: NOW)
    Progress()(runs)
    assert said == [line]


def test_nothing_is_said_of_what_is_soon_done(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Progress, "say", lambda self, text: said.append(text))
    Progress()([running(5, 0.1)])
    assert said == []
