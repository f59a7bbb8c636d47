"""Writes comparisons as text: tables with sentences, CSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from ireval.comparison.comparison import RunComparison
from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.pair_comparison import TUKEY, PairComparison, p_text, test_name, test_note
from ireval.comparison.plain_comparison import PLACES, csv_text, flat_rows, mean_overlap, plain
from ireval.comparison.ranking_overlap import HEADS
from ireval.comparison.significance import LEVEL, TESTS
from ireval.comparison.topic_differences import signed
from ireval.evaluation.reports import aligned
from ireval.evaluation.results import score_text
from ireval.messages import Message, say
from ireval.numbers.expression import fixed

#: Shown for an undefined number.
NONE = "\N{EN DASH}"


def table(found: RunComparison, places: int | None, *, by_topic: bool) -> Iterator[str]:
    """A table for each measure with means and distributions, and for each pair of runs with numbers, tests and notes.

    The overlap of the rankings comes last.
    """
    decimals = PLACES if places is None else places
    for i, measure in enumerate(found.measures):
        if i:
            yield ""
        yield say(Message("measure-over-topics", measure=measure.name, count=len(measure.topics)))
        yield from _systems(measure, decimals)
        if notes := list(measure.topic_notes()):
            yield from ("", *map(say, notes))
        for pair in measure.pairs if measure.topics else ():
            yield ""
            yield from _pair(pair, decimals)
            if by_topic:
                yield ""
                yield from _topics(found, measure, pair, decimals)
            yield from ("", *map(say, measure.pair_notes(pair, decimals)))
    yield ""
    yield from _overlap(found, decimals)
    yield ""
    yield say(Message("meaning-of-p"))


def comma_separated(found: RunComparison, places: int | None, *, by_topic: bool) -> Iterator[str]:
    """CSV with a row for each measure and pair of runs; with ``by_topic``, a row for each topic of each pair."""
    in_sentences = PLACES if places is None else places
    pairs = [(measure, pair) for measure in found.measures for pair in measure.pairs]
    rows = [row for both in pairs for row in flat_rows(found, *both, by_topic=by_topic, places=in_sentences)]
    yield from csv_text(rows, places).splitlines()


def as_json(found: RunComparison, places: int | None, *, by_topic: bool) -> Iterator[str]:
    """The result of ``plain`` as JSON, rounded to ``places`` decimals if given."""
    yield json.dumps(plain(found, by_topic=by_topic, places=places), indent=2)


def _systems(measure: MeasureComparison, places: int) -> Iterator[str]:
    heads = ["run", "mean", "minimum", "lower quartile", "median", "upper quartile", "maximum"]
    body = []
    for name, mean in measure.means.items():
        numbers = measure.quartiles[name] if measure.topics else [float("nan")] * (len(heads) - 2)
        body.append([name, score_text(mean, "", places), *(_text(x, places) for x in numbers)])
    yield from aligned(heads, body)


def _pair(pair: PairComparison, places: int) -> Iterator[str]:
    around = NONE if pair.interval is None else " to ".join(signed(x, places) for x in pair.interval)
    effect = NONE if pair.effect_size is None else signed(pair.effect_size, 2)
    numbers = {"mean": signed(pair.mean_difference, places), "interval": around, "effect": effect}
    percent = f"{100 * (1 - LEVEL):g}"
    counts = {"wins": pair.wins, "ties": pair.ties, "losses": pair.losses}
    yield say(Message("pair-difference", {**numbers, **counts}, a=pair.a, b=pair.b, percent=percent))
    rows = [[test_name(key), _p(pair.p[key]), _p(pair.holm[key]), test_note(key, pair)] for key in TESTS]
    if pair.tukey is not None:
        rows.append([test_name(TUKEY), _p(pair.tukey), NONE, ""])
    yield from aligned(["test", "p", "p by Holm", ""], rows, left=(0, 3))


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


def _p(p: float | None) -> str:
    return NONE if p is None else p_text(p)


def _text(value: float | None, places: int) -> str:
    return NONE if value is None or value != value else fixed(value, places)


Writer = Callable[..., Iterator[str]]

#: The writers of a comparison, by the choice of the option.
FORMATS: Mapping[str, Writer] = MappingProxyType({"table": table, "csv": comma_separated, "json": as_json})
