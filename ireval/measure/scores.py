"""Computes a measure on rankings from its spelling and conventions, and collects remarks on the scores."""

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

#: The most combinations of conventions whose settings are cached, and the most measures in each of them.
MOST_KEPT = 64


def spec_of(measure: str | Spec) -> Spec:
    """Return the measure, which may be given by its spelling. Raises ``InputError`` if the spelling is wrong."""
    return parse(measure) if isinstance(measure, str) else measure


def compute(spec: Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> Computed:
    """Compute ``spec`` on one list or a block of lists, under the effective ``conventions``."""
    return settings_under(conventions).compute(spec, ranking)


class Settings:
    """The settings of measures under some conventions, which are the same for every list."""

    def __init__(self, conventions: Mapping[str, Any]) -> None:
        self._conventions = conventions
        self._known: dict[str, Params] = {}

    def compute(self, spec: Spec, ranking: Ranking) -> Computed:
        """Compute ``spec`` on one list or a block of lists."""
        return run(spec.measure, ranking, self.of(spec))

    def of(self, spec: Spec) -> Params:
        """Return the effective conventions and parameters of a measure."""
        spelling = spec.spelling
        params = self._known.get(spelling)
        if params is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            params = self._known[spelling] = Params(spec.effective(self._conventions))
        return params


def settings_under(conventions: Mapping[str, Any]) -> Settings:
    """Return the settings of measures under the effective ``conventions``, which are cached."""
    return _settings(tuple(conventions.items()))


@lru_cache(maxsize=MOST_KEPT)
def _settings(conventions: tuple[tuple[str, Any], ...]) -> Settings:
    return Settings(dict(conventions))


def undefined_reasons(computed: Computed) -> dict[int, Message]:
    """Return why lists of a block have no score, as clauses by the index of the list; a single list has index 0.

    >>> from ireval.conventions import effective
    >>> from ireval.measure.spelling import parse
    >>> from ireval.messages import say
    >>> block = Ranking.block([Ranking.one([1]), Ranking.one([0, 0])])
    >>> {i: say(why) for i, why in undefined_reasons(compute(parse("AP"), block, effective("lillis"))).items()}
    {1: 'no document is relevant, so R = 0 and there is nothing to divide by'}
    """
    if computed.score.ndim == 0 and computed.score == computed.score:  # a shortcut: the code below takes far longer
        return {}
    left: Bools = np.isnan(np.atleast_1d(computed.score))
    return _by_place(left, _why_undefined(computed)) if left.any() else {}


def remarks(computed: Computed) -> dict[int, Message]:
    """Return remarks on the scores of lists, as clauses by the index of the list."""
    if not computed.measure.remarks:
        return {}
    return _by_place(~np.isnan(np.atleast_1d(computed.score)), _remarks(computed))


def score_remark(computed: Computed) -> Message | None:
    """Return a clause on a single list's score: why there is none, or which rule gives it, or a remark; or None."""
    value, measure = float(computed.score), computed.measure
    if value != value:
        return _first(_why_undefined(computed))
    rule = _rule(computed) if value in (measure.lowest, 1) else None
    return rule or (_first(_remarks(computed)) if measure.remarks else None)


def _first(said: Iterator[tuple[Bools, Message]]) -> Message | None:
    """The first message that holds for a single list; None if there is none."""
    return next((message for where, message in said if where[0]), None)


def _by_place(lists: Bools, said: Iterator[tuple[Bools, Message]]) -> dict[int, Message]:
    """For each of ``lists``, shape (lists,), the first message that holds for it."""
    found: dict[int, Message] = {}
    left = lists.copy()
    for where, message in said:
        here = left & np.broadcast_to(where[..., 0], left.shape)
        found |= dict.fromkeys(np.flatnonzero(here).tolist(), message)
        left &= ~here
    return found


def _remarks(computed: Computed) -> Iterator[tuple[Bools, Message]]:
    table = computed.table
    for remark in computed.measure.remarks:
        yield remark.where(table), Message("remark-on-score", words=remark.words(table.p))


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
    """Why a single list has the score 0 or 1 although its divisor is 0."""
    measure, table = computed.measure, computed.table
    if computed.is_quotient:
        return None
    if "no_relevant" in measure.conventions and measure.has_no_relevant(table).all():
        if table.p.chosen("no_relevant").score == 1:
            return Message("one-as-nothing-is-relevant")
        if not table.R.any():
            return Message("floor-as-nothing-is-relevant" if measure.lowest else "zero-as-nothing-is-relevant")
        if measure.needs_subtopics:
            return Message("zero-as-no-subtopic-is-covered")
    if not table.length.any():
        return Message("zero-as-nothing-was-retrieved")
    return Message("zero-as-nothing-relevant-was-found")
