"""Files that the command is asked to write."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
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
        if not path.parent.is_dir():
            raise UsageError(f"{path}: there is no folder {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise UsageError(f"{path}: it cannot be written")
    except (OSError, ValueError) as error:  # a folder that cannot be entered, a name too long
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def write(path: Path, put: Callable[[Path], object]) -> Path:
    """Let `put` write to a file, and return that. Raises UsageError where it cannot be written."""
    try:
        put(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    return path
