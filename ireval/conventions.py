"""The conventions in which lectures, texts and tools differ, and who uses which.

Each is declared once here, with its choices in words; the measure files say which of them they follow and do what
the choice says. A *preset* is the set of choices of one source or tool. For one measure, its own parameter beats an
override, and an override beats the preset.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ireval.errors import InputError, nearest
from ireval.parameters import Choice, Parameter

DISCOUNT = Parameter(
    "discount",
    "Discount",
    "What the gain at rank i is divided by.",
    "log2-rank-plus-1",
    (
        Choice("log2-rank-plus-1", "log2(i + 1)", "Every rank from 2 on is discounted, by log2(i + 1)."),
        Choice("log2-rank", "log2(i) from rank 2", "Rank 1 is not discounted, and neither is 2, as log2(2) = 1."),
        Choice("log5-rank", "log5(i) from rank 5", "Ranks 1 to 5 are not discounted: a patient reader."),
        Choice("log10-rank", "log10(i) from rank 10", "Ranks 1 to 10 are not discounted: a very patient reader."),
    ),
)
GAIN = Parameter(
    "gain",
    "Gain",
    "What a document of a grade is worth.",
    "linear",
    (
        Choice("linear", "the grade", "A document is worth its grade."),
        Choice("exponential", "2^grade - 1", "A document is worth 2 to the power of its grade, less 1."),
    ),
)
IDEAL = Parameter(
    "ideal",
    "Ideal list",
    "Which documents the ideal list is made of.",
    "all-judged",
    (
        Choice("all-judged", "all judged", "All judged documents, also those that the list missed."),
        Choice("retrieved-only", "retrieved only", "Only the documents that were returned, put in the best order."),
    ),
)
IDEAL_CUT = Parameter(
    "ideal_cut",
    "Ideal list ends",
    "Where the ideal list ends when no cutoff is given.",
    "whole",
    (
        Choice("whole", "with its last document", "The whole ideal list counts, even where it is longer."),
        Choice("list-end", "where the ranking ends", "It is cut to the length of the ranking."),
    ),
)
DIVISOR = Parameter(
    "divisor",
    "AP divides by",
    "What the sum of precisions is divided by.",
    "all-relevant",
    (
        Choice("all-relevant", "all relevant (R)", "All relevant documents of the query, found or not."),
        Choice("min-r-k", "min(R, k)", "All relevant documents, but no more than the cutoff lets in."),
        Choice("relevant-retrieved", "relevant found", "Only the relevant documents that were found."),
    ),
)
BPREF = Parameter(
    "bpref",
    "bpref divides by",
    "Divisor and cap of the non-relevant documents above.",
    "min-r-n",
    (
        Choice("r", "R", "R, the relevant documents, and at most R non-relevant ones count (the 2004 paper)."),
        Choice("min-r-n", "min(R, N)", "The smaller of R and N; at most that many count (trec_eval since version 8)."),
        Choice("10-plus-r", "10 + R", "10 + R, and at most 10 + R non-relevant ones count (bpref-10)."),
    ),
)
INTERPOLATION = Parameter(
    "interpolation",
    "Interpolation",
    "Which precision stands for recall level r.",
    "any-higher-recall",
    (
        Choice("any-higher-recall", "any recall >= r", "The highest precision at any recall of r or more."),
        Choice(
            "following-interval",
            "r to r + 0.1",
            "The highest precision from r to the next level; an interval without a point is taken as any recall >= r.",
        ),
    ),
)
NO_RELEVANT = Parameter(
    "no_relevant",
    "No relevant documents",
    "What a query without any relevant document scores.",
    "score-0",
    (
        Choice("score-0", "score 0", "It scores 0."),
        Choice("left-out", "not defined", "It has no score, and is left out of averages."),
    ),
)
REL = Parameter("rel", "Relevant from grade", "The lowest grade that counts as relevant.", 1, least=1, most=9)
ROUNDING = Parameter(
    "rounding",
    "Rounding",
    "Which numbers are rounded on the way.",
    "exact",
    (
        Choice("exact", "only what is shown", "Nothing is rounded but the figures shown."),
        Choice("columns", "quotients of shown cells", "Sums are exact, cells rounded, quotients use rounded cells."),
        Choice("carried", "every step", "Every step starts from the rounded cell above."),
    ),
)
DECIMALS = Parameter("decimals", "Rounded to decimals", "How many decimals a rounded cell has.", 2, least=0, most=6)

CONVENTIONS: Mapping[str, Parameter] = MappingProxyType(
    {
        p.name: p
        for p in (
            DISCOUNT,
            GAIN,
            IDEAL,
            IDEAL_CUT,
            DIVISOR,
            BPREF,
            INTERPOLATION,
            NO_RELEVANT,
            REL,
            ROUNDING,
            DECIMALS,
        )
    }
)


@dataclass(frozen=True)
class Preset:
    """The choices of one source or tool; what is not named keeps the convention's default."""

    key: str
    title: str
    text: str
    choices: Mapping[str, Any]


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
            Preset("trec_eval", "trec_eval", "NIST's tool, the field's reference implementation.", {}),
        )
    }
)

DEFAULT_PRESET = "trec_eval"


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
