"""A comparison as plain values, for JSON, and as the rows of its tables, for CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ireval.comparison.comparison import RunComparison
from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.pair_comparison import TUKEY, PairComparison, test_note
from ireval.comparison.ranking_overlap import Overlap
from ireval.comparison.significance import LEVEL, TESTS
from ireval.conventions import CONVENTIONS
from ireval.explanation.table_formats import guarded
from ireval.messages import Message, say
from ireval.numbers.expression import fixed

#: Decimals shown by default.
PLACES = 4
#: A row of a table: the value of each column, by the column's name.
Row = dict[str, Any]
#: The columns for each topic.
_TOPIC = ("topic", "a", "b", "difference", "outcome")
#: The columns for the distribution of a run's scores.
_QUARTILES = ("minimum", "lower_quartile", "median", "upper_quartile", "maximum")


def plain(found: RunComparison, *, by_topic: bool, places: int | None = None) -> dict[str, Any]:
    """A comparison as plain values: per measure the means, and per pair the differences, intervals and p-values.

    Numbers have all their decimals, or ``places``; numbers in sentences have ``places`` or ``PLACES`` decimals.
    """
    entries = _plain(found, PLACES if places is None else places, by_topic=by_topic)
    return {key: rounded(entry, places) for key, entry in entries.items()}


def _plain(found: RunComparison, places: int, *, by_topic: bool) -> dict[str, Any]:
    return {
        "runs": list(found.names),
        "measures": [_measure(found, measure, places, by_topic=by_topic) for measure in found.measures],
        "overlap": [{"a": a, "b": b} | mean_overlap(by_topic) for (a, b), by_topic in found.overlaps.items()],
        "seed": found.seed,
        "baseline": found.baseline or None,
        "level": LEVEL,
        "missing": {run.name: list(run.missing) for run in found.evaluations},
        "unjudged": {run.name: list(run.unjudged) for run in found.evaluations},
        "note": say(Message("meaning-of-p")),
        "conventions": dict(found.conventions),
    }


def plain_measure(measure: MeasureComparison, places: int = PLACES) -> dict[str, Any]:
    """One measure as plain values, without its topics."""
    return {
        "name": measure.name,
        "topics_compared": len(measure.topics),
        "left_out": list(measure.left_out),
        "means": {name: _known(x) for name, x in measure.means.items()},
        "quartiles": measure.quartiles,
        "pairs": [_plain_pair(measure, pair, places) for pair in measure.pairs],
        "summary": [say(note) for note in measure.notes(places)],
    }


def plain_topics(measure: MeasureComparison, pair: PairComparison) -> list[dict[str, Any]]:
    """The topics of a pair as plain values: the scores, the difference B minus A, and win, tie or loss of B."""
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


def _measure(found: RunComparison, measure: MeasureComparison, places: int, *, by_topic: bool) -> dict[str, Any]:
    entry = plain_measure(measure, places)
    for pair, listed in zip(measure.pairs, entry["pairs"], strict=True):
        if by_topic:
            listed["topics"] = list(topic_rows(found, measure, pair, places))
    return entry


def _plain_pair(measure: MeasureComparison, pair: PairComparison, places: int) -> dict[str, Any]:
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
        "lowest_holm": dict(pair.lowest),
        "comparisons": pair.comparisons,
        "family": say(pair.family) if pair.family else "",
        "test_notes": {key: note for key in TESTS if (note := test_note(key, pair))},
        "tukey": pair.tukey,
        "summary": [say(note) for note in measure.pair_notes(pair, places)] if measure.topics else [],
    }


def count_differences(found: RunComparison) -> int:
    """The number of differences of single topics, in all pairs and measures."""
    return sum(len(measure.topics) * len(measure.pairs) for measure in found.measures)


def topic_rows(
    found: RunComparison, measure: MeasureComparison, pair: PairComparison, places: int = PLACES
) -> Iterator[dict[str, Any]]:
    """The topics of a pair of runs, each with its reason."""
    for topic, reason in zip(plain_topics(measure, pair), found.reasons(measure, pair), strict=True):
        yield topic | {"reason": say(reason.sentence(pair.a, pair.b, places))}


def flat_rows(
    found: RunComparison, measure: MeasureComparison, pair: PairComparison, *, by_topic: bool, places: int = PLACES
) -> Iterator[dict[str, Any]]:
    """The numbers of a pair in one measure as one row; with ``by_topic`` a row for each topic instead."""
    head = {"measure": measure.name, "run_a": pair.a, "run_b": pair.b}
    if by_topic:
        for topic in topic_rows(found, measure, pair, places):
            yield head | topic | settings_of(measure, found.conventions)
        return
    yield pair_row(measure, pair) | settings_of(measure, found.conventions)


def pair_rows(measure: MeasureComparison) -> list[Row]:
    """The numbers of all pairs in one measure, a row for each."""
    return [pair_row(measure, pair) for pair in measure.pairs]


def pair_row(measure: MeasureComparison, pair: PairComparison) -> Row:
    """The numbers of a pair in one measure."""
    low, high = pair.interval or (None, None)
    return {
        "measure": measure.name,
        "run_a": pair.a,
        "run_b": pair.b,
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


def mean_overlap(by_topic: Mapping[str, Overlap]) -> dict[str, float | None]:
    """The means over the topics for which a run has a list."""
    known = [overlap for overlap in by_topic.values() if overlap.jaccard is not None]
    if not known:
        return {"jaccard": None, "rbo": None}
    return {
        "jaccard": float(np.mean([overlap.jaccard for overlap in known])),
        "rbo": float(np.mean([overlap.rbo for overlap in known])),
    }


def run_rows(measure: MeasureComparison, conventions: Mapping[str, Any]) -> list[Row]:
    """The runs in one measure: the means and the distribution of the scores. Empty without topics."""
    return [
        {"measure": measure.name, "run": name, "topics": len(measure.topics), "mean": mean}
        | dict(zip(_QUARTILES, measure.quartiles[name], strict=True))
        | settings_of(measure, conventions)
        for name, mean in (measure.means.items() if measure.topics else ())
    ]


def test_rows(measure: MeasureComparison, pair: PairComparison, conventions: Mapping[str, Any]) -> list[Row]:
    """The tests of a pair of runs, with the mean difference."""
    head = {"measure": measure.name, "run_a": pair.a, "run_b": pair.b, "mean_difference": _known(pair.mean_difference)}
    tests: list[Row] = [
        {"test": key, "p": pair.p[key], "p_holm": pair.holm[key], "note": test_note(key, pair)} for key in TESTS
    ]
    if pair.tukey is not None:
        tests.append({"test": TUKEY, "p": pair.tukey, "p_holm": None, "note": ""})
    return [head | test | settings_of(measure, conventions) for test in tests]


def overlap_rows(found: RunComparison) -> list[Row]:
    """The similarity of the rankings of each pair of runs, topic by topic."""
    return [
        {"run_a": a, "run_b": b, "topic": topic, "jaccard": overlap.jaccard, "rbo": overlap.rbo}
        for (a, b), by_topic in found.overlaps.items()
        for topic, overlap in by_topic.items()
    ]


def settings_of(measure: MeasureComparison, conventions: Mapping[str, Any]) -> Row:
    """The conventions in force: the measure's full name with its own conventions, and those of runs and comparisons."""
    others = [f"{name}={conventions[name]}" for name, p in CONVENTIONS.items() if p.scope != "list"]
    return {"full_name": measure.spec.canonical(conventions), "conventions": " ".join(others)}


def csv_text(rows: Sequence[Row], places: int | None = None) -> str:
    """Rows as CSV, with the names of their columns above; numbers have all their decimals, or ``places``."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(value, places) for key, value in row.items()} for row in rows)
    return out.getvalue()


def _known(value: float) -> float | None:
    return None if value != value else value


def _cell(value: Any, places: int | None) -> Any:
    if value is None:
        return ""
    if isinstance(value, str):
        return guarded(value)
    return repr(rounded(value, places)) if isinstance(value, float) else value
