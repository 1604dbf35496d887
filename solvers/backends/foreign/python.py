"""Python functions and LeetCode classes as solvers.

Accepted are a function of n or of a Problem that returns or yields solutions, returns one solution
or returns a count, and a class with `solveNQueens(n)` or `totalNQueens(n)` (LeetCode 51 and 52).
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

from solvers.backends.foreign.readings import (
    ONE,
    Readings,
    example,
    plain,
    readings,
    unreadable,
)
from solvers.base import Solver
from solvers.outcome import BadReport, Unsupported
from solvers.problem import Placement, Problem
from solvers.registry import SpecError
from solvers.run import Run

SIZE_NAMES = {"n", "size", "num", "number", "queens", "num_queens", "n_queens", "board_size"}
Factory = Callable[[], Solver]

SOLVING = re.compile("queen|solve|solution|count|total", re.IGNORECASE)
METHODS = ("solveNQueens", "totalNQueens")

LEETCODE_NAMES = {
    name: getattr(typing, name) for name in ("Dict", "List", "Optional", "Set", "Tuple")
}
"""What LeetCode has imported where a solution begins, and people's files do not import."""


class FunctionModel(Solver):
    """A function of n, or of a Problem, as a solver."""

    def __init__(self, function: Callable[[Any], Any], name: str, takes_problem: bool) -> None:
        self.name = name
        self._function = function
        self._takes_problem = takes_problem

    def search(self, problem: Problem, run: Run) -> None:
        if self._takes_problem:
            report(self._function(problem), problem.n, run)
            return
        need_plain_queens(problem)
        report(self._function(problem.n), problem.n, run)


def need_plain_queens(problem: Problem) -> None:
    """Raise Unsupported for what a model that is only told n cannot know."""
    if problem.variant != "queens":
        raise Unsupported("it takes only n, so it knows no other lines than those of queens")
    if problem.restricted:
        raise Unsupported("it takes only n, so it knows of no placed or forbidden squares")


def report(answer: Any, n: int, run: Run) -> None:
    """Report what a function returned: a count, one solution, or many of them."""
    answer = plain(answer)
    if answer is None or answer is False:
        return
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    if isinstance(answer, tuple) and len(answer) == 2:
        answer = _without_count(*answer)
    if isinstance(answer, int) and not isinstance(answer, bool):
        if answer < 0:
            run.remark(f"it returned {answer} for n = {n}, which is taken as: no solution")
        else:
            run.counted(answer)
    elif answer is True:
        raise BadReport("True was returned, which shows no solution: check it as a program")
    elif isinstance(answer, str) and not readings(answer, n):
        run.remark(f"it returned {example(answer)} for n = {n}, which is taken as: no solution")
    elif isinstance(answer, Iterator):
        _report_each(answer, n, run)
    elif isinstance(answer, (str, Mapping)):
        _report_alternatives(answer, {}, n, run)
    elif hasattr(answer, "__iter__"):
        items = list(answer)
        if len(items) > 1 and len(set(map(id, items))) == 1 and hasattr(items[0], "append"):
            run.remark("all its solutions are one list: was a copy of it forgotten?")
        _report_alternatives(items, _readings_of_all(items, n), n, run)
    else:
        raise unreadable(answer, n, "was returned, which is neither a number nor")


def _without_count(first: Any, second: Any) -> Any:
    """Of a pair of the solutions and their number, in either order, the solutions."""
    for number, solutions in ((first, second), (second, first)):
        if isinstance(solutions, list) and type(number) is int and number == len(solutions):
            return solutions
    return first, second


def _report_each(solutions: Iterator[Any], n: int, run: Run) -> None:
    open_readings: set[str] | None = None
    for solution in solutions:
        found = readings(solution, n)
        still_open = _still_open(open_readings, found, solution, n)
        if open_readings is not None and still_open != open_readings:
            run.keep_readings(still_open)
        open_readings = still_open
        run.found_as({name: [found[name]] for name in open_readings})


def _report_alternatives(
    answer: Any, many: Mapping[str, list[Placement]], n: int, run: Run
) -> None:
    """Report an answer that may be a collection of solutions, or itself a single one."""
    single = {f"{ONE}{name}": [q] for name, q in readings(answer, n).items()}
    alternatives = {**many, **single}
    if alternatives:
        run.found_as(alternatives)
    elif answer:
        same = isinstance(answer, list) and all(item == answer[0] for item in answer[1:])
        several = same and len(answer) > 1
        hint = f" (all {len(answer):,} are the same: was a copy forgotten?)" if several else ""
        raise BadReport(f"{unreadable(_culprit(answer, n), n)}{hint}")


def _readings_of_all(items: list[Any], n: int) -> dict[str, list[Placement]]:
    """Every reading in which all items are placements, with these."""
    read = [readings(item, n) for item in items]
    names = set(read[0]).intersection(*read[1:]) if read else set()
    return {name: [found[name] for found in read] for name in names}


def _culprit(answer: Any, n: int) -> Any:
    """The item at which no reading is left, or all of it."""
    if isinstance(answer, list):
        for item in answer:
            if not readings(item, n):
                return item
        return next((item for item in answer if type(item) is not type(answer[0])), answer)
    return answer


def _still_open(before: set[str] | None, found: Readings, solution: Any, n: int) -> set[str]:
    if not found:
        raise unreadable(solution, n)
    now = set(found) if before is None else before & set(found)
    if not now:
        raise BadReport(f"{example(solution)} has another shape than the solutions before it")
    return now


def models_in(module: ModuleType) -> tuple[dict[str, Factory], dict[str, Factory]]:
    """What in a module can be a model, by name: what looks like one, and all that can be called.

    A function looks like a model by its parameter, a Problem or something called n; where none
    does, by its own name.
    """
    likely: dict[str, Factory] = {}
    functions: dict[str, Factory] = {}
    for name, item in vars(module).items():
        if name.startswith("_") or getattr(item, "__module__", None) != module.__name__:
            continue
        if name != getattr(item, "__name__", name):
            continue  # a second name for the same thing
        if inspect.isclass(item):
            if issubclass(item, Solver):
                likely[name] = item if not inspect.isabstract(item) else _unfinished(item, module)
            elif any(hasattr(item, method) for method in METHODS):
                likely[name] = _leetcode(item)
        elif inspect.isfunction(item) and (parameter := _only_parameter(item)) is not None:
            functions[name] = _function(item, _is_problem(parameter))
            if name != "main" and (_is_problem(parameter) or parameter.name.lower() in SIZE_NAMES):
                likely[name] = functions[name]
    named = {name: item for name, item in functions.items() if SOLVING.search(name)}
    return likely or named, functions | likely


def _unfinished(item: type, module: ModuleType) -> Factory:
    def refuse() -> Solver:
        missing = "a Solver without a method search(self, problem, run)"
        raise SpecError(f"{module.__file__} holds no model but {item.__name__}, {missing}")

    return refuse


def _leetcode(item: type) -> Factory:
    method = next(method for method in METHODS if hasattr(item, method))
    return lambda: FunctionModel(
        lambda n: getattr(item(), method)(n), f"{item.__name__}.{method}", False
    )


def _function(item: Callable[[Any], Any], takes_problem: bool) -> Factory:
    return lambda: FunctionModel(item, getattr(item, "__name__", "function"), takes_problem)


def from_callable(function: Callable[[Any], Any]) -> Solver:
    """A function, or a class with solveNQueens or totalNQueens, as a solver.

    Raises TypeError where it cannot be called with one argument.
    """
    if inspect.isclass(function) and any(hasattr(function, method) for method in METHODS):
        return _leetcode(function)()
    parameter = _only_parameter(function)
    if parameter is None:
        raise TypeError("a model is a function of one argument, n or a Problem")
    return _function(function, _is_problem(parameter))()


def _only_parameter(function: Callable[..., Any]) -> inspect.Parameter | None:
    """The parameter that a call with one argument fills; None where no such call is possible."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    positional = [p for p in parameters if p.kind in kinds]
    needed = [p for p in parameters if p.default is p.empty and p.kind not in _VARIADIC]
    if not positional or len(needed) > 1 or (needed and needed[0] is not positional[0]):
        return None
    return positional[0]


_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _is_problem(parameter: inspect.Parameter) -> bool:
    annotation = parameter.annotation
    name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    return name.strip("'\"").rpartition(".")[2] == "Problem" or parameter.name == "problem"
