"""Situations in which a student chooses a measure: one fits, and each of the others has a reason against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ireval.messages import Message


class Situation(NamedTuple):
    """A situation described by ``text``. ``right`` and ``wrong`` are the spellings of measures, each with a reason.

    The reasons are true unless the sheet has one of the conventions ``unless``, such as ``unjudged=skipped``.
    As messages, the sentences have the keys ``situation.known-item.title``, ``.text`` and, for each measure, ``.RR``.
    """

    key: str
    title: str
    text: str
    right: tuple[str, str]
    wrong: tuple[tuple[str, str], ...]
    unless: tuple[str, ...] = ()

    @property
    def heading(self) -> Message:
        """The title as a message."""
        return self._message("title", self.title)

    @property
    def description(self) -> Message:
        """The text as a message."""
        return self._message("text", self.text)

    @property
    def fitting(self) -> tuple[str, Message]:
        """The measure that fits, and why."""
        name, why = self.right
        return name, self._message(name, why)

    @property
    def others(self) -> list[tuple[str, Message]]:
        """The measures that do not fit, each with the reason."""
        return [(name, self._message(name, why)) for name, why in self.wrong]

    def _message(self, what: str, declared: str) -> Message:
        return Message(f"situation.{self.key}.{what}", declared=declared)

    def holds(self, conventions: Mapping[str, Any]) -> bool:
        """Whether its reasons are true under these conventions."""
        return not any(f"{name}={value}" in self.unless for name, value in conventions.items())


SITUATIONS: Mapping[str, Situation] = {
    s.key: s
    for s in (
        Situation(
            "known-item",
            "Known-item search",
            "People look for a page that they have seen before. Each query has exactly one relevant page, and people "
            "stop as soon as they see it. The team wants to know how high the page is ranked.",
            ("RR", "It is 1 divided by the rank of the relevant page, so it measures how high the page is ranked."),
            (
                ("P@10", "With one relevant page it is 0.1 whether the page is at rank 1 or at rank 10."),
                ("R@100", "It shows whether the page is among the first 100, but not at which rank."),
                ("Bpref", "It compares judged documents only, so it ignores the ranks of unjudged ones."),
            ),
        ),
        Situation(
            "missing-nothing",
            "A search that must not miss anything",
            "Physicians collect all trials of a drug. They read all of the first thousand results, in any order. They "
            "miss every trial that is not among them.",
            ("R@1000", "It is the share of all relevant trials that are among the first thousand results."),
            (
                ("P@10", "It looks at ten results only and ignores the trials that are missing."),
                ("RR", "It looks at the first relevant trial only; here every relevant trial matters."),
                ("nDCG@10", "It rewards the order at the top, which does not matter here, and stops at rank 10."),
            ),
        ),
        Situation(
            "graded-first-page",
            "Grades on the first page",
            "A shop shows ten products. Editors gave each product a grade from 0 to 3, and customers look at the upper "
            "products more than at the lower ones.",
            ("nDCG@10", "It uses the grades and discounts products at lower ranks."),
            (
                ("AP", "It only distinguishes relevant from non-relevant: a higher grade does not count more."),
                ("P@10", "It ignores the grades and the order of the ten products."),
                ("Rprec", "It ignores the grades, and its cutoff is the number of relevant products instead of ten."),
            ),
        ),
        Situation(
            "few-judgements",
            "Incomplete judgements",
            "An old collection is used again. Half of the documents that the new systems retrieve were never judged, "
            "and nobody will judge them now.",
            ("Bpref", "It uses judged documents only, so unjudged documents do not count as non-relevant."),
            (
                ("AP", "It counts unjudged documents as non-relevant, which is unfair to the new systems."),
                ("P@10", "It counts the unjudged documents among the ten as non-relevant."),
                ("Judged@10", "It measures how many documents were judged, not how good a system is."),
            ),
            unless=("unjudged=skipped",),
        ),
        Situation(
            "many-meanings",
            "Queries with several meanings",
            "“Jaguar” may mean a cat, a car or a team. Assessors noted the meaning of each document. The first page "
            "should cover all meanings and not repeat one of them again and again.",
            ("alpha_nDCG@10", "Each repetition of a meaning adds less, so it rewards variety."),
            (
                ("nDCG@10", "Ten pages about cars can get the full score, because each of them is relevant."),
                ("P@10", "It counts relevant pages, whatever their meaning."),
                ("R@10", "It counts relevant documents, not meanings."),
            ),
        ),
        Situation(
            "ten-tiles",
            "Ten pictures without an order",
            "A gallery shows ten pictures in random order. A picture is relevant or not, and there are always far more "
            "than ten relevant pictures.",
            ("P@10", "It is the share of the ten pictures that are relevant, in any order."),
            (
                ("AP", "It depends on the order, which is random here, and on relevant pictures that are not shown."),
                ("RR", "It depends on the rank of the first relevant picture, which is random here."),
                ("R@10", "With far more than ten relevant pictures, it is close to 0 for every system."),
            ),
            unless=("divisor=relevant-retrieved",),
        ),
        Situation(
            "whole-list",
            "One number for the whole ranking",
            "Two research systems are compared on a collection with complete binary judgements. Every relevant "
            "document should count, and documents at higher ranks should count more.",
            ("AP", "It averages the precision at every relevant document, with 0 for those not retrieved."),
            (
                ("RR", "It stops at the first relevant document."),
                ("F", "It evaluates a set: the order of the list does not matter."),
                ("Success@10", "It only shows whether there is a relevant document among the first ten."),
            ),
            unless=("divisor=relevant-retrieved",),
        ),
        Situation(
            "no-ranking",
            "A filter without a ranking",
            "A filter accepts or rejects messages; there is no ranking. It is bad to accept too many messages, and bad "
            "to accept too few. One number should show both.",
            ("F", "It combines the precision and recall of a set in one number, which is low if either is low."),
            (
                ("P", "A filter that accepts a single relevant message has precision 1."),
                ("R", "A filter that accepts every message has recall 1."),
                ("nDCG@10", "It needs a ranking, and there is none."),
            ),
        ),
        Situation(
            "satisfied-soon",
            "Readers who stop when they are satisfied",
            "People read from the top. The better a document is, the more likely they are to stop there, and then the "
            "documents below it are worth little. Documents have grades.",
            ("ERR@10", "It weights each rank by the probability that a reader gets there unsatisfied."),
            (
                ("nDCG@10", "Its discount depends on the rank alone, not on how good the documents above are."),
                ("RBP", "Its readers continue with the same probability, whether a document satisfied them or not."),
                ("P@10", "It counts all ten documents equally, even those below the one that satisfied the reader."),
            ),
        ),
        Situation(
            "unequal-queries",
            "Queries with 3 and with 300 relevant documents",
            "Some queries have 3 relevant documents, others 300. A perfect ranking should score 1 on each of them. The "
            "measure should be a simple share at one rank.",
            ("Rprec", "Its cutoff is the number of relevant documents, so a perfect ranking scores 1."),
            (
                ("P@10", "With 3 relevant documents even a perfect ranking scores only 0.3."),
                ("R@10", "With 300 relevant documents even a perfect ranking scores only 0.03."),
                ("Judged@10", "It measures how many documents were judged, not how many are relevant."),
            ),
        ),
        Situation(
            "anything-good",
            "One good answer among the first five",
            "A voice assistant reads out five answers. People are satisfied if at least one of them helps. "
            "Its rank does not matter. The measure should be the share of satisfied people.",
            (
                "Success@5",
                "It is 1 if one of the five answers helps, else 0; its mean is the share of satisfied people.",
            ),
            (
                ("RR", "It distinguishes rank 1 from rank 5, and it counts ranks beyond 5."),
                ("P@5", "Five helpful answers count five times as much as one."),
                ("R@5", "It counts the share of all helpful answers, although one is enough."),
            ),
        ),
    )
}
