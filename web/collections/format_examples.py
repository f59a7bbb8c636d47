"""Examples of the files that a collection can have, a few lines each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FormatExample:
    """An example of a file and what it contains; ``kind`` is the kind that an upload recognises."""

    kind: str
    title: str
    text: str
    note: str


EXAMPLES = (
    FormatExample(
        "qrels",
        "Judgements (qrels)",
        "1 0 d12 2\n1 0 d31 0\n2 0 d7 1\n",
        "Topic, a column that is ignored, document, grade. An upload needs one such file.",
    ),
    FormatExample(
        "run",
        "Runs",
        "1 Q0 d12 1 14.9 bm25\n1 Q0 d44 2 11.3 bm25\n2 Q0 d7 1 20.1 bm25\n",
        "Topic, Q0, document, rank, score, tag. The order is by score; the name of the file is that of the run.",
    ),
    FormatExample(
        "topics",
        "Topics",
        "<top>\n<num> Number: 1\n<title> seals on the pier\n</top>\n",
        "Also with a description and a narrative, as TREC and CLEF write them, in XML, or in SMART’s format.",
    ),
    FormatExample(
        "documents",
        "Documents",
        "<DOC>\n<DOCNO>d12</DOCNO>\n<TEXT>Two seals slept.</TEXT>\n</DOC>\n",
        "Markup of TREC or CLEF.",
    ),
    FormatExample(
        "documents",
        "SMART",
        ".I 12\n.T\nSeals\n.W\nTwo seals slept on the pier.\n",
        "Documents, and topics if the file name has the word query, qry, que or topic.",
    ),
    FormatExample(
        "queries",
        "Cystic Fibrosis",
        "QN 00001\nQU What is mucus?\nRD  139 1222  440 0001\n",
        "The queries have four scores a document. Their sum becomes the grade, and each score is an assessor.",
    ),
)
