"""How a run ended and what it claims, kept apart; and the bounds that it was given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from solvers.problem import Placement

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


@dataclass(frozen=True, kw_only=True)
class Witness:
    """A report that shows a fault: `kind` is "illegal" (`rule` says what it breaks, in words) or
    "repeated" (it came `times` times)."""

    kind: str
    placement: Placement
    times: int = 1
    rule: str | None = None


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What one run claims, and apart from it why it ended.

    solver          the name as it was asked for
    status          why the run ended
    count           everything reported: exact if the status is complete, else a lower bound
    illegal         reports that break a rule; None where reports were only counted
    repeated        surplus reports of legal placements; None where unknown
    fingerprint     sum mod 2**64 of a hash of each report; None where reports were only counted
    placements      the least legal placements, distinct and sorted, as many as were to be kept
    witnesses       an illegal report and a repeated one, where there are any
    build_seconds   until the model stood; None if the solver did not say
    seconds         of search alone: no start of a process, import, build or check; None if it
                    never began
    check_seconds   in which the frame checked and counted reports
    memory          bytes by which the resident set grew, at the most; None if nobody watched
    statistics      the solver's own counters, by name
    printed         bytes that the solver wrote to standard output, where they are discarded
    error           what went wrong or is missing, in one line
    """

    solver: str
    status: Status
    count: int = 0
    illegal: int | None = 0
    repeated: int | None = 0
    fingerprint: int | None = 0
    placements: tuple[Placement, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    build_seconds: float | None = None
    seconds: float | None = None
    check_seconds: float | None = None
    memory: int | None = None
    statistics: dict[str, float] = field(default_factory=dict)
    printed: int = 0
    error: str | None = None

    @property
    def finished(self) -> bool:
        """Whether the whole search space was explored."""
        return self.status is Status.COMPLETE

    def as_dict(self) -> dict[str, Any]:
        """The outcome in what JSON can say: the fingerprint as 16 hex digits, tuples as lists."""
        plain = asdict(self)
        plain["status"] = self.status.value
        plain["fingerprint"] = None if self.fingerprint is None else f"{self.fingerprint:016x}"
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Outcome:
        """The outcome that `as_dict` wrote, also after a way through JSON."""
        fields = dict(plain)
        fields["status"] = Status(fields["status"])
        if fields["fingerprint"] is not None:
            fields["fingerprint"] = int(fields["fingerprint"], 16)
        fields["placements"] = tuple(tuple(q) for q in fields["placements"])
        fields["witnesses"] = tuple(
            Witness(**{**witness, "placement": tuple(witness["placement"])})
            for witness in fields["witnesses"]
        )
        return cls(**fields)
