"""The frame around a search: whatever a solver does, one run becomes one outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solvers.builtin import is_builtin
from solvers.outcome import (
    BadReport,
    Limits,
    ModelFailed,
    Outcome,
    Status,
    Stop,
    Unavailable,
    Unsupported,
)
from solvers.problem import Problem
from solvers.run import Run, plain_numbers

if TYPE_CHECKING:
    from solvers.base import Solver


def conduct(
    solver: Solver,
    problem: Problem,
    limits: Limits,
    *,
    name: str | None = None,
    report: Callable[[Outcome], None] | None = None,
    begin: Callable[[Run], None] = lambda run: None,
    end: Callable[[], None] = lambda: None,
) -> Outcome:
    """Carry out one run in this process and say what came of it.

    `begin` is called with the run before the search, `report` with its outcome so far now and
    then, `end` when the search is over and only books are left to close.
    """
    run = Run(name or _name(solver), problem, limits, report)
    begin(run)
    status: Status = Status.COMPLETE
    error: str | None = None
    try:
        if is_builtin(solver) and not all(problem.domains):
            run.built()  # a row without a square: no solution, and some libraries reject the model
        else:
            returned: object = solver.search(problem, run)
            if returned is not None:
                kind = type(returned).__name__
                raise run.bad(f"search returned a {kind}: solutions are reported to run.found")
        run.end()
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        status, error = ending_of(failure, run)
    run.end()
    end()
    return _close(run, status, error)


def _name(solver: Solver) -> str:
    """The name of a solver that was not asked for by one; a built-in name is not for others."""
    name = solver.name or type(solver).__name__
    if is_builtin(name) and not is_builtin(solver):
        return f"{type(solver).__module__}:{type(solver).__qualname__}"
    return name


def ending_of(failure: BaseException, run: Run | None = None) -> tuple[Status, str | None]:
    """What an exception that ended a run means: its status, and the error in one line."""
    match failure:
        case Stop(why=why) if run is not None and why is run.stopped:
            return why, None
        case Stop(why=Status.TIMEOUT):
            return Status.TIMEOUT, None
        case Stop(why=why):
            return Status.FAILED, f"it raised Stop({why}), but that was not reached"
        case Unsupported() | Unavailable() if run is not None and run.reported:
            return Status.FAILED, f"after it had reported solutions: {_one_line(failure)}"
        case Unsupported():
            return Status.UNSUPPORTED, _one_line(failure)
        case Unavailable():
            return Status.UNAVAILABLE, _one_line(failure)
        case MemoryError():
            return Status.MEMORY, "an allocation failed (MemoryError)"
        case SystemExit(code=code):
            when = "while it was loaded" if run is None else "before its search ended"
            return Status.CRASHED, f"exited with status {code or 0!r} {when}"
        case BadReport() | ModelFailed():
            return Status.FAILED, _one_line(failure)
    return Status.FAILED, in_one_line(failure)


def _close(run: Run, status: Status, error: str | None) -> Outcome:
    """Close the books; what still waited when the search ended counts too."""
    from solvers.tally import shortened

    try:
        run.settle()
    except Exception as failure:  # what was reported runs code of its own when it is read
        settled_as, why = ending_of(failure)
        status, error = settled_as, error or why
    if run.stopped is not None and status is Status.COMPLETE:
        status = run.stopped  # the backend swallowed Stop, and what it says after that is nothing
    if run.failure is not None and status is Status.COMPLETE:
        status, error = Status.FAILED, run.failure  # the backend swallowed that
    odd = set(run.statistics) - set(plain_numbers(run.statistics)) if run.statistics else ()
    if odd and status is Status.COMPLETE:
        key = min(odd, key=repr)
        value = shortened(run.statistics[key])
        status, error = Status.FAILED, f"statistics[{key!r}] is {value}, not a number"
    return run.outcome(status, error, final=True)


def _one_line(failure: BaseException) -> str:
    try:
        return printable(" ".join(str(failure).split()))
    except Exception:  # its text is the fault's own code
        return f"{type(failure).__name__} that cannot say what it is"


def printable(text: str) -> str:
    """Text of somebody else's, without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def in_one_line(failure: BaseException) -> str:
    """An exception as people read it: its type, its text, and the line that raised it."""
    import traceback

    text = _one_line(failure) or "no message"
    if isinstance(failure, EOFError):
        text += "; it asks for input, and there is none here"
    frames = traceback.extract_tb(failure.__traceback__)
    where = ""
    if frames:
        from pathlib import PurePath

        where = f" ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})"
    return f"{type(failure).__name__}: {text[:300]}{where}"
