"""Which solvers there are and how a name becomes one; a name costs nothing until it is loaded.

name           a built-in solver, or an entry point of the group queens_compare.solvers
mine.py        the one Solver subclass in a Python file
mine.py:Name   that class in it
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.builtin import BUILTIN, Row

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import CodeType, ModuleType

    from solvers.base import Solver

COMMAND, MINIZINC, PYTHON = "cmd:", ".mzn", ".py"
MAX_SOURCE = 1 << 24  # bytes of a model's file
ENTRY_POINTS = "queens_compare.solvers"


class SpecError(ValueError):
    """A solver was asked for in a way that names none; the text says what would."""


def names() -> list[str]:
    """Every solver that has a name: the built-in ones, then those of entry points."""
    return list(rows())


def rows() -> dict[str, Row]:
    """The solvers by name. Imports no backend; no entry point can take a built-in name."""
    return BUILTIN | {
        point.name: Row(
            point.name,
            point.value,
            point.module.partition(".")[0],
            (point.dist.name,) if point.dist else (),
            f"entry point {point.value}",
        )
        for point in _entry_points()
        if point.name not in BUILTIN
    }


def _entry_points() -> list[EntryPoint]:
    from importlib import metadata

    return sorted(metadata.entry_points(group=ENTRY_POINTS), key=lambda point: point.name)


def check_spec(spec: str) -> None:
    """Raise SpecError for what can be seen to be wrong without running anything of it."""
    if spec.startswith(COMMAND):
        _command(spec)
    elif spec.endswith(MINIZINC):
        _readable(Path(spec))
    elif _is_python(spec):
        _compile(_split(spec)[0])
    elif spec not in BUILTIN and spec not in rows():
        raise SpecError(
            f"no solver is called {spec!r}: choose from {', '.join(names())}, FILE.py, FILE.mzn,"
            " 'cmd:PROGRAM {n}' or a folder of such files"
        )


def models_in(folder: Path) -> list[str]:
    """The Python files and MiniZinc models of a folder, in order of their names.

    Raises SpecError where there is none.
    """
    found = sorted(
        str(path)
        for path in folder.iterdir()
        if path.suffix in (PYTHON, MINIZINC) and not path.name.startswith((".", "__"))
    )
    if not found:
        raise SpecError(f"{folder} holds no model: no {PYTHON} and no {MINIZINC} file is in it")
    return found


def load(spec: str) -> Solver:
    """The solver that a name, an entry point or a file stands for.

    Raises SpecError where there is none, Unavailable where what it needs is not installed, and
    whatever a file raises when it is run.
    """
    check_spec(spec)
    if spec.startswith(COMMAND):
        from solvers.backends.foreign.command import CommandModel

        return CommandModel(_command(spec))
    if spec.endswith(MINIZINC):
        from solvers.backends.foreign.minizinc import MiniZincModel

        return MiniZincModel(Path(spec))
    if _is_python(spec):
        return _from_python(spec)
    return _from_name(spec)


def _from_name(name: str) -> Solver:
    from solvers.base import Solver, Unavailable

    row = BUILTIN.get(name) or rows()[name]  # to look for entry points takes milliseconds
    try:
        if name in BUILTIN:
            module, _, attribute = row.target.partition(":")
            solver = getattr(import_module(module), attribute)()
        else:
            solver = next(point for point in _entry_points() if point.name == name).load()()
    except ModuleNotFoundError as missing:
        package = (missing.name or row.target).partition(".")[0]
        raise Unavailable(f"no module {package}: {row.install}") from missing
    if not isinstance(solver, Solver):
        raise SpecError(f"{row.target} is no Solver subclass")
    return solver


def _is_python(spec: str) -> bool:
    return str(_split(spec)[0]).endswith(PYTHON)


def _split(spec: str) -> tuple[Path, str | None]:
    """`mine.py:name` as a path and a name; a colon elsewhere (C:\\mine.py) is part of the path."""
    path, colon, name = spec.rpartition(":")
    return (Path(path), name) if colon and path.endswith(PYTHON) else (Path(spec), None)


def _command(spec: str) -> str:
    import shlex

    command = spec.removeprefix(COMMAND)
    try:
        if shlex.split(command):
            return command
        reason = "there is no command after cmd:"
    except ValueError as failure:
        reason = str(failure).lower()
    raise SpecError(f"{spec!r}: {reason}; write it as for a shell, 'cmd:./nqueens {{n}}'")


def _readable(path: Path) -> bytes:
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe may never end
            raise SpecError(f"{path}: no regular file")
        with path.open("rb") as file:
            source = file.read(MAX_SOURCE + 1)
    except OSError as failure:
        raise SpecError(f"{path}: {failure.strerror or failure}") from failure
    if len(source) > MAX_SOURCE:
        raise SpecError(f"{path}: over {MAX_SOURCE >> 20} MiB, which is no model")
    return source


def _compile(path: Path) -> CodeType:
    source = _readable(path)
    import warnings

    try:
        with warnings.catch_warnings(action="ignore"):
            return compile(source, str(path), "exec")
    except SyntaxError as failure:
        raise SpecError(f"{path}, line {failure.lineno or 1}: {failure.msg}") from failure
    except (ValueError, RecursionError, MemoryError) as failure:
        raise SpecError(f"{path} does not compile: {failure or 'nested too deeply'}") from failure


def _from_python(spec: str) -> Solver:
    from solvers.backends.foreign import python

    path, wanted = _split(spec)
    likely, possible = python.models_in(_run_file(path))
    if wanted is not None and wanted not in possible:
        instead = f": it holds {', '.join(possible)}" if possible else ""
        raise SpecError(f"{path} holds no model {wanted!r}{instead}")
    if not likely:
        raise SpecError(
            f"{path} holds no model: no function of n, no class with solveNQueens and no Solver"
            f" subclass; a script that prints is checked as -b 'cmd:python3 {path}'"
        )
    if wanted is None and len(likely) > 1:
        choices = " or ".join(f"{path}:{name}" for name in likely)
        raise SpecError(f"{path} holds several models: choose {choices}")
    return possible[wanted or next(iter(likely))]()


def _run_file(path: Path) -> ModuleType:
    """Run a Python file as a module of its own, with its folder importable, as python would."""
    import sys
    from types import ModuleType

    from solvers.backends.foreign.python import LEETCODE_NAMES

    code = _compile(path)
    module = ModuleType(f"queens_compare_file_{path.stem}")  # a stem may be that of a library
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    sys.path.insert(0, str(path.resolve().parent))
    vars(module).update(LEETCODE_NAMES)
    arguments, sys.argv = sys.argv, [str(path)]
    try:
        exec(code, vars(module))
    finally:
        sys.argv = arguments
    return module
