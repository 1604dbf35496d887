"""A CP-SAT model in mathematical notation, read off the model itself."""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from solvers.formulation import Formulation, affine, all_different, values

LEAST, GREATEST = -(2**63), 2**63 - 1
"""The bounds of a domain that has none."""


def in_notation(model: cp_model.CpModel) -> Formulation:
    """What the model holds: each variable and each constraint."""
    names = [variable.name for variable in model.proto.variables]
    return Formulation(
        {variable.name: _domain(list(variable.domain)) for variable in model.proto.variables},
        tuple(_constraint(constraint, names) for constraint in model.proto.constraints),
    )


def _constraint(constraint: Any, names: list[str]) -> str:
    """One constraint of the kinds that this project's models have."""
    if _is(constraint, "all_diff"):
        return all_different(_expression(e, names) for e in constraint.all_diff.exprs)
    if _is(constraint, "linear"):
        return _linear(constraint.linear, names)
    if _is(constraint, "int_mod"):
        dividend, modulus = (_expression(e, names) for e in constraint.int_mod.exprs)
        target = _expression(constraint.int_mod.target, names)
        return f"{target} = {f'({dividend})' if ' ' in dividend else dividend} mod {modulus}"
    if _is(constraint, "exactly_one"):
        return _one("exactly", constraint.exactly_one.literals, names)
    if _is(constraint, "at_most_one"):
        return _one("at most", constraint.at_most_one.literals, names)
    raise ValueError(f"there is no notation for {constraint}")


def _is(constraint: Any, kind: str) -> bool:
    """Whether a constraint is of a kind; to ask for another kind's fields would make it that."""
    has = getattr(constraint, f"has_{kind}", None)  # from OR-Tools 9.15 on
    return bool(has() if has else constraint.HasField(kind))


def _one(how_many: str, literals: Any, names: list[str]) -> str:
    return f"{how_many} one of {', '.join(names[i] for i in literals) or 'nothing'}"


def _linear(linear: Any, names: list[str]) -> str:
    """A sum in a domain; of two variables that differ by anything but one number, as `!=`."""
    terms = [(factor, names[i]) for i, factor in zip(linear.vars, linear.coeffs, strict=True)]
    domain = list(linear.domain)
    if len(domain) == 4 and domain[0] == LEAST and domain[3] == GREATEST:
        gap = domain[1] + 1
        if domain[2] == gap + 1:
            left = [term for term in terms if term[0] > 0]
            right = [(-factor, name) for factor, name in terms if factor < 0]
            return f"{affine(left)} != {affine(right, gap)}"
    return f"{affine(terms)} in {_domain(domain)}"


def _expression(expression: Any, names: list[str]) -> str:
    terms = zip(expression.coeffs, (names[i] for i in expression.vars), strict=True)
    return affine(terms, expression.offset)


def _domain(bounds: list[int]) -> str:
    """A domain, from the bounds of its intervals."""
    intervals = list(zip(bounds[::2], bounds[1::2], strict=True))
    return values(number for least, greatest in intervals for number in range(least, greatest + 1))
