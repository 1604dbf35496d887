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

from solvers.backends.foreign.program import Program
from solvers.backends.foreign.python import need_plain_queens
from solvers.backends.foreign.readings import BOARD, Readings, example, readings
from solvers.base import Solver
from solvers.outcome import Unavailable
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
        reader.end()
        if reader.last_integer is not None:
            run.stated(reader.last_integer)
        elif reader.unread is not None and not run.reported and n not in (2, 3):
            run.remark(f"no solution can be read in what it prints, such as {reader.unread}")
        if program.status != 0:
            said = "; ".join(program.errors)
            raise RuntimeError(f"{_ending(program.status)}{': ' if said else ''}{said}")


def _ending(status: int | None) -> str:
    if status is not None and status < 0:
        return f"the program was killed by signal {-status}"
    return f"the program ended with exit status {status}"


class OutputReader:
    """Finds solutions in lines of text: reports each with all its readings."""

    def __init__(self, n: int, found: Callable[[dict[str, list[Placement]]], None]) -> None:
        self._n = n
        self._found = found
        self._rows: list[str] = []
        self._alone: Readings = {}
        self.last_integer: int | None = None
        self.unread: str | None = None

    def take(self, line: str) -> None:
        """Read the next line."""
        for integer in _INTEGER.findall(line)[-1:]:
            self.last_integer = int(integer[-18:])
        if self.unread is None and line.strip():
            self.unread = example(line.strip())
        for text in _without_label(line):
            if found := self._numbers(text):
                self._report({name: [q] for name, q in found.items()})
                break
            if found_many := _printed_list(text, self._n):
                self._report(found_many)
                return
        self._take_row(line)

    def end(self) -> None:
        """There are no more lines."""
        if self._alone:
            self._found({name: [q] for name, q in self._alone.items()})

    def _take_row(self, line: str) -> None:
        row = _row(line, self._n)
        if len(row) != self._n or (not self._rows and set(row) == {"-"}):
            if not _BORDER.fullmatch(line):  # which may stand between the rows of one board
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
            self._found(found)
            return
        # on a board of one square the total, or any number, looks like a solution, too
        for name, placements in found.items():
            for q in placements:
                if q == (0,) or name not in self._alone:
                    self._alone[name] = q


def _without_label(line: str) -> Iterator[str]:
    yield line
    for label in _LABELS:
        text = label.sub("", line, count=1)
        if text != line:
            yield text


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
    return re.sub(r"[\s|,\[\]'\"]", "", line)


class Rounds:
    """Notices output that begins again and again: the failure function of Knuth, Morris and Pratt
    gives the shortest period of all lines so far."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._same: dict[str, str] = {}
        self._borders: list[int] = []

    def take(self, line: str) -> Iterable[str] | None:
        """The lines of the first round, once there have been enough equal ones."""
        count = len(self._lines)
        if count >= KEPT_LINES:
            return None
        line = self._same.setdefault(line, line)  # boards are made of few different lines
        border = self._borders[-1] if count else 0
        while border and self._lines[border] != line:
            border = self._borders[border - 1]
        if count and self._lines[border] == line:
            border += 1
        self._lines.append(line)
        self._borders.append(border)
        period = count + 1 - border
        if count + 1 < LINES or period * ROUNDS > count + 1:
            return None
        return self._lines[:period]
