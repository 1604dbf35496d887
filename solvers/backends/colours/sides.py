"""The even rows of the board, or the odd ones, and what queens in some of them can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solvers.backends.colours.placements import Halved, SubBoard, halved, members, place
from solvers.backends.colours.slices import Sliced, sliced
from solvers.backends.compiled import Numbers

LISTED = 1 << 18  # placements that are listed at a time, about


class Lists(NamedTuple):
    """What is listed for some sets of even, or of odd, rows: by number, black's and white's."""

    numbers: Numbers
    halved: Halved
    sliced: Sliced

    @property
    def nbytes(self) -> int:
        x = self.halved
        arrays = (x.start, x.upper, x.lower, x.halves, self.sliced.free)
        return sum(array.nbytes for array in arrays)


@dataclass(frozen=True)
class Side:
    """The even rows, or the odd ones: what they can hold on even columns (x) and on odd ones (y),
    of which one is black and one is white. By number, the set of rows for either; by mask, the
    number of a set of even columns, and of odd ones; -1 for no set that counts. The depth of x (see
    `Halved`), and the groups of y (see `Sliced`)."""

    x_board: SubBoard
    y_board: SubBoard
    x_rows: Numbers
    y_rows: Numbers
    number_of_even: Numbers
    number_of_odd: Numbers
    other_x_board: SubBoard
    depth: int
    groups: int

    @cached_property
    def placements(self) -> int:
        """For the first set of rows, which has the greatest key, and of all nearly the most: no
        bound, but a good guess."""
        boards = ((self.x_board, self.x_rows), (self.y_board, self.y_rows))
        return sum(place(board, members(rows[:1])).shape[1] for board, rows in boards)

    def lists(self, numbers: Numbers) -> Iterator[Lists]:
        """The lists for these sets of rows, for so many at a time that they stay small."""
        at_once = 1 if self.groups else max(1, LISTED // max(1, self.placements))
        for i in range(0, len(numbers), at_once):
            few = numbers[i : i + at_once]
            x = halved(self.x_board, self.x_rows[few], self.number_of_even, self.depth)
            y = sliced(
                self.y_board, self.y_rows[few], self.number_of_odd, self.other_x_board, self.groups
            )
            yield Lists(few, x, y)
