"""The command line: its options, and what people write as sizes, squares and limits."""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import solvers
from solvers.outcome import MAX_TIMEOUT
from solvers.presentation.boards import FORMATS
from solvers.problem import VARIANTS, Square, check_size

EPILOG = """\
examples:
  compare.py                              n = 1..8 with the three backends
  compare.py 4-10 -b cpsat -b backtracking
  compare.py 8 -b cpsat --show 3          choose a backend, see solutions
  compare.py 9 --variant toroidal
  compare.py 14 -b backtracking -b colour-split --split 8 -j 2
  compare.py 8 --place 3:1 --forbid 0:0
  compare.py -b my_queens.py              check a model of your own against the built-in ones
  compare.py -b 'cmd:./nqueens {n}'       check a program in any language
  compare.py 8 --model cpsat-pairwise     see a model
  compare.py 4 --trace                    see a search

exit status: 0 agree, 1 disagree, 2 usage error, 3 undecided, 130 interrupted
"""


MAX_JOBS = 256
MAX_PARTS = 1024
SVG = "svg"
"""The format of solutions that goes to a file."""


class UsageError(Exception):
    """The command line asks for what cannot be; the text says what is wrong and what is right."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def parser() -> argparse.ArgumentParser:
    """The parser of compare.py; it raises UsageError where argparse would print and exit."""
    command = _Parser(
        prog="compare.py" if sys.argv[0].endswith("compare.py") else "queens-compare",
        description="Compare n-queens solvers: do they agree, and what do they cost?",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_argument(
        "sizes",
        nargs="?",
        type=sizes,
        metavar="SIZES",
        help="8, 4-8 or 4,6,8 (default: 1-8; with --model and --trace: 4)",
    )
    _add_problem_options(command)
    _add_solver_options(command)
    _add_schedule_and_limits(command)
    _add_output_options(command)
    _add_study_options(command)
    return command


def _add_problem_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("problems").add_argument
    add("--variant", choices=VARIANTS, default="queens", metavar="NAME", help=", ".join(VARIANTS))
    add(
        "--place",
        action="append",
        type=square,
        metavar="ROW:COLUMN",
        help="place a queen (counted from 0); repeatable",
    )
    add(
        "--forbid",
        action="append",
        type=square,
        metavar="ROW:COLUMN",
        help="forbid a square (counted from 0); repeatable",
    )
    add("--instance", metavar="FILE", help="an instance of CSPLib problem 079 or 080")
    add(
        "--diagonals",
        type=natural,
        metavar="D",
        help="exclude the first D diagonals of a 079 instance (default: all)",
    )


def _add_solver_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("solvers").add_argument
    add(
        "-b",
        "--backend",
        action="append",
        metavar="SOLVER",
        help="a name from --list, or a model to check: FILE.py, FILE.py:NAME, FILE.mzn, a folder of"
        " these, or 'cmd:PROGRAM {n}'; repeatable (default: backtracking, cpsat and"
        " python-constraint, which also join where no built-in one is named)",
    )
    add("--list", action="store_true", help="list the solvers and exit")
    add(
        "--relations",
        action="store_true",
        help="check what holds between the solutions of related problems (n <= 8)",
    )
    add("--fuzz", type=positive, metavar="N", help="compare on N random problems instead")
    add("--seed", type=natural, metavar="S", help="their seed: the same seed, the same problems")


def _add_schedule_and_limits(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("runs and limits").add_argument
    add(
        "-j",
        "--jobs",
        type=processes,
        default=1,
        metavar="N",
        help="runs, or parts of a run, at the same time (default: 1, so that times are fair)",
    )
    add(
        "--split",
        type=parts,
        default=1,
        metavar="K",
        help="cut the work of each built-in solver into K parts, or some more, and add them up",
    )
    add(
        "--runs",
        type=positive,
        default=1,
        metavar="K",
        help="run each K times and show the least and the median of its seconds",
    )
    add("--limit", type=positive, metavar="K", help="end a run at K solutions")
    add(
        "--timeout",
        type=duration,
        default=60.0,
        metavar="SECONDS",
        help="end a run after that long (default: 60)",
    )
    add(
        "--memory",
        type=positive,
        metavar="MIB",
        help="end a run that grows by more (default: 80%% of what is free)",
    )


def _add_output_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("output").add_argument
    add("--show", type=how_many, metavar="K", help="show the K least solutions, or `all`")
    add(
        "--format",
        choices=[*FORMATS, SVG],
        metavar="NAME",
        help=f"how to show them: {', '.join(FORMATS)} (default: board), or svg, to a file",
    )
    add("--output", type=Path, metavar="FILE", help="the file for --format svg")
    add("--stats", action="store_true", help="show search effort, times and memory")
    add("--classes", action="store_true", help="show solutions up to rotation and reflection")
    add("--json", action="store_true", help="print one JSON document and nothing else")
    add("--export", type=Path, metavar="FILE", help="write a row a run, as .csv, .md or .json")
    add(
        "--plot",
        type=Path,
        metavar="FILE",
        help="plot seconds and search effort against n, as .svg or .png",
    )
    add("--version", action="version", version=f"queens-compare {solvers.__version__}")


def _add_study_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("a closer look, instead of a comparison").add_argument
    add("--model", metavar="SOLVER", help="print the model of a built-in solver for the problem")
    add("--export-model", type=Path, metavar="FILE", help="write it too, in CP-SAT's text format")
    add("--trace", action="store_true", help="print each step of the search by backtracking")


def sizes(text: str) -> Sequence[int]:
    """Sizes of boards in ascending order, from text such as 8, 4-8 or 4,6,8."""
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,18})(?:-([0-9]{1,18}))?", part)
        if not match:
            raise argparse.ArgumentTypeError(f"{text!r} is no size: write 8, 4-8 or 4,6,8")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise argparse.ArgumentTypeError(f"{part} runs backwards: write {last}-{first}")
        for n in (first, last):
            try:
                check_size(n)
            except ValueError as error:
                raise argparse.ArgumentTypeError(str(error)) from error
        found.update(range(first, last + 1))
    return sorted(found)


def square(text: str) -> Square:
    """A square, from ROW:COLUMN."""
    match = re.fullmatch(r"([0-9]{1,18}):([0-9]{1,18})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no square: write ROW:COLUMN, from 0, as 3:1")
    return int(match[1]), int(match[2])


def natural(text: str) -> int:
    """A whole number from 0 on."""
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def parts(text: str) -> int:
    """A number of parts."""
    number = positive(text)
    if number > MAX_PARTS:
        raise argparse.ArgumentTypeError(f"{text} parts are too many: at most {MAX_PARTS}")
    return number


def processes(text: str) -> int:
    """A number of processes."""
    number = positive(text)
    if number > MAX_JOBS:
        raise argparse.ArgumentTypeError(f"{text} processes are too many: at most {MAX_JOBS}")
    return number


def how_many(text: str) -> int:
    """A whole number from 1 on, or all."""
    if text == "all":
        return sys.maxsize
    try:
        return positive(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, nor `all`") from error


def duration(text: str) -> float:
    """Seconds, more than 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_TIMEOUT:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of seconds: write one over 0, at most {MAX_TIMEOUT:.0f}"
        )
    return seconds
