"""Label sets that the page offers as examples."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode


class Example(NamedTuple):
    """An example: the words of its link, what it shows, and the query of the page."""

    title: str
    text: str
    query: str


EXAMPLES = (
    Example(
        "Two people and a language model",
        "Ten documents. The model calls relevant whatever has the right words.",
        urlencode({"sets": "ada: 2010200100\nben: 2110200110\nmodel: 2212210112"}),
    ),
    Example(
        "A class judges two rankings",
        "Six students, eight documents. Which ranking is better depends on whom you ask.",
        urlencode(
            {
                "sets": "s1: 10110010\ns2: 10100010\ns3: 11110010\ns4: 00101101\ns5: 10010010\ns6: 00101001",
                "lists": "A: d1 d3 d2 d4 d7 d5 d6 d8\nB: d5 d8 d3 d6 d1 d2 d4 d7",
            }
        ),
    ),
    Example(
        "Four scores for each document",
        "Experts score from 0 to 2, as in the Cystic Fibrosis collection.",
        urlencode({"sets": "2210 2222 0001 1101 0000 2211 0010 1222", "format": "documents"}),
    ),
)
