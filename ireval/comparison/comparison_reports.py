"""Writes comparisons as text: tables with sentences, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ireval.comparison.comparison import RunComparison
from ireval.comparison.measure_comparison import TUKEY, MeasureComparison, PairComparison, p_text, test_name
from ireval.comparison.ranking_overlap import HEADS, Overlap
from ireval.comparison.significance import LEVEL, TESTS
from ireval.comparison.topic_differences import signed
from ireval.evaluation.reports import aligned
from ireval.explanation.table_formats import guarded
from ireval.messages import Message, say
from ireval.numbers.expression import fixed

#: Decimals shown by default.
PLACES = 4
#: What is known of each topic.
_TOPIC = ("topic", "a", "b", "difference", "outcome")
#: What stands for a number that is not defined.
NONE = "\N{EN DASH}"


def table(found: RunComparison, places: int | None, *, by_topic: bool) -> Iterator[str]:
    """For each measure the means and distributions, the differences, the tests and the sentences; then the overlap."""
    decimals = PLACES if places is None else places
    for i, measure in enumerate(found.measures):
        if i:
            yield ""
        yield say(Message("measure-over-topics", measure=measure.name, count=len(measure.topics)))
        yield from _systems(measure, decimals)
        for pair in measure.pairs if measure.topics else ():
            yield ""
            yield from _pair(pair, decimals)
            if by_topic:
                yield ""
                yield from _topics(found, measure, pair, decimals)
        yield ""
        yield from map(say, measure.notes(decimals))
    yield ""
    yield from _overlap(found, decimals)
    yield ""
    yield say(Message("meaning-of-p"))


def comma_separated(found: RunComparison, places: int | None, *, by_topic: bool) -> Iterator[str]:
    """CSV with a row for each measure and pair of runs; with ``by_topic`` a row for each topic of these."""
    out = io.StringIO()
    rows = [row for m in found.measures for pair in m.pairs for row in _flat(found, m, pair, by_topic=by_topic)]
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(value, places) for key, value in row.items()} for row in rows)
    yield from out.getvalue().splitlines()


def as_json(found: RunComparison, places: int | None, *, by_topic: bool) -> Iterator[str]:
    """JSON: what ``plain`` says, rounded to ``places`` if these are given."""
    yield json.dumps(rounded(plain(found, by_topic=by_topic), places), indent=2)


def plain(found: RunComparison, *, by_topic: bool) -> dict[str, Any]:
    """A comparison as plain values: per measure the means, and per pair the differences, intervals and p-values."""
    return {
        "runs": list(found.names),
        "measures": [_measure(found, measure, by_topic=by_topic) for measure in found.measures],
        "overlap": [{"a": a, "b": b} | mean_overlap(by_topic) for (a, b), by_topic in found.overlaps.items()],
        "seed": found.seed,
        "level": LEVEL,
        "missing": {run.name: list(run.missing) for run in found.evaluations},
        "unjudged": {run.name: list(run.unjudged) for run in found.evaluations},
        "note": say(Message("meaning-of-p")),
        "conventions": dict(found.conventions),
    }


def plain_measure(measure: MeasureComparison) -> dict[str, Any]:
    """One measure as plain values, without its topics."""
    return {
        "name": measure.name,
        "topics_compared": len(measure.topics),
        "left_out": list(measure.left_out),
        "means": {name: _known(x) for name, x in measure.means.items()},
        "quartiles": measure.quartiles,
        "pairs": [_plain_pair(pair) for pair in measure.pairs],
        "summary": [say(note) for note in measure.notes(PLACES)],
    }


def plain_topics(measure: MeasureComparison, pair: PairComparison) -> list[dict[str, Any]]:
    """The topics of a pair as plain values: the scores, the difference of B minus A, and what that is for B."""
    columns = (measure.topics, pair.a_scores.tolist(), pair.b_scores.tolist(), pair.differences.tolist(), pair.outcomes)
    return [dict(zip(_TOPIC, row, strict=True)) for row in zip(*columns, strict=True)]


def rounded(value: Any, places: int | None) -> Any:
    """The same values with numbers rounded to ``places``."""
    if places is None or isinstance(value, (bool, int, str)) or value is None:
        return value
    if isinstance(value, float):
        return float(fixed(value, places))
    if isinstance(value, Mapping):
        return {key: rounded(x, places) for key, x in value.items()}
    return [rounded(x, places) for x in value]


def _measure(found: RunComparison, measure: MeasureComparison, *, by_topic: bool) -> dict[str, Any]:
    entry = plain_measure(measure)
    for pair, listed in zip(measure.pairs, entry["pairs"], strict=True):
        if by_topic:
            listed["topics"] = list(_by_topic(found, measure, pair))
    return entry


def _plain_pair(pair: PairComparison) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "mean_difference": _known(pair.mean_difference),
        "interval": None if pair.interval is None else list(pair.interval),
        "wins": pair.wins,
        "ties": pair.ties,
        "losses": pair.losses,
        "effect_size": pair.effect_size,
        "p": dict(pair.p),
        "holm": dict(pair.holm),
        "tukey": pair.tukey,
    }


def _by_topic(found: RunComparison, measure: MeasureComparison, pair: PairComparison) -> Iterator[dict[str, Any]]:
    for topic, reason in zip(plain_topics(measure, pair), found.reasons(measure, pair), strict=True):
        yield topic | {"reason": say(reason.sentence(pair.a, pair.b, PLACES))}


def _flat(
    found: RunComparison, measure: MeasureComparison, pair: PairComparison, *, by_topic: bool
) -> Iterator[dict[str, Any]]:
    head = {"measure": measure.name, "run_a": pair.a, "run_b": pair.b}
    if by_topic:
        for topic in _by_topic(found, measure, pair):
            yield head | topic
        return
    low, high = pair.interval or (None, None)
    yield head | {
        "topics": len(measure.topics),
        "mean_a": _known(measure.means[pair.a]),
        "mean_b": _known(measure.means[pair.b]),
        "mean_difference": _known(pair.mean_difference),
        "low": low,
        "high": high,
        "wins": pair.wins,
        "ties": pair.ties,
        "losses": pair.losses,
        "effect_size": pair.effect_size,
        **{f"p {key}": pair.p[key] for key in TESTS},
        **{f"holm {key}": pair.holm[key] for key in TESTS},
        "p tukey": pair.tukey,
    }


def _systems(measure: MeasureComparison, places: int) -> Iterator[str]:
    heads = ["run", "mean", "least", "quarter", "median", "three quarters", "most"]
    body = []
    for name, mean in measure.means.items():
        numbers = [mean, *measure.quartiles[name]] if measure.topics else [float("nan")] * (len(heads) - 1)
        body.append([name, *(_text(x, places) for x in numbers)])
    yield from aligned(heads, body)


def _pair(pair: PairComparison, places: int) -> Iterator[str]:
    around = NONE if pair.interval is None else " to ".join(signed(x, places) for x in pair.interval)
    effect = NONE if pair.effect_size is None else signed(pair.effect_size, 2)
    numbers = {"mean": signed(pair.mean_difference, places), "interval": around, "effect": effect}
    percent = f"{100 * (1 - LEVEL):g}"
    counts = {"wins": pair.wins, "ties": pair.ties, "losses": pair.losses}
    yield say(Message("pair-difference", {**numbers, **counts}, a=pair.a, b=pair.b, percent=percent))
    rows = [[test_name(key), _p(pair.p[key]), _p(pair.holm[key])] for key in TESTS]
    if pair.tukey is not None:
        rows.append([test_name(TUKEY), _p(pair.tukey), NONE])
    yield from aligned(["test", "p", "p by Holm"], rows)


def _topics(found: RunComparison, measure: MeasureComparison, pair: PairComparison, places: int) -> Iterator[str]:
    body = [
        [
            reason.topic,
            *(fixed(score, places) for score in reason.scores),
            signed(reason.difference, places),
            outcome,
            say(reason.sentence(pair.a, pair.b, places)),
        ]
        for reason, outcome in zip(found.reasons(measure, pair), pair.outcomes, strict=True)
    ]
    yield from aligned(["topic", pair.a, pair.b, "difference", "", ""], body, left=(0, 4, 5))


def _overlap(found: RunComparison, places: int) -> Iterator[str]:
    body = []
    for (a, b), by_topic in found.overlaps.items():
        means = mean_overlap(by_topic)
        body.append([f"{a}, {b}", *(_text(means[key], places) for key in ("jaccard", "rbo"))])
    yield from aligned(["overlap", *HEADS], body)


def mean_overlap(by_topic: Mapping[str, Overlap]) -> dict[str, float | None]:
    """The means over the topics for which a run has a list."""
    known = [overlap for overlap in by_topic.values() if overlap.jaccard is not None]
    if not known:
        return {"jaccard": None, "rbo": None}
    return {
        "jaccard": float(np.mean([overlap.jaccard for overlap in known])),
        "rbo": float(np.mean([overlap.rbo for overlap in known])),
    }


def _p(p: float | None) -> str:
    return NONE if p is None else p_text(p)


def _text(value: float | None, places: int) -> str:
    return NONE if value is None or value != value else fixed(value, places)


def _known(value: float) -> float | None:
    return None if value != value else value


def _cell(value: Any, places: int | None) -> Any:
    if value is None:
        return ""
    if isinstance(value, str):
        return guarded(value)
    return repr(rounded(value, places)) if isinstance(value, float) else value


Writer = Callable[..., Iterator[str]]

#: The writers of a comparison, by the choice of the option.
FORMATS: Mapping[str, Writer] = MappingProxyType({"table": table, "csv": comma_separated, "json": as_json})
