"""The findings on a published score, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ireval.measure.support import preset_support
from ireval.messages import Figures, Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME, half_up
from ireval.reproduction.reproduction import Match, Reproduction
from ireval.reproduction.scorer import TopicScores

#: The decimals of means, in addition to the published decimals.
_MORE = 2
_CERTAINTY = {"sure": "reproduced-sure", "likely": "reproduced-likely", "chance": "reproduced-chance"}
#: The most ways that a sentence lists.
_NAMED = 4
#: The most decimals that are suggested to decide between two ways.
_MOST_PLACES = 8


def verdict(found: Reproduction) -> Message:
    """The main sentence: how the score was computed, or that no way gives it."""
    if not found.matches:
        return Message("not-reproduced", score=_score(found), tried=found.tried)
    return sentence_of(found, found.matches[0])


def sentence_of(found: Reproduction, match: Match) -> Message:
    """A sentence on a way that gives the score, with its certainty."""
    value = value_text(found, match.value)
    return Message(_CERTAINTY[match.certainty], score=_score(found), way=match.way.message, value=value)


def remarks(found: Reproduction) -> list[Message]:
    """Remarks on the first match: its certainty, ways with the same result, and figures that would decide."""
    return list(_remarks(found)) if found.matches else []


def _remarks(found: Reproduction) -> Iterator[Message]:
    first, *others = found.matches
    yield Message("reproduced-chance-share", score=_score(found), share=share_text(first.chance))
    if tools := [way.tool.title for way in first.same if not way.changes]:
        yield Message("reproduced-same-tools", count=len(tools), tools=tools)
    if changed := [way for way in first.same if way.changes]:
        fewest = min(len(way.changes) for way in changed)
        names = [way.message for way in changed if len(way.changes) == fewest][:_NAMED]
        key = "reproduced-same" if len(changed) == len(names) else "reproduced-same-many"
        yield Message(key, count=len(changed), ways=names)
    if others:
        yield Message("reproduced-others", count=len(others), score=_score(found))
        if decider := deciding_figure(found, first, others[0]):
            yield decider
    else:
        yield Message("reproduced-only", tried=found.tried, score=_score(found))
    if found.left_over:
        yield Message("reproduce-left-over", count=found.left_over)


def deciding_figure(found: Reproduction, one: Match, other: Match) -> Message | None:
    """The figure that would distinguish two ways, and that the publication may contain elsewhere."""
    if len(one.scores.topics) != len(other.scores.topics):
        return Message("decided-by-topics", first=len(one.scores.topics), second=len(other.scores.topics))
    published = found.published.places
    for places in range((published or _MOST_PLACES) + 1, _MOST_PLACES + 1):
        if abs(float(half_up(one.value, places)) - float(half_up(other.value, places))) > SAME:
            texts = (Figures(fixed(x.value, places)) for x in (one, other))
            first, second = texts
            return Message("decided-by-decimals", measure=found.spec.text, places=places, first=first, second=second)
    return _deciding_topic(one.scores, other.scores)


def _deciding_topic(one: TopicScores, other: TopicScores) -> Message | None:
    if one.topics != other.topics:
        return None
    gaps = np.abs(one.values - other.values)
    at = int(gaps.argmax())
    if gaps[at] <= SAME:
        return None
    first, second = (Figures(fixed(float(x.values[at]), 4)) for x in (one, other))
    return Message("decided-by-topic", topic=one.topics[at], first=first, second=second)


def checks(found: Reproduction) -> list[Message]:
    """What to check if no way gives the score."""
    return [] if found.matches else list(_checks(found))


def _checks(found: Reproduction) -> Iterator[Message]:
    files = found.files
    common = len(set(files.qrels.topics).intersection(files.run.topics))
    yield Message("check-other-files", run=len(files.run.topics), judged=len(files.qrels.topics), common=common)
    if files.missing:
        yield Message("check-missing", count=len(files.missing))
    if files.unjudged:
        yield Message("check-unjudged", count=len(files.unjudged))
    if files.has_equal_scores:
        yield Message("check-ties")
        if preset_support("ranx", found.spec.measure) == "checked":
            yield Message("check-ties-ranx")
    yield Message("check-depth", count=files.longest)
    yield Message("check-figure")
    if found.left_over:
        yield Message("reproduce-left-over", count=found.left_over)


def nearest(found: Reproduction) -> list[Message]:
    """The nearest ways, if no way gives the score."""
    return [
        Message("not-reproduced-nearest", value=value_text(found, near.value), way=near.way.message)
        for near in found.nearest
    ]


def value_text(found: Reproduction, value: float) -> Figures:
    """A mean with some decimals more than the published score; as a percentage if the published score is one."""
    typed = found.published
    places = min((typed.places if typed.places is not None else 4) + _MORE, _MOST_PLACES)
    if typed.percent:
        return Figures(f"{fixed(100 * value, max(places - 2, 0))} %")
    return Figures(fixed(value, places))


def share_text(share: float) -> Figures:
    """A share in percent."""
    percent = 100 * share
    return Figures(f"{percent:.1f} %" if percent < 10 else f"{min(percent, 100):.0f} %")


def _score(found: Reproduction) -> Figures:
    return Figures(found.published.text)
