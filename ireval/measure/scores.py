"""Computes a measure on rankings from its spelling and conventions, and says what is to be known of the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ireval.measure.computation import Computed, run
from ireval.measure.params import Params
from ireval.measure.spelling import Spec, parse
from ireval.messages.message import Message
from ireval.numbers.arrays import Bools
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


def undefined_reasons(computed: Computed) -> dict[int, Message]:
    """Why lists of a block have no score, as clauses by the place of the list; a single list is at place 0.

    >>> from ireval.conventions import effective
    >>> from ireval.measure.spelling import parse
    >>> from ireval.messages import say
    >>> block = Ranking.block([Ranking.one([1]), Ranking.one([0, 0])])
    >>> {i: say(why) for i, why in undefined_reasons(compute(parse("AP"), block, effective("lillis"))).items()}
    {1: 'no document is relevant, so R = 0 and there is nothing to divide by'}
    """
    left: Bools = np.isnan(np.atleast_1d(computed.score))
    return _by_place(left, _why_undefined(computed)) if left.any() else {}


def remarks(computed: Computed) -> dict[int, Message]:
    """What else is to be known of the scores of lists, as clauses by the place of the list."""
    said = computed.measure.remarks
    if not said:
        return {}
    words = ((r.where(computed.table), Message("remark-on-score", words=r.words(computed.table.p))) for r in said)
    return _by_place(~np.isnan(np.atleast_1d(computed.score)), words)


def score_remark(computed: Computed) -> Message | None:
    """Why a single list has no score, why it has one without a quotient, or a remark on it, as a clause; or None."""
    value = float(computed.score)
    if value != value:
        return undefined_reasons(computed).get(0)
    rule = _rule(computed) if value == computed.measure.lowest else None
    return rule or remarks(computed).get(0)


def _by_place(lists: Bools, said: Iterator[tuple[Bools, Message]]) -> dict[int, Message]:
    """For each of ``lists``, shape (lists,), the first that is said of it."""
    found: dict[int, Message] = {}
    left = lists.copy()
    for where, message in said:
        here = left & np.broadcast_to(where[..., 0], left.shape)
        found |= dict.fromkeys(np.flatnonzero(here).tolist(), message)
        left &= ~here
    return found


def _why_undefined(computed: Computed) -> Iterator[tuple[Bools, Message]]:
    measure, table = computed.measure, computed.table
    everywhere = np.ones(table.length.shape, dtype=bool)
    if measure.needs_subtopics:
        yield np.equal(table.subtopic_total, 0), Message("no-subtopics")
    if "no_relevant" in measure.conventions:
        yield np.equal(table.R, 0), Message("no-relevant-document")
    for reason in measure.undefined:
        yield reason.where(table), Message("undefined-for-measure", reason=reason.words(table.p))
    yield everywhere, Message("divisor-is-0")


def _rule(computed: Computed) -> Message | None:
    """Why a single list scores 0 although its table gives no quotient."""
    measure, table = computed.measure, computed.table
    if computed.is_quotient:
        return None
    if "no_relevant" in measure.conventions and measure.has_no_relevant(table).all():
        if not table.R.any():
            return Message("floor-as-nothing-is-relevant" if measure.lowest else "zero-as-nothing-is-relevant")
        if measure.needs_subtopics:
            return Message("zero-as-no-subtopic-is-covered")
    if not table.length.any():
        return Message("zero-as-nothing-was-retrieved")
    return Message("zero-as-nothing-relevant-was-found")
