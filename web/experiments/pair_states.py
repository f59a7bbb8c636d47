"""Two rankings of an example as a state of the lab, for links."""

from __future__ import annotations

from ireval.experiments.list_pairs import ListPair, PairSide
from ireval.measure.spelling import Spec
from web.state.lab_list import Listed, default_scale, trim_names
from web.state.lab_state import State
from web.state.open_table import with_open_measure

TITLES = ("List A", "List B")


def pair_state(pair: ListPair, spec: Spec) -> State:
    """Both rankings side by side, with a measure open."""
    lists = tuple(_listed(side, pair.size, title) for side, title in zip(pair.sides, TITLES, strict=True))
    state = State(scale=default_scale(lists)).holding_lists(lists, 1)
    return with_open_measure(state, str(spec), adopt=True)


def _listed(side: PairSide, size: int | None, title: str) -> Listed:
    documents = (*side.documents, *side.others)
    own, others = (tuple(d.group for d in part if d.group) for part in (side.documents, side.others))
    names = trim_names(tuple(d.name for d in documents))
    return Listed(tuple(d.grade for d in side.documents), side.unretrieved, own, others, names, size, title)
