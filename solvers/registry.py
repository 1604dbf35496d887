"""Which solvers there are and how a name becomes one; a name costs nothing until it is loaded.

name           a built-in solver, or an entry point of the group queens_compare.solvers
mine.py        the one Solver subclass in a Python file
mine.py:Name   that class in it
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType, ModuleType

    from solvers.base import Solver

ENTRY_POINTS = "queens_compare.solvers"


class SpecError(ValueError):
    """A solver was asked for in a way that names none; the text says what would."""


@dataclass(frozen=True)
class Row:
    """A solver as --list shows it: where it is ("module:Class"), the package that it needs, the
    distributions that provide that package (the one to install first), and its model in a line."""

    name: str
    target: str
    package: str | None
    distributions: tuple[str, ...]
    model: str

    @property
    def available(self) -> bool:
        return self.package is None or find_spec(self.package) is not None

    @property
    def version(self) -> str | None:
        """The installed package and its version, None where there is none to name."""
        for distribution in self.distributions:
            try:
                return f"{distribution} {metadata.version(distribution)}"
            except metadata.PackageNotFoundError:
                continue
        return None

    @property
    def install(self) -> str:
        """What to do about a missing package."""
        return f"pip install {self.distributions[0]}" if self.distributions else "reinstall it"


BUILTIN = {
    row.name: row
    for row in (
        Row(
            "backtracking",
            "solvers.backends.backtracking:Backtracking",
            None,
            (),
            "row by row, one array of flags per family of lines",
        ),
        Row(
            "cpsat",
            "solvers.backends.cpsat:CpSat",
            "ortools",
            ("ortools",),
            "AllDifferent on q[i], q[i]+i, q[i]-i",
        ),
        Row(
            "python-constraint",
            "solvers.backends.python_constraint:PythonConstraint",
            "constraint",
            ("python-constraint2", "python-constraint"),
            "one constraint over all rows, with forward checking",
        ),
    )
}

TRUSTED = ("backtracking", "cpsat", "python-constraint")
"""The solvers that run where nobody names a built-in one."""


def names() -> list[str]:
    """Every solver that has a name: the built-in ones, then those of entry points."""
    return list(rows())


def rows() -> dict[str, Row]:
    """The solvers by name. Imports no backend; no entry point can take a built-in name."""
    return BUILTIN | {
        point.name: Row(
            point.name,
            point.value,
            None,
            (point.dist.name,) if point.dist else (),
            f"entry point {point.value}",
        )
        for point in sorted(metadata.entry_points(group=ENTRY_POINTS), key=lambda p: p.name)
        if point.name not in BUILTIN
    }


def is_builtin(solver: Solver | str) -> bool:
    """Whether a solver, or a name as it was asked for, is one of this project's own."""
    if isinstance(solver, str):
        return solver in BUILTIN
    own = f"{type(solver).__module__}:{type(solver).__qualname__}"
    return any(row.target == own for row in BUILTIN.values())


def check_spec(spec: str) -> None:
    """Raise SpecError for what can be seen to be wrong without running anything of it."""
    if _is_path(spec):
        _compile(_split(spec)[0])
    elif spec not in BUILTIN and spec not in rows():
        raise SpecError(
            f"no solver is called {spec!r}: choose from {', '.join(names())}, or FILE.py"
        )


def load(spec: str) -> Solver:
    """The solver that a name, an entry point or a file stands for.

    Raises SpecError where there is none, Unavailable where what it needs is not installed, and
    whatever a file raises when it is run.
    """
    if _is_path(spec):
        return _from_file(spec)
    check_spec(spec)
    return _from_target(rows()[spec])


def _from_target(row: Row) -> Solver:
    from solvers.base import Solver, Unavailable

    module, _, attribute = row.target.partition(":")
    try:
        solver = getattr(import_module(module), attribute)()
    except ModuleNotFoundError as missing:
        raise Unavailable(f"no module {missing.name}: {row.install}") from missing
    if not isinstance(solver, Solver):
        raise SpecError(f"{row.target} is no Solver subclass")
    return solver


def _is_path(spec: str) -> bool:
    return ".py" in Path(_split(spec)[0]).suffixes


def _split(spec: str) -> tuple[Path, str | None]:
    """`mine.py:Name` as a path and a name; a colon elsewhere (C:\\mine.py) is part of the path."""
    path, colon, name = spec.rpartition(":")
    return (Path(path), name) if colon and path.endswith(".py") else (Path(spec), None)


def _compile(path: Path) -> CodeType:
    try:
        source = path.read_bytes()
    except OSError as failure:
        raise SpecError(f"{path}: {failure.strerror or failure}") from failure
    try:
        return compile(source, str(path), "exec")
    except SyntaxError as failure:
        raise SpecError(f"{path}, line {failure.lineno or 1}: {failure.msg}") from failure
    except (ValueError, RecursionError, MemoryError) as failure:
        raise SpecError(f"{path} does not compile: {failure}") from failure


def _from_file(spec: str) -> Solver:
    from solvers.base import Solver

    path, wanted = _split(spec)
    classes = {
        name: item
        for name, item in vars(_run_file(path)).items()
        if isinstance(item, type) and issubclass(item, Solver) and not item.__abstractmethods__
    }
    if wanted is not None and wanted not in classes:
        raise SpecError(f"{path} holds no Solver subclass {wanted!r}{_instead(classes)}")
    if not classes:
        raise SpecError(f"{path} holds no solver: write a subclass of solvers.Solver in it")
    if wanted is None and len(classes) > 1:
        raise SpecError(f"{path} holds several solvers: choose {_choices(path, classes)}")
    return classes[wanted or next(iter(classes))]()


def _instead(names: Iterable[str]) -> str:
    found = ", ".join(names)
    return f": it holds {found}" if found else ""


def _choices(path: Path, names: Iterable[str]) -> str:
    return " or ".join(f"{path}:{name}" for name in names)


def _run_file(path: Path) -> ModuleType:
    """Run a Python file as a module of its own, with its folder importable, as python would."""
    import sys
    from types import ModuleType

    code = _compile(path)
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    sys.path.insert(0, str(path.resolve().parent))
    exec(code, vars(module))
    return module
