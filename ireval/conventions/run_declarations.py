"""The conventions for whole queries and runs: equal scores, missing queries, queries without relevant documents.

A convention of scope ``run`` matters only to a whole run, not to a single list.
"""

from __future__ import annotations

from ireval.conventions.parameter import Choice, Parameter

TIES = Parameter(
    "ties",
    "Equal scores",
    "The order of documents in a run that have the same score.",
    "docno-descending",
    (
        Choice("docno-descending", "docno, last first", "By docno, compared byte by byte, the last one first."),
        Choice("input-order", "as in the file", "In the order of the run file."),
    ),
    scope="run",
)
MISSING = Parameter(
    "missing",
    "Missing queries",
    "What a query scores that has judgements but is missing from the run.",
    "score-0",
    (
        Choice("score-0", "as an empty list", "It is scored as an empty list, mostly with 0 (trec_eval with -c)."),
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
        Choice(
            "score-0",
            "score 0",
            "It scores 0.",
            "gave 0 to a query without relevant documents",
            "A query without relevant documents scores 0.",
        ),
        Choice(
            "left-out",
            "not defined",
            "It has no score and is left out of averages.",
            "gave no score to a query without relevant documents",
            "A query without relevant documents has no score.",
        ),
    ),
)
