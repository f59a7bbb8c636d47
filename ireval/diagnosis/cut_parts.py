"""Scores from intermediate results that were cut off instead of rounded: 11.437 where the sum is 11.440.

>>> from ireval.conventions import effective
>>> from ireval.diagnosis.inquiry import table_of
>>> from ireval.messages import say
>>> from ireval.ranking.judgements import Ranking
>>> target = ScoreTarget(table_of("AP", Ranking.one([0, 0, 1, 0, 0, 1, 1]), effective("trec_eval")))
>>> for cause in cut_parts(target):
...     if cause.key == "cuts-off=1":
...         print(f"{cause.value:.4f}", say(cause.message))
0.3333 You cut off intermediate results after 1 decimal.
"""

from __future__ import annotations

from collections.abc import Iterator

from ireval.diagnosis.candidates import compute_with
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.other_choices import ROUNDED_TO
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.measure.params import CUTS
from ireval.messages.message import Message
from ireval.numbers.rounding import SAME, cut_off

#: How the keys of these causes begin.
CUT_PARTS = "cuts-off"
#: Cut-off steps that are added up, with 1 to 4 decimals; and quotients of cut-off sums.
_WAYS = [*(("intermediate", n) for n in ROUNDED_TO), ("columns", 1), ("columns", 2)]


def cut_parts(target: ScoreTarget | CellTarget) -> Iterator[Cause]:
    """The values of a score or cell if the steps before it are cut off after 1 to 4 decimals; each value once."""
    right, seen = target.table.computed, list[float]()
    if "rounding" not in right.measure.conventions or target.value is None:
        return
    for mode, places in _WAYS:
        other = compute_with(right, {"rounding": mode, "decimals": places, CUTS: True})
        exact = float(target.read(other))
        for value in (exact, float(cut_off(exact, places))) if exact == exact else ():
            # if only the last decimals of the value itself are cut off, it is a slip in writing it down
            known = [target.value, float(cut_off(target.value, places)), *seen]
            if all(abs(value - x) > SAME for x in known):
                seen.append(value)
                key = f"{CUT_PARTS}={places}" + ("" if mode == "intermediate" else f",{mode}")
                key += ",result" if value != exact else ""
                yield Cause("rounding", key, Message("cut-parts", places=places), value, of=other)
