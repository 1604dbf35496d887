"""The document that --json prints: its fields and their types."""

from __future__ import annotations

import json
import platform
from typing import Any

import pytest

import solvers
from solvers.outcome import Outcome, Status, Witness
from solvers.presentation.document import as_json
from solvers.problem import COLUMNS, VARIANTS, Lines, Problem
from solvers.verification.published import published
from solvers.verification.verdict import Comparison, Finding, judge

FULL = Outcome(
    solver="cpsat",
    status=Status.COMPLETE,
    count=92,
    fingerprint=0xAB,
    placements=((0, 4, 7, 5, 2, 6, 1, 3),),
    witnesses=(Witness(kind="repeated", placement=(1, 0), times=2),),
    build_seconds=0.5,
    seconds=0.25,
    check_seconds=0.125,
    memory=4096,
    statistics={"branches": 17, "conflicts": 4},
)
EMPTY = Outcome(
    solver="mine.py", status=Status.FAILED, illegal=None, repeated=None, fingerprint=None, error="x"
)


def comparison(problem: Problem, *outcomes: Outcome) -> Comparison:
    known = published(problem)
    return Comparison(
        problem=problem, published=known, outcomes=outcomes, verdict=judge(outcomes, known)
    )


def document(*comparisons: Comparison, verdict: Finding = Finding.AGREE) -> dict[str, Any]:
    text = as_json(comparisons, verdict)
    assert "\n" not in text

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    parsed: dict[str, Any] = json.loads(text, parse_constant=refuse)
    return parsed


def test_the_document() -> None:
    whole = document(comparison(Problem(8), FULL, EMPTY), verdict=Finding.UNDECIDED)
    assert list(whole) == ["versions", "verdict", "problems"]
    assert whole["verdict"] == "undecided"
    assert whole["problems"] == [
        {
            "n": 8,
            "variant": "queens",
            "placed": [],
            "forbidden": [],
            "published": 92,
            "source": "A000170",
            "verdict": "undecided",
            "reasons": ["mine.py: failed (x)"],
            "outcomes": [
                {
                    "solver": "cpsat",
                    "status": "complete",
                    "count": 92,
                    "illegal": 0,
                    "repeated": 0,
                    "fingerprint": "00000000000000ab",
                    "broken": {},
                    "placements": [[0, 4, 7, 5, 2, 6, 1, 3]],
                    "witnesses": [
                        {"kind": "repeated", "placement": [1, 0], "times": 2, "rule": None}
                    ],
                    "build_seconds": 0.5,
                    "seconds": 0.25,
                    "all_seconds": [],
                    "parts": 1,
                    "check_seconds": 0.125,
                    "memory": 4096,
                    "statistics": {"branches": 17, "conflicts": 4},
                    "printed": 0,
                    "remarks": [],
                    "reading": None,
                    "enumerates": True,
                    "check": None,
                    "error": None,
                },
                {
                    "solver": "mine.py",
                    "status": "failed",
                    "count": 0,
                    "illegal": None,
                    "repeated": None,
                    "fingerprint": None,
                    "broken": {},
                    "placements": [],
                    "witnesses": [],
                    "build_seconds": None,
                    "seconds": None,
                    "all_seconds": [],
                    "parts": 1,
                    "check_seconds": None,
                    "memory": None,
                    "statistics": {},
                    "printed": 0,
                    "remarks": [],
                    "reading": None,
                    "enumerates": True,
                    "check": None,
                    "error": "x",
                },
            ],
        }
    ]


def test_counts_are_integers_of_any_size() -> None:
    (only,) = document(comparison(Problem(27), FULL))["problems"]
    assert only["published"] == 234907967154122528  # A000170, beyond the integers of a float
    (rooks,) = document(comparison(Problem(30, VARIANTS["rooks"](30))))["problems"]
    assert rooks["published"] == 265252859812191058636308480000000  # 30!


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (
            Problem(8, placed=frozenset({(4, 3), (3, 1)})),
            {"placed": [[3, 1], [4, 3]], "forbidden": [], "published": None, "source": None},
        ),
        (
            Problem(8, forbidden=frozenset({(1, 0), (0, 0)})),
            {"placed": [], "forbidden": [[0, 0], [1, 0]], "published": None, "source": None},
        ),
        (
            Problem(9, VARIANTS["toroidal"](9)),
            {"n": 9, "variant": "toroidal", "published": 0, "source": "A051906"},
        ),
        (Problem(28), {"n": 28, "variant": "queens", "published": None, "source": None}),
        (Problem(4, (COLUMNS, Lines(3, 1))), {"variant": None, "published": None}),
    ],
)
def test_a_problem(problem: Problem, expected: dict[str, object]) -> None:
    (only,) = document(comparison(problem))["problems"]
    assert {key: only[key] for key in expected} == expected


@pytest.mark.parametrize("status", Status)
def test_every_status_has_its_spelling(status: Status) -> None:
    (only,) = document(comparison(Problem(4), Outcome(solver="cpsat", status=status)))["problems"]
    assert only["outcomes"][0]["status"] == status.value
    assert set(Status) == {
        *("complete", "limit", "timeout", "memory", "crashed", "failed"),
        *("unavailable", "unsupported", "interrupted"),
    }


def test_versions_are_of_python_the_project_and_the_packages() -> None:
    versions = document()["versions"]
    assert versions["python"] == platform.python_version()
    assert versions["queens-compare"] == solvers.__version__
    assert isinstance(versions["ortools"], str)
    assert {"python-constraint2", "python-constraint"} & set(versions)


def test_a_package_that_is_missing_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import metadata

    def version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    versions = document()["versions"]
    assert versions["ortools"] is None
    assert versions["python-constraint2"] is None


@pytest.mark.parametrize("verdict", Finding)
def test_a_document_of_nothing(verdict: Finding) -> None:
    assert document(verdict=verdict)["problems"] == []
    assert document(verdict=verdict)["verdict"] == verdict.value
