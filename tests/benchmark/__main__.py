"""The README's tables of speed, measured anew: python -m tests.benchmark

Each ratio is of two things that were measured in turn in this run, by their medians. Peers are
programs in the folder `peers`, where there is a compiler, and models on other packages, each in an
environment of its own, where they can be installed. Prints Markdown.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from solvers import Limits, Outcome, Problem, load
from solvers.builtin import BUILTIN
from solvers.execution.isolation import Supervisor
from solvers.execution.parts import run_in_parts

ROOT = Path(__file__).resolve().parents[2]
PEERS = Path(__file__).parent / "peers"
LIMITS = Limits(timeout=3600)
FLAGS = ("-O3", "-march=native")

Clock = Callable[[], float]
"""Does something and says how many seconds it took."""


class Missing(Exception):
    """A peer is not there; the text says why."""


def main() -> None:
    options = _parser().parse_args()
    os.chdir(ROOT)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {_processor()}.")
    print("Seconds of a solver: build, search and checks; of a program: the whole process.\n")
    print("| what | seconds | peer | seconds | ratio | to reach |")
    print("| --- | ---: | --- | ---: | ---: | --- |")
    with Supervisor(BUILTIN) as supervisor, tempfile.TemporaryDirectory() as folder:
        for what, peer, ours, theirs, to_reach in rows(supervisor, Path(folder), options):
            print(_row(what, peer, ours, theirs, to_reach, options.repeat), flush=True)
        print("\n| solver | n | solutions | seconds | ratio to n - 1 |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for solver in BUILTIN:
            for line in growth(supervisor, solver, options.seconds):
                print(line, flush=True)


def rows(
    supervisor: Supervisor, folder: Path, options: argparse.Namespace
) -> Iterator[tuple[str, str, Clock, Clock, str]]:
    """What is measured, the peer, how to measure either, and what is to be reached."""

    def run(solver: str, n: int) -> Clock:
        return lambda: _seconds(supervisor.run(solver, Problem(n), LIMITS))

    def in_two_parts(n: int) -> Clock:
        return lambda: _seconds(
            run_in_parts(supervisor, "colour-split", Problem(n), LIMITS, 2, at_once=2)
        )

    bitmask, tutorial = _compiled("bitmask", folder), _compiled("tutorial", folder)
    yield (
        "`colour-split` counts n = 16",
        "C++, half of the first row, bit masks",
        run("colour-split", 16),
        lambda: _process([bitmask(), "16"]),
        "",
    )
    for n, times in ((16, "2"), (18, "5"), (20, "20"))[: 3 if options.large else 2]:
        yield (
            f"`colour-split` counts n = {n}",
            "N-Queens-Count-Sol (C++)",
            run("colour-split", n),
            lambda n=n: _quarters(options.quarters, n),  # type: ignore[misc]
            times,
        )
    yield (
        "`colour-split` counts n = 17 in two parts at once",
        "the same in one",
        in_two_parts(17),
        run("colour-split", 17),
        "1.9",
    )
    yield (
        "`backtracking` finds and checks n = 12",
        "C++, the tutorial's search, boards to a file",
        run("backtracking", 12),
        lambda: _process([tutorial(), "12"], folder / "boards"),
        "1",
    )
    cpmpy = _environment(folder / "cpmpy", "cpmpy", "ortools")
    yield (
        "`cpsat` finds and checks n = 12",
        "CPMpy on OR-Tools, solveAll",
        run("cpsat", 12),
        lambda: _script(cpmpy(), "cpmpy_model.py", 12),
        "10",
    )
    old = _environment(folder / "python-constraint", "python-constraint==1.4.0")
    yield (
        "`python-constraint` finds and checks n = 12",
        "python-constraint 1.4.0, a function a pair of rows",
        run("python-constraint", 12),
        lambda: _script(old(), "textbook.py", 12),
        "4",
    )
    for solver, n in (("cpsat", 11), ("backtracking", 13)):
        yield (
            f"`{solver}` finds and checks n = {n}, with process, limits and checks",
            "its search alone",
            lambda s=solver, n=n: _wall(lambda: supervisor.run(s, Problem(n), LIMITS)),  # type: ignore[misc]
            lambda s=solver, n=n: _bare(s, n),  # type: ignore[misc]
            "0.95, or 50 ms",
        )
    for arguments, limit in (("--help", "0.12 s"), ("--list", "0.2 s"), ("", "2 s")):
        command = [sys.executable, "compare.py", *arguments.split()]
        what = f"`{' '.join(['compare.py', *arguments.split()])}`"
        yield what, "", lambda c=command: _process(c), lambda: 0.0, limit  # type: ignore[misc]


def growth(supervisor: Supervisor, solver: str, seconds: float) -> Iterator[str]:
    """A line a size, from n = 8 on, until a run takes so many seconds."""
    before = None
    for n in range(8, 23):
        outcome = supervisor.run(solver, Problem(n), LIMITS)
        took = _seconds(outcome)
        ratio = f"{took / before:.1f}" if before else ""
        yield f"| `{solver}` | {n} | {outcome.count:,} | {took:.3f} | {ratio} |"
        if took > seconds:
            return
        before = took


def _row(what: str, peer: str, ours: Clock, theirs: Clock, to_reach: str, repeat: int) -> str:
    """A row of the table; both are measured in turn, after one turn that nobody counts."""
    try:
        pairs = [(theirs(), ours()) for _ in range(repeat + 1)][1:]
    except Missing as reason:
        mine = median([ours() for _ in range(repeat + 1)][1:])
        return f"| {what} | {mine:.3f} | {peer}: {reason} | | | {to_reach} |"
    them, mine = (median(column) for column in zip(*pairs, strict=True))
    if not peer:
        return f"| {what} | {mine:.3f} | | | | {to_reach} |"
    return f"| {what} | {mine:.3f} | {peer} | {them:.3f} | {them / mine:.2f} | {to_reach} |"


def _seconds(outcome: Outcome) -> float:
    """Of building, searching and checking."""
    assert outcome.finished, outcome
    if outcome.parts > 1:
        return outcome.seconds or 0.0
    return sum(
        part or 0.0 for part in (outcome.build_seconds, outcome.seconds, outcome.check_seconds)
    )


def _wall(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


class _NoHarness:
    """A run that only hears of solutions."""

    limit = None

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.statistics: dict[str, float] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *arguments: None


def _bare(solver: str, n: int) -> float:
    loaded, problem = load(solver), Problem(n)
    return _wall(lambda: loaded.search(problem, _NoHarness(problem)))  # type: ignore[arg-type]


def _process(command: Sequence[str | Path], output: Path | None = None) -> float:
    """Of a whole process, which writes to a file."""
    with (output or Path(os.devnull)).open("wb") as file:
        return _wall(lambda: subprocess.run(command, stdout=file, check=True))


def _compiled(name: str, folder: Path) -> Callable[[], Path]:
    """A program of `peers`, compiled at the first call."""

    def program() -> Path:
        compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
        if compiler is None:
            raise Missing("no C++ compiler")
        binary = folder / name
        if not binary.exists():
            source = PEERS / f"{name}.cpp"
            subprocess.run([compiler, *FLAGS, "-o", binary, source], check=True)
        return binary

    return program


def _environment(folder: Path, *packages: str) -> Callable[[], Path]:
    """The Python of an environment with these packages, installed at the first call."""

    def python() -> Path:
        binary = folder / "bin" / "python"
        if not binary.exists():
            venv.create(folder, with_pip=True)
            install = [binary, "-m", "pip", "install", "--quiet", *packages]
            if subprocess.run(install, capture_output=True).returncode:
                raise Missing(f"{' and '.join(packages)} cannot be installed")
        return binary

    return python


def _script(python: Path, name: str, n: int) -> float:
    """What a model of `peers` says of its seconds, without the start of Python and imports."""
    result = subprocess.run(
        [python, PEERS / name, str(n)], check=True, capture_output=True, text=True
    )
    return float(result.stdout.split()[-1])


def _quarters(command: str | None, n: int) -> float:
    if command is None:
        raise Missing("not given (--quarters)")
    return _process(shlex.split(command.replace("{n}", str(n))))


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmark", description=__doc__)
    parser.add_argument("--repeat", type=int, default=3, metavar="K", help="default: 3")
    parser.add_argument("--large", action="store_true", help="n = 20 too, which takes minutes")
    parser.add_argument(
        "--seconds", type=float, default=5, help="where the table of growth stops (default: 5)"
    )
    parser.add_argument(
        "--quarters",
        metavar="COMMAND",
        help="the peer N-Queens-Count-Sol, built for each n on its own: './quarters{n} 1'",
    )
    return parser


if __name__ == "__main__":
    main()
