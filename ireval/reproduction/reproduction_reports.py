"""The findings on a published score, or on two outputs, as plain values and as lines of text."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ireval.evaluation.reports import aligned
from ireval.messages import say
from ireval.reproduction.findings import checks, nearest, remarks, sentence_of, verdict
from ireval.reproduction.printed_causes import PrintedCause
from ireval.reproduction.printed_differences import Difference, PrintedComparison
from ireval.reproduction.reproduction import Match, Reproduction
from ireval.reproduction.ways import Way

#: The most other matches that the text lists, and the most differences.
_OTHERS, _DIFFERENCES = 10, 50


def score_table(found: Reproduction) -> Iterator[str]:
    """The answer in sentences."""
    yield say(verdict(found))
    yield from map(say, remarks(found))
    if found.matches and (options := found.matches[0].way.repeated):
        yield ""
        yield f"python -m ireval evaluate QRELS RUN {options}"
    for match in found.matches[1:_OTHERS]:
        yield ""
        yield say(sentence_of(found, match))
    for message in (*nearest(found), *checks(found)):
        yield f"- {say(message)}"


def score_json(found: Reproduction) -> Iterator[str]:
    """The answer as JSON."""
    yield json.dumps(plain_score(found), indent=2, ensure_ascii=False)


def plain_score(found: Reproduction) -> dict[str, Any]:
    """The answer as plain values."""
    return {
        "measure": found.spec.text,
        "published": {"value": found.published.value, "places": found.published.places},
        "headline": say(verdict(found)),
        "notes": [say(message) for message in (*remarks(found), *checks(found))],
        "matches": [_match(found, match) for match in found.matches],
        "nearest": [
            {"text": say(message), "value": near.value, **_way(near.way)}
            for message, near in zip(nearest(found), found.nearest, strict=True)
        ],
        "tried": found.tried,
        "not_tried": found.left_over,
    }


def _match(found: Reproduction, match: Match) -> dict[str, Any]:
    return {
        **_way(match.way),
        "text": say(sentence_of(found, match)),
        "value": match.value,
        "certainty": match.certainty,
        "chance": match.chance,
        "topics": len(match.scores.topics),
        "same": [say(way.message) for way in match.same],
    }


def _way(way: Way) -> dict[str, Any]:
    return {
        "way": say(way.message),
        "tool": way.tool.key,
        "changes": [say(change.message) for change in way.changes],
        "measure": way.setup.spelled,
        "evaluate": way.repeated,
    }


def outputs_table(compared: PrintedComparison, causes: Sequence[PrintedCause] = ()) -> Iterator[str]:
    """The differences in sentences and as a table, the largest first."""
    yield from (say(message) for message in (*compared.notes, *(cause.message for cause in causes)))
    rows = [*compared.averages, *by_size(compared.differences)]
    if rows:
        yield ""
        body = [[d.measure, d.topic, d.a.text, d.b.text] for d in rows[:_DIFFERENCES]]
        yield from aligned(["measure", "topic", "A", "B"], body, left=(0, 1))
    if len(rows) > _DIFFERENCES:
        yield f"… ({len(rows) - _DIFFERENCES:,})"


def outputs_json(compared: PrintedComparison, causes: Sequence[PrintedCause] = ()) -> Iterator[str]:
    """The differences as JSON."""
    yield json.dumps(plain_outputs(compared, causes), indent=2, ensure_ascii=False)


def plain_outputs(compared: PrintedComparison, causes: Sequence[PrintedCause] = ()) -> dict[str, Any]:
    """The differences as plain values."""
    return {
        "notes": [say(message) for message in compared.notes],
        "compared": compared.compared,
        "topics": compared.topics,
        "averages": [_difference(d) for d in compared.averages],
        "differences": [_difference(d) for d in compared.differences],
        "causes": [
            {
                "measures": list(cause.measures),
                "a": cause.a and say(cause.a),
                "b": cause.b and say(cause.b),
                "text": say(cause.message),
            }
            for cause in causes
        ],
    }


def by_size(differences: Sequence[Difference]) -> list[Difference]:
    """The differences, the largest first."""
    return sorted(differences, key=lambda d: -abs(d.gap) if d.gap == d.gap else -math.inf)


def _difference(d: Difference) -> dict[str, Any]:
    a, b = (None if math.isnan(x.value) else x.value for x in (d.a, d.b))
    return {"measure": d.measure, "topic": d.topic, "a": a, "b": b}


SCORE_FORMATS: Mapping[str, Callable[[Reproduction], Iterator[str]]] = MappingProxyType(
    {"table": score_table, "json": score_json}
)
OUTPUT_FORMATS: Mapping[str, Callable[[PrintedComparison, Sequence[PrintedCause]], Iterator[str]]] = MappingProxyType(
    {"table": outputs_table, "json": outputs_json}
)
