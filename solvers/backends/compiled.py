"""Numba, where there is one: kernels are plain Python that runs without it, too, only slower."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
R = TypeVar("R")

try:
    import numba
except Exception:  # not installed, or not made for this NumPy or this processor
    COMPILES = False
else:
    COMPILES = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]


def kernel(function: Callable[..., R]) -> Callable[..., R]:
    """The function compiled at its first call, and kept on disk; as it is where nothing compiles.

    A compiled kernel lets other threads run. It does not check its indices. Constants that it reads
    are those of its own file: what is kept is not made anew when another file changes.
    """
    if not COMPILES:
        return function
    try:
        compiled: Callable[..., R] = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # nowhere to keep it: it is compiled anew in each process
        compiled = numba.njit(nogil=True)(function)
    return compiled


def numbers(values: Sequence[int]) -> Any:
    """What a kernel reads and writes: an array where it is compiled, else a list, which plain
    Python reads several times as fast."""
    return np.array(values, np.int64) if COMPILES else list(values)
