"""Finds the measure that an address names: by its name, by its name in a tool, or by a similar name."""

from __future__ import annotations

from difflib import get_close_matches

from ireval.errors import InputError
from ireval.measure import Measure
from ireval.measure.registry import measures
from ireval.measure.spelling import parse

#: The number of similar names that are offered.
MOST_NEAR = 4


def measure_meant(text: str) -> Measure | None:
    """Return the measure with this name in any spelling, ignoring case; None if there is none."""
    known = measures()
    if text in known:
        return known[text]
    try:
        return parse(text).measure
    except InputError:
        return _folded().get(text.lower())


def near_measures(text: str) -> list[Measure]:
    """Return the measures whose names or titles are similar to a text, the most similar first."""
    folded = _folded()
    found = get_close_matches(text.lower(), folded, n=4 * MOST_NEAR, cutoff=0.5)
    return list({folded[name].name: folded[name] for name in found}.values())[:MOST_NEAR]


def bare_names(measure: Measure) -> list[str]:
    """Return the measure's other names, without the number that may follow, each once."""
    bare = (name.partition("{")[0].rstrip("@_") for name in measure.other_names)
    return [name for name in dict.fromkeys(bare) if name != measure.name]


def _folded() -> dict[str, Measure]:
    """The measures by their names and titles in lower case; a measure's own name comes first."""
    names = [(m.name, m) for m in measures().values()]
    names += [(name, m) for m in measures().values() for name in (*bare_names(m), m.title)]
    return {name.lower(): m for name, m in reversed(names)}
