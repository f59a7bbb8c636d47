"""The rules of the guide: for each task, kind of judgements and grades, a measure and the rejected measures.

Sentences are given by their keys in the catalogue. Each pair of rankings shows a disagreement: the measure of the rule
prefers one ranking, and the rejected measure prefers the other one.
"""

from __future__ import annotations

from ireval.experiments import guide_pairs as pairs
from ireval.experiments.guide_questions import Case, Rejected, Rule
from ireval.experiments.list_pairs import ListPair

COMPLETE, POOLED, NONE = ("complete",), ("pooled",), ("none",)
BINARY, GRADED, ANY = ("binary",), ("graded",), ("binary", "graded")


def _skipping(measure: str, unskipped: str, pair: ListPair) -> tuple[str, str, tuple[Rejected, ...]]:
    return measure, "guide-condensed", (Rejected(unskipped, "guide-counts-unjudged", pair),)


RULES = (
    # ---- One right answer ----
    Rule(
        Case("one-answer", COMPLETE, BINARY),
        "RR",
        "guide-first-relevant",
        (Rejected("P@10", "guide-same-at-each-rank", pairs.EARLY_OR_MANY),),
        ("thesis", "blog"),
        "guide-said-first",
        "guide-dispute-reciprocal",
    ),
    Rule(
        Case("one-answer", COMPLETE, GRADED),
        "ERR@10",
        "guide-satisfied-soon",
        (Rejected("RR", "guide-partial-is-full", pairs.PARTIAL_FIRST),),
        ("thesis",),
        "guide-said-extension",
        "guide-dispute-reciprocal",
    ),
    Rule(
        Case("one-answer", POOLED, BINARY),
        *_skipping("RR(unjudged='skipped')", "RR", pairs.UNJUDGED_ABOVE),
        dispute="guide-dispute-condensed",
    ),
    Rule(
        Case("one-answer", POOLED, GRADED),
        *_skipping("ERR(unjudged='skipped')@10", "ERR@10", pairs.UNJUDGED_ABOVE),
        dispute="guide-dispute-condensed",
    ),
    Rule(
        Case("one-answer", NONE, BINARY),
        "RR",
        "guide-judge-to-first",
        (Rejected("AP", "guide-needs-all-relevant", pairs.FIRST_OR_TOTAL),),
        dispute="guide-dispute-reciprocal",
    ),
    Rule(
        Case("one-answer", NONE, GRADED),
        "ERR@10",
        "guide-judge-top-no-ideal",
        (Rejected("nDCG(ideal='retrieved-only')@10", "guide-ideal-of-the-list", pairs.FLATTERED),),
        dispute="guide-dispute-reciprocal",
    ),
    # ---- A first page ----
    Rule(
        Case("first-page", COMPLETE, BINARY),
        "P@10",
        "guide-share-of-the-page",
        (Rejected("AP", "guide-counts-below-the-page", pairs.TOP_OR_DEPTH),),
        ("lillis",),
        "guide-said-web",
        caution="guide-caution-few-relevant",
    ),
    Rule(
        Case("first-page", COMPLETE, GRADED),
        "nDCG@10",
        "guide-grades-and-ranks",
        (Rejected("P@10", "guide-grades-alike", pairs.GRADES_OR_COUNT),),
        ("lillis",),
        "guide-said-graded",
    ),
    Rule(
        Case("first-page", POOLED, BINARY),
        *_skipping("P(unjudged='skipped')@10", "P@10", pairs.UNJUDGED_FIRST_PAGE),
        dispute="guide-dispute-condensed",
    ),
    Rule(
        Case("first-page", POOLED, GRADED),
        *_skipping("nDCG(unjudged='skipped')@10", "nDCG@10", pairs.UNJUDGED_ABOVE_GRADED),
        dispute="guide-dispute-condensed",
    ),
    Rule(
        Case("first-page", NONE, BINARY),
        "P@10",
        "guide-judge-the-page",
        (Rejected("AP", "guide-needs-all-relevant", pairs.TOP_OR_DEPTH),),
        caution="guide-caution-few-relevant",
    ),
    Rule(
        Case("first-page", NONE, GRADED),
        "DCG@10",
        "guide-no-ideal",
        (Rejected("nDCG(ideal='retrieved-only')@10", "guide-ideal-of-the-list", pairs.FLATTERED),),
        ("blog",),
        "guide-said-returned-ideal",
    ),
    # ---- A whole ranking ----
    Rule(
        Case("whole-ranking", COMPLETE, BINARY),
        "AP",
        "guide-every-relevant",
        (
            Rejected("P@10", "guide-stops-at-ten", pairs.ORDER_OR_COUNT),
            Rejected("RR", "guide-stops-at-first", pairs.FIRST_OR_ALL),
        ),
        ("lillis", "thesis"),
        "guide-said-single-number",
    ),
    Rule(
        Case("whole-ranking", COMPLETE, GRADED),
        "nDCG",
        "guide-grades-and-ranks",
        (Rejected("AP", "guide-grades-alike", pairs.GRADES_OR_PLACES),),
        ("lillis",),
        "guide-said-graded",
    ),
    Rule(
        Case("whole-ranking", POOLED, BINARY),
        "Bpref",
        "guide-preferences",
        (Rejected("AP", "guide-counts-unjudged", pairs.UNJUDGED_AND_PREFERRED),),
        ("lillis",),
        "guide-said-incomplete",
        "guide-dispute-preferences",
    ),
    Rule(
        Case("whole-ranking", POOLED, GRADED),
        "nDCG(unjudged='skipped')",
        "guide-condensed",
        (
            Rejected("nDCG", "guide-counts-unjudged", pairs.UNJUDGED_ABOVE_GRADED),
            Rejected("Bpref", "guide-grades-alike", pairs.GRADES_OR_PREFERENCE),
        ),
        dispute="guide-dispute-preferences",
    ),
    Rule(
        Case("whole-ranking", NONE, BINARY),
        "RBP",
        "guide-residual",
        (Rejected("AP", "guide-needs-all-relevant", pairs.TOP_OR_TOTAL),),
        caution="guide-caution-persistence",
    ),
    Rule(
        Case("whole-ranking", NONE, GRADED),
        "DCG@20",
        "guide-no-ideal",
        (Rejected("nDCG(ideal='retrieved-only')@20", "guide-ideal-of-the-list", pairs.FLATTERED),),
        ("blog",),
        "guide-said-returned-ideal",
    ),
    # ---- Find everything ----
    Rule(
        Case("everything", COMPLETE, BINARY),
        "R@20",
        "guide-share-of-relevant",
        (Rejected("P@10", "guide-misses-are-free", pairs.PRECISE_OR_COMPLETE),),
        ("lillis",),
        "guide-said-depends-on-use",
    ),
    Rule(
        Case("everything", COMPLETE, GRADED),
        "nCG@20",
        "guide-share-of-gain",
        (Rejected("R@20", "guide-grades-alike", pairs.FEW_GOOD_OR_MANY),),
    ),
    Rule(
        Case("everything", POOLED, BINARY),
        *_skipping("R(unjudged='skipped')@20", "R@20", pairs.UNJUDGED_DEPTH),
        caution="guide-caution-recall",
    ),
    Rule(
        Case("everything", POOLED, GRADED),
        *_skipping("nCG(unjudged='skipped')@20", "nCG@20", pairs.UNJUDGED_DEPTH_GRADED),
        caution="guide-caution-recall",
    ),
    Rule(
        Case("everything", NONE, ANY),
        "infAP",
        "guide-sample",
        (Rejected("R@20", "guide-recall-of-a-sample", pairs.SAMPLED),),
        caution="guide-caution-recall",
    ),
    # ---- Several meanings ----
    Rule(
        Case("diverse", COMPLETE, ANY),
        "alpha_nDCG@10",
        "guide-novelty",
        (
            Rejected("nDCG@10", "guide-knows-no-subtopics", pairs.REPETITION),
            Rejected("P_IA@10", "guide-repeats-in-full", pairs.REPETITION),
        ),
        ("thesis",),
        "guide-said-diverse",
        caution="guide-caution-greedy",
    ),
    Rule(
        Case("diverse", POOLED, ANY),
        *_skipping("alpha_nDCG(unjudged='skipped')@10", "alpha_nDCG@10", pairs.UNJUDGED_DIVERSITY),
        dispute="guide-dispute-condensed",
    ),
    Rule(
        Case("diverse", NONE, ANY),
        "ERR_IA@10",
        "guide-judge-subtopics",
        (Rejected("P_IA@10", "guide-repeats-in-full", pairs.REPETITION),),
    ),
    # ---- A set without an order ----
    Rule(
        Case("set", COMPLETE, ANY),
        "F",
        "guide-both-low",
        (
            Rejected("Accuracy", "guide-mostly-non-relevant", pairs.SMALL_OR_COMPLETE_SET),
            Rejected("P", "guide-one-sure-document", pairs.ONE_SURE_DOCUMENT),
        ),
        ("thesis", "kth"),
        "guide-said-harmonic",
    ),
    Rule(Case("set", POOLED, ANY), *_skipping("F(unjudged='skipped')", "F", pairs.UNJUDGED_SET)),
    Rule(
        Case("set", NONE, ANY),
        "P",
        "guide-judge-the-set",
        (Rejected("F", "guide-needs-all-relevant", pairs.CHECKED_OR_COMPLETE_SET),),
    ),
)
