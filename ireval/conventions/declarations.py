"""The conventions in which lectures, texts and tools differ, each declared once, with its choices in words.

The measure files say which of them they follow, and do what the choice says. A convention of scope ``run`` matters only
to a whole run: how its documents are ordered, and what becomes of queries that it misses.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ireval.conventions.gain_declarations import DISCOUNT, GAIN, IDEAL, IDEAL_CUT
from ireval.conventions.parameter import Choice, Parameter, ToolSetting

DIVISOR = Parameter(
    "divisor",
    "AP divides by",
    "What the sum of precisions is divided by.",
    "all-relevant",
    (
        Choice(
            "all-relevant",
            "all relevant (R)",
            "All relevant documents of the query, found or not.",
            "You divided by all relevant documents ({R}).",
        ),
        Choice(
            "min-r-k",
            "min(R, k)",
            "All relevant documents, but no more than the cutoff lets in.",
            "You divided by all relevant documents ({R}), but by no more than the cutoff.",
        ),
        Choice(
            "relevant-retrieved",
            "relevant found",
            "Only the relevant documents that were found.",
            "You divided by the relevant documents found ({found}).",
        ),
    ),
)
BPREF = Parameter(
    "bpref",
    "bpref divides by",
    "Divisor and cap of the non-relevant documents above.",
    "min-r-n",
    (
        Choice(
            "r",
            "R",
            "R, the relevant documents, and at most R non-relevant ones count (the 2004 paper).",
            "You divided by R ({R}), and counted at most R non-relevant documents.",
        ),
        Choice(
            "min-r-n",
            "min(R, N)",
            "The smaller of R and N; at most that many count (trec_eval since version 8).",
            "You divided by the smaller of R ({R}) and N ({N}), and counted at most as many non-relevant documents.",
        ),
        Choice(
            "10-plus-r",
            "10 + R",
            "10 + R, and at most 10 + R non-relevant ones count (bpref-10).",
            "You divided by 10 more than R ({R}), and counted at most as many non-relevant documents.",
        ),
    ),
)
INTERPOLATION = Parameter(
    "interpolation",
    "Interpolation",
    "Which precision stands for recall level r.",
    "any-higher-recall",
    (
        Choice(
            "any-higher-recall",
            "any recall >= r",
            "The highest precision at any recall of r or more.",
            "You took the highest precision at any recall from the level on.",
        ),
        Choice(
            "following-interval",
            "r to r + 0.1",
            "The highest precision from r to the next level; an interval without a point is taken as any recall >= r.",
            "You took the highest precision from the level to the next one.",
        ),
        Choice(
            "trec-eval-9",
            "from int(r R + 0.9) found",
            "As soon as int(r R + 0.9) relevant documents are found (trec_eval to version 9, and what is built on it).",
            "You took a level r as reached when int(r R + 0.9) relevant documents are found.",
        ),
        Choice(
            "trec-eval-10",
            "from r R rounded found",
            "As soon as r R relevant documents are found, rounded to the nearest number (trec_eval 10).",
            "You took a level r as reached when r R relevant documents, rounded, are found.",
        ),
    ),
)
UNJUDGED = Parameter(
    "unjudged",
    "Unjudged documents",
    "What becomes of retrieved documents that nobody judged.",
    "non-relevant",
    (
        Choice(
            "non-relevant",
            "count as non-relevant",
            "They keep their ranks and count as non-relevant.",
            "You counted unjudged documents as non-relevant.",
        ),
        Choice(
            "skipped",
            "are skipped",
            "They are taken out, and those below move up: the condensed list.",
            "You took the unjudged documents out of the list.",
        ),
    ),
)
SHORT_LIST = Parameter(
    "short_list",
    "Short list, P@n divides by",
    "What P@n divides by where fewer than n documents were retrieved.",
    "n",
    (
        Choice(
            "n",
            "n",
            "By n all the same: what is missing counts as non-relevant.",
            "You divided by the cutoff, although the list is shorter.",
        ),
        Choice(
            "retrieved",
            "documents retrieved",
            "By the number of documents retrieved, where that is less than n.",
            "You divided by the documents retrieved ({n}), as the list is shorter than the cutoff.",
        ),
    ),
)
TIES = Parameter(
    "ties",
    "Equal scores",
    "In which order documents of a run stand that have the same score.",
    "docno-descending",
    (
        Choice("docno-descending", "docno, last first", "By document number from the last down, byte by byte."),
        Choice("input-order", "as in the file", "In the order in which the run gives them."),
    ),
    scope="run",
)
MISSING = Parameter(
    "missing",
    "Missing queries",
    "What a query scores that has judgements but is missing from the run.",
    "score-0",
    (
        Choice("score-0", "score 0", "It is scored as an empty list: 0, as nothing was found (trec_eval with -c)."),
        Choice("left-out", "left out", "It is left out of averages (trec_eval 9 without -c, pytrec_eval)."),
    ),
    scope="run",
)
NO_RELEVANT = Parameter(
    "no_relevant",
    "No relevant documents",
    "What a query without any relevant document scores.",
    "score-0",
    (
        Choice("score-0", "score 0", "It scores 0.", "You gave 0 to a query without relevant documents."),
        Choice(
            "left-out",
            "not defined",
            "It has no score, and is left out of averages.",
            "You gave no score to a query without relevant documents.",
        ),
    ),
)
REL = Parameter(
    "rel",
    "Relevant from grade",
    "The lowest grade that counts as relevant.",
    1,
    least=1,
    most=9,
    feedback="You counted documents as relevant from this grade on ({rel}).",
)
ROUNDING = Parameter(
    "rounding",
    "Rounding",
    "Which numbers are rounded on the way.",
    "exact",
    (
        Choice(
            "exact",
            "only what is shown",
            "Nothing is rounded but the figures shown.",
            "You rounded nothing on the way.",
        ),
        Choice(
            "columns",
            "quotients of shown cells",
            "Sums are exact, cells rounded, quotients use rounded cells.",
            "You rounded the cells (decimals: {decimals}) before dividing.",
        ),
        Choice(
            "carried",
            "every step",
            "Every step starts from the rounded cell above.",
            "You rounded every step (decimals: {decimals}) before the next one.",
        ),
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
            UNJUDGED,
            SHORT_LIST,
            NO_RELEVANT,
            REL,
            ROUNDING,
            DECIMALS,
            TIES,
            MISSING,
        )
    }
)

#: How other tools write conventions in a measure's name. They fit every measure that follows what they stand for.
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
