"""The conventions for whole queries and runs: equal scores, missing queries, queries without relevant documents, and
the statistical test for two runs.

A convention of scope ``run`` matters only to a whole run, not to a single list; one of scope ``comparison`` only to a
comparison of runs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ireval.conventions.parameter import Choice, Parameter


@dataclass(frozen=True, kw_only=True)
class EmptyQuery(Choice):
    """The ``score`` of a query without relevant documents; NaN: undefined; None: the measure's lowest score."""

    score: float | None


SCORES = Parameter(
    "scores",
    "Precision of scores",
    "When do two scores in a run count as equal?",
    "double",
    (
        Choice("double", "double", "If they are equal in double precision, 16 digits (trec_eval 10)."),
        Choice("single", "single", "If they are equal in single precision, 7 digits (trec_eval 9, pytrec_eval)."),
    ),
    scope="run",
)
TIES = Parameter(
    "ties",
    "Equal scores",
    "In which order are documents with the same score?",
    "docno-descending",
    (
        Choice("docno-descending", "docno, last first", "By docno, compared byte by byte, the last one first."),
        Choice("docno-ascending", "docno, first first", "By docno, compared byte by byte, the first one first."),
        Choice("input-order", "as in the file", "In the order of the run file."),
        Choice(
            "ir-measures",
            "as in ir_measures",
            (
                "By docno, the last one first; but for RR@k, Judged and the measures of subtopics the first one first. "
                "Where ir_measures does not use trec_eval, it compares scores in double precision."
            ),
        ),
        Choice(
            "averaged",
            "DCG and nDCG averaged",
            (
                "DCG and nDCG are the means over all orders of the documents that have equal scores (TorchMetrics). "
                "The other measures order them by docno, the last one first."
            ),
        ),
        Choice(
            "sklearn",
            "as in scikit-learn",
            (
                "DCG and nDCG are the means over all orders. AP has one precision for documents with equal scores, at "
                "the last of them. The other measures order them by docno, the last one first."
            ),
        ),
    ),
    scope="run",
)
MISSING = Parameter(
    "missing",
    "Missing queries",
    "What does a judged query score that is missing from the run?",
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
    "What does a query without relevant documents score?",
    "score-0",
    (
        EmptyQuery(
            "score-0",
            "score 0",
            "It scores 0.",
            "gave 0 to a query without relevant documents",
            "A query without relevant documents scores 0.",
            score=None,
        ),
        EmptyQuery(
            "score-1",
            "score 1",
            "It scores 1 (XGBoost, LightGBM).",
            "gave 1 to a query without relevant documents",
            "A query without relevant documents scores 1.",
            score=1.0,
        ),
        EmptyQuery(
            "left-out",
            "not defined",
            "It has no score and is left out of averages.",
            "gave no score to a query without relevant documents",
            "A query without relevant documents has no score.",
            score=math.nan,
        ),
    ),
)
TEST = Parameter(
    "test",
    "Statistical test",
    "Which test decides whether two systems differ? All are two-sided and use the difference on each topic.",
    "sign-flip",
    (
        Choice(
            "sign-flip",
            "sign-flip randomisation",
            "How often the difference is at least as large if the two systems are swapped on topics at random.",
        ),
        Choice("paired-t", "paired t", "Student's t test of the differences; it assumes that their mean is normal."),
        Choice(
            "bootstrap",
            "bootstrap",
            "How often the difference is at least as large in topics drawn again from differences with the mean 0.",
        ),
        Choice(
            "bootstrap-t",
            "studentised bootstrap",
            "As the bootstrap, with each mean divided by its own standard error; it holds with fewer topics.",
        ),
        Choice("wilcoxon", "Wilcoxon", "The signed-rank test: it uses only the ranks of the differences, by size."),
    ),
    scope="comparison",
)
FAMILY = Parameter(
    "family",
    "Family of comparisons",
    "Which comparisons does Holm correct together? The more there are, the smaller a p-value has to be.",
    "all",
    (
        Choice("all", "all measures", "All comparisons of the report: each pair of runs in each measure."),
        Choice("measure", "each measure by itself", "The comparisons in the same measure."),
    ),
    scope="comparison",
)
