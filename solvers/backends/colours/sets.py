"""Sets of rows or columns of a sub-board as bit masks, and the keys by which they are compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.backends.compiled import Numbers


class Sets(NamedTuple):
    """Sets of even, or of odd, rows or columns, all of one size, the greatest key first."""

    masks: Numbers
    keys: Numbers


def mirrored(masks: Numbers, width: int) -> Numbers:
    """The masks with the bits in reverse."""
    image = np.zeros_like(masks)
    for i in range(width):
        image |= (masks >> i & 1) << (width - 1 - i)
    return image


def sets_of(size: int, width: int, complements: bool) -> Sets:
    """The sets of so many of `width` rows or columns; the same key for mirror images and, with
    `complements`, for complements.

    Sets far from the middle allow for more placements, so that those are what is cut off.
    """
    masks = np.arange(1 << width)
    bits = masks[:, None] >> np.arange(width) & 1
    spread = bits @ (2 * np.arange(width) - width + 1) ** 2
    least = np.minimum(masks, mirrored(masks, width))
    if complements:
        count = 2 * bits.sum(1) - width
        spread = np.where(count < 0, spread[::-1], spread)
        spread = np.where(count == 0, np.minimum(spread, spread[::-1]), spread)
        least = np.minimum(least, least[::-1])
    masks = masks[bits.sum(1) == size]
    keys = (spread << width | least)[masks]
    order = np.argsort(-keys, kind="stable")
    return Sets(masks[order], keys[order])


def numbered(masks: Numbers, width: int) -> Numbers:
    """The place of each set among `masks`, by mask; -1 where it is none of them."""
    number = np.full(1 << width, -1)
    number[masks] = np.arange(len(masks))
    return number
