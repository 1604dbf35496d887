"""A MiniZinc model as a solver, run by `minizinc -a`.

The model has an integer parameter n, or fixes it, and an array of n integer variables, or of n x n,
under any name. Its own output is left aside: the variables are read as JSON. Where several arrays
could be the queens, each is a reading of its own.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from solvers.backends.foreign.program import Program
from solvers.backends.foreign.python import need_plain_queens
from solvers.backends.foreign.readings import example, readings
from solvers.base import Solver
from solvers.outcome import BadReport, ModelFailed, Unavailable, Unsupported
from solvers.problem import Placement, Problem
from solvers.run import Run

HELP = (
    "this MiniZinc's Gecode rejects globals.mzn, as Debian's does: the model was run with -G std;"
    ' include the one file that it needs, as "alldifferent.mzn", to have Gecode\'s own constraints'
)


class MiniZincModel(Solver):
    """A .mzn file."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path = path

    def search(self, problem: Problem, run: Run) -> None:
        minizinc = shutil.which("minizinc")
        if minizinc is None:
            raise Unavailable(
                "minizinc is not installed: apt-get install minizinc, or see minizinc.org"
            )
        need_plain_queens(problem)
        command = [minizinc, "-a", "--output-mode", "json"]
        interface = self._interface(minizinc)
        if "n" in interface.get("input", {}):
            command += ["-D", f"n={problem.n}"]
        elif interface.get("input"):
            wanted = ", ".join(interface["input"])
            raise Unsupported(f"it wants data other than n: {wanted}")
        else:
            fixed = re.search(r"\bint\s*:\s*n\s*=\s*(\d+)", self._path.read_text(errors="replace"))
            if fixed and int(fixed[1]) != problem.n:
                raise Unsupported(f"the model fixes n = {fixed[1]}")
        arrays = [name for name, kind in interface.get("output", {}).items() if "dim" in kind]
        run.built()
        try:
            self._solve([*command, str(self._path)], arrays, problem.n, run)
        except _GlobalsRejected:
            run.remark(HELP)
            self._solve([*command, "-G", "std", str(self._path)], arrays, problem.n, run)

    def _interface(self, minizinc: str) -> dict[str, Any]:
        """The names that the model takes and gives; -G std, since it has to be read only."""
        command = [minizinc, "-G", "std", "--model-interface-only", str(self._path)]
        said = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        try:
            interface: dict[str, Any] = json.loads(said.stdout)
        except json.JSONDecodeError:
            raise ModelFailed(_complaint(said.stderr.splitlines(), said.returncode)) from None
        return interface

    def _solve(self, command: list[str], arrays: list[str], n: int, run: Run) -> None:
        with Program(command) as program:
            ending = None
            for item in _items(program.lines(run)):
                if isinstance(item, str):
                    ending = item
                else:
                    _report(item, arrays, n, "-D" in command, run)
        if program.status != 0:
            if any("globals.mzn" in line or "/std/" in line for line in program.errors):
                raise _GlobalsRejected
            raise ModelFailed(_complaint(program.errors, program.status))
        if ending is None:
            raise ModelFailed("minizinc ended without saying that the search is complete")


class _GlobalsRejected(Exception):
    pass


def _items(lines: Iterable[str]) -> Iterator[dict[str, Any] | str]:
    """Solutions as they come, and the mark of a finished search."""
    written: list[str] = []
    for line in lines:
        if line.startswith("----------"):
            yield json.loads("".join(written))
            written.clear()
        elif line.startswith(("==========", "=====UNSATISFIABLE")):
            yield "complete"
        elif not line.startswith("%"):
            written.append(line)


def _report(solution: dict[str, Any], arrays: list[str], n: int, takes_n: bool, run: Run) -> None:
    alternatives: dict[str, list[Placement]] = {}
    sizes = []
    for name in arrays:
        value = solution.get(name)
        if not isinstance(value, list):
            continue
        sizes.append(len(value))
        for reading, q in readings(value, n).items():
            alternatives[f"{name}: {reading}" if len(arrays) > 1 else reading] = [q]
    if not alternatives:
        if not takes_n and len(set(sizes)) == 1 and sizes[0] != n:
            raise Unsupported(f"the model fixes n = {sizes[0]}")
        raise BadReport(f"there is no array of {n} integer variables in {example(solution)}")
    run.found_as(alternatives)


def _complaint(errors: Iterable[str], status: int | None) -> str:
    """What minizinc complained of, without its warnings."""
    told = [line.strip() for line in errors if line.strip() and not line.startswith("Warning")]
    start = next((i for i, line in enumerate(told) if re.search(r"\berror\b", line, re.I)), 0)
    said = " ".join(told[start : start + 3])
    return f"minizinc ended with status {status}: {said[:300]}"
