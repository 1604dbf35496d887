"""The comparison as a picture. Only what draws imports matplotlib, which is optional and slow."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from solvers.builtin import is_builtin
from solvers.outcome import Outcome
from solvers.presentation.files import check_target
from solvers.presentation.options import UsageError
from solvers.presentation.tables import label
from solvers.verification.verdict import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FLOOR = 1e-5  # seconds; a log scale has no place for 0, and less is the clock more than the search
MOST = 1e100  # of a counter; no search comes near it, and what is much more overflows
WIDEST = 32  # characters of a name
SECONDS = "seconds"

# Okabe and Ito's, for all kinds of sight, without the pale yellow; solver 43 looks like solver 1
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
MARKERS = "osDvXP"
STYLES = ("-", ":", "-.", (0, (7, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (9, 2, 2, 2)))
CUT_OFF = (0, (4, 2.5))  # dashes that no counter has
TRIANGLE: dict[str, Any] = {"marker": "^", "mfc": "white", "mew": 1.3, "zorder": 3}
LOOK = {"axes.grid": True, "font.size": 9, "grid.color": "0.9", "lines.markersize": 7}
STABLE = {
    "svg.fonttype": "none",  # text stays text, which can be searched and read aloud
    "svg.hashsalt": "queens-compare",  # else the same picture is another file each time
    "text.parse_math": False,  # dollar signs in a name are dollar signs
}


class Point(NamedTuple):
    """What one run took: a lower bound, if it was cut off."""

    n: int
    value: float
    cut_off: bool


@dataclass(frozen=True)
class Series:
    """One solver's line in one panel, by ascending n. Its `place` among the solvers (from 0) is for
    colour and marker, `name` for the legend; values of the same `unit` can be compared."""

    place: int
    name: str
    unit: str
    points: tuple[Point, ...]


def check_file(path: Path) -> None:
    """Raise UsageError, with what would be right, where no picture can be written to `path`."""
    check_target(path, (".svg", ".png"))
    if find_spec("matplotlib") is None:
        raise UsageError("--plot needs matplotlib: pip install 'queens-compare[plot]'")


def series(comparisons: Iterable[Comparison]) -> tuple[list[Series], list[Series]]:
    """Seconds of search, FLOOR at least, of the solvers that searched, as they are first met; and
    the counter that says most of those that have one."""
    runs: dict[str, list[tuple[int, Outcome]]] = {}
    for comparison in sorted(comparisons, key=lambda one: one.problem.n):
        for outcome in comparison.outcomes:
            if outcome.status.ran and outcome.seconds is not None:
                runs.setdefault(outcome.solver, []).append((comparison.problem.n, outcome))
    uses = Counter(map(label, runs))
    times, efforts = [], []
    for place, (solver, own) in enumerate(runs.items()):
        name = _short(label(solver) if uses[label(solver)] == 1 else solver)
        points = tuple(Point(n, max(FLOOR, o.seconds or 0), not o.finished) for n, o in own)
        times.append(Series(place, name, SECONDS, points))
        counters = [key for _, outcome in own for key in outcome.statistics]
        counter = next((key for key in ("nodes", "branches", *counters) if key in counters), "")
        counted = (Point(n, o.statistics.get(counter, -1), not o.finished) for n, o in own)
        points = tuple(point for point in counted if 0 <= point.value <= MOST)
        told = f"{name}: {_short(counter)}"
        if points:  # nobody knows whether other people's models count alike: each has its own unit
            efforts.append(Series(place, told, counter if is_builtin(solver) else told, points))
    return times, efforts


def _short(name: str) -> str:
    """A name that leaves room for the lines, without signs that would break the file."""
    name = "".join(sign if sign.isprintable() else "?" for sign in name)
    return name if len(name) <= WIDEST else f"{name[:8]}…{name[9 - WIDEST :]}"


def title(comparisons: Iterable[Comparison]) -> str:
    """Which problems the picture is about, and what it shows of them."""
    problems = [comparison.problem for comparison in comparisons]
    if not problems:
        return "nothing was run"
    names = ", ".join(dict.fromkeys(one.variant or "lines of one's own" for one in problems))
    squares = " with given squares" if any(one.restricted for one in problems) else ""
    ns = sorted({one.n for one in problems})
    sizes = f"n = {ns[0]}" if len(ns) == 1 else f"n = {ns[0]} to {ns[-1]}"
    return f"{names}{squares}, {sizes}: cost of the search"


def draw(comparisons: Sequence[Comparison], path: Path) -> None:
    """Write the picture as the ending of `path` says, SVG or PNG. OSError goes to the caller."""
    from matplotlib import rc_context, rcParamsDefault

    # the user's own settings do not count: the same runs give the same picture everywhere
    settings: dict[Any, Any] = {**rcParamsDefault, **LOOK, **STABLE}
    del settings["backend"]  # which rc_context would not put back
    with warnings.catch_warnings(action="ignore"), rc_context(settings):  # of signs no font has
        figure = picture(*series(comparisons), title(comparisons))
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)


def picture(times: Sequence[Series], efforts: Sequence[Series], heading: str) -> Figure:
    """Both panels, one above the other; the upper one alone where nobody counts effort."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    panels = 2 if efforts else 1
    longest = max((len(one.name) for one in (*times, *efforts)), default=0)
    height = 0.8 + panels * max(2.8, 0.6 + 0.2 * len(times))  # inches, for the legends to fit
    figure = Figure((6.2 + 0.075 * longest, height), layout="constrained")
    figure.suptitle(heading, x=0.01, ha="left", fontsize=10, fontweight="bold")
    if not times:
        figure.text(0.5, 0.5, "no solver ran", ha="center")
        return figure
    axes: list[Axes] = list(figure.subplots(panels, sharex=True, squeeze=False)[:, 0])
    ns = [point.n for one in times for point in one.points]
    margin = max(0.5, 0.04 * (max(ns) - min(ns)))
    axes[0].set_xlim(max(0.5, min(ns) - margin), max(ns) + margin)
    ticks = MaxNLocator(20 if max(ns) < 100 else "auto", integer=True, min_n_ticks=1)
    axes[0].xaxis.set_major_locator(ticks)  # "auto" leaves room for longer numbers
    axes[-1].set_xlabel("n (rows of the board)")
    _fill(axes[0], times, "search time")
    if efforts:
        _fill(axes[1], efforts, "search effort")
    figure.align_ylabels()
    return figure


def _fill(axes: Axes, drawn: Sequence[Series], what: str) -> None:
    """Draw the lines of a panel, with their legend beside it."""
    units = list(dict.fromkeys(one.unit for one in drawn))
    crowds = Counter(point.n for one in drawn for point in one.points if point.cut_off)
    step = min(0.02 * axes.viewLim.width, 0.8 / max(crowds.values(), default=1))
    met: Counter[int] = Counter()
    handles = []
    for one in drawn:
        colour, marker = COLOURS[one.place % len(COLOURS)], MARKERS[one.place % len(MARKERS)]
        style = STYLES[units.index(one.unit) % len(STYLES)]
        spots = []
        for n, value, cut_off in one.points:  # the same timeout ends several: side by side
            spots.append((n + cut_off * step * (met[n] - (crowds[n] - 1) / 2), value, cut_off))
            met[n] += cut_off
        xs, ys = [x for x, _, _ in spots], [math.nan if cut_off else y for _, y, cut_off in spots]
        handles += axes.plot(
            xs, ys, marker, color=colour, ls=style, mec="white", mew=0.5, label=one.name
        )
        for (x, y, cut_off), (next_x, next_y, next_cut_off) in pairwise(spots):
            if cut_off or next_cut_off:
                axes.plot([x, next_x], [y, next_y], color=colour, ls=CUT_OFF)
        bounds = [y if cut_off else math.nan for _, y, cut_off in spots]
        axes.plot(xs, bounds, ls="", color=colour, **TRIANGLE)
    if crowds and units == [SECONDS]:
        handles += axes.plot([], [], color="0.3", ls=CUT_OFF, label="cut off: at least", **TRIANGLE)
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    values = [point.value for one in drawn for point in one.points]
    note = f"\n({_plain(FLOOR)}: that or less)" if units == [SECONDS] and FLOOR in values else ""
    axes.set_ylabel(f"{what} ({units[0] if len(units) == 1 else 'see legend'}){note}")
    _log_scale(axes, min(values), max(values))


def _log_scale(axes: Axes, low: float, high: float) -> None:
    """A log scale on which two powers of ten have their ticks; with a place for 0 if `low` is 0."""
    if low == 0:
        axes.set_yscale("symlog", linthresh=1)
        axes.set_ylim(-0.2, 2 * max(high, 1))
    else:
        if high < 100 * low:
            low, high = 10 ** math.floor(math.log10(low)), 10 ** math.ceil(math.log10(high))
        axes.set(yscale="log", ylim=(low / 2, 2 * max(high, 10 * low)))
    axes.yaxis.set(major_formatter=_plain, minor_formatter="")


def _plain(number: float, place: float = 0) -> str:  # matplotlib passes the place of the tick
    usual = number == 0 or FLOOR / 2 < number < 1e12
    return f"{number:,.5f}".rstrip("0").rstrip(".") if usual else f"{number:g}"
