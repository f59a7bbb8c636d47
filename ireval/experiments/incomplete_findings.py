"""The findings of an experiment with incomplete judgements, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ireval.experiments.repeated_scores import RepeatedScores, short_name
from ireval.measure.scores import settings_under, undefined_reasons
from ireval.measure.spelling import Spec
from ireval.messages import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import UNJUDGED, Ranking

#: With fewer systems, tau has too few possible values to be informative.
FEW_SYSTEMS = 5


#: Scores that change by less than this share hardly change.
_LITTLE = 0.02
#: A list with unjudged documents at the top and between judged ones, and with judged documents that are not retrieved.
_HALF_JUDGED = Ranking.one(
    [*[UNJUDGED] * 120, *[1, UNJUDGED, 0, UNJUDGED, 2, UNJUDGED, 0, UNJUDGED] * 40], [1, 0, 2, 0]
)


def findings(found: RepeatedScores) -> Iterator[Message]:
    """How much scores fall, whether measures that skip unjudged documents fall less, and whether the order changes."""
    yield from _undefined(found)
    if len(found.shares) > 1:
        yield from _fall(found)
    if len(found.systems) == 1:
        yield Message("one-system-has-no-order")
        return
    if len(found.shares) > 1:
        yield from _order(found)
    if len(found.systems) == 2:
        yield Message("two-systems-are-one-pair", most=FEW_SYSTEMS)
    elif len(found.systems) < FEW_SYSTEMS:
        yield Message("few-systems", count=len(found.systems), most=FEW_SYSTEMS)


def skips_unjudged(spec: Spec, found: RepeatedScores) -> bool:
    """Whether a measure gives a list with unjudged documents the same score as the list without them."""
    settings = settings_under(found.conventions)
    whole, condensed = (
        float(settings.compute(spec, ranking).score) for ranking in (_HALF_JUDGED, _HALF_JUDGED.condensed)
    )
    return abs(whole - condensed) <= SAME


def changes(found: RepeatedScores, *, skipping: bool) -> Floats:
    """The relative change of scores with the fewest judgements, for measures that skip unjudged documents, or not."""
    parts = found.summary(found.kept_parts)[0][:, -1]
    chosen = [skips_unjudged(spec, found) is skipping for spec in found.specs]
    away: Floats = np.abs(1 - parts[np.array(chosen) & ~np.isnan(parts)])
    return away


def _undefined(found: RepeatedScores) -> Iterator[Message]:
    """The measures without a score, with the reason if it is the same for each list."""
    for spec, label, scores in zip(found.specs, found.labels, found.scores, strict=True):
        if np.isnan(scores).all():
            reason = undefined_reasons(settings_under(found.conventions).compute(spec, _HALF_JUDGED)).get(0)
            key = "measure-undefined-here" if reason else "measure-undefined-everywhere"
            yield Message(key, {"reason": reason} if reason else {}, measure=label)


def _fall(found: RepeatedScores) -> Iterator[Message]:
    parts = found.summary(found.kept_parts)[0][:, -1].tolist()
    shares = [f"{label} {_percent(part)}" for label, part in zip(found.labels, parts, strict=True) if part == part]
    if not shares:
        return
    yield Message("scores-with-few-judgements", kept=found.judgements[-1], count=found.judgements[0], shares=shares)
    skipping, others = changes(found, skipping=True), changes(found, skipping=False)
    if len(skipping) and len(others):
        names = [[short_name(s) for s in found.specs if skips_unjudged(s, found) is kind] for kind in (True, False)]
        by, than = float(skipping.mean()), float(others.mean())
        key = "skipping-keeps-scores" if by < than else "skipping-does-not-keep-scores"
        key = key if max(by, than) > _LITTLE else "scores-hardly-change"
        yield Message(key, {"skipping": names[0], "others": names[1]}, less=_percent(by), more=_percent(than))


def _order(found: RepeatedScores) -> Iterator[Message]:
    taus = found.summary(found.taus)[0][:, -1]
    known = np.flatnonzero(~np.isnan(taus))
    if len(known):
        best, worst = known[taus[known].argmax()], known[taus[known].argmin()]
        values: dict[str, object] = {"best": found.labels[best], "high": fixed(float(taus[best]), 2)}
        differ = float(taus[best] - taus[worst]) > SAME
        key = "order-with-few-judgements" if differ else "order-of-measures"
        values["measures"] = [found.labels[i] for i in known]
        yield Message(key, values, worst=found.labels[worst], low=fixed(float(taus[worst]), 2))


def _percent(part: float) -> str:
    return f"{fixed(100 * part, 0)} %"
