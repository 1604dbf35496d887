"""Random problems on which solvers are held against each other, and what is left of the one on
which they differ when everything that does not matter is taken away."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from solvers.builtin import is_builtin
from solvers.outcome import Outcome
from solvers.problem import VARIANTS, Problem, Square
from solvers.verification.relations import RELATIONS, Relation, violations
from solvers.verification.session import compared
from solvers.verification.verdict import Comparison, Finding

LARGEST = 7  # n of a random problem at the most: most mistakes show on small boards
SIZES = range(1, 9)  # for models that take only n

WAYS = 20  # in which squares are put elsewhere on a smaller board, to see if that is wrong too

RunOne = Callable[[str, Problem], Outcome]


@dataclass(frozen=True)
class FuzzReport:
    """How many problems were run, from which seed; the comparison that found a fault, shrunk, and
    how to run it; how many problems were left undecided, and why the first was; and the solvers
    that could pose plain boards only."""

    problems: int
    seed: int
    undecided: int = 0
    found: Comparison | None = None
    command: str | None = None
    interrupted: bool = False
    reasons: tuple[str, ...] = ()
    only_plain: tuple[str, ...] = ()

    @property
    def finding(self) -> Finding:
        if self.found is not None:
            return Finding.DISAGREE
        return Finding.UNDECIDED if self.undecided or self.interrupted else Finding.AGREE


def random_problem(source: random.Random) -> Problem:
    """A board of some variant, with queens placed, squares forbidden and diagonals excluded."""
    n = source.randint(1, LARGEST)
    variant = source.choice(list(VARIANTS))
    placed = frozenset(_square(source, n) for _ in range(source.choice((0, 0, 0, 1, 1, 2))))
    forbidden = {_square(source, n) for _ in range(source.choice((0, 0, 1, 2, 3, n)))}
    for _ in range(source.choice((0, 0, 0, 1, 2))):
        line = source.randint(1 - n, n - 1)
        sign = source.choice((-1, 1))
        offset = 0 if sign < 0 else n - 1
        forbidden |= {(i, sign * i * -1 + offset + line) for i in range(n)}
    on_board = frozenset((r, c) for r, c in forbidden if 0 <= c < n)
    return Problem(n, VARIANTS[variant](n), placed, on_board)


def fuzz(
    specs: Sequence[str],
    run: RunOne,
    number: int,
    seed: int,
    interrupted: Callable[[], bool],
    watch: Callable[[int], None],
) -> FuzzReport:
    """Hold solvers against each other on random problems until one shows a fault.

    On each, one solver also has to keep one of the relations. A solver that takes only n gets
    plain boards instead, once each. `watch` is told how many problems are done.
    """
    source = random.Random(seed)
    undecided = 0
    reasons: tuple[str, ...] = ()
    posed: set[str] = set()
    problems = [*(Problem(n) for n in SIZES if any(not is_builtin(spec) for spec in specs))]
    plain = len(problems)
    for i in range(plain + number):
        done = max(0, i - plain)
        if interrupted():
            return FuzzReport(done, seed, undecided, interrupted=True, reasons=reasons)
        problem = problems[i] if i < plain else random_problem(source)
        related = [(specs[i % len(specs)], source.choice(RELATIONS))] if i >= plain else []
        comparison = examine(problem, specs, run, related)
        if comparison.verdict.finding is Finding.DISAGREE:
            shrunk = shrink(comparison, specs, run)
            alone = examine(shrunk.problem, specs, run, []).verdict.finding is Finding.DISAGREE
            command = command_line(shrunk.problem, specs, relations=not alone)
            number = done + (i >= plain)
            return FuzzReport(number, seed, undecided, shrunk, command, reasons=reasons)
        if any(o.status.ran and not o.finished for o in comparison.outcomes):
            undecided += 1
            reasons = reasons or (f"n = {problem.n}: {comparison.verdict.reasons[0]}",)
        if i >= plain:
            posed |= {o.solver for o in comparison.outcomes if o.status.ran}
        watch(max(0, i + 1 - plain))
    only_plain = tuple(spec for spec in specs if spec not in posed) if posed else ()
    return FuzzReport(number, seed, undecided, reasons=reasons, only_plain=only_plain)


def examine(
    problem: Problem,
    specs: Sequence[str],
    run: RunOne,
    relations: Sequence[tuple[str, Relation]],
) -> Comparison:
    """What the solvers say of a problem, with the relations that a solver violates as faults."""
    faults = [
        f"{spec}: {text}"
        for spec, relation in relations
        for text in violations(problem, lambda other, spec=spec: run(spec, other), (relation,))  # type: ignore[misc]
    ]
    return compared(problem, {spec: run(spec, problem) for spec in specs}, faults)


def shrink(comparison: Comparison, specs: Sequence[str], run: RunOne) -> Comparison:
    """The comparison on the smallest board, and on it with the fewest squares, that is still
    wrong; all relations are tried, since another may be violated by less. What is left is tried
    with its squares elsewhere on the boards that are smaller yet."""
    every = [(spec, relation) for spec in specs for relation in RELATIONS]

    def still_wrong(problem: Problem) -> Comparison | None:
        tried = examine(problem, specs, run, every)
        return tried if tried.verdict.finding is Finding.DISAGREE else None

    def first_wrong(problems: Iterator[Problem]) -> Comparison | None:
        return next(filter(None, map(still_wrong, problems)), None)

    comparison = first_wrong(_smaller_boards(comparison.problem)) or comparison
    while True:
        while wrong := first_wrong(_fewer_squares(comparison.problem)):
            comparison = wrong
        wrong = first_wrong(_rearranged(comparison.problem))
        if wrong is None:
            return comparison
        comparison = wrong


def _smaller_boards(problem: Problem) -> Iterator[Problem]:
    """The problem cut down and folded to each smaller board, as its own variant and as queens."""
    names = dict.fromkeys([problem.variant or "queens", "queens"])
    for n in range(1, problem.n + 1):
        for name in names:
            cut = [frozenset(s for s in part if max(s) < n) for part in _squares(problem)]
            folded = [frozenset((r % n, c % n) for r, c in part) for part in _squares(problem)]
            for placed, forbidden in (cut, folded):
                yield Problem(n, VARIANTS[name](n), placed, forbidden)


def _fewer_squares(problem: Problem) -> Iterator[Problem]:
    for square in sorted(problem.forbidden):
        yield replace(problem, forbidden=problem.forbidden - {square})
    for square in sorted(problem.placed):
        yield replace(problem, placed=problem.placed - {square})


def _rearranged(problem: Problem) -> Iterator[Problem]:
    """As many squares elsewhere on each smaller board, as any variant; some ways, if many."""
    source = random.Random(0)
    names = dict.fromkeys([problem.variant or "queens", *VARIANTS])
    for n in range(1, problem.n):
        board = [(row, column) for row in range(n) for column in range(n)]
        if max(map(len, _squares(problem))) > len(board):
            continue
        for name in names:
            ways = {
                tuple(
                    frozenset(source.sample(board, len(part))) for part in _squares(problem)
                ): None
                for _ in range(WAYS)
            }
            for placed, forbidden in ways:
                yield Problem(n, VARIANTS[name](n), placed, forbidden)


def _squares(problem: Problem) -> tuple[frozenset[Square], frozenset[Square]]:
    return problem.placed, problem.forbidden


def _square(source: random.Random, n: int) -> Square:
    return source.randrange(n), source.randrange(n)


def command_line(problem: Problem, specs: Sequence[str], relations: bool) -> str:
    """The command that runs the problem on the solvers, with relations where it takes these."""
    import shlex

    words = ["python", "compare.py", str(problem.n)]
    if problem.variant != "queens":
        words += ["--variant", str(problem.variant)]
    for option, squares in (("--place", problem.placed), ("--forbid", problem.forbidden)):
        for row, column in sorted(squares):
            words += [option, f"{row}:{column}"]
    for spec in specs:
        words += ["-b", spec]
    return shlex.join([*words, "--relations"] if relations else words)
