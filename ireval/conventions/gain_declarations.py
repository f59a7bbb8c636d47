"""The conventions of the cumulated-gain family: gain, discount, and the ideal list."""

from __future__ import annotations

from ireval.conventions.parameter import Choice, Parameter

DISCOUNT = Parameter(
    "discount",
    "Discount",
    "What the gain at rank i is divided by.",
    "log2-rank-plus-1",
    (
        Choice(
            "log2-rank-plus-1",
            "log2(i + 1)",
            "Every rank from 2 on is discounted, by log2(i + 1).",
            "You discounted by log2(i + 1).",
        ),
        Choice(
            "log2-rank",
            "log2(i) from rank 2",
            "Rank 1 is not discounted, and neither is 2, as log2(2) = 1.",
            "You discounted by log2(i) from rank 2 on.",
        ),
        Choice(
            "log5-rank",
            "log5(i) from rank 5",
            "Ranks 1 to 5 are not discounted: a patient reader.",
            "You did not discount the first 5 ranks, as with log5(i) from rank 5 on.",
        ),
        Choice(
            "log10-rank",
            "log10(i) from rank 10",
            "Ranks 1 to 10 are not discounted: a very patient reader.",
            "You did not discount the first 10 ranks, as with log10(i) from rank 10 on.",
        ),
    ),
)
GAIN = Parameter(
    "gain",
    "Gain",
    "What a document of a grade is worth.",
    "linear",
    (
        Choice("linear", "the grade", "A document is worth its grade.", "You took the grade as the gain."),
        Choice(
            "exponential",
            "2^grade - 1",
            "A document is worth 2 to the power of its grade, less 1.",
            "You took 2^grade - 1 as the gain.",
        ),
    ),
)
IDEAL = Parameter(
    "ideal",
    "Ideal list",
    "Which documents the ideal list is made of.",
    "all-judged",
    (
        Choice(
            "all-judged",
            "all judged",
            "All judged documents, also those that the list missed.",
            "You made the ideal list of all judged documents, found or not.",
        ),
        Choice(
            "retrieved-only",
            "retrieved only",
            "Only the documents that were returned, put in the best order.",
            "You made the ideal list of the retrieved documents only.",
        ),
    ),
)
IDEAL_CUT = Parameter(
    "ideal_cut",
    "Ideal list ends",
    "Where the ideal list ends. Without a cutoff, only the second choice differs.",
    "whole",
    (
        Choice(
            "whole",
            "at the cutoff, if any",
            "At the cutoff; without one the whole ideal list counts.",
            "You took the whole ideal list, but not beyond a cutoff.",
        ),
        Choice(
            "list-end",
            "where the ranking ends",
            "At the cutoff; without one where the ranking ends.",
            "You ended the ideal list where the ranking ends.",
        ),
        Choice(
            "uncut",
            "with its last document",
            "The whole ideal list counts, whatever the cutoff.",
            "You took the whole ideal list, to its last document.",
        ),
    ),
)
