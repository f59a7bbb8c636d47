"""Reads a run that is added to a collection whose judgements and documents are known."""

from __future__ import annotations

from collections.abc import Callable

from ireval.collection.packed_collection import INDEX, QRELS, Part, unpack
from ireval.collection.upload.collection_summary import CollectionSummary, summarize, summarize_run
from ireval.collection.upload.sent_file import SentFile, UploadLimits, unpacked_sizes
from ireval.collection.upload.upload_reading import Report, pack_sent_run, read_sent_run
from ireval.collection.upload.upload_topics import UploadTopics


def read_added_run(
    file: SentFile,
    limits: UploadLimits,
    report: Report,
    write: Callable[[Part], None],
    *,
    judged: bytes,
    index: bytes,
) -> CollectionSummary:
    """Read a run, pass its part to ``write``, and return a summary that has only this run.

    ``judged`` and ``index`` are the parts of the collection with the judgements and the index of the documents. Raises
    ``FileError`` as ``read_upload`` does.
    """
    [size] = unpacked_sizes([file], limits)
    report(0, size)
    known = unpack([Part(QRELS, QRELS, judged), Part(INDEX, INDEX, index)], lambda _: b"")
    run = read_sent_run(file, limits, UploadTopics(limits, known.qrels))
    found = summarize_run(file.title, run, known.qrels, known.documents)
    write(pack_sent_run(file, run, lambda share: report(int(share * size), size)))
    report(size, size)
    return summarize(known.qrels, (), known.documents, runs=[found])
