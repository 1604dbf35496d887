"""How a run ended and what it claims, kept apart; and the bounds that it was given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from solvers.chessboard import Solution
from solvers.problem import Placement

STATED = "the last integer printed"
"""The reading of a program that shows no solution: it states how many there are."""

MAX_TIMEOUT = 1e9  # seconds, 31 years; clocks and solvers overflow somewhere above


class Status(StrEnum):
    """Why a run ended. Only COMPLETE says that the whole search space was explored."""

    COMPLETE = "complete"
    LIMIT = "limit"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"
    UNSUPPORTED = "unsupported"
    INTERRUPTED = "interrupted"

    @property
    def ran(self) -> bool:
        """Whether a search took place at all."""
        return self not in (Status.UNAVAILABLE, Status.UNSUPPORTED)


WORST_FIRST = (
    Status.INTERRUPTED,
    Status.FAILED,
    Status.CRASHED,
    Status.MEMORY,
    Status.UNAVAILABLE,
    Status.UNSUPPORTED,
    Status.TIMEOUT,
    Status.LIMIT,
    Status.COMPLETE,
)
"""Of several runs that are told as one, what is said is the first of these."""


class Stop(BaseException):
    """Ends a search from inside: a limit is reached, the time is up, or the run was told to end.

    No Exception, so that a backend that catches those does not swallow it. A backend whose library
    has a clock of its own raises it with Status.TIMEOUT.
    """

    def __init__(self, why: Status) -> None:
        super().__init__(why)
        self.why = why


class Unsupported(Exception):
    """A solver raises this for a problem that it cannot pose, with the reason."""


class BadReport(TypeError):
    """A backend reported what is no sequence of n integers, or no number of solutions."""


class ModelFailed(Exception):
    """Somebody else's model could not do its work; the text says why."""


class Unavailable(Exception):
    """A solver needs something that is not installed; the text says what to install."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Bounds of a run: `limit` solutions, `timeout` seconds, `memory` bytes; None for no bound.

    `keep` is how many of the least placements the outcome shall carry.
    Raises ValueError for a bound that is not positive.
    """

    limit: int | None = None
    timeout: float | None = None
    memory: int | None = None
    keep: int = 0

    def __post_init__(self) -> None:
        for name in ("limit", "timeout", "memory"):
            bound = getattr(self, name)
            if bound is not None and not bound > 0:
                raise ValueError(f"{name} is {bound}: it has to be more than 0")
        if self.timeout is not None and self.timeout > MAX_TIMEOUT:
            raise ValueError(f"timeout is {self.timeout}: the most is {MAX_TIMEOUT:.0f} seconds")
        if self.keep < 0:
            raise ValueError(f"keep is {self.keep}: it cannot be negative")


@dataclass(frozen=True)
class Schedule:
    """How runs are carried out: `jobs` processes at once; each `times` times; those of built-in
    solvers cut into about `cut` parts each, if it is more than 1."""

    jobs: int = 1
    times: int = 1
    cut: int = 1


@dataclass(frozen=True, kw_only=True)
class Witness:
    """A placement that shows a fault: `kind` is "illegal" (`rule` says what it breaks, in words),
    "repeated" (it came `times` times) or "missing"."""

    kind: str
    placement: Placement
    times: int = 1
    rule: str | None = None


@dataclass(frozen=True, kw_only=True)
class Reports:
    """What was reported, checked and counted; an Outcome documents the fields."""

    count: int = 0
    illegal: int | None = 0
    repeated: int | None = 0
    fingerprint: int | None = 0
    broken: dict[str, int] = field(default_factory=dict)
    placements: tuple[Placement, ...] = ()
    witnesses: tuple[Witness, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reading(Reports):
    """What a run comes to if what it reported is read in one way."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Check:
    """What can be claimed of a model under check: True, False, or None where nothing can be said.

    sound        every report is a solution
    complete     none is missing
    no_repeats   none comes twice
    reading      how its reports were read; None where they were placements
    witnesses    reports, or a missing solution, that refute a claim
    missing      how many solutions are missing; None where unknown
    looks_like   the known mistakes that give just what the model gives, by name
    """

    sound: bool | None
    complete: bool | None
    no_repeats: bool | None
    reading: str | None = None
    witnesses: tuple[Witness, ...] = ()
    missing: int | None = None
    looks_like: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome(Reports):
    """What one run claims, and apart from it why it ended.

    solver          the name as it was asked for
    status          why the run ended
    count           everything reported: exact if the status is complete, else a lower bound
    illegal         reports that break a rule; None where reports were only counted
    repeated        surplus reports of legal placements; None where unknown
    fingerprint     sum mod 2**64 of a hash of each report; None where reports were only counted
    broken          by rule (a family of lines, mostly), the illegal reports that break it
    placements      the least legal placements, distinct and sorted, as many as were to be kept
    witnesses       an illegal report and a repeated one, where there are any
    build_seconds   until the model stood; None if the solver did not say
    seconds         of search alone: no start of a process, import, build or check; None if it
                    never began; of a run in parts, the time that went by
    all_seconds     of several such runs: the seconds of each; `seconds` are the least
    parts           into how many parts the work was cut; then build_seconds are None and
                    statistics, which depend on the cut, are empty
    check_seconds   in which the frame checked and counted reports
    memory          bytes by which the resident set grew, at the most; None if nobody watched
    statistics      the solver's own counters, by name
    printed         bytes that the solver wrote to standard output, where they are discarded
    remarks         what else is to be known about the run, a sentence each
    readings        of a model of somebody else: what the run comes to in each possible reading
    reading         the one that the fields above are in
    enumerates      False for a model that finds one solution and leaves it at that
    check           of a model under check: what can be claimed of it
    error           what went wrong or is missing, in one line
    """

    solver: str
    status: Status
    build_seconds: float | None = None
    seconds: float | None = None
    all_seconds: tuple[float, ...] = ()
    parts: int = 1
    check_seconds: float | None = None
    memory: int | None = None
    statistics: dict[str, float] = field(default_factory=dict)
    printed: int = 0
    remarks: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    reading: str | None = None
    enumerates: bool = True
    check: Check | None = None
    error: str | None = None

    @property
    def finished(self) -> bool:
        """Whether the whole search space was explored."""
        return self.status is Status.COMPLETE

    def as_dict(self) -> dict[str, Any]:
        """The outcome in what JSON can say: fingerprints as 16 hex digits, tuples as lists."""
        plain = asdict(replace(self, placements=(), readings=()))  # which copies all that it meets
        plain["placements"] = list(self.placements)
        plain["readings"] = [
            asdict(replace(part, placements=())) | {"placements": list(part.placements)}
            for part in self.readings
        ]
        plain = {"solver": self.solver, "status": None} | plain | {"status": self.status.value}
        for part in (plain, *plain["readings"]):
            if part["fingerprint"] is not None:
                part["fingerprint"] = f"{part['fingerprint']:016x}"
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Outcome:
        """The outcome that `as_dict` wrote, also after a way through JSON."""
        fields = _reports_from(plain)
        fields["status"] = Status(fields["status"])
        for name in ("remarks", "all_seconds"):
            fields[name] = tuple(fields[name])
        fields["readings"] = tuple(Reading(**_reports_from(part)) for part in fields["readings"])
        if fields["check"] is not None:
            check = fields["check"]
            witnesses, names = _witnesses_from(check["witnesses"]), tuple(check["looks_like"])
            fields["check"] = Check(**{**check, "witnesses": witnesses, "looks_like": names})
        return cls(**fields)


def _reports_from(plain: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that an Outcome and a Reading share, back from JSON."""
    fields = dict(plain)
    if fields["fingerprint"] is not None:
        fields["fingerprint"] = int(fields["fingerprint"], 16)
    fields["placements"] = tuple(map(Solution, fields["placements"]))
    fields["witnesses"] = _witnesses_from(fields["witnesses"])
    return fields


def _witnesses_from(plain: Iterable[Mapping[str, Any]]) -> tuple[Witness, ...]:
    return tuple(Witness(**{**one, "placement": tuple(one["placement"])}) for one in plain)
