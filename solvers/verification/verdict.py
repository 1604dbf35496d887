"""What the outcomes of one problem say together: a pure function of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from solvers.builtin import is_builtin
from solvers.outcome import Outcome, Status
from solvers.problem import Problem
from solvers.verification.published import Published


class Finding(StrEnum):
    """What a verdict finds."""

    AGREE = "agree"
    DISAGREE = "disagree"
    UNDECIDED = "undecided"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What is found, and why: the first `faults` of the reasons say what the outcomes have wrong,
    the rest what else is, and what was cut off or did not run.

    `published_alone` says that nothing but a published count confirms a single answer;
    `at_least` is the number of solutions up to which runs agree that were to stop there.
    """

    finding: Finding
    reasons: tuple[str, ...] = ()
    faults: int = 0
    published_alone: bool = False
    at_least: int | None = None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One problem, what several solvers said of it, and what that means."""

    problem: Problem
    published: Published | None
    outcomes: tuple[Outcome, ...]
    verdict: Verdict


def judge(outcomes: Sequence[Outcome], published: Published | None = None) -> Verdict:
    """Compare the outcomes of one problem with each other and with a published count.

    Two solvers of different names, one of them built in, have to say the same for agreement; a
    majority settles nothing. What did not finish leaves the problem undecided.
    """
    faults = [*_bad_reports(outcomes), *_contradictions(outcomes, published)]
    asides = [_in_words(outcome) for outcome in outcomes if not outcome.status.ran]
    ran = [outcome for outcome in outcomes if outcome.status.ran]
    cut_off = [o for o in ran if o.status not in (Status.COMPLETE, Status.LIMIT)]
    unfinished = [_in_words(outcome) for outcome in cut_off]
    if faults:
        reasons = (*faults, *unfinished, *asides)
        return Verdict(finding=Finding.DISAGREE, reasons=reasons, faults=len(faults))
    if unfinished or not ran:
        reasons = (*unfinished, *asides)
        return Verdict(finding=Finding.UNDECIDED, reasons=reasons)
    names = {outcome.solver for outcome in ran if outcome.enumerates}
    confirmed = len(names) > 1 and any(map(is_builtin, names))
    limited = [outcome for outcome in ran if outcome.status is Status.LIMIT]
    at_least = None
    if limited:
        unchecked = [o.solver for o in limited if o.fingerprint is not None and o.repeated is None]
        if unchecked or len({outcome.count for outcome in ran}) > 1:
            why = f"repeats of {' and '.join(unchecked)} were not checked, for want of memory"
            uneven = "the limit was not reached by all, nor the same number found"
            reasons = (why if unchecked else uneven, *asides)
            return Verdict(finding=Finding.UNDECIDED, reasons=reasons)
        # solutions that were shown have been checked: they are there, whoever found them
        confirmed = confirmed or any(outcome.fingerprint is not None for outcome in limited)
        at_least = limited[0].count if confirmed else None
        published = None
    if confirmed or published is not None:
        return Verdict(
            finding=Finding.AGREE,
            reasons=tuple(asides),
            published_alone=not confirmed,
            at_least=at_least,
        )
    if limited:
        alone = f"{' and '.join(sorted(names))} stopped at the limit, and showed no solution"
        return Verdict(finding=Finding.UNDECIDED, reasons=(alone, *asides))
    alone = f"nothing to hold {' and '.join(sorted(names))} against: no published count, and no"
    other = "other solver" if any(map(is_builtin, names)) else "built-in solver"
    return Verdict(finding=Finding.UNDECIDED, reasons=(f"{alone} {other} that answered", *asides))


def overall(findings: Iterable[Finding]) -> Finding:
    """The verdict on several problems: the worst of theirs, undecided where there are none."""
    found = set(findings)
    for finding in (Finding.DISAGREE, Finding.UNDECIDED, Finding.AGREE):
        if finding in found:
            return finding
    return Finding.UNDECIDED


def _bad_reports(outcomes: Iterable[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        witnesses = {witness.kind: witness for witness in outcome.witnesses}
        if outcome.illegal:
            text = f"{outcome.solver}: {outcome.illegal} of {outcome.count} reports illegal"
            if witness := witnesses.get("illegal"):
                text += f", such as {_digits(witness.placement)}: {witness.rule}"
            yield text
        if outcome.repeated or (outcome.repeated is None and "repeated" in witnesses):
            some = "some" if outcome.repeated is None else f"{outcome.repeated}"
            text = f"{outcome.solver}: {some} of {outcome.count} reports repeat another"
            if witness := witnesses.get("repeated"):
                text += f"; {_digits(witness.placement)} came {witness.times} times"
            yield text


def _contradictions(outcomes: Sequence[Outcome], published: Published | None) -> Iterator[str]:
    complete = [outcome for outcome in outcomes if outcome.finished and outcome.enumerates]
    counts: dict[int, list[str]] = {}
    for outcome in complete:
        counts.setdefault(outcome.count, []).append(outcome.solver)
    if len(counts) > 1:
        said = (f"{count:,} by {' and '.join(solvers)}" for count, solvers in counts.items())
        yield f"counts differ: {'; '.join(said)}"
    for count in counts:
        sets: dict[int, list[str]] = {}
        for outcome in complete:
            if outcome.count == count and outcome.fingerprint is not None:
                sets.setdefault(outcome.fingerprint, []).append(outcome.solver)
        if len(sets) > 1:
            groups = " / ".join(" and ".join(solvers) for solvers in sets.values())
            yield f"the same count, {count:,}, but different solutions: {groups}"
    if published is not None:
        for outcome in complete:
            if outcome.count != published.solutions:
                yield (
                    f"{outcome.solver} counts {outcome.count:,}, but {published.source} has"
                    f" {published.solutions:,}"
                )
    exact = [(outcome.count, outcome.solver) for outcome in complete]
    if published is not None:
        exact.append((published.solutions, published.source))
    if not exact:
        return
    least, said_by = min(exact)
    for outcome in outcomes:
        if (not outcome.finished or not outcome.enumerates) and outcome.count > least:
            yield (
                f"{outcome.solver} found at least {outcome.count:,}, more than the {least:,} of"
                f" {said_by}"
            )
        if outcome.finished and not outcome.enumerates and outcome.count == 0 < least:
            yield f"{outcome.solver} finds no solution, where {said_by} has {least:,}"


def _in_words(outcome: Outcome) -> str:
    """Why an outcome says less than it was asked for: `cpsat: timeout, at least 1,390 found`."""
    text = f"{outcome.solver}: {outcome.status}"
    if outcome.count or outcome.status in (Status.TIMEOUT, Status.MEMORY, Status.INTERRUPTED):
        text += f", at least {outcome.count:,} found"
    return f"{text} ({outcome.error})" if outcome.error else text


def _digits(placement: Sequence[int]) -> str:
    text = " ".join(map(str, placement[:20]))
    return text if len(placement) <= 20 else f"{text} ..."
