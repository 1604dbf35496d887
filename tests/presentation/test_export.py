"""The comparison as a file."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from solvers.outcome import Outcome, Status
from solvers.presentation.export import WRITERS, export, table
from solvers.presentation.files import check_target, write
from solvers.presentation.options import UsageError
from solvers.problem import COLUMNS, Problem
from solvers.verification.session import compared
from solvers.verification.verdict import Finding


def outcome(solver: str, count: int, **fields: object) -> Outcome:
    known = {"fingerprint": 7, "seconds": 0.25, "status": Status.COMPLETE, **fields}
    return Outcome(solver=solver, count=count, **known)  # type: ignore[arg-type]


COMPARISONS = [
    compared(
        Problem(8),
        {
            "backtracking": outcome("backtracking", 92, statistics={"nodes": 2057}),
            "cpsat": outcome("cpsat", 92, statistics={"branches": 3}, memory=1 << 20),
        },
    ),
    compared(
        Problem(9, (COLUMNS,), frozenset({(8, 1), (0, 2)}), frozenset({(3, 3)})),
        {
            "a|b.py": outcome("a|b.py", 7, status=Status.TIMEOUT, statistics={"nodes": 5}),
            "backtracking": outcome(
                "backtracking",
                352,
                error='say "no", or\nnothing',
                seconds=0.1234567,
                all_seconds=(0.5, 0.1234567, 0.25),
            ),
        },
    ),
]

HEADERS = "n variant placed forbidden solver status count illegal repeated build_seconds"
HEADERS += " seconds check_seconds memory parts median_seconds nodes branches"


def test_one_row_a_run() -> None:
    headers, *rows = table(COMPARISONS)
    assert headers == [*HEADERS.split(), "a|b.py: nodes", "published", "verdict", "error"]
    assert [row[0] for row in rows] == [8, 8, 9, 9]
    first = dict(zip(headers, rows[0], strict=True))
    assert first == {
        "n": 8,
        "variant": "queens",
        "placed": None,
        "forbidden": None,
        "solver": "backtracking",
        "status": "complete",
        "count": 92,
        "illegal": 0,
        "repeated": 0,
        "build_seconds": None,
        "seconds": 0.25,
        "check_seconds": None,
        "memory": None,
        "parts": 1,
        "median_seconds": None,
        "nodes": 2057,
        "branches": None,
        "a|b.py: nodes": None,
        "published": 92,
        "verdict": "agree",
        "error": None,
    }


def test_a_row_says_which_problem_it_is_about() -> None:
    headers, *_, last = table(COMPARISONS)
    row = dict(zip(headers, last, strict=True))
    assert (row["variant"], row["placed"], row["forbidden"]) == ("rooks", "0:2 8:1", "3:3")
    assert (row["published"], row["verdict"]) == (None, "undecided")
    assert (row["seconds"], row["median_seconds"]) == (0.123457, 0.25)
    assert row["error"] == 'say "no", or\nnothing'


def test_a_name_that_is_no_text_is_spelled_out(tmp_path: Path) -> None:
    odd = compared(Problem(4), {"q\udcff.py": outcome("q\udcff.py", 2)})
    for name in ("a.csv", "a.md", "a.json"):
        export([odd], Finding.UNDECIDED, tmp_path / name)
        assert "udcff.py" in (tmp_path / name).read_text()


def test_csv_can_be_read_again(tmp_path: Path) -> None:
    export(COMPARISONS, Finding.AGREE, tmp_path / "runs.csv")
    read = list(csv.reader(io.StringIO((tmp_path / "runs.csv").read_text())))
    assert read == [
        ["" if cell is None else str(cell) for cell in row] for row in table(COMPARISONS)
    ]


def test_markdown_is_one_line_a_row(tmp_path: Path) -> None:
    export(COMPARISONS, Finding.AGREE, tmp_path / "runs.md")
    lines = (tmp_path / "runs.md").read_text().splitlines()
    assert len(lines) == 2 + 4
    assert lines[0].startswith("| n | variant | placed | forbidden | solver | status | count |")
    assert lines[4].startswith("| 9 | rooks | 0:2 8:1 | 3:3 | a\\|b.py | timeout | 7 |")
    assert "| 0.250 |" in lines[2]
    bars = {line.replace("\\|", "").count("|") for line in lines}
    assert bars == {len(table(COMPARISONS)[0]) + 1}


def test_json_is_the_document(tmp_path: Path) -> None:
    export(COMPARISONS, Finding.DISAGREE, tmp_path / "runs.json")
    document = json.loads((tmp_path / "runs.json").read_text())
    assert document["verdict"] == "disagree"
    assert [problem["n"] for problem in document["problems"]] == [8, 9]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("runs.txt", "runs.txt: its name has to end in .csv or .md or .json"),
        ("runs", "runs: its name has to end in .csv or .md or .json"),
        ("nowhere/runs.csv", "nowhere/runs.csv: there is no folder nowhere"),
        ("folder.md", "folder.md: a folder, where a file is to be written"),
    ],
)
def test_what_cannot_be_written_is_known_beforehand(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.md").mkdir()
    with pytest.raises(UsageError, match=f"^{message}$"):
        check_target(Path(name), WRITERS)


def test_what_can_be_written(tmp_path: Path) -> None:
    check_target(tmp_path / "runs.csv", WRITERS)
    check_target(tmp_path / "anything")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_after_all_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"No such file or directory"):
        write(tmp_path / "gone" / "runs.csv", lambda path: path.write_text("text"))
