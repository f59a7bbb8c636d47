"""Label sets that the page offers as examples."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode


class Example(NamedTuple):
    """An example: the words of its link, a sentence about it, and the query of the page."""

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
        "Five students, eight documents. One conclusion survives, and the others depend on whom you ask.",
        urlencode(
            {
                "sets": "s1: 00111001\ns2: 10001001\ns3: 00101101\ns4: 10101111\ns5: 00111000",
                "lists": "A: d1 d2 d3 d4 d5 d6 d7 d8\nB: d5 d1 d8 d2 d6 d3 d4 d7",
            }
        ),
    ),
    Example(
        "Four scores for each document",
        "Experts score from 0 to 2, as in the Cystic Fibrosis collection.",
        urlencode({"sets": "2210 2222 0001 1101 0000 2211 0010 1222", "format": "documents"}),
    ),
)

#: Tables of counts.
COUNTED = (
    Example(
        "A textbook's table",
        "Introduction to Information Retrieval counts 400 documents, and pools the labels of both assessors.",
        urlencode({"table": ",yes,no\nyes,300,20\nno,10,70", "marginals": "pooled"}),
    ),
    Example(
        "Grades, one of which nobody gave",
        "Two assessors grade from 0 to 3, and neither ever gives 2.",
        urlencode({"table": ",0,1,3\n0,20,5,1\n1,4,12,3\n3,0,2,9"}),
    ),
)
