"""The presets and choices with which each version of the generator compares the lists that it draws.

A list is drawn until its score differs from the scores under other choices, so a preset that is added later would
change lists that are already printed. A version compares only with the presets and choices that are named here: a new
preset, a new choice and the own choices of a new measure are compared from a higher ``GENERATOR`` on.

>>> sorted(compared(4).presets - compared(3).presets)[:3]
['beir', 'elasticsearch', 'lightgbm']
>>> compared(3).has({"ideal_cut": "shorter"}), compared(4).has({"ideal_cut": "shorter"})
(False, True)

If an older measure follows a new setting, that is compared from a higher version on as well (``_FOLLOWED``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from ireval.diagnosis.other_choices import all_choices
from ireval.measure import Computed

_PRESETS: Mapping[int, str] = {
    3: "lillis thesis blog kth mir trec_eval ir_measures ranx sklearn ragas llama_index haystack",
    4: "xgboost lightgbm torchmetrics ml_metrics elasticsearch beir ntcireval quepid",
}
#: By setting. A setting that has no named choices, such as the lowest relevant grade, is compared with all numbers.
_CHOICES: Mapping[int, Mapping[str, str]] = {
    3: {
        "bpref": "r min-r-n 10-plus-r",
        "dcg_columns": "gain terms",
        "discount": "log2-rank-plus-1 log2-rank log5-rank log10-rank",
        "divisor": "all-relevant min-r-k relevant-retrieved",
        "gain": "linear exponential binary",
        "ideal": "all-judged retrieved-only best-everywhere",
        "ideal_cut": "whole list-end uncut",
        "interpolation": "any-higher-recall following-interval trec-eval-9 trec-eval-10",
        "no_relevant": "score-0 left-out",
        "short_list": "n retrieved",
        "subtopic_count": "covered all",
        "unjudged": "non-relevant skipped",
        # of single measures
        "below": "with-unjudged always",
        "norm": "perfect none",
        "reach": "at-least above",
        "top": "judged 1 2 3 4 5",
    },
    4: {"ideal_cut": "shorter", "no_relevant": "score-1"},
}
#: By measure, the settings that it follows in sheets from a version on, and did not follow in older ones.
_FOLLOWED: Mapping[int, Mapping[str, str]] = {4: {"IDCG": "unjudged"}}


class Compared(NamedTuple):
    """The keys of presets, and of choices as pairs with the names of their settings."""

    presets: frozenset[str]
    choices: frozenset[tuple[str, str]]

    def has(self, choices: Mapping[str, Any]) -> bool:
        """Whether all of these choices are among them; numbers are always included."""
        return all((name, value) in self.choices for name, value in choices.items() if isinstance(value, str))


@cache
def compared(generator: int) -> Compared:
    """Return the presets and choices of a version, which include those of all versions before it."""
    presets = {key for version, keys in _PRESETS.items() if version <= generator for key in keys.split()}
    return Compared(frozenset(presets), frozenset(_pairs(generator)))


def _pairs(generator: int) -> Iterator[tuple[str, str]]:
    for version, settings in _CHOICES.items():
        for name, keys in settings.items():
            yield from ((name, key) for key in keys.split() if version <= generator)


def compared_choices(right: Computed, generator: int) -> list[dict[str, Any]]:
    """Return the other choices: each alone, then the choices of each preset together."""
    known, later = compared(generator), _later_settings(right.measure.name, generator)
    found: list[dict[str, Any]] = []
    for choices in all_choices(right, known.presets):
        kept = {name: value for name, value in choices.items() if name not in later}
        whole = len(kept) == len(choices)
        if known.has(kept) and (whole or (len(kept) > 1 and kept not in found)):
            found.append(kept)
    return found


def _later_settings(measure: str, generator: int) -> set[str]:
    """The settings that a measure follows only in sheets of a higher version."""
    return {
        name
        for version, settings in _FOLLOWED.items()
        for name in settings.get(measure, "").split()
        if version > generator
    }
