"""The same measure at another common cutoff, or without one: AP@10 instead of AP@5."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.diagnosis.candidates import compute_with, is_other_score
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.target import ScoreTarget
from ireval.measure import CUTOFF
from ireval.measure.spelling import Spec
from ireval.messages.message import Message

#: Common cutoffs; None means the whole list.
CUTOFFS = (None, 5, 10, 20)
#: How the keys of these causes begin.
OTHER_CUTOFF = "other-cutoff"


def other_cutoffs(target: ScoreTarget) -> Iterator[Cause]:
    """The scores of the measure at other cutoffs, if they differ from the correct score."""
    measure, right = target.table.measure, target.table.computed
    if measure.cutoff is not CUTOFF:
        return
    own = {name: value for name, value in target.table.spec.own.items() if name != "k"}
    for k in CUTOFFS:
        if k == right.table.p.k or (k is None and measure.cutoff_required):
            continue
        other = compute_with(right, {"k": k})
        value = float(other.score)
        if value == value and is_other_score(value, right.score):
            name = str(Spec(measure, {**own, "k": k} if k else own, ""))
            message = Message(OTHER_CUTOFF, measure=name, asked=target.name)
            yield Cause("mistake", f"{OTHER_CUTOFF}={k or 'none'}", message, value, of=other)
