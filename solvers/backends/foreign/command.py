"""Any program as a solver: `cmd:./nqueens {n}`.

The command is split as a shell would split it and run without one. The program gets n in place of
{n} and on its standard input. Its output is read as boards (rows of n signs, or of 0 and 1), as
solutions of n numbers or n digits a line, as lists that Python prints, or else as a count: the
last integer in it.
"""

from __future__ import annotations

import ast
import re
import shlex
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from solvers.backends.foreign.program import Program
from solvers.backends.foreign.python import need_plain_queens
from solvers.backends.foreign.readings import BOARD, ONE, SIGNS, Readings, example, readings
from solvers.base import Solver
from solvers.outcome import BadReport, ModelFailed, Unavailable, Unsupported
from solvers.problem import Placement, Problem
from solvers.run import Run

ROUNDS = 3  # equal rounds of output after which a program is taken to begin again for ever ...
LINES = 10_000  # ... if they come to so many lines, and it goes on like that
GOING_ON = 0.5  # for so many seconds,
KEPT_LINES = 2_000_000  # which are looked for no further than this

_LABELS = (
    re.compile(r"^.*?[:\uff1a=]\s*"),  # Solution 3: 1 5 8 6
    re.compile(r"^\W*(?:\w+\s+)?#?\d+\s*(?:[.)\]]|->?|=>)\s+"),  # 3. 1 5 8 6
)
_BORDER = re.compile(r"[\s+|=_-]*[+=_-][\s+|=_-]*")
_COUNTING = re.compile(r"solution|total|count|\bways\b|placement|arrangement|found", re.IGNORECASE)
_SIZE = re.compile(
    r"\bn\s*=\s*\d+|\d+\s*[x\u00d7*]\s*\d+|\d+[\s-]*queens?\b|queens?\s*[:=(]?\s*\d+", re.IGNORECASE
)
_BEFORE = re.compile(
    r"(?<![\w.,])(\d+)\s+(?:\w+\s+)?(?:solution|way|placement|arrangement)", re.IGNORECASE
)
_NONE = re.compile(r"\bno\b|\bnone\b|\bnot\b|impossible|unsolvable", re.IGNORECASE)
LABELS_DEEP = 3  # a prompt, a label and a number may stand before a solution
_INTEGER = re.compile(r"(?<![\w.,])(?<!\de[-+])\d+(?![\w]|[.,]\d)")


class CommandModel(Solver):
    """A command line with {n} in it, or without."""

    def __init__(self, command: str) -> None:
        self.name = command
        self._words = shlex.split(command)

    def search(self, problem: Problem, run: Run) -> None:
        need_plain_queens(problem)
        n = problem.n
        words = [word.replace("{n}", str(n)) for word in self._words]
        try:
            program = Program(words, f"{n}\n")
        except OSError as failure:
            raise Unavailable(f"{words[0]} cannot be run: {failure.strerror}") from failure
        reader, rounds = OutputReader(n, run.found_as), Rounds()
        began_again: float | None = None
        try:
            with program:
                for line in program.lines(run):
                    reader.take(line)
                    first_round = rounds.take(line)
                    if first_round is None:
                        began_again = None
                    elif began_again is None:
                        began_again = time.perf_counter()
                    elif time.perf_counter() - began_again > GOING_ON:
                        run.begin_again("it begins again for ever: judged by its first round")
                        reader = OutputReader(n, run.found_as)
                        for earlier in first_round:
                            reader.take(earlier)
                        program.status = 0
                        break
        finally:  # what it holds back is reported, too, where the program is cut off
            reader.found = partial(run.found_as, late=True)
            reader.end()
        self._weigh(reader, program, rounds.lines, run)

    def _weigh(self, reader: OutputReader, program: Program, lines: list[str], run: Run) -> None:
        """What the output means as a whole, beside the solutions in it."""
        run.end()  # what is tried out from here on is not the program's own time
        n = run.problem.n
        if program.status != 0:
            said = "; ".join(program.errors)
            raise ModelFailed(f"{_ending(program.status)}{': ' if said else ''}{said}")
        told_n = any("{n}" in word for word in self._words)
        if lines and not told_n and _nothing_right(run):
            self._need_other_output(n, lines, run)
        if reader.stated is not None:
            run.stated(reader.stated)
        elif reader.says_nothing and not run.reported and n not in (2, 3):
            raise BadReport(f"no solution can be read in what it prints, as {reader.unread}")

    def _need_other_output(self, n: int, lines: list[str], run: Run) -> None:
        """Raise Unsupported where the program prints the same for another n: it has its own."""
        other = max(4, n + 1)  # not 2 or 3, which have no solution either
        with Program(self._words, f"{other}\n") as program:
            number = 0
            for number, line in enumerate(program.lines(run), start=1):
                if number > len(lines) or line != lines[number - 1]:
                    return
        if number == len(lines) > 0:
            run.forget()
            raise Unsupported("it prints the same whatever n is: the size is fixed in it")


def _nothing_right(run: Run) -> bool:
    run.settle()
    return not run.tally.count or run.tally.illegal == run.tally.count


def _ending(status: int | None) -> str:
    if status is not None and status < 0:
        return f"the program was killed by signal {-status}"
    return f"the program ended with exit status {status}"


class OutputReader:
    """Finds solutions in lines of text: reports each with all its readings."""

    def __init__(self, n: int, found: Callable[[dict[str, list[Placement]]], None]) -> None:
        self._n = n
        self.found = found
        self._rows: list[str] = []
        self._alone: Readings = {}
        self._heading: dict[str, list[Placement]] = {}
        self._first: dict[str, list[Placement]] = {}
        self._reports = 0
        self._named_integer: int | None = None
        self._last_integer: int | None = None
        self.unread: str | None = None

    def take(self, line: str) -> None:
        """Read the next line."""
        self._note_integers(line)
        if self.unread is None and line.strip():
            self.unread = example(line.strip())
        for text in _without_label(line):
            if found := self._numbers(text):
                self._drop_or_report_heading()
                report = {name: [q] for name, q in found.items()}
                if any(q == tuple(range(self._n)) for q in found.values()):
                    self._heading = report  # 1 2 3 4: the columns' names, if a board follows
                else:
                    self._report(report)
                break
            if found_many := _printed_list(text, self._n):
                self._report(found_many)
                return
        self._take_row(line)

    def end(self) -> None:
        """There are no more lines. A single solution may be one of many, or all that is wanted."""
        self._drop_or_report_heading()
        if self._alone:
            self._reports, self._first = 1, {name: [q] for name, q in self._alone.items()}
            self.found(self._first)
        if self._reports == 1:
            self.found({f"{ONE}{name}": placements for name, placements in self._first.items()})

    @property
    def says_nothing(self) -> bool:
        """Whether it prints what is neither a solution nor a word that there is none."""
        return self.unread is not None and not _NONE.search(self.unread)

    @property
    def stated(self) -> int | None:
        """The last integer that stands with a word such as solutions, or else the last one."""
        return self._last_integer if self._named_integer is None else self._named_integer

    def _note_integers(self, line: str) -> None:
        named = bool(_COUNTING.search(line))
        text = _SIZE.sub(" ", line) if named else line
        integers = [int(integer[-18:]) for integer in _INTEGER.findall(text)]
        if not integers:
            return
        self._last_integer = integers[-1]
        if named:
            before = _BEFORE.search(text)
            self._named_integer = int(before[1][-18:]) if before else integers[-1]

    def _drop_or_report_heading(self, drop: bool = False) -> None:
        if self._heading and not drop:
            self._report(self._heading)
        self._heading = {}

    def _take_row(self, line: str) -> None:
        rows = (_row(text, self._n) for text in _without_label(line))
        row = next((row for row in rows if len(row) == self._n and set(row) <= SIGNS), "")
        if row and self._heading and self._n > 1 and not row.isdigit():
            self._drop_or_report_heading(drop=True)
        if not row or (not self._rows and set(row) == {"-"}):
            between = not line.strip() or _BORDER.fullmatch(line)  # the rows of one board
            if not between:
                self._rows.clear()
            return
        self._rows.append(row)
        if len(self._rows) == self._n:
            if board := readings("\n".join(self._rows), self._n).get(BOARD):
                self._report({BOARD: [board]})
                self._rows.clear()
            else:
                del self._rows[0]

    def _numbers(self, text: str) -> Readings:
        found = readings(text, self._n) if any(sign.isdigit() for sign in text) else {}
        found.pop(BOARD, None)
        return found

    def _report(self, found: dict[str, list[Placement]]) -> None:
        if self._n > 1:
            self._reports += max(map(len, found.values()))
            self._first = self._first or found
            self.found(found)
            return
        # on a board of one square the total, or any number, looks like a solution, too
        for name, placements in found.items():
            for q in placements:
                if q == (0,) or name not in self._alone:
                    self._alone[name] = q


def _without_label(line: str) -> Iterator[str]:
    """The line, and what is left of it without a prompt, a label, a number in front."""
    yield line
    text = line
    for _ in range(LABELS_DEEP):
        shorter = min((label.sub("", text, count=1) for label in _LABELS), key=len)
        if shorter == text:
            return
        yield shorter
        text = shorter


def _printed_list(text: str, n: int) -> dict[str, list[Placement]]:
    """The solutions in a list such as Python prints, or the one that the list is, by reading."""
    if not text.startswith(("[", "(", "{")):
        return {}
    try:
        printed = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return {}
    found = {name: [q] for name, q in readings(printed, n).items()}
    if isinstance(printed, (list, tuple, set)) and printed:
        each = [readings(item, n) for item in printed]
        for name in set(each[0]).intersection(*each[1:]):
            found[name] = [read[name] for read in each]
    return found


def _row(line: str, n: int) -> str:
    """What may be a row of a board, without spaces, brackets and bars between its squares."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if len(cells) == n > 1 and all(len(cell) <= 1 for cell in cells):
        return "".join(cell or "." for cell in cells)
    tokens = re.split(r"[\s|]+", line.strip(" |\t"))
    if n == 1 and len(tokens) == 2 and tokens[1] in ("Q", "q", "\u265b", "\u2655"):
        return tokens[1]
    if len(tokens) == n + 1 > 2:  # the number of the row stands before or behind it
        for row in (tokens[1:], tokens[:-1]):
            if all(len(token) == 1 for token in row) and set(row) <= SIGNS:
                return "".join(row)
    return re.sub(r"[\s|,\[\]'\"]", "", line)


class Rounds:
    """Notices output that begins again and again: the failure function of Knuth, Morris and Pratt
    gives the shortest period of all lines so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._same: dict[str, str] = {}
        self._borders: list[int] = []

    def take(self, line: str) -> Iterable[str] | None:
        """The lines of the first round, once there have been enough equal ones."""
        count = len(self.lines)
        if count >= KEPT_LINES:
            return None
        line = self._same.setdefault(line, line)  # boards are made of few different lines
        border = self._borders[-1] if count else 0
        while border and self.lines[border] != line:
            border = self._borders[border - 1]
        if count and self.lines[border] == line:
            border += 1
        self.lines.append(line)
        self._borders.append(border)
        period = count + 1 - border
        if count + 1 < LINES or period * ROUNDS > count + 1:
            return None
        return self.lines[:period]
