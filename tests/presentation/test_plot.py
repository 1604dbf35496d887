"""The picture: what is read off the comparisons, and how it is drawn."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from solvers.outcome import Outcome, Status
from solvers.presentation.options import UsageError
from solvers.presentation.plot import (
    COLOURS,
    FLOOR,
    MARKERS,
    Point,
    Series,
    check_file,
    draw,
    picture,
    series,
    title,
)
from solvers.problem import VARIANTS, Lines, Problem
from solvers.verification.verdict import Comparison, judge

LONG = "folder/my_very_first_attempt_at_the_eight_queens.py"
AT_LEAST = "cut off: at least"


def ran(
    solver: str,
    seconds: float | None,
    status: Status = Status.COMPLETE,
    /,
    **statistics: float,
) -> Outcome:
    return Outcome(solver=solver, status=status, seconds=seconds, statistics=statistics)


def compared(problem: Problem | int, *outcomes: Outcome) -> Comparison:
    problem = Problem(problem) if isinstance(problem, int) else problem
    return Comparison(
        problem=problem, published=None, outcomes=outcomes, verdict=judge(outcomes, None)
    )


def times_of(*outcomes: Outcome) -> dict[str, tuple[Point, ...]]:
    return {one.name: one.points for one in series([compared(8, *outcomes)])[0]}


def efforts_of(*outcomes: Outcome) -> list[tuple[str, str, float]]:
    efforts = series([compared(8, *outcomes)])[1]
    return [(one.name, one.unit, point.value) for one in efforts for point in one.points]


# What is drawn


def test_a_line_a_solver_by_ascending_n() -> None:
    times, efforts = series(
        [
            compared(9, ran("cpsat", 0.9, branches=90), ran("a/mine.py", 9.0)),
            compared(8, ran("cpsat", 0.8, branches=80), ran("backtracking", 0.1, nodes=7)),
        ]
    )
    assert times == [
        Series(0, "cpsat", "seconds", (Point(8, 0.8, False), Point(9, 0.9, False))),
        Series(1, "backtracking", "seconds", (Point(8, 0.1, False),)),
        Series(2, "mine.py", "seconds", (Point(9, 9.0, False),)),
    ]
    assert efforts == [
        Series(0, "cpsat: branches", "branches", (Point(8, 80, False), Point(9, 90, False))),
        Series(1, "backtracking: nodes", "nodes", (Point(8, 7, False),)),
    ]


@pytest.mark.parametrize("status", sorted(set(Status)))
def test_what_did_not_finish_is_a_lower_bound(status: Status) -> None:
    times, efforts = series([compared(8, ran("cpsat", 1.5, status, branches=3))])
    cut_off = status is not Status.COMPLETE
    drawn = [(Point(8, 1.5, cut_off),), (Point(8, 3, cut_off),)] if status.ran else []
    assert [one.points for one in (*times, *efforts)] == drawn


@pytest.mark.parametrize("status", sorted(set(Status)))
def test_what_never_searched_is_left_out(status: Status) -> None:
    assert series([compared(8, ran("cpsat", None, status, branches=3))]) == ([], [])


def test_who_is_left_out_takes_no_colour() -> None:
    missing, there = ran("cpsat", None, Status.UNAVAILABLE), ran("backtracking", 1.0, nodes=1)
    assert [[one.place for one in panel] for panel in series([compared(8, missing, there)])] == [
        [0],
        [0],
    ]


@pytest.mark.parametrize(
    ("seconds", "drawn"),
    [(0.0, FLOOR), (-1e-9, FLOOR), (FLOOR / 2, FLOOR), (FLOOR, FLOOR), (0.1, 0.1), (60.0, 60.0)],
)
def test_a_log_scale_has_no_place_for_0(seconds: float, drawn: float) -> None:
    assert times_of(ran("cpsat", seconds)) == {"cpsat": (Point(8, drawn, False),)}


@pytest.mark.parametrize(
    ("solver", "statistics", "effort"),
    [
        ("backtracking", {"failures": 3, "nodes": 9}, [("backtracking: nodes", "nodes", 9)]),
        ("cpsat", {"failures": 3, "branches": 9}, [("cpsat: branches", "branches", 9)]),
        ("cpsat", {"branches": 3, "nodes": 9}, [("cpsat: nodes", "nodes", 9)]),
        ("cpsat", {"zeal": 3, "failures": 9}, [("cpsat: zeal", "zeal", 3)]),
        ("cpsat", {"branches": 0}, [("cpsat: branches", "branches", 0)]),
        ("cpsat", {"branches": -1}, []),
        ("cpsat", {"branches": 10**300}, []),
        ("cpsat", {}, []),
        ("a/mine.py", {"nodes": 9}, [("mine.py: nodes", "mine.py: nodes", 9)]),
    ],
)
def test_the_counter_that_says_most(
    solver: str, statistics: dict[str, float], effort: list[tuple[str, str, float]]
) -> None:
    assert efforts_of(ran(solver, 1.0, **statistics)) == effort


def test_a_line_has_one_counter() -> None:
    runs = [ran("cpsat", 1.0, zeal=5), ran("cpsat", 1.0, zeal=6, nodes=7), ran("cpsat", 1.0)]
    _, efforts = series([compared(n, run) for n, run in enumerate(runs, 4)])
    assert efforts == [Series(0, "cpsat: nodes", "nodes", (Point(5, 7, False),))]


@pytest.mark.parametrize(
    ("solvers", "names"),
    [
        (["cpsat", "a/mine.py"], ["cpsat", "mine.py"]),
        (["a/mine.py", "b/mine.py", "c/other.py"], ["a/mine.py", "b/mine.py", "other.py"]),
        (["a/mine.py:One", "a/mine.py:Two"], ["mine.py:One", "mine.py:Two"]),
        ([LONG], ["my_very_…_at_the_eight_queens.py"]),
        (["cmd:./a\tb\udcff {n}"], ["cmd:./a?b? {n}"]),
    ],
)
def test_names_are_short_and_tell_solvers_apart(solvers: list[str], names: list[str]) -> None:
    assert list(times_of(*(ran(solver, 1.0) for solver in solvers))) == names


OWN = (Lines(0, 1), Lines(3, 1))


@pytest.mark.parametrize(
    ("problems", "text"),
    [
        ([], "nothing was run"),
        ([Problem(8)], "queens, n = 8: cost of the search"),
        ([Problem(9), Problem(4)], "queens, n = 4 to 9: cost of the search"),
        (
            [Problem(5, VARIANTS["toroidal"](5)), Problem(7, VARIANTS["toroidal"](7))],
            "toroidal, n = 5 to 7: cost of the search",
        ),
        (
            [Problem(8), Problem(9, OWN)],
            "queens, lines of one's own, n = 8 to 9: cost of the search",
        ),
        (
            [Problem(8, placed=frozenset({(0, 0)}))],
            "queens with given squares, n = 8: cost of the search",
        ),
    ],
)
def test_the_title_names_the_problems(problems: list[Problem], text: str) -> None:
    assert title([compared(problem) for problem in problems]) == text


# The file that is asked for


@pytest.fixture
def uninstalled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # as the import system has it


@pytest.fixture
def not_to_be_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A matplotlib that can be found, and not be imported."""
    package = tmp_path / "packages" / "matplotlib"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.delitem(sys.modules, "matplotlib", raising=False)


@pytest.mark.usefixtures("not_to_be_imported")
@pytest.mark.parametrize("name", ["a.svg", "a.png", "a.b.png"])
def test_a_file_that_can_be_written(tmp_path: Path, name: str) -> None:
    check_file(tmp_path / name)
    assert not (tmp_path / name).exists()
    assert "matplotlib" not in sys.modules


@pytest.mark.usefixtures("not_to_be_imported")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.pdf", ".svg or .png"),
        ("a", ".svg or .png"),
        (".svg", ".svg or .png"),
        ("nowhere/a.svg", "there is no folder"),
        ("folder.svg", "a folder"),
    ],
)
def test_a_file_that_cannot_be_written(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(UsageError) as error:
        check_file(tmp_path / name)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.usefixtures("uninstalled")
def test_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"pip install 'queens-compare\[plot\]'"):
        check_file(tmp_path / "a.svg")


# The picture

RUN = [
    compared(8, ran("cpsat", 0.0, branches=0), ran("_$a$.py", 0.2, nodes=50), ran("b.py", 3.0)),
    compared(9, ran("cpsat", 0.5, branches=90), ran("_$a$.py", 2.0, Status.TIMEOUT, nodes=400)),
    compared(10, ran("cpsat", 2.0, Status.TIMEOUT), ran("_$a$.py", None, Status.UNAVAILABLE)),
    compared(11, ran("cpsat", 4.0)),
]


def panels(comparisons: Sequence[Comparison]) -> list[Any]:
    """The axes of the picture."""
    pytest.importorskip("matplotlib")
    return picture(*series(comparisons), title(comparisons)).axes


def legend(axes: Any) -> dict[str, Any]:
    """By name, the line that the legend shows."""
    found = axes.get_legend()
    return dict(
        zip((text.get_text() for text in found.get_texts()), found.legend_handles, strict=True)
    )


def texts_of(path: Path) -> list[str]:
    return [str(node.text) for node in ElementTree.parse(path).iter() if node.tag.endswith("text")]


def test_an_svg_has_its_text_as_text(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw(RUN, tmp_path / "a.svg")
    texts = texts_of(tmp_path / "a.svg")
    for name in ("cpsat", "_$a$.py", "b.py", "cpsat: branches", "_$a$.py: nodes", AT_LEAST):
        assert texts.count(name) == 1
    for text in (title(RUN), "search time (seconds)", "search effort (see legend)"):
        assert text in texts
    assert "n (rows of the board)" in texts
    assert b"<dc:date>" not in (tmp_path / "a.svg").read_bytes()  # another one each second


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<?xml "), ("png", b"\x89PNG\r\n\x1a\n")])
def test_the_same_runs_give_the_same_file_whatever_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, start: bytes
) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    monkeypatch.setitem(matplotlib.rcParamsDefault, "backend", "pdf")  # not the one of this process
    first, second = tmp_path / f"first.{ending}", tmp_path / f"second.{ending}"
    before = dict.copy(matplotlib.rcParams)
    draw(RUN, first)
    assert dict.copy(matplotlib.rcParams) == before
    with matplotlib.rc_context({"font.size": 30, "lines.linewidth": 9, "svg.hashsalt": "other"}):
        draw(RUN, second)
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes().startswith(start)


def test_a_file_that_fails_is_the_callers_to_tell(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(FileNotFoundError):
        draw(RUN, tmp_path / "nowhere" / "a.svg")


def test_no_window_is_ever_thought_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)  # importing it would raise
    draw(RUN, tmp_path / "a.png")


@pytest.mark.parametrize("comparisons", [[], [compared(8, ran("cpsat", None, Status.FAILED))]])
def test_where_nothing_ran_the_picture_says_so(
    tmp_path: Path, comparisons: list[Comparison]
) -> None:
    pytest.importorskip("matplotlib")
    draw(comparisons, tmp_path / "a.svg")
    assert texts_of(tmp_path / "a.svg") == [title(comparisons), "no solver ran"]


def spots(line: Any) -> set[tuple[float, float]]:
    """Where a line has points; what is left out of it is not a number."""
    return {(x, y) for x, y in line.get_xydata().tolist() if y == y}


def test_lower_bounds_are_hollow_triangles_that_dashes_lead_to() -> None:
    upper, lower = panels(RUN)
    times = [{(8, 0.2), (9, 2.0)}, {(9, 0.5), (10, 2.0)}, {(10, 2.0), (11, 4.0)}]
    for axes, bounds, dashes in (
        (upper, {(9, 2.0), (10, 2.0)}, times),
        (lower, {(9, 400)}, [{(8, 50), (9, 400)}]),
    ):
        hollow = [line for line in axes.lines if line.get_marker() == "^"]
        assert {line.get_markerfacecolor() for line in hollow} == {"white"}
        assert set().union(*map(spots, hollow)) == bounds
        dashed = [spots(line) for line in axes.lines if line.get_linestyle() == "--"]
        assert sorted(map(sorted, filter(None, dashed))) == sorted(map(sorted, dashes))
        full = [line for line in axes.lines if line.get_label() in legend(axes)]
        assert not bounds & set().union(*map(spots, full))


def test_what_the_same_timeout_cuts_off_stands_side_by_side() -> None:
    names = [f"{letter}.py" for letter in "abcdefgh"]
    run = [compared(n, *(ran(name, 2.0, Status.TIMEOUT) for name in names)) for n in (8, 9)]
    (axes,) = panels(run)
    xs = sorted(x for line in axes.lines if line.get_marker() == "^" for x, _ in spots(line))
    assert [round(x) for x in xs] == [8] * len(names) + [9] * len(names)
    assert len(set(xs)) == 2 * len(names)


@pytest.mark.parametrize(
    ("status", "upper", "lower"),
    [
        (Status.COMPLETE, ["cpsat", "a.py"], ["cpsat: branches"]),
        (Status.LIMIT, ["cpsat", "a.py", AT_LEAST], ["cpsat: branches"]),
    ],
)
def test_the_legend(status: Status, upper: list[str], lower: list[str]) -> None:
    outcomes = ran("cpsat", 1.0, status, branches=3), ran("a.py", 1.0, status)
    drawn = panels([compared(8, *outcomes), compared(9, *outcomes)])
    assert [list(legend(axes)) for axes in drawn] == [upper, lower]


def test_a_solver_looks_the_same_in_both_panels() -> None:
    upper, lower = panels(RUN)
    for name, counted in (("cpsat", "cpsat: branches"), ("_$a$.py", "_$a$.py: nodes")):
        line, other = legend(upper)[name], legend(lower)[counted]
        assert line.get_color() == other.get_color()
        assert line.get_marker() == other.get_marker()


def test_unlike_counters_have_lines_of_their_own() -> None:
    names = ("backtracking", "python-constraint", "a.py")
    outcomes = [ran(name, 1.0, nodes=5) for name in names]
    _, lower = panels([compared(8, *outcomes, ran("cpsat", 1.0, branches=5))])
    styles = [line.get_linestyle() for line in legend(lower).values()]
    assert styles[0] == styles[1]
    assert len(set(styles)) == 3


def test_many_solvers_look_different_and_have_room() -> None:
    names = [f"{i:03}_a_model_with_a_very_long_name_in_a_folder.py" for i in range(30)]
    run = [compared(8, *(ran(name, 1.0, nodes=i + 1) for i, name in enumerate(names)))]
    axes = panels(run)
    axes[0].figure.draw_without_rendering()
    looks = {(line.get_color(), line.get_marker()) for line in legend(axes[0]).values()}
    assert len(looks) == len(names) < len(COLOURS) * len(MARKERS)
    boxes = [one.get_legend().get_window_extent() for one in axes]
    for one, box in zip(axes, boxes, strict=True):
        assert one.bbox.x1 < box.x0
        assert one.bbox.width > 4 * one.figure.dpi  # inches
        assert box.x1 <= one.figure.bbox.x1
    assert boxes[1].y1 < boxes[0].y0
    assert boxes[1].y0 >= 0


@pytest.mark.parametrize("ns", [[8], [1, 2], range(4, 11), range(1, 31), [8, 200], [1000, 32767]])
def test_the_ticks_of_n_are_whole_numbers(ns: Sequence[int]) -> None:
    upper, lower = panels([compared(n, ran("cpsat", 1.0, branches=3)) for n in ns])
    first, last = lower.get_xlim()
    assert first < min(ns) <= max(ns) < last
    assert (first, last) == upper.get_xlim()
    ticks = dict(zip(lower.get_xticks(), lower.get_xticklabels(), strict=True))
    shown = {x: tick.get_text() for x, tick in ticks.items() if first <= x <= last}
    assert shown
    assert shown == {x: str(round(x)) for x in shown if x == round(x) >= 1}


@pytest.mark.parametrize("ns", [range(1, 21), [10, 99], [100, 999], [1000, 32767]])
def test_the_ticks_of_n_leave_room_for_each_other(ns: Sequence[int]) -> None:
    (axes,) = panels([compared(n, ran("cpsat", 1.0)) for n in ns])
    axes.figure.draw_without_rendering()
    first, last = axes.get_xlim()
    ticks = [tick for tick in axes.xaxis.get_major_ticks() if first <= tick.get_loc() <= last]
    boxes = [tick.label1.get_window_extent() for tick in ticks]
    assert len(boxes) > 1
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([0.03], ["0.01", "0.1"]),
        ([1.0], ["1", "10"]),
        ([0.03, 0.05], ["0.01", "0.1"]),
        ([0.00001, 3.0], ["0.00001", "0.0001", "0.001", "0.01", "0.1", "1"]),
        ([30.0, 5e6], ["100", "1,000", "10,000", "100,000", "1,000,000", "10,000,000"]),
        ([0.0, 0.0], ["0", "1"]),
        ([0.0, 700.0], ["0", "1", "10", "100", "1,000"]),
    ],
)
def test_the_ticks_of_a_log_scale(values: Sequence[float], labels: list[str]) -> None:
    run = [compared(n, ran("cpsat", 1.0, branches=value)) for n, value in enumerate(values, 4)]
    _, axes = panels(run)
    first, last = axes.get_ylim()
    assert all(first < value < last for value in values)
    ticks = zip(axes.get_yticks(), axes.get_yticklabels(), strict=True)
    assert [label.get_text() for y, label in ticks if first <= y <= last] == labels
    assert {label.get_text() for label in axes.get_yticklabels(minor=True)} <= {""}


@pytest.mark.parametrize(
    ("outcome", "labels"),
    [
        (ran("cpsat", 0.1), ["search time (seconds)"]),
        (ran("cpsat", 0.0), ["search time (seconds)\n(0.00001: that or less)"]),
        (ran("cpsat", 0.1, branches=1), ["search time (seconds)", "search effort (branches)"]),
    ],
)
def test_the_axes_say_what_is_shown(outcome: Outcome, labels: list[str]) -> None:
    assert [axes.get_ylabel() for axes in panels([compared(8, outcome)])] == labels


def test_one_size_still_has_marks() -> None:
    (axes,) = panels([compared(8, ran("cpsat", 0.1))])
    (line,) = legend(axes).values()
    assert line.get_marker() in MARKERS
    assert (8, 0.1) in set().union(*map(spots, axes.lines))
