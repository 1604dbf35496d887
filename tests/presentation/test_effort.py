"""What searches cost, as people read it."""

from __future__ import annotations

import re

import pytest

from solvers.presentation.effort import statistics_table
from tests.presentation.test_tables import cells, compared, said


def test_unlike_counters_never_share_a_column() -> None:
    run = [
        compared(
            8,
            said("backtracking", 92, statistics={"nodes": 2057}, memory=3 << 19),
            said("cpsat", 92, statistics={"branches": 17, "conflicts": 4}, seconds=None),
            said("mine.py", 92, statistics={"nodes": 1965}),
        )
    ]
    table, _, *notes = statistics_table(run, 200).partition("\n\n")
    head = re.split(r" {2,}", table.split("\n")[0].strip())
    assert head[2:6] == ["search s", "build s", "check s", "MiB"]
    assert head[6:] == ["nodes", "branches", "conflicts", "mine.py: nodes"]
    assert cells(table) == [
        ["8", "backtracking", "0.123", "-", "-", "1.5", "2,057"],
        ["8", "cpsat", "-", "-", "-", "-", "17", "4"],
        ["8", "mine.py", "0.123", "-", "-", "-", "1,965"],
    ]
    assert notes[0].split("\n") == [
        "nodes: partial solutions without a conflict, from the empty one on",
        "branches: decisions of CP-SAT",
        "conflicts: dead ends of CP-SAT, also those at solutions that it knows already",
        "mine.py: nodes: as it counts them itself",
        "MiB: growth of the resident memory during the run",
    ]


@pytest.mark.parametrize(("width", "tables"), [(200, 1), (60, 2), (40, 2)])
def test_effort_is_a_table_of_its_own_where_one_is_too_wide(width: int, tables: int) -> None:
    counters = {"failures": 4, "branches": 1, "checks": 10**9}
    run = [compared(8, said("cpsat", 92, statistics=counters))]
    text = statistics_table(run, width)
    assert len(re.findall(r"^ *n +solver", text, re.M)) == tables
    assert text.count("1,000,000,000") == 1
