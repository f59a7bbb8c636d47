"""Files of test collections: judgements (qrels), runs, topics and documents, in the formats of TREC and CLEF.

May import ``messages``, ``errors``, ``numbers`` and ``ranking``; ``paste``, ``evaluation`` and the downloads use it.
``tests/ireval/trec`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""

from ireval.trec.markup import Document, Topic, read_documents, read_topics
from ireval.trec.qrels import Qrels, read_qrels
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.source import LIMIT
from ireval.trec.runs import Run, read_run
from ireval.trec.writer import write_qrels, write_run

__all__ = [
    "LIMIT",
    "Document",
    "FileError",
    "Qrels",
    "Run",
    "Topic",
    "read_documents",
    "read_qrels",
    "read_run",
    "read_topics",
    "write_qrels",
    "write_run",
]
