"""Whether a preset's source or tool computes a measure, and so whether tests hold the two against each other."""

from __future__ import annotations

from ireval.conventions import PRESETS
from ireval.measure.declaration import Measure


def preset_support(preset: str, measure: Measure) -> str:
    """What a preset's choices mean for ``measure``.

    ``checked``: its source or tool has the measure, and tests compare the two. ``common definition``: the source has
    it not. ``unsupported``: the tool does not compute it, so there is nothing to agree with.

    >>> from ireval.measure.registry import measures
    >>> preset_support("trec_eval", measures()["AP"]), preset_support("kth", measures()["Bpref"])
    ('checked', 'common definition')
    >>> preset_support("sklearn", measures()["Bpref"])
    'unsupported'
    """
    if preset in measure.defined_by:
        return "checked"
    return "unsupported" if PRESETS[preset].tool else "common definition"
