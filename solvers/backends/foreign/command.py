"""Any program as a solver: `cmd:./nqueens {n}`.

The command is split as a shell would split it and run without one. The program gets n in place of
{n} and on its standard input. Its output is read as boards (rows of n signs, or of 0 and 1), as
solutions of n numbers or n digits a line, or else as a count: the last integer in it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable

from solvers.backends.foreign.program import Program
from solvers.backends.foreign.python import need_plain_queens
from solvers.backends.foreign.readings import BOARD, Readings, readings
from solvers.base import Solver
from solvers.outcome import Unavailable
from solvers.problem import Problem
from solvers.run import Run

ROUNDS = 3  # equal rounds of output after which a program is taken to begin again for ever ...
LINES = 10_000  # ... if they come to so many lines,
KEPT_LINES = 2_000_000  # which are looked for no further than this

_LABEL = re.compile(r"^.*?[:\uff1a=]\s*")
_INTEGER = re.compile(r"(?<![\w.,])\d+(?![\w]|[.,]\d)")


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
        with program:
            for line in program.lines(run):
                reader.take(line)
                first_round = rounds.take(line)
                if first_round is not None:
                    run.begin_again("it begins again for ever: judged by its first round")
                    reader = OutputReader(n, run.found_as)
                    for earlier in first_round:
                        reader.take(earlier)
                    program.status = 0
                    break
        if reader.last_integer is not None:
            run.stated(reader.last_integer)
        if program.status != 0:
            said = "; ".join(program.errors)
            raise RuntimeError(f"{_ending(program.status)}{': ' if said else ''}{said}")


def _ending(status: int | None) -> str:
    if status is not None and status < 0:
        return f"the program was killed by signal {-status}"
    return f"the program ended with exit status {status}"


class OutputReader:
    """Finds solutions in lines of text: reports each with all its readings."""

    def __init__(self, n: int, found: Callable[[dict[str, list[tuple[int, ...]]]], None]) -> None:
        self._n = n
        self._found = found
        self._rows: list[str] = []
        self.last_integer: int | None = None

    def take(self, line: str) -> None:
        """Read the next line."""
        for integer in _INTEGER.findall(line)[-1:]:
            self.last_integer = int(integer[-18:])
        for text in (line, _LABEL.sub("", line, count=1)):
            if found := self._numbers(text):
                self._report(found)
                break
        row = re.sub(r"[\s|,\[\]'\"]", "", line)
        if len(row) != self._n:
            self._rows.clear()
            return
        self._rows.append(row)
        if len(self._rows) == self._n:
            if board := readings("\n".join(self._rows), self._n).get(BOARD):
                self._report({BOARD: board})
                self._rows.clear()
            else:
                del self._rows[0]

    def _numbers(self, text: str) -> Readings:
        found = readings(text, self._n) if any(sign.isdigit() for sign in text) else {}
        found.pop(BOARD, None)
        return found

    def _report(self, found: Readings) -> None:
        self._found({name: [q] for name, q in found.items()})


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
