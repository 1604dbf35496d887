"""What wrong solutions have in common, for models that look like no known mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import eq

from solvers.outcome import Outcome
from solvers.problem import Placement, Problem

Feature = Callable[[Placement], bool]


def common_to_illegal(outcomes: Iterable[Outcome]) -> list[str]:
    """The one rule that all illegal reports break, where they break no other."""
    broken: Counter[str] = Counter()
    illegal = 0
    for outcome in outcomes:
        broken.update(outcome.broken)
        illegal += outcome.illegal or 0
    rules = [rule for rule, number in broken.items() if number]
    if illegal > 1 and len(rules) == 1 and broken[rules[0]] == illegal:
        return [f"all {illegal:,} illegal solutions break one rule, and only that: {rules[0]}"]
    return []


def common_to_missing(
    problem: Problem, found: Sequence[Placement], solutions: Sequence[Placement]
) -> list[str]:
    """What is true of all missing solutions and of none that was found."""
    own = set(found)
    missing = [q for q in solutions if q not in own]
    if len(missing) < 2:
        return []
    return [
        f"n = {problem.n}: all {len(missing):,} missing solutions, and none that was found, {words}"
        for words, feature in _features(problem.n)
        if all(map(feature, missing)) and not any(map(feature, found))
    ][:3]


def _features(n: int) -> list[tuple[str, Feature]]:
    last = n - 1
    main, anti = range(n), range(last, -1, -1)
    squares = [(row, column) for row in range(n) for column in range(n)]
    return [
        ("have a queen in a corner", lambda q: bool({q[0], q[-1]} & {0, last})),
        ("have a queen on the main diagonal", lambda q: any(map(eq, q, main))),
        ("have a queen on the anti-diagonal", lambda q: any(map(eq, q, anti))),
        ("have q[0] < q[n-1]", lambda q: q[0] < q[-1]),
        ("have q[0] > q[n-1]", lambda q: q[0] > q[-1]),
        ("have the first queen in the left half", lambda q: 2 * q[0] < last),
        ("have the first queen in the right half", lambda q: 2 * q[0] > last),
        *((f"have a queen on {row}:{col}", _stands_on(row, col)) for row, col in squares),
    ]


def _stands_on(row: int, column: int) -> Feature:
    return lambda q: q[row] == column
