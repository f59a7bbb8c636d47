"""Reads the choices for a simulation, as text from a page or the command line.

>>> read_simulation({"topics": "5", "effect": "0,5"}).topics
5
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ireval.comparison.comparison import compare, read_measures
from ireval.comparison.significance import LEVEL
from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError, nearest
from ireval.evaluation.evaluation import Judged, Returned
from ireval.experiments.significance_tests.difference_shapes import KEYS, MOST_EFFECT, OBSERVED, shape_of
from ireval.experiments.significance_tests.topic_sampling import Simulation
from ireval.measure.spelling import FIELD
from ireval.numbers.notation import read_number

#: The defaults of the choices.
USUAL: Mapping[str, str] = MappingProxyType(
    {
        "topics": "10",
        "shape": "normal",
        "effect": "0.5",
        "simulations": "1000",
        "alpha": f"{LEVEL:g}",
        "seed": "0",
    }
)
#: The bounds of each number.
BOUNDS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"topics": (3, 200), "effect": (0, MOST_EFFECT), "simulations": (20, 5000), "alpha": (0.01, 0.5)}
    | {"seed": (0, 2**63 - 1)}
)
_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "topics": "Number of topics",
        "effect": "True mean difference",
        "simulations": "Simulated experiments",
        "alpha": "Significance level",
        "seed": "Seed",
    }
)


def read_simulation(texts: Mapping[str, str], differences: Callable[[], Sequence[float]] = lambda: ()) -> Simulation:
    """The simulation with these choices; ``differences`` returns the differences of two runs. Raises ``InputError``."""
    given = {**USUAL, **texts}
    topics = _number(given, "topics", whole=True)
    effect, alpha = _number(given, "effect"), _number(given, "alpha")
    count, seed = _number(given, "simulations", whole=True), _number(given, "seed", whole=True)
    key = given["shape"]
    if key not in KEYS:
        raise InputError("shape", "not-one-of", name="Differences", text=key, hint=nearest(key, KEYS))
    shape = shape_of(key, differences() if key == OBSERVED else ())
    return Simulation(shape, topics, effect, count, alpha, seed)


def run_differences(
    qrels: Judged, runs: Mapping[str, Returned], measure: str, conventions: str = DEFAULT_PRESET, **overrides: Any
) -> list[float]:
    """The differences of two runs in one measure, topic by topic. Raises ``InputError``."""
    specs = read_measures(measure)
    if len(specs) > 1:
        raise InputError(FIELD, "one-measure-for-differences", count=len(specs))
    compared = compare(qrels, runs, [specs[0].text], conventions=conventions, **overrides)
    found: list[float] = [x for pair in compared.measures[0].pairs for x in pair.differences.tolist()]
    if not found:
        raise InputError(FIELD, "no-topics-with-differences", measure=specs[0].text)
    return found


def _number(given: Mapping[str, str], name: str, *, whole: bool = False) -> Any:
    least, most = BOUNDS[name]
    return read_number(given[name], name, _TITLES[name], whole=whole, least=least, most=most)
