"""What a command line asks for: problems, solvers, limits and files, or what is wrong with it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from solvers.builtin import TRUSTED, is_builtin
from solvers.instances import read_instance
from solvers.outcome import Limits, Schedule
from solvers.presentation.files import check_target
from solvers.presentation.options import SVG, UsageError
from solvers.problem import VARIANTS, Problem
from solvers.registry import check_spec, models_in

MOST_MEMORY = 0.8  # of what is free, by which a run may grow if nobody says how much


@dataclass(frozen=True)
class Plan:
    """What the command line asks for. Problems are made one at a time, when they are run."""

    problems: Iterable[Problem]
    specs: tuple[str, ...]
    from_folders: frozenset[str]
    limits: Limits
    relations: bool
    classes: bool
    fuzz: int
    seed: int
    schedule: Schedule


def parse(options: argparse.Namespace) -> Plan:
    """What the options ask for. Raises UsageError, SpecError or InstanceError."""
    try:
        Path.cwd()
    except OSError as error:
        raise UsageError(f"the working folder: {error.strerror}") from error
    specs: dict[str, bool] = {}
    for spec in options.backend or ():
        if _is_folder(spec):
            specs |= {model: True for model in models_in(Path(spec)) if model not in specs}
        else:
            check_spec(spec)
            specs[spec] = False
    if not any(map(is_builtin, specs)):
        specs |= dict.fromkeys(TRUSTED, False)
    from_folders = frozenset(spec for spec, in_folder in specs.items() if in_folder)
    return Plan(
        problems=problems(options),
        specs=tuple(specs),
        from_folders=from_folders,
        limits=_limits(options),
        relations=options.relations,
        classes=options.classes,
        fuzz=options.fuzz or 0,
        seed=options.seed if options.seed is not None else _random_seed(),
        schedule=Schedule(options.jobs, options.runs, options.split),
    )


def _is_folder(spec: str) -> bool:
    try:
        return Path(spec).is_dir()
    except (OSError, ValueError):  # a command may be longer than any name
        return False


def _random_seed() -> int:
    import random

    return random.randrange(10**6)


def check(options: argparse.Namespace) -> None:
    """Raise UsageError for an option that has nothing to go with, and for a file that cannot be
    written: better now than when all has run."""
    _check_combinations(options)
    _check_files(options)


def _check_combinations(options: argparse.Namespace) -> None:
    if options.format is not None and options.show is None:
        raise UsageError("--format says how to show solutions: add --show K")
    if options.format == SVG and options.output is None:
        raise UsageError("--format svg goes to a file: add --output FILE.svg")
    if options.output is not None and options.format != SVG:
        raise UsageError("--output is the file for pictures: add --format svg")
    if options.seed is not None and options.fuzz is None:
        raise UsageError("--seed is where random problems begin: add --fuzz N")
    if options.export_model is not None and options.model is None:
        raise UsageError("--export-model writes the model that --model names: add --model SOLVER")
    if options.fuzz is not None:
        own = ("sizes", "place", "forbid", "instance", "show", "classes", "stats", "limit")
        given = _given(options, *own, "jobs", "split", "runs", "plot", "export", "variant")
        if given:
            raise UsageError(f"--fuzz makes problems of its own: leave {given[0]} out")
    if options.classes and options.limit is not None:
        raise UsageError("--classes needs all solutions: leave --limit out")
    if options.model is not None or options.trace:
        what = "--model" if options.model is not None else "--trace"
        rest = ("show", "stats", "classes", "json", "relations", "fuzz", "plot", "export")
        given = _given(options, *rest, "jobs", "split", "runs")
        given += _given(options, "memory")
        if options.model is not None:
            given += _given(options, "backend", "trace", "limit")
        elif any(spec != "backtracking" for spec in options.backend or ()):
            raise UsageError("--trace shows the search by backtracking: leave other solvers out")
        if given:
            raise UsageError(f"{what} compares nothing: leave {given[0]} out")


def _given(options: argparse.Namespace, *names: str) -> list[str]:
    """Those of these options that the command line holds, by their long names."""
    unset = {"jobs": 1, "split": 1, "runs": 1, "variant": "queens"}
    held = [name for name in names if getattr(options, name) not in (unset.get(name), None, False)]
    return ["SIZES" if name == "sizes" else f"--{name}" for name in held]


def _check_files(options: argparse.Namespace) -> None:
    if options.export_model is not None:
        check_target(options.export_model)
    if options.output is not None:
        check_target(options.output, [f".{SVG}"])
        if options.plot and options.plot.resolve() == options.output.resolve():
            raise UsageError(f"{options.plot}: --output and --plot need a file each")
    if options.export is not None:
        from solvers.presentation.export import WRITERS

        check_target(options.export, WRITERS)
    if options.plot is not None:
        from solvers.presentation.plot import check_file

        check_file(options.plot)


def problems(
    options: argparse.Namespace, default: Sequence[int] = range(1, 9)
) -> Iterable[Problem]:
    """The problems, smallest board first; the first and the last are tried out now."""
    sizes: Sequence[int] = options.sizes or default
    forbidden = frozenset(options.forbid or ())
    if options.instance is not None:
        if options.sizes is not None:
            raise UsageError("an instance has a size of its own: leave SIZES out")
        instance = read_instance(options.instance, options.diagonals)
        sizes, forbidden = (instance.n,), forbidden | instance.forbidden
    elif options.diagonals is not None:
        raise UsageError("--diagonals counts those of an instance: add --instance FILE")

    def problem(n: int) -> Problem:
        return Problem(n, VARIANTS[options.variant](n), frozenset(options.place or ()), forbidden)

    try:
        problem(sizes[0])
        problem(sizes[-1])
    except ValueError as error:
        raise UsageError(str(error)) from error
    return map(problem, sizes)


def _limits(options: argparse.Namespace) -> Limits:
    memory = options.memory << 20 if options.memory else None
    if memory is None:
        import psutil

        memory = int(psutil.virtual_memory().available * MOST_MEMORY)
        if options.split == 1:  # parts share what is the whole's
            memory = max(1, memory // options.jobs)
    keep = sys.maxsize if options.classes else options.show or 0
    return Limits(limit=options.limit, timeout=options.timeout, memory=memory, keep=keep)
