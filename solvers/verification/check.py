"""Is a model right? Three claims about what it reports, each refuted by a placement.

    sound        every solution that it reports is one
    complete     no solution is missing
    no repeats   no solution comes twice

A claim is True, False, or None where nothing can be said: of a model that only counts, or of what a
run that was cut off leaves open. What somebody else's model reports may be read in several ways:
one reading is taken for all sizes, the one with the fewest illegal reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solvers.backends.foreign.readings import ONE, in_order
from solvers.outcome import STATED, Check, Outcome, Reading, Status, Witness
from solvers.problem import Placement, Problem


def settle(
    problems: Sequence[Problem], outcomes: Sequence[Outcome], right: Sequence[int | None]
) -> list[Outcome]:
    """The outcomes of one model on several problems, in one reading, each with its check.

    `right[i]` is the true number of solutions of problem i, None where nobody trusted says.
    """
    names = _best_readings(problems, outcomes)
    if any((r or 0) > 1 and o.count for o, r in zip(outcomes, right, strict=True)):
        # where one solution alone makes sense of boards that have several, that is what is meant
        names.sort(key=lambda name: not str(name).startswith(ONE))
    if not names:
        return [_in_no_reading(outcome) for outcome in outcomes]
    first, *others = (_settled(outcomes, name, right) for name in names)
    for other in others:
        first = [_agreed(mine, theirs) for mine, theirs in zip(first, other, strict=True)]
    return first


def settle_with(
    others: Sequence[tuple[Problem, Outcome, int | None]],
    problem: Problem,
    outcome: Outcome,
    right: int | None,
) -> Outcome:
    """One more outcome of a model, read together with what it reported on other problems: these
    say which readings are open, and whether it looks for just one solution."""
    problems, outcomes, rights = zip(*others, (problem, outcome, right), strict=True)
    return settle(problems, outcomes, rights)[-1]


def claims(outcome: Outcome, right: int | None) -> Check:
    """The three claims about one run; `right` is the true number of solutions."""
    shown = outcome.finished and outcome.fingerprint is not None
    legal = outcome.count - (outcome.illegal or 0) - (outcome.repeated or 0)
    repeats = outcome.repeated or any(w.kind == "repeated" for w in outcome.witnesses)
    complete = None
    if shown and right is not None and outcome.repeated is not None:
        # what finds one solution and stops can only be wrong about whether there is one
        complete = legal == right if outcome.enumerates else None if legal or not right else False
    return Check(
        sound=False if outcome.illegal else True if shown else None,
        complete=complete,
        no_repeats=False if repeats else True if shown and outcome.repeated == 0 else None,
        reading=outcome.reading,
        witnesses=outcome.witnesses,
        missing=None if complete is None or right is None else right - legal,
    )


def with_missing(outcome: Outcome, own: Iterable[Placement], right: Iterable[Placement]) -> Outcome:
    """The outcome with the least solution that the model misses as a witness."""
    missing = set(right) - set(own)
    if outcome.check is None or not missing:
        return outcome
    witness = Witness(kind="missing", placement=min(missing), times=0)
    check = replace(outcome.check, witnesses=(*outcome.check.witnesses, witness))
    return replace(outcome, check=check)


def placements_in(outcome: Outcome, reading: str | None) -> tuple[Placement, ...]:
    """The placements that a run has kept, in a reading."""
    for part in outcome.readings:
        if part.name == reading:
            return part.placements
    return outcome.placements if reading is None else ()


def _best_readings(problems: Sequence[Problem], outcomes: Sequence[Outcome]) -> list[str | None]:
    """The readings with the fewest illegal reports, the preferred one first: of these the one with
    the fewest that leave the board, since a model that is all wrong still has its own columns.

    A reading has to make sense of every run that shows something. What is only stated counts where
    nothing is shown on larger boards: one square is found in any number, and two or three numbers
    in a line need not be squares.
    [None] where there is nothing to read, [] where no reading fits.
    """
    shown = [[p for p in o.readings if p.name != STATED and p.count] for o in outcomes]
    stated = any(part.name == STATED for o in outcomes for part in o.readings)
    tried = [p.n for p, o in zip(problems, outcomes, strict=True) if o.readings]
    small = 3 if max(tried, default=0) > 3 else 1
    on_boards = any(parts and p.n > small for p, parts in zip(problems, shown, strict=True))
    if stated and not on_boards and any(p.n > 1 for p in problems):
        return [STATED]
    showing = [parts for parts in shown if parts]
    if not showing:
        return [None]
    from solvers.tally import OFF_BOARD

    names = set.intersection(*({part.name for part in parts} for parts in showing))
    illegal = {
        name: sum(part.illegal or 0 for parts in showing for part in parts if part.name == name)
        for name in names
    }
    off_board: dict[str | None, int] = {
        name: sum(p.broken.get(OFF_BOARD, 0) for ps in showing for p in ps if p.name == name)
        for name in names
    }
    least = min(illegal.values(), default=0)
    best = [name for name in in_order(names) if illegal[name] == least]
    return sorted(best, key=lambda name: off_board[name])


def _settled(
    outcomes: Sequence[Outcome], name: str | None, right: Sequence[int | None]
) -> list[Outcome]:
    read = [_read(outcome, name) for outcome in outcomes]
    if _finds_one(read, name, right):
        read = [replace(outcome, enumerates=False) for outcome in read]
    return [replace(o, check=claims(o, r)) for o, r in zip(read, right, strict=True)]


def _read(outcome: Outcome, name: str | None) -> Outcome:
    """The outcome in one reading."""
    if name is None:
        return outcome
    part = next((part for part in outcome.readings if part.name == name), None)
    if part is None:  # nothing was shown; or it was cut off before it could state anything
        empty = None if name == STATED else 0
        part = Reading(name=name, count=0, illegal=empty, repeated=empty, fingerprint=empty)
    return replace(
        outcome,
        count=part.count,
        illegal=part.illegal,
        repeated=part.repeated,
        fingerprint=part.fingerprint,
        broken=part.broken,
        placements=part.placements,
        witnesses=part.witnesses,
        reading=name,
        readings=(),
    )


def _finds_one(outcomes: Sequence[Outcome], name: str | None, right: Sequence[int | None]) -> bool:
    """Whether the model shows one solution, as such and not in a list, where there are several."""
    if name is None or not name.startswith(ONE):
        return False
    return any(o.count == 1 and (r or 0) > 1 for o, r in zip(outcomes, right, strict=True))


def _agreed(mine: Outcome, theirs: Outcome) -> Outcome:
    """My outcome, with no claim that an equally good reading denies."""
    if mine.check is None or theirs.check is None:
        return mine
    check = mine.check
    if check.sound is not theirs.check.sound:
        check = replace(check, sound=None)
    if check.complete is not theirs.check.complete:
        check = replace(check, complete=None)
    if check.no_repeats is not theirs.check.no_repeats:
        check = replace(check, no_repeats=None)
    return replace(mine, check=check)


def _in_no_reading(outcome: Outcome) -> Outcome:
    error = "no one way to read its solutions makes sense of all sizes"
    failed = replace(outcome, status=Status.FAILED, error=outcome.error or error, readings=())
    return replace(failed, check=Check(sound=None, complete=None, no_repeats=None))
