"""The presets: whose choices they are, and what of each convention that source or tool does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ireval.metric import Measure


@dataclass(frozen=True)
class Preset:
    """The choices of one source or ``tool``; what is not named keeps the convention's default.

    ``printed`` are those that its printed figures follow beside: how they were rounded on the way.
    """

    key: str
    title: str
    text: str
    choices: Mapping[str, Any]
    tool: bool = False
    printed: Mapping[str, Any] = field(default_factory=dict)


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
                "A doctoral thesis on retrieval; NDCG after Clarke et al., the ideal list from all judged documents.",
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
                "Slides of chapter 3; interpolates over the following recall interval.",
                _BY_THE_BOOK | {"bpref": "r", "ideal_cut": "list-end", "interpolation": "following-interval"},
            ),
            Preset(
                "trec_eval",
                "trec_eval",
                "NIST's tool, the field's reference implementation, as of version 9, which pytrec_eval carries. "
                "Version 10 differs in one convention: interpolation=trec-eval-10.",
                {"interpolation": "trec-eval-9"},
                tool=True,
            ),
            Preset(
                "ir_measures",
                "ir_measures",
                "The Python package, with the providers that pip installs; most of its measures are trec_eval's.",
                {"interpolation": "trec-eval-9"},
                tool=True,
            ),
            Preset(
                "ranx",
                "ranx",
                "The Python package. How it orders equal scores depends on how many there are; it gives no bpref for a "
                "query without judged non-relevant documents.",
                {"interpolation": "trec-eval-9"},
                tool=True,
            ),
            Preset(
                "sklearn",
                "scikit-learn",
                "Its metrics module, given the retrieved documents: it knows no others. It averages over the orders of "
                "equal scores.",
                {"ideal": "retrieved-only", "divisor": "relevant-retrieved"},
                tool=True,
            ),
        )
    }
)


def standing(preset: str, measure: Measure) -> str:
    """What a preset's choices mean for ``measure``.

    ``checked``: its source or tool has the measure, and tests compare the two. ``common definition``: the source has
    it not. ``unsupported``: the tool does not compute it, so there is nothing to agree with.

    >>> from ireval.registry import measures
    >>> standing("trec_eval", measures()["AP"]), standing("kth", measures()["Bpref"])
    ('checked', 'common definition')
    >>> standing("sklearn", measures()["Bpref"])
    'unsupported'
    """
    if preset in measure.defined_by:
        return "checked"
    return "unsupported" if PRESETS[preset].tool else "common definition"
