"""Situations in which a measure is to be chosen: one fits, and of each other one it is said why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Situation(NamedTuple):
    """``text`` ends before the question. ``right`` and ``wrong`` are measures, as spelled, each with a reason.

    The reasons are true unless a sheet has one of the conventions ``unless``, such as ``unjudged=skipped``.
    """

    key: str
    title: str
    text: str
    right: tuple[str, str]
    wrong: tuple[tuple[str, str], ...]
    unless: tuple[str, ...] = ()

    def holds(self, conventions: Mapping[str, Any]) -> bool:
        """Whether its reasons are true under these conventions."""
        return not any(f"{name}={value}" in self.unless for name, value in conventions.items())


SITUATIONS: Mapping[str, Situation] = {
    s.key: s
    for s in (
        Situation(
            "known-item",
            "Looking for one page that is known",
            "People look for a page that they have seen before. There is one right page for a query, and they stop as "
            "soon as they see it. The team wants to know how far up it stands.",
            ("RR", "It is 1 divided by the rank of the first right page: just how far up that stands."),
            (
                ("P@10", "With one right page it is 0.1 at rank 1 and at rank 10 alike."),
                ("R@100", "It says whether the page is among the first 100, not where."),
                ("Bpref", "It compares judged documents, and says nothing about ranks among unjudged ones."),
            ),
        ),
        Situation(
            "missing-nothing",
            "A search that must not miss anything",
            "Physicians gather all trials on a drug. They read the first thousand results from end to end, in any "
            "order; a trial that is missing there is lost.",
            ("R@1000", "It is the share of all relevant trials that are among the thousand."),
            (
                ("P@10", "It looks at ten results, and not at what is missing."),
                ("RR", "The first relevant trial is found soon; the question is whether the last one is there."),
                ("nDCG@10", "It rewards the order at the top, which does not matter here, and stops at rank 10."),
            ),
        ),
        Situation(
            "graded-first-page",
            "A first page with grades",
            "A shop shows ten products. Editors gave each a grade from 0 to 3, and people look at the upper ones more "
            "than at the lower ones.",
            ("nDCG@10", "It uses the grades, and discounts what stands further down."),
            (
                ("AP", "It knows relevant and not relevant only: a better product counts no more than a good one."),
                ("P@10", "It knows neither grades nor an order among the ten."),
                ("Rprec", "It knows no grades, and its cutoff is the number of relevant products, not ten."),
            ),
        ),
        Situation(
            "few-judgements",
            "Judgements with many gaps",
            "An old collection is used again. Half of the documents that the new systems return were never judged, and "
            "nobody will judge them now.",
            ("Bpref", "It looks at judged documents only, so that gaps do not count as non-relevant."),
            (
                ("AP", "Unjudged documents count as non-relevant: new systems are punished for what nobody looked at."),
                ("P@10", "The unjudged among the ten count as non-relevant."),
                ("Judged@10", "It says how large the gaps are, not how good a system is."),
            ),
            unless=("unjudged=skipped",),
        ),
        Situation(
            "many-meanings",
            "Queries with several meanings",
            "“Jaguar” may be a cat, a car or a team. Assessors noted which meaning each document is about; the first "
            "page should have something for everybody, and no meaning again and again.",
            ("alpha_nDCG@10", "A meaning that was seen before adds less each time, so that variety pays."),
            (
                ("nDCG@10", "Ten pages on cars get full marks, as each is relevant on its own."),
                ("P@10", "It counts relevant pages, whatever they are about."),
                ("R@10", "It counts documents found, not meanings."),
            ),
        ),
        Situation(
            "ten-tiles",
            "Ten tiles without an order",
            "A gallery shows ten pictures in a random arrangement. A picture fits or it does not, and there are always "
            "far more than ten that fit.",
            ("P@10", "It is the share of the ten that fit, in whatever order."),
            (
                ("AP", "It depends on the order, which nobody sees, and on hundreds of pictures that are not shown."),
                ("RR", "It depends on where the first fitting picture stands, which is left to chance."),
                ("R@10", "Where far more than ten fit, it stays close to 0 for every system."),
            ),
            unless=("divisor=relevant-retrieved",),
        ),
        Situation(
            "whole-list",
            "One number for the whole ranking",
            "Two research systems are compared on a collection with complete judgements, relevant or not. Every "
            "relevant document should count, and those further up should count more.",
            ("AP", "It takes the precision at every relevant document, and 0 for those not found."),
            (
                ("RR", "It stops at the first relevant document."),
                ("F", "It sees a set: the order within the list does not matter to it."),
                ("Success@10", "It asks only whether anything relevant is among the first ten."),
            ),
            unless=("divisor=relevant-retrieved",),
        ),
        Situation(
            "no-ranking",
            "A filter without a ranking",
            "A filter lets messages through or not; there is no ranking. Both letting through too much and too little "
            "is bad, and one number should say so.",
            ("F", "It joins precision and recall of a set in one number, which is low if either is low."),
            (
                ("P", "A filter that lets through a single right message has precision 1."),
                ("R", "A filter that lets everything through has recall 1."),
                ("nDCG@10", "It needs a ranking, and there is none."),
            ),
        ),
        Situation(
            "satisfied-soon",
            "People who stop when they are satisfied",
            "People read from the top. The better a document, the more likely they stop there, and what stands below "
            "is then worth little. Documents have grades.",
            ("ERR@10", "A rank counts as much as people are likely to get there unsatisfied."),
            (
                ("nDCG@10", "Its discount is the same whatever stood above: a perfect first hit changes nothing."),
                ("RBP", "People go on with the same probability, whether they liked what they read or not."),
                ("P@10", "It counts all ten alike, also those behind the one that satisfied."),
            ),
        ),
        Situation(
            "unequal-queries",
            "Queries with 3 and with 300 relevant documents",
            "Some queries have 3 relevant documents, others 300. On each, a perfect system should be able to reach 1, "
            "and a simple share at one rank is wanted.",
            ("Rprec", "Its cutoff is the number of relevant documents, so that a perfect ranking gets 1."),
            (
                ("P@10", "With 3 relevant documents even a perfect ranking gets 0.3."),
                ("R@10", "With 300 relevant documents even a perfect ranking gets 0.03."),
                ("Judged@10", "It says how much was judged, not how much is relevant."),
            ),
        ),
        Situation(
            "anything-good",
            "Anything good among the first five",
            "A voice assistant reads out five answers. People are content if at least one of them helps, wherever it "
            "stands; the share of contented people is wanted.",
            ("Success@5", "It is 1 if one of the five helps, else 0; its mean is the share of contented people."),
            (
                ("RR", "It tells rank 1 from rank 5, and counts ranks beyond 5, too."),
                ("P@5", "Five helpful answers count five times as much as one."),
                ("R@5", "It asks for all that could have helped, though one is enough."),
            ),
        ),
    )
}
