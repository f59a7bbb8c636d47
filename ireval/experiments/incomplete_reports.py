"""Writes an experiment with incomplete judgements as text: tables with sentences, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ireval.evaluation.reports import aligned
from ireval.experiments.incomplete_findings import findings
from ireval.experiments.repeated_scores import SPREAD, RepeatedScores
from ireval.explanation.table_formats import guarded
from ireval.messages import Message, say
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed

#: Decimals of the tables.
PLACES = 3
_NONE = "\N{EN DASH}"
_HEADS = ("measure", "share", "judgements", "quantity", "system", "mean", "low", "high")
_NUMBERS = ("mean", "low", "high")


def table(found: RepeatedScores) -> Iterator[str]:
    """The average scores and Kendall's tau at each share, with the sentences."""
    for key, values in (("average-scores", found.averages), ("orders-of-systems", found.taus)):
        yield say(Message(key, count=len(found.systems), repeats=found.repeats, seed=found.seed))
        means = found.summary(values)[0]
        body = [
            [_percent(left), str(count), *(_text(x) for x in means[:, i].tolist())]
            for i, (left, count) in enumerate(zip(found.shares, found.judgements, strict=True))
        ]
        yield from aligned(["share", "judgements", *found.labels], body)
        yield ""
    yield from map(say, findings(found))


def comma_separated(found: RepeatedScores) -> Iterator[str]:
    """A line for each measure, share and system, with the mean and the spread of the repeats."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADS)
    for row in _rows(found):
        writer.writerow([guarded(x) if isinstance(x, str) else "" if x is None else x for x in row])
    yield from text.getvalue().splitlines()


def as_json(found: RepeatedScores) -> Iterator[str]:
    """Everything as JSON."""
    yield json.dumps(plain(found), indent=2, ensure_ascii=False)


def plain(found: RepeatedScores) -> dict[str, Any]:
    """The experiment as plain values, in the order of ``shares``, which fall from 1."""
    average, tau, systems = found.summary(found.averages), found.summary(found.taus), found.summary(_by_system(found))
    return {
        "systems": list(found.systems),
        "topics": list(found.topics),
        "shares": list(found.shares),
        "judgements": list(found.judgements),
        "repeats": found.repeats,
        "seed": found.seed,
        "spread": list(SPREAD),
        "measures": [
            {
                "name": spec.text,
                "label": label,
                "average": _plain(average[:, i]),
                "kendall_tau": _plain(tau[:, i]),
                "systems": {name: _plain(systems[:, s, i]) for s, name in enumerate(found.systems)},
            }
            for i, (spec, label) in enumerate(zip(found.specs, found.labels, strict=True))
        ],
        "findings": [say(message) for message in findings(found)],
        "conventions": dict(found.conventions),
    }


def _by_system(found: RepeatedScores) -> Floats:
    """The scores with the systems as the first axis, shape (systems, measures, shares, repeats)."""
    return np.moveaxis(found.scores, -1, 0)


def _rows(found: RepeatedScores) -> Iterator[tuple[Any, ...]]:
    average, tau, systems = found.summary(found.averages), found.summary(found.taus), found.summary(_by_system(found))
    for i, spec in enumerate(found.specs):
        for j, (share, count) in enumerate(zip(found.shares, found.judgements, strict=True)):
            place = (spec.text, share, count)
            yield (*place, "average score", "", *_known(average[:, i, j]))
            yield (*place, "kendall tau", "", *_known(tau[:, i, j]))
            for s, name in enumerate(found.systems):
                yield (*place, "score", name, *_known(systems[:, s, i, j]))


def _plain(summary: Floats) -> list[dict[str, float | None]]:
    return [dict(zip(_NUMBERS, _known(column), strict=True)) for column in summary.T]


def _known(values: Floats) -> list[float | None]:
    return [None if x != x else x for x in values.tolist()]


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _text(value: float) -> str:
    return _NONE if value != value else fixed(value, PLACES)


Writer = Callable[[RepeatedScores], Iterator[str]]

#: The writers of an experiment, by the choice of the option.
FORMATS: Mapping[str, Writer] = MappingProxyType({"table": table, "csv": comma_separated, "json": as_json})
