"""Two more models for CP-SAT, searched as the one with AllDifferent is: only the model differs.

cpsat-pairwise       q[i] in domains[i]
                     a*i + b*q[i] != a*j + b*q[j]   for every two rows and every family, modulo m
                                                    where it has a modulus

cpsat-boolean        x[i,j] in {0, 1}               one for every open square
                     exactly one in a row, and in a column
                     at most one on any other line
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from ortools.sat.python import cp_model

from solvers.backends.cpsat import CpSat, Posed, lines, new_queens
from solvers.problem import COLUMNS, Placement, Problem


class CpSatPairwise(CpSat):
    name = "cpsat-pairwise"

    def pose(self, problem: Problem) -> Posed:
        model = cp_model.CpModel()
        queens = new_queens(model, problem)
        for k, family in enumerate(problem.lines):
            for one, other in combinations(lines(model, family, k, queens), 2):
                model.add(one != other)
        return Posed(model, [[queen] for queen in queens])


class CpSatBoolean(CpSat):
    name = "cpsat-boolean"

    selection = (cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)

    def pose(self, problem: Problem) -> Posed:
        model = cp_model.CpModel()
        squares = [
            {column: model.new_bool_var(f"x[{row},{column}]") for column in domain}
            for row, domain in enumerate(problem.domains)
        ]
        for row in squares:
            model.add_exactly_one(row.values())
        for family in problem.lines:
            on_line: dict[int, list[cp_model.IntVar]] = {}
            if family == COLUMNS:
                on_line = {column: [] for column in range(problem.n)}
            for i, row in enumerate(squares):
                for column, square in row.items():
                    on_line.setdefault(family.through(i, column), []).append(square)
            for several in on_line.values():
                if family == COLUMNS:
                    model.add_exactly_one(several)
                elif len(several) > 1:
                    model.add_at_most_one(several)
        return Posed(model, [list(row.values()) for row in squares])

    def placement(self, problem: Problem, value: Callable[[int], int]) -> Placement:
        taken = []
        square = 0
        for domain in problem.domains:
            taken += [column for i, column in enumerate(domain, square) if value(i)]
            square += len(domain)
        return tuple(taken)
