"""Files that the command is asked to write."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from solvers.presentation.options import UsageError


def check_target(path: Path, endings: Collection[str] = ()) -> None:
    """Raise UsageError where no file can be written, as far as can be seen before there is anything
    to write; `endings` are those that a name can have, with their dots; none, if it can have any.
    """
    if endings and path.suffix not in endings:
        raise UsageError(f"{path}: its name has to end in {' or '.join(endings)}")
    try:
        if path.is_dir():
            raise UsageError(f"{path}: a folder, where a file is to be written")
        if path.is_fifo() or path.is_socket():  # nobody may be reading
            raise UsageError(f"{path}: no regular file")
        if not path.parent.is_dir():
            raise UsageError(f"{path}: there is no folder {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise UsageError(f"{path}: it cannot be written")
    except (OSError, ValueError) as error:  # a folder that cannot be entered, a name too long
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8; what that cannot hold, as in odd file names, is spelled out."""
    path.write_text(text, encoding="utf-8", errors="backslashreplace")


def write(path: Path, put: Callable[[Path], object]) -> Path:
    """Let `put` write to a file, and return that. Raises UsageError where it cannot be written;
    then what was there before still is."""
    target = path.resolve()
    new = target.with_name(f"{target.stem}.part{path.suffix}")
    try:
        if target.exists() and not target.is_file():  # a device
            put(path)
        else:
            put(new)
            new.replace(target)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise UsageError(f"{path}: {error.strerror or error}") from error
    return path
