"""Test collections: documents and topics in the formats of TREC, CLEF and old collections, and a small own one.

May import ``messages``, ``errors`` and ``trec``; lessons and pages use it. ``tests/ireval/collection`` tests it,
``tests/test_architecture.py`` keeps its imports so.

>>> from ireval.collection import read_documents
>>> [document] = read_documents(b"<DOC><DOCNO>d1</DOCNO><TITLE>Seals</TITLE><TEXT>On the rocks.</TEXT></DOC>")
>>> document.docno, document.title, document.text
('d1', 'Seals', 'On the rocks.')
"""

from ireval.collection.entries import Document, Topic
from ireval.collection.formats import read_documents, read_topics
from ireval.collection.stored_collection import Collection, built_in, read_collection
from ireval.collection.topic_joins import join_topics, topics_by_name

__all__ = [
    "Collection",
    "Document",
    "Topic",
    "built_in",
    "join_topics",
    "read_collection",
    "read_documents",
    "read_topics",
    "topics_by_name",
]
