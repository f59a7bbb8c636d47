"""The pairs of rankings on which measures disagree about which of the two is better, each made to show one thing."""

from __future__ import annotations

from ireval.experiments.list_pairs import ListPair

#: Four documents on one subtopic, against three on three subtopics.
REPETITION = ListPair(
    "100:d1 100:d2 100:d3 100:d4 000:d8",
    "100:d1 010:d5 000:d8 001:d6 000:d9",
    missed="010:d7",
)
