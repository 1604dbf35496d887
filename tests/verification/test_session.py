"""Runs as they are scheduled: side by side, in parts, several times; the answer stays the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from solvers import Limits, Outcome, Problem, Status
from solvers.execution.isolation import Supervisor
from solvers.outcome import Schedule
from solvers.verification.session import Runs, Session, as_one

SPECS = ("backtracking", "python-constraint", "colour-split")


def run_all(specs: Sequence[str], sizes: Sequence[int], schedule: Schedule) -> list[Runs]:
    with Supervisor(specs) as supervisor:
        limits = Limits(timeout=60)
        session = Session(specs, (), limits, supervisor, lambda: False, schedule)
        return session.run_all(map(Problem, sizes))


@pytest.mark.parametrize(
    "schedule",
    [Schedule(), Schedule(jobs=3), Schedule(cut=4), Schedule(jobs=2, cut=3), Schedule(2, 2)],
    ids=str,
)
def test_every_schedule_gives_the_same(schedule: Schedule) -> None:
    runs = run_all(SPECS, (4, 5, 6), schedule)
    assert [problem for problem, _ in runs] == [Problem(4), Problem(5), Problem(6)]
    for (_, outcomes), count in zip(runs, (2, 10, 4), strict=True):  # A000170
        assert tuple(outcomes) == SPECS
        assert {(o.status, o.count) for o in outcomes.values()} == {(Status.COMPLETE, count)}
        assert len({o.fingerprint for o in outcomes.values()}) == 2  # one counts only
        cut = {o.parts > 1 for o in outcomes.values()}
        assert cut == {schedule.cut > 1}
        times = {len(o.all_seconds) for o in outcomes.values()}
        assert times == {0 if schedule.times == 1 else schedule.times}


def test_a_model_under_check_is_never_cut(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def queens(n):\n    return 2\n")
    model = str(tmp_path / "mine.py")
    [(_, outcomes)] = run_all([model, "backtracking"], [4], Schedule(cut=4))
    assert {spec: o.parts for spec, o in outcomes.items()} == {model: 1, "backtracking": 4}


def said(count: int, seconds: float | None, **fields: object) -> Outcome:
    known: dict[str, object] = {"solver": "x", "status": Status.COMPLETE, "fingerprint": count}
    return Outcome(**{**known, "count": count, "seconds": seconds, **fields})  # type: ignore[arg-type]


def test_several_runs_are_the_fastest_with_all_times() -> None:
    one = as_one("x", [said(92, 0.3), said(92, 0.1, memory=7), said(92, 0.2)])
    assert (one.seconds, one.all_seconds, one.memory) == (0.1, (0.3, 0.1, 0.2), 7)


def test_one_run_is_itself() -> None:
    assert as_one("x", [said(92, 0.3)]) == said(92, 0.3)


def test_a_run_that_did_not_finish_is_what_counts() -> None:
    cut_off = said(50, 0.5, status=Status.TIMEOUT)
    assert as_one("x", [said(92, 0.3), cut_off, said(92, 0.2)]) == cut_off


@pytest.mark.parametrize("other", [said(91, 0.2), said(92, 0.2, fingerprint=1)])
def test_runs_that_differ_decide_nothing(other: Outcome) -> None:
    outcome = as_one("x", [said(92, 0.3), other])
    assert outcome.status is Status.FAILED
    assert outcome.error is not None
    assert outcome.error.startswith("runs on the same problem differ: 92")


def test_no_run_was_interrupted() -> None:
    assert as_one("x", []).status is Status.INTERRUPTED
