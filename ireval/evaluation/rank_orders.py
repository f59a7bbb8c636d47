"""The order of documents with equal scores for each measure; in ir_measures it differs between measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ireval.measure.spelling import Spec
from ireval.trec.rank_order import RankOrder, usual_order

_VARIES = "ir-measures"


def by_rank_order(
    wanted: Mapping[str, Spec | str], conventions: Mapping[str, Any]
) -> dict[RankOrder, dict[str, Spec | str]]:
    """The measures grouped by the order of documents that they need, under the effective ``conventions``."""
    orders: dict[RankOrder, dict[str, Spec | str]] = {}
    for text, measure in wanted.items():
        orders.setdefault(_rank_order(measure, conventions), {})[text] = measure
    return orders


def _rank_order(measure: Spec | str, conventions: Mapping[str, Any]) -> RankOrder:
    ties, scores = conventions["ties"], conventions["scores"]
    usual = usual_order(ties, scores)
    if isinstance(measure, str):
        return usual
    if ties in measure.measure.counts_equal_scores_together:
        return replace(usual, together=True)
    if ties != _VARIES:
        return usual
    own = measure.measure.ties_in_ir_measures(measure.effective(conventions))
    return RankOrder(own, "double") if own else usual
