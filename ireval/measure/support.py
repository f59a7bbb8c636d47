"""Whether the source or tool of a preset computes a measure, so that tests can compare the two."""

from __future__ import annotations

from ireval.conventions import PRESETS
from ireval.measure.declaration import Measure


def preset_support(preset: str, measure: Measure) -> str:
    """Return how well a preset covers ``measure``.

    ``checked``: its source or tool has the measure, and tests compare the two. ``common definition``: the source does
    not have it. ``unsupported``: the tool does not compute it, so there is nothing to compare.

    >>> from ireval.measure.registry import measures
    >>> preset_support("trec_eval", measures()["AP"]), preset_support("kth", measures()["Bpref"])
    ('checked', 'common definition')
    >>> preset_support("sklearn", measures()["Bpref"])
    'unsupported'
    """
    if preset in measure.defined_by or (preset in measure.tool_names and preset not in measure.unchecked_tools):
        return "checked"
    return "unsupported" if PRESETS[preset].tool else "common definition"


def defining_presets(measure: Measure) -> list[str]:
    """The presets whose source or tool defines ``measure``: those that are ``checked``.

    >>> from ireval.measure.registry import measures
    >>> defining_presets(measures()["Bpref"])
    ['lillis', 'trec_eval', 'ir_measures', 'ranx']
    """
    return [preset for preset in PRESETS if preset_support(preset, measure) == "checked"]
