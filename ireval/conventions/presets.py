"""The presets: whose choices they are, and what of each convention that source or tool does.

A *preset* is the set of choices of one source or tool. For one measure, its own parameter beats an override, and an
override beats the preset.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ireval.conventions.declarations import CONVENTIONS
from ireval.errors import InputError, nearest


@dataclass(frozen=True)
class Preset:
    """The choices of one source or ``tool``; conventions that are not named keep their defaults.

    ``printed`` are those that its printed figures follow beside: how they were rounded on the way.
    """

    key: str
    title: str
    text: str
    choices: Mapping[str, Any]
    tool: bool = False
    printed: Mapping[str, Any] = field(default_factory=dict)


DEFAULT_PRESET = "trec_eval"

_BY_THE_BOOK = {"no_relevant": "left-out"}  # dividing by R = 0 is not defined, and no source says otherwise

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        p.key: p
        for p in (
            Preset(
                "lillis",
                "COMP3009J lecture (Lillis)",
                "D. Lillis, Information Retrieval, topic 5: Evaluation.",
                _BY_THE_BOOK | {"discount": "log2-rank", "bpref": "r", "ideal_cut": "list-end"},
                printed={"rounding": "columns", "decimals": 1},
            ),
            Preset(
                "thesis",
                "Thesis, section 2.4",
                (
                    "A doctoral thesis on retrieval; nDCG after Clarke et al., with the ideal list of all judged "
                    "documents."
                ),
                _BY_THE_BOOK | {"bpref": "r", "ideal_cut": "list-end"},
            ),
            Preset(
                "blog",
                "Blog post on offline metrics",
                "A blog post on offline evaluation; its ideal list sorts the returned documents only.",
                _BY_THE_BOOK | {"bpref": "r", "ideal": "retrieved-only", "ideal_cut": "list-end"},
                printed={"rounding": "columns", "decimals": 2},
            ),
            Preset(
                "kth",
                "KTH lecture (Karlgren)",
                "J. Karlgren, Evaluating information retrieval systems, January 2017.",
                _BY_THE_BOOK | {"discount": "log2-rank", "bpref": "r", "ideal_cut": "list-end"},
            ),
            Preset(
                "mir",
                "Modern Information Retrieval, ch. 3",
                "The slides of chapter 3. They interpolate over the following recall interval.",
                _BY_THE_BOOK | {"bpref": "r", "ideal_cut": "list-end", "interpolation": "following-interval"},
            ),
            Preset(
                "trec_eval",
                "trec_eval",
                (
                    "NIST's tool, the field's reference implementation, in version 9, which pytrec_eval contains. "
                    "Version 10 differs in one convention: interpolation=trec-eval-10."
                ),
                {"interpolation": "trec-eval-9"},
                tool=True,
            ),
            Preset(
                "ir_measures",
                "ir_measures",
                "The Python package, with the providers that pip installs. Most of its measures are trec_eval's.",
                {"interpolation": "trec-eval-9"},
                tool=True,
            ),
            Preset(
                "ranx",
                "ranx",
                (
                    "The Python package. Its order of equal scores depends on how many there are. It gives no bpref "
                    "for a query without judged non-relevant documents."
                ),
                {"interpolation": "trec-eval-9"},
                tool=True,
            ),
            Preset(
                "sklearn",
                "scikit-learn",
                (
                    "Its metrics module, applied to the retrieved documents, the only ones it knows. It averages over "
                    "all orders of equal scores."
                ),
                {"ideal": "retrieved-only", "divisor": "relevant-retrieved"},
                tool=True,
            ),
        )
    }
)


def effective(preset: str = DEFAULT_PRESET, overrides: Mapping[str, object] | None = None) -> dict[str, Any]:
    """Every convention's value under ``preset`` and ``overrides`` (values or their text).

    >>> effective("lillis", {"gain": "exponential"})["discount"]
    'log2-rank'

    Raises ``InputError`` for an unknown preset, convention or value.
    """
    if preset not in PRESETS:
        raise InputError("conventions", f"There is no preset “{preset}”.", nearest(preset, PRESETS))
    values = {name: p.default for name, p in CONVENTIONS.items()} | dict(PRESETS[preset].choices)
    for name, value in (overrides or {}).items():
        if name not in CONVENTIONS:
            raise InputError(name, f"There is no convention “{name}”.", nearest(name, CONVENTIONS))
        values[name] = CONVENTIONS[name].read(value)
    return values
