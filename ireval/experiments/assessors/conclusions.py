"""Conclusions such as “A is better than B”, and whether they are the same for all assessors.

>>> found = Conclusion("AP", "A", "B", 1, {"ada": 0.2, "ben": 0.1, "dan": -0.3})
>>> found.survives, found.better
(False, {'ada': 'B', 'ben': 'B', 'dan': 'A'})
>>> from ireval.messages import say
>>> say(found.sentence)
'AP: B is better than A according to 2 of 3 assessors (ada and ben); according to dan A is better.'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ireval.messages import Message
from ireval.numbers.rounding import SAME
from ireval.stdlib.lazy_attribute import lazy_attribute

#: Used instead of a run's name if both runs have the same mean.
EQUAL = ""


@dataclass(frozen=True, eq=False)
class Conclusion:
    """Two runs in one measure. ``differences`` has the mean difference, B minus A, by assessor; NaN without scores.

    ``direction`` is 1 if higher scores are better, and -1 if lower ones are.
    """

    measure: str
    a: str
    b: str
    direction: int
    differences: Mapping[str, float]

    @lazy_attribute
    def better(self) -> dict[str, str | None]:
        """The better run according to each assessor; ``EQUAL`` for the same mean, None without scores."""
        return {who: self._better(difference) for who, difference in self.differences.items()}

    @property
    def survives(self) -> bool:
        """Whether all assessors agree on the better run."""
        found = set(self.better.values())
        return len(found) == 1 and not found & {EQUAL, None}

    @property
    def sentence(self) -> Message:
        """A sentence that says which run is better according to which assessors."""
        groups = {run: self._who(run) for run in (self.a, self.b, EQUAL, None)}
        (first, names), *others = sorted(groups.items(), key=lambda item: -len(item[1]))
        values: dict[str, object] = {"measure": self.measure, "a": self.a, "b": self.b, "count": len(self.differences)}
        if len(names) == len(self.differences):
            alike = {None: "conclusion-of-nobody", EQUAL: "conclusion-equal"}.get(first, "conclusion-of-all")
            return Message(alike, values, better=first or "", worse=self._other(first))
        clauses = [self._clause(run, those) for run, those in others if those]
        if not first or len(names) == max(len(those) for _, those in others):
            return Message("conclusion-divided", values, groups=[self._clause(first, names), *clauses])
        found = {"number": len(names), "names": names, "others": clauses}
        return Message("conclusion-of-most", {**values, **found}, better=first, worse=self._other(first))

    def _better(self, difference: float) -> str | None:
        if difference != difference:
            return None
        if abs(difference) <= SAME:
            return EQUAL
        return self.b if difference * self.direction > 0 else self.a

    def _who(self, run: str | None) -> list[str]:
        return [who for who, better in self.better.items() if better == run]

    def _other(self, run: str | None) -> str:
        return self.a if run == self.b else self.b

    @staticmethod
    def _clause(run: str | None, names: Sequence[str]) -> Message:
        if run is None:
            return Message("according-without-score", names=names)
        return Message("according-better", names=names, run=run) if run else Message("according-equal", names=names)


def summary(conclusions: Sequence[Conclusion]) -> Message:
    """A sentence on how many conclusions survive, and which do not."""
    kept = [conclusion for conclusion in conclusions if conclusion.survives]
    values = {"kept": len(kept), "count": len(conclusions)}
    if len(kept) == len(conclusions):
        return Message("conclusions-all-survive", values)
    return Message("conclusions-that-survive" if kept else "conclusions-none-survives", values)
