"""Measures on rankings: from a spelling and conventions to columns and scores."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ireval.measure.computation import Computed, run
from ireval.measure.spelling import Spec, parse
from ireval.measure.table import Params
from ireval.ranking.judgements import Ranking


def spec_of(measure: str | Spec) -> Spec:
    """The measure, where it may be given by its spelling. Raises ``InputError`` for a wrong one."""
    return parse(measure) if isinstance(measure, str) else measure


def compute(spec: Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> Computed:
    """``spec`` on one list or a block of lists, under the effective ``conventions``."""
    return run(spec.measure, ranking, _params(str(spec), tuple(conventions.items())))


@lru_cache(maxsize=4096)
def _params(spelling: str, conventions: tuple[tuple[str, Any], ...]) -> Params:
    """The values that a measure is computed with: the same for every list under the same conventions."""
    return Params(parse(spelling).effective(dict(conventions)))


def why_undefined(computed: Computed) -> str:
    """Why a single list has no score, as a clause in plain text; empty where it has one.

    >>> from ireval.conventions import effective
    >>> from ireval.measure.spelling import parse
    >>> why_undefined(compute(parse("AP"), Ranking.one([0, 0]), effective("lillis")))
    'no document is relevant, so R = 0 and there is nothing to divide by'
    """
    if not np.isnan(computed.score):
        return ""
    if computed.measure.needs_subtopics and computed.table.ranking.subtopics is None:
        return "nobody judged subtopics here; give them as subtopics=110,011,000, one group of 0s and 1s a document"
    own = computed.measure.undefined_reason(computed.table)
    if own and computed.table.R.any():
        return own
    if not computed.table.R.any() and "no_relevant" in computed.measure.conventions:
        return "no document is relevant, so R = 0 and there is nothing to divide by"
    return own or "it divides by 0 here"


def by_convention(computed: Computed) -> str:
    """The word of caution for a score that only a convention gives; empty for any other."""
    measure, table = computed.measure, computed.table
    if (
        "no_relevant" not in measure.conventions
        or table.p.no_relevant != "score-0"
        or not measure.has_no_relevant(table).all()
    ):
        return ""
    what = "no relevant document was found" if table.R.any() else "no document is relevant"
    if table.R.any() and measure.needs_subtopics:
        what = "no judged document covers a subtopic"
    return f"0 by convention, as {what}"
