"""The conventions of the cumulated-gain family: gain, discount, and the ideal list."""

from __future__ import annotations

from ireval.conventions.parameter import Choice, Parameter

DISCOUNT = Parameter(
    "discount",
    "Discount",
    "The divisor of the gain at rank i.",
    "log2-rank-plus-1",
    (
        Choice(
            "log2-rank-plus-1",
            "log2(i + 1)",
            "Every rank from 2 onwards is discounted by log2(i + 1).",
            "discounted by log2(i + 1)",
            "The discount at rank i is log2(i + 1).",
        ),
        Choice(
            "log2-rank",
            "log2(i) from rank 2",
            "Rank 1 is not discounted; neither is rank 2, because log2(2) = 1.",
            "discounted by log2(i) from rank 2 onwards",
            "The discount is log2(i) from rank 2 onwards.",
        ),
        Choice(
            "log5-rank",
            "log5(i) from rank 5",
            "Ranks 1 to 5 are not discounted: a patient reader.",
            "left the first 5 ranks without a discount, as log5(i) from rank 5 onwards does",
            "The discount is log5(i) from rank 5 onwards.",
        ),
        Choice(
            "log10-rank",
            "log10(i) from rank 10",
            "Ranks 1 to 10 are not discounted: a very patient reader.",
            "left the first 10 ranks without a discount, as log10(i) from rank 10 onwards does",
            "The discount is log10(i) from rank 10 onwards.",
        ),
    ),
)
GAIN = Parameter(
    "gain",
    "Gain",
    "What a document is worth, depending on its grade.",
    "linear",
    (
        Choice(
            "linear",
            "the grade",
            "A document is worth its grade.",
            "used the grade as the gain",
            "The gain is the grade.",
        ),
        Choice(
            "exponential",
            "2^grade - 1",
            "A document is worth 2 to the power of its grade, minus 1.",
            "used 2^grade - 1 as the gain",
            "The gain is 2^grade - 1.",
        ),
    ),
)
IDEAL = Parameter(
    "ideal",
    "Ideal list",
    "Which documents the ideal list contains.",
    "all-judged",
    (
        Choice(
            "all-judged",
            "all judged",
            "All judged documents, including those that were not retrieved.",
            "made the ideal list of all judged documents, retrieved or not",
            "The ideal list contains all judged documents, retrieved or not.",
        ),
        Choice(
            "retrieved-only",
            "retrieved only",
            "Only the retrieved documents, in the best order.",
            "made the ideal list of the retrieved documents only",
            "The ideal list contains the retrieved documents only.",
        ),
    ),
)
IDEAL_CUT = Parameter(
    "ideal_cut",
    "Ideal list ends",
    "Where the ideal list ends. Without a cutoff, only the second choice differs from the others.",
    "whole",
    (
        Choice(
            "whole",
            "at the cutoff, if any",
            "At the cutoff; without a cutoff the whole ideal list counts.",
            "used the ideal list down to the cutoff, or all of it without a cutoff",
            "The ideal list ends at the cutoff; without a cutoff all of it counts.",
        ),
        Choice(
            "list-end",
            "where the ranking ends",
            "At the cutoff; without a cutoff where the ranking ends.",
            "ended the ideal list where the ranking ends",
            "The ideal list ends where the ranking ends.",
        ),
        Choice(
            "uncut",
            "with its last document",
            "The whole ideal list counts, whatever the cutoff.",
            "used the whole ideal list, whatever the cutoff",
            "The whole ideal list counts, whatever the cutoff.",
        ),
    ),
)
