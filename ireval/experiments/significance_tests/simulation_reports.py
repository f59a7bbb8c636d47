"""Writes simulated tests as text: tables with sentences, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from ireval.comparison.pair_comparison import test_name
from ireval.comparison.significance import LEVEL
from ireval.evaluation.reports import aligned
from ireval.experiments.significance_tests.simulated_shares import CONFIDENCE, Share, SimulatedShares
from ireval.experiments.significance_tests.simulation_findings import (
    effect_text,
    findings,
    interval_name,
    percent,
    shape_name,
    share_ends,
)
from ireval.experiments.significance_tests.topic_sampling import RESAMPLES
from ireval.messages import Message, say

_HEADS = ("quantity", "test or interval", "topics", "true mean", "count", "experiments", "share", "low", "high")
ERROR, POWER, COVERAGE = "type I error", "power", "coverage"


def table(found: SimulatedShares) -> Iterator[str]:
    """Type I error, power and coverage, with the sentences."""
    yield summary(found)
    yield ""
    rows = []
    for key in found.tests:
        error, power = found.own_errors[key], found.powers[key]
        rows.append([test_name(key), percent(error.value), share_ends(error), percent(power.value), share_ends(power)])
    yield from aligned(["test", ERROR, "95 % interval", POWER, "95 % interval"], rows)
    yield ""
    rows = [[test_name(key), *(percent(of[key].value) for of in found.errors.values())] for key in found.tests]
    yield from aligned([ERROR, *(say(Message("so-many-topics", count=size)) for size in found.errors)], rows)
    yield ""
    rows = [[interval_name(key), percent(x.value), share_ends(x), str(x.total)] for key, x in found.coverages.items()]
    yield from aligned(["interval", COVERAGE, "95 % interval", "experiments"], rows)
    yield ""
    yield from map(say, findings(found))


def summary(found: SimulatedShares) -> str:
    """A sentence that describes the simulation."""
    return say(
        Message(
            "summary-of-simulation",
            shape=shape_name(found.shape),
            topics=found.topics,
            count=found.count,
            effect=effect_text(found.effect),
            alpha=f"{found.alpha:g}",
            seed=found.seed,
        )
    )


def comma_separated(found: SimulatedShares) -> Iterator[str]:
    """A line for each share, with its simulation error."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADS)
    for quantity, key, topics, effect, share in _rows(found):
        writer.writerow([quantity, key, topics, effect, share.count, share.total, share.value, *share.ends])
    yield from text.getvalue().splitlines()


def as_json(found: SimulatedShares) -> Iterator[str]:
    """Everything as JSON."""
    yield json.dumps(plain(found), indent=2, ensure_ascii=False)


def plain(found: SimulatedShares) -> dict[str, Any]:
    """The shares as plain values."""
    return {
        "shape": found.shape,
        "topics": found.topics,
        "effect": found.effect,
        "alpha": found.alpha,
        "simulations": found.count,
        "seed": found.seed,
        "resamples": RESAMPLES,
        "confidence": CONFIDENCE,
        "interval_level": LEVEL,
        "tests": [
            {
                "test": key,
                "label": test_name(key),
                "type_1_error": [{"topics": size, **_plain(of[key])} for size, of in found.errors.items()],
                "power": _plain(found.powers[key]),
            }
            for key in found.tests
        ],
        "intervals": [
            {"interval": key, "label": interval_name(key), "coverage": _plain(share)}
            for key, share in found.coverages.items()
        ],
        "findings": [say(message) for message in findings(found)],
    }


def _rows(found: SimulatedShares) -> Iterator[tuple[str, str, int, float, Share]]:
    for size, of in found.errors.items():
        yield from ((ERROR, key, size, 0.0, share) for key, share in of.items())
    yield from ((POWER, key, found.topics, found.effect, share) for key, share in found.powers.items())
    yield from ((COVERAGE, key, found.topics, 0.0, share) for key, share in found.coverages.items())


def _plain(share: Share) -> dict[str, float]:
    low, high = share.ends
    return {"count": share.count, "experiments": share.total, "share": share.value, "low": low, "high": high}


Writer = Callable[[SimulatedShares], Iterator[str]]

#: The writers of simulated tests, by the choice of the option.
FORMATS: Mapping[str, Writer] = MappingProxyType({"table": table, "csv": comma_separated, "json": as_json})
