"""Hand-written backtracking with forward checking, smallest domain first.

    q[i] in domains[i]; a square is free while no queen attacks it

Each queen put down attacks the squares on her lines in the rows that are still open. Where that
leaves a row without a free square, she is taken up at once: the dead end is seen before it is
reached. Otherwise the next queen goes to the row with the fewest free squares, the first of
several. A queen is only ever put on a free square, so that every node is a placement without a
conflict, as in the plain search; there are fewer of them, and each costs more.

How many queens attack a square is counted, and not just whether, so that taking one up undoes what
putting her down did.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

import numpy as np

from solvers.backends.compiled import COMPILES, Numbers, kernel, numbers
from solvers.backends.handwritten import HandWritten
from solvers.base import Unsupported
from solvers.problem import Problem

MAX_N = 2048  # the counters of all squares take 32 MiB


class Forward(HandWritten):
    name = "backtracking-forward"
    counters = ("nodes", "failures", "removed")

    def advance(self, state: Any, arrays: Sequence[Any], found: Any, steps: int) -> int:
        return advance(state, *arrays, found, steps)

    def arrays(self, problem: Problem) -> Sequence[Any]:
        if problem.n > MAX_N:
            raise Unsupported(f"it counts the attacks on every square: n is at most {MAX_N}")
        n = problem.n
        sizes = [len(domain) for domain in problem.domains]
        attackers = [[1] * n for _ in range(n)]  # a barred square is attacked for good
        for row, domain in enumerate(problem.domains):
            for column in domain:
                attackers[row][column] = 0
        families = []
        for lines in problem.lines:
            common = gcd(lines.b, lines.modulus or 0)
            period = lines.modulus // common if lines.modulus else 0
            inverse = pow(lines.b // common, -1, period) if period else 0
            families.append((lines.a, lines.b, common, period, inverse))
        first = sizes.index(min(sizes))
        return (
            numbers([-1] * n),
            numbers([first] * n),
            numbers([0] * n),
            numbers(sizes),
            np.array(attackers, np.int64) if COMPILES else attackers,
            *(numbers([family[part] for family in families]) for part in range(5)),
        )


@kernel
def advance(
    state: Numbers,
    q: Numbers,
    order: Numbers,
    untried: Numbers,
    sizes: Numbers,
    attackers: Numbers,
    a: Numbers,
    b: Numbers,
    common: Numbers,
    period: Numbers,
    inverse: Numbers,
    found: Numbers,
    steps: int,
) -> int:
    """Search on until `found` is full, so many steps are taken, or the tree is done (depth -1).

    At depth d the row is order[d], and its next column untried[d]; q[row] is -1 while the row is
    open. A row has sizes[row] squares that no queen attacks. Families are described by the other
    arrays (see `attack`). Returns how many solutions were found.
    """
    n = len(q)
    depth, nodes, failures, removed = state[0], state[1], state[2], state[3]
    number = 0
    while depth >= 0 and number < len(found) and steps > 0:
        steps -= 1
        row, column = order[depth], untried[depth]
        while column < n and attackers[row][column] > 0:
            column += 1
        if column == n:  # the wall: step back
            q[row] = -1
            depth -= 1
            if depth >= 0:
                attack(-1, order[depth], q, sizes, attackers, a, b, common, period, inverse)
            continue
        q[row] = column
        untried[depth] = column + 1
        nodes += 1
        if depth == n - 1:
            for i in range(n):
                found[number][i] = q[i]
            number += 1
            continue
        removed += attack(1, row, q, sizes, attackers, a, b, common, period, inverse)
        least = -1
        for other in range(n):
            if q[other] < 0 and (least < 0 or sizes[other] < sizes[least]):
                least = other
        if sizes[least] == 0:
            failures += 1
            attack(-1, row, q, sizes, attackers, a, b, common, period, inverse)
            continue
        depth += 1
        order[depth], untried[depth] = least, 0
    state[0], state[1], state[2], state[3] = depth, nodes, failures, removed
    return number


@kernel
def attack(
    change: int,
    row: int,
    q: Numbers,
    sizes: Numbers,
    attackers: Numbers,
    a: Numbers,
    b: Numbers,
    common: Numbers,
    period: Numbers,
    inverse: Numbers,
) -> int:
    """Let the queen of a row attack the squares on her lines in the open rows (change 1), or no
    longer (-1). Returns for how many squares that made a difference.

    Modulo m the columns of line l in a row are those with b*column = l - a*row =: rest (mod m).
    With common = gcd(b, m) there are some if it divides rest; then they lie a period of m/common
    apart, from rest/common * inverse on, the inverse being that of b/common. Without a modulus the
    period is 0, common is |b|, and the one column is rest/b.
    """
    n = len(q)
    changed = 0
    for other in range(n):
        if q[other] >= 0:
            continue
        for f in range(len(a)):
            rest = a[f] * (row - other) + b[f] * q[row]
            if common[f] == 0 or rest % common[f]:  # b = 0: a line is a row, which has one queen
                continue
            if period[f]:
                column, apart = rest // common[f] * inverse[f] % period[f], period[f]
            else:
                column, apart = rest // b[f], n
            while 0 <= column < n:
                before = attackers[other][column]
                attackers[other][column] = before + change
                if before + change == 0 or before == 0:
                    changed += 1
                    sizes[other] -= change
                column += apart
    return changed
