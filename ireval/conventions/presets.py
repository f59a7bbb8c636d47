"""The presets: the choices that each source or tool makes among the conventions.

A *preset* is the set of choices of one source or tool. For each measure, the measure's own parameter takes precedence
over an override, and an override over the preset.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import groupby
from types import MappingProxyType
from typing import Any

from ireval.conventions.declarations import CONVENTIONS
from ireval.conventions.preset import FAMILIES, Preset
from ireval.conventions.tool_presets import TOOL_PRESETS
from ireval.errors import InputError, nearest

DEFAULT_PRESET = "trec_eval"

_BY_THE_BOOK = {"no_relevant": "left-out"}  # a division by R = 0 is undefined, and no source gives it a value

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
                lecture=True,
            ),
            Preset(
                "thesis",
                "Thesis, section 2.4",
                "A doctoral thesis on retrieval. nDCG follows Clarke et al.; the ideal list uses all judged documents.",
                _BY_THE_BOOK | {"bpref": "r", "ideal_cut": "list-end", "subtopic_count": "all"},
            ),
            Preset(
                "blog",
                "Blog post on offline metrics",
                "A blog post on offline evaluation. Its ideal list uses only the retrieved documents.",
                _BY_THE_BOOK
                | {"bpref": "r", "ideal": "retrieved-only", "ideal_cut": "list-end", "dcg_columns": "terms"},
                printed={"rounding": "columns", "decimals": 2},
            ),
            Preset(
                "kth",
                "KTH lecture (Karlgren)",
                "J. Karlgren, Evaluating information retrieval systems, January 2017.",
                _BY_THE_BOOK | {"discount": "log2-rank", "bpref": "r", "ideal_cut": "list-end"},
                lecture=True,
            ),
            Preset(
                "mir",
                "Modern Information Retrieval, ch. 3",
                "Slides for chapter 3. They interpolate over the recall interval that follows the level.",
                _BY_THE_BOOK | {"bpref": "r", "ideal_cut": "list-end", "interpolation": "following-interval"},
            ),
            Preset(
                "trec_eval",
                "trec_eval",
                "NIST's tool, the reference implementation, in version 9, which pytrec_eval contains. "
                "Version 10 differs in two conventions: interpolation=trec-eval-10 and scores=double.",
                {"interpolation": "trec-eval-9", "scores": "single"},
                family="evaluation",
            ),
            Preset(
                "ir_measures",
                "ir_measures",
                "The Python package, with the providers that pip installs. It gets most measures from trec_eval.",
                {"interpolation": "trec-eval-9", "scores": "single", "ties": "ir-measures"},
                family="evaluation",
            ),
            Preset(
                "ranx",
                "ranx",
                "The Python package. How it orders documents with equal scores depends on how many there are. It gives "
                "no bpref for a query without judged non-relevant documents.",
                {"interpolation": "trec-eval-9"},
                family="evaluation",
            ),
            Preset(
                "sklearn",
                "scikit-learn",
                "The metrics module, applied to the retrieved documents, as it accepts no others. It averages over "
                "all orders of documents with equal scores.",
                {"ideal": "retrieved-only", "divisor": "relevant-retrieved", "ties": "sklearn"},
                family="evaluation",
            ),
            Preset(
                "ragas",
                "Ragas",
                "The Python package for retrieval-augmented generation (0.4.3). Its context precision is AP.",
                {"divisor": "relevant-retrieved", "short_list": "retrieved"},
                family="rag",
                traps=(
                    "“Context precision” is AP where an LLM or texts decide on relevance, and precision where ids do.",
                    "AP divides by the relevant chunks retrieved. One of ten expected chunks, at rank 1, scores 1.",
                    "A chunk that was retrieved twice counts twice in AP. By ids, it counts once.",
                ),
            ),
            Preset(
                "llama_index",
                "LlamaIndex",
                (
                    "The Python package for retrieval-augmented generation (llama-index-core 0.14.25). A document is "
                    "expected or not; there are no grades."
                ),
                {"gain": "binary", "ideal_cut": "uncut", "no_relevant": "left-out", "short_list": "retrieved"},
                family="rag",
                traps=(
                    "An id that was retrieved twice counts twice in AP and nDCG, which may then be more than 1.",
                    (
                        "Before version 0.12.3, nDCG’s ideal list had an expected document at every rank that was "
                        "retrieved. This is the convention ideal=best-everywhere."
                    ),
                    (
                        "There is no cutoff. nDCG@k is nDCG of the first k ids, but the ideal list keeps all expected "
                        "ids. With more than k of them, nDCG@k is always less than 1."
                    ),
                    (
                        "With use_granular_hit_rate, the hit rate is recall. With use_granular_mrr, MRR is the mean of "
                        "1/rank over all expected ids that were retrieved."
                    ),
                    "A query without expected ids or without retrieved ids is an error, and has no score.",
                ),
            ),
            Preset(
                "haystack",
                "Haystack",
                "The Python package for retrieval-augmented generation (haystack-ai 3.4.0): its document evaluators.",
                {"ideal_cut": "uncut"},
                family="rag",
                traps=(
                    "DocumentRecallEvaluator gives Success. It gives recall only with the mode multi_hit.",
                    (
                        "Before version 3.1, MAP divided by the relevant documents retrieved "
                        "(divisor=relevant-retrieved), and a document that was retrieved twice counted twice in MAP "
                        "and nDCG."
                    ),
                    "A draft of its nDCG used 1/rank as the gain of a document without a score. All releases use 1.",
                    (
                        "There is no cutoff. nDCG@k is nDCG of the first k documents, but the ideal list keeps all "
                        "expected documents. With more than k of them, nDCG@k is always less than 1."
                    ),
                ),
            ),
            *TOOL_PRESETS,
        )
    }
)


def preset_families() -> list[tuple[str, list[Preset]]]:
    """The presets family by family, each family with its title."""
    families = groupby(PRESETS.values(), key=lambda preset: preset.family)
    return [(FAMILIES[family], list(found)) for family, found in families]


@cache
def _values_of(preset: str) -> Mapping[str, Any]:
    return {name: p.default for name, p in CONVENTIONS.items()} | dict(PRESETS[preset].choices)


def effective(preset: str = DEFAULT_PRESET, overrides: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The value of every convention under ``preset`` and ``overrides`` (values or their text).

    >>> effective("lillis", {"gain": "exponential"})["discount"]
    'log2-rank'

    Raises ``InputError`` for an unknown preset, convention or value.
    """
    if preset not in PRESETS:
        raise InputError("conventions", "unknown-preset", name=preset, hint=nearest(preset, PRESETS))
    values = dict(_values_of(preset))
    for name, value in (overrides or {}).items():
        if name not in CONVENTIONS:
            raise InputError(name, "unknown-convention", name=name, hint=nearest(name, CONVENTIONS))
        values[name] = CONVENTIONS[name].read(value)
    return values
