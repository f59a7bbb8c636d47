"""The conventions in which lectures, textbooks and tools differ. Each is declared once, with its choices in words.

A measure's file names the conventions that the measure follows, and computes according to the chosen value.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ireval.conventions.discounts import DISCOUNT
from ireval.conventions.divisors import BPREF, DIVISOR
from ireval.conventions.gains_and_ideals import GAIN, IDEAL, IDEAL_CUT
from ireval.conventions.parameter import Choice, Parameter, ToolSetting
from ireval.conventions.run_declarations import FAMILY, MISSING, NO_RELEVANT, SCORES, TEST, TIES

INTERPOLATION = Parameter(
    "interpolation",
    "Interpolation",
    "Which precision counts for recall level r?",
    "any-higher-recall",
    (
        Choice(
            "any-higher-recall",
            "any recall >= r",
            "The highest precision at any recall of r or more.",
            "took the highest precision at this recall level or any higher one",
            "Interpolated precision is the highest precision at the recall level or any higher recall.",
        ),
        Choice(
            "following-interval",
            "r to r + 0.1",
            (
                "The highest precision at a relevant document whose recall is between r and the next level; an "
                "interval without one is read as any recall >= r."
            ),
            "took the highest precision between the level and the next one",
            "Interpolated precision is the highest precision between the level and the next one.",
        ),
        Choice(
            "trec-eval-9",
            "from int(r R + 0.9) found",
            (
                "As soon as int(r R + 0.9) relevant documents are found (trec_eval up to version 9, and tools built "
                "on it)."
            ),
            "treated a level r as reached when int(r R + 0.9) relevant documents were found",
            "A level r is reached when int(r R + 0.9) relevant documents are found.",
        ),
        Choice(
            "trec-eval-10",
            "from r R rounded found",
            "As soon as r R relevant documents are found, rounded to the nearest whole number (trec_eval 10).",
            "treated a level r as reached when r R relevant documents, rounded to a whole number, were found",
            "A level r is reached when r R relevant documents, rounded to a whole number, are found.",
        ),
    ),
    in_formula=True,
)
UNJUDGED = Parameter(
    "unjudged",
    "Unjudged documents",
    "How do retrieved documents without a judgement count?",
    "non-relevant",
    (
        Choice(
            "non-relevant",
            "count as non-relevant",
            "They keep their ranks and count as non-relevant.",
            "counted unjudged documents as non-relevant",
            "Unjudged documents count as non-relevant.",
        ),
        Choice(
            "skipped",
            "are skipped",
            "They are removed, and the documents below move up: the condensed list.",
            "took the unjudged documents out of the list",
            "Unjudged documents are first removed from the list.",
        ),
    ),
)
SHORT_LIST = Parameter(
    "short_list",
    "Short list: P@k divides by",
    "What does P@k divide by if fewer than k documents were retrieved?",
    "n",
    (
        Choice(
            "n",
            "k",
            "Still by k: the missing documents count as non-relevant.",
            "divided by the cutoff, although the list is shorter",
            "The divisor is the cutoff, even where the list is shorter.",
        ),
        Choice(
            "retrieved",
            "documents retrieved",
            "By the number of documents retrieved, where that is less than k.",
            "divided by the [{n}] {n:document|documents} retrieved, because the list is shorter than the cutoff",
            "The divisor is the number of documents retrieved [({n})], where that is less than the cutoff.",
        ),
    ),
    in_formula=True,
)
REL = Parameter(
    "rel",
    "Lowest relevant grade",
    "What is the lowest grade that counts as relevant?",
    1,
    least=1,
    most=9,
    did="used another lowest relevant grade [({rel})]",
)
SUBTOPIC_COUNT = Parameter(
    "subtopic_count",
    "Subtopics that count",
    "Which subtopics of a query count?",
    "covered",
    (
        Choice(
            "covered",
            "covered by a judged document",
            "Those that some judged document covers, retrieved or not.",
            "counted only the subtopics that some judged document covers",
            "Only the subtopics that some judged document covers count.",
        ),
        Choice(
            "all",
            "all of the query",
            "All subtopics of the query, whether a judged document covers them or not.",
            "counted all subtopics of the query, covered or not",
            "All subtopics of the query count, whether a judged document covers them or not.",
        ),
    ),
    in_formula=True,
)
DCG_COLUMNS = Parameter(
    "dcg_columns",
    "Columns of DCG",
    "What does the table of DCG show before the sum?",
    "gain",
    (
        Choice(
            "gain",
            "the gain",
            "The gain of each rank; its discount is in the calculation.",
            "rounded only the sums, and not the discounts and the terms",
            "Only the sums are rounded.",
        ),
        Choice(
            "terms",
            "gain, discount and term",
            "The gain of each rank, its discount, and the gain divided by the discount.",
            "rounded the discounts and the terms before adding them up",
            "The discounts and the terms are rounded before they are added up.",
        ),
    ),
)
ROUNDING = Parameter(
    "rounding",
    "Rounding",
    "Which intermediate numbers are rounded?",
    "exact",
    (
        Choice(
            "exact",
            "only what is shown",
            "Only the figures shown are rounded.",
            "did not round intermediate results",
            "Intermediate results are not rounded.",
        ),
        Choice(
            "columns",
            "quotients of shown cells",
            "Sums are exact, cells are rounded, and quotients use the rounded cells.",
            "rounded the cells before dividing [(decimals: {decimals})]",
            "Cells are rounded before dividing [(decimals: {decimals})].",
        ),
        Choice(
            "intermediate",
            "every step but the last",
            "Every step starts from rounded cells; the last quotient is not rounded.",
            "rounded every intermediate result, but not the last one [(decimals: {decimals})]",
            "Every intermediate result is rounded [(decimals: {decimals})].",
        ),
        Choice(
            "carried",
            "every step",
            "Every step starts from the rounded cell above.",
            "rounded every step before the next one [(decimals: {decimals})]",
            "Every step is rounded before the next one [(decimals: {decimals})].",
        ),
    ),
)
DECIMALS = Parameter(
    "decimals", "Decimals when rounding", "How many decimals does a rounded cell have?", 2, least=0, most=6
)

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
            UNJUDGED,
            SHORT_LIST,
            NO_RELEVANT,
            REL,
            SUBTOPIC_COUNT,
            DCG_COLUMNS,
            ROUNDING,
            DECIMALS,
            SCORES,
            TIES,
            MISSING,
            TEST,
            FAMILY,
        )
    }
)

#: Conventions as other tools write them in a measure's name. They apply to every measure that follows the conventions.
TOOL_SETTINGS: tuple[ToolSetting, ...] = (
    ToolSetting(
        "dcg",
        {
            "log2": {"discount": "log2-rank-plus-1", "gain": "linear"},
            "exp-log2": {"discount": "log2-rank-plus-1", "gain": "exponential"},
        },
    ),
    ToolSetting("judged_only", {False: {"unjudged": "non-relevant"}, True: {"unjudged": "skipped"}}),
)
