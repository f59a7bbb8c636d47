"""A rounding for each list of a block."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ireval.numbers.arrays import Floats, quotient
from ireval.numbers.rounding import Rounding, half_up


class MixedRounding(Rounding):
    """The roundings of the lists of a block, in order; the first axis of arrays is the list.

    Each list is rounded by its own rounding. Calculations cannot be written with it.
    """

    def __init__(self, roundings: Sequence[Rounding]) -> None:
        super().__init__("mixed", 0)
        column = (len(roundings), 1)
        places = np.array([x.places for x in roundings], dtype=np.float64).reshape(column)
        in_steps = np.array([x.every_step for x in roundings]).reshape(column)
        shown = np.array([x.mode != "exact" for x in roundings]).reshape(column)
        carried = np.array([x.mode == "carried" for x in roundings]).reshape(column)
        self.__dict__.update(_places=places, _in_steps=in_steps, _at=shown, _carried=carried)
        self.__dict__["every_step"] = bool(in_steps.any())

    def step(self, x: Floats) -> Floats:
        """``x`` as later steps use it."""
        return self._rounded(x, self.__dict__["_in_steps"])

    def result(self, x: Floats) -> Floats:
        """``x``, what the last step gives, as the result."""
        return self._rounded(x, self.__dict__["_carried"])

    def shown(self, x: Floats) -> Floats:
        """``x``, a running sum, as its cell shows it."""
        return self._rounded(x, self.__dict__["_at"])

    def quotient(self, above: Floats, below: Floats | float) -> Floats:
        """``above / below`` computed from the cells shown; NaN where ``below`` is 0."""
        return self.result(quotient(self.shown(above), self.shown(np.asarray(below, dtype=np.float64))))

    def _rounded(self, x: Floats, at: Floats) -> Floats:
        where, places = (_along(a, np.ndim(x)) for a in (at, self.__dict__["_places"]))
        return np.where(where, half_up(x, places), x)

    def _running(self, combine: np.ufunc, xs: Floats) -> Floats:
        in_steps, places = (_along(self.__dict__[key], np.ndim(xs)) for key in ("_in_steps", "_places"))
        if xs.ndim < in_steps.ndim:  # the same for all lists
            xs = np.broadcast_to(xs, (len(in_steps), *xs.shape))
        exact = np.asarray(combine.accumulate(xs, axis=-1, dtype=np.float64))
        if not self.every_step:
            return exact
        if combine is np.add:  # rounding the term first gives the same sum of rounded cells
            cells = half_up(np.add.accumulate(half_up(xs, places), axis=-1), places)
            return np.where(in_steps, cells, exact)
        cells = np.empty(xs.shape, dtype=np.float64)
        above = np.full(xs.shape[:-1], float(combine.identity))
        for i in range(xs.shape[-1]):
            above = half_up(combine(above, xs[..., i]), places[..., 0])
            cells[..., i] = above
        return np.where(in_steps, cells, exact)


def _along(column: Floats, axes: int) -> Floats:
    """A column of the lists, shape (lists, 1), reshaped for arrays with this number of axes."""
    return column.reshape(len(column), *(1,) * (max(axes, 2) - 1))
