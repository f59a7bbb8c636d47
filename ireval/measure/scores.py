"""Computes a measure on rankings from its spelling and conventions, and explains undefined scores."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ireval.measure.computation import Computed, run
from ireval.measure.params import Params
from ireval.measure.spelling import Spec, parse
from ireval.messages.message import Message
from ireval.ranking.judgements import Ranking


def spec_of(measure: str | Spec) -> Spec:
    """The measure, which may be given by its spelling. Raises ``InputError`` if the spelling is wrong."""
    return parse(measure) if isinstance(measure, str) else measure


def compute(spec: Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> Computed:
    """``spec`` on one list or a block of lists, under the effective ``conventions``."""
    return run(spec.measure, ranking, _params(str(spec), tuple(conventions.items())))


@lru_cache(maxsize=4096)
def _params(spelling: str, conventions: tuple[tuple[str, Any], ...]) -> Params:
    """The parameters of a measure, cached because they are the same for every list under the same conventions."""
    return Params(parse(spelling).effective(dict(conventions)))


def score_remark(computed: Computed) -> Message | None:
    """Why a single list has no score, or why only a convention gives it one, as a clause; None for other scores.

    >>> from ireval.conventions import effective
    >>> from ireval.measure.spelling import parse
    >>> from ireval.messages import say
    >>> say(score_remark(compute(parse("AP"), Ranking.one([0, 0]), effective("lillis"))))
    'no document is relevant, so R = 0 and there is nothing to divide by'
    """
    return undefined_reason(computed) or convention_reason(computed)


def undefined_reason(computed: Computed) -> Message | None:
    """Why a single list has no score, as a clause; None if it has one."""
    if not np.isnan(computed.score):
        return None
    if computed.measure.needs_subtopics and computed.table.ranking.subtopics is None:
        return Message("no-subtopics")
    reason = computed.measure.undefined_reason(computed.table)
    if not computed.table.R.any() and "no_relevant" in computed.measure.conventions:
        return Message("no-relevant-document")
    return Message("undefined-for-measure", reason=reason) if reason else Message("divisor-is-0")


def convention_reason(computed: Computed) -> Message | None:
    """Why only a convention gives a single list its score, as a clause; None for other scores."""
    measure, table = computed.measure, computed.table
    if (
        "no_relevant" not in measure.conventions
        or table.p.no_relevant != "score-0"
        or not measure.has_no_relevant(table).all()
    ):
        return None
    if not table.R.any():
        return Message("zero-as-nothing-is-relevant")
    if measure.needs_subtopics:
        return Message("zero-as-no-subtopic-is-covered")
    return Message("zero-as-nothing-relevant-was-found")
