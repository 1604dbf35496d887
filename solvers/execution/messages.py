"""What a launcher and its fork server say to each other."""

from __future__ import annotations

import struct
from typing import NamedTuple

FORK, STOP, KILL, ENDED = b"fork", b"stop", b"kill", b"ends"
_FORMAT = struct.Struct("=4sii")


class Message(NamedTuple):
    """To the server: FORK (with three descriptors: for reports, standard output and standard
    error), STOP pid and KILL pid. From it: FORK pid, and ENDED pid with its wait status."""

    verb: bytes
    pid: int = 0
    status: int = 0

    def pack(self) -> bytes:
        return _FORMAT.pack(*self)

    @classmethod
    def unpack(cls, data: bytes) -> Message:
        return cls(*_FORMAT.unpack(data))


SIZE = _FORMAT.size
