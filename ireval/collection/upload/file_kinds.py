"""Sorts the files of an upload by kind, and finds the main judgements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ireval.collection.packed_collection import ASSESSOR, DOCUMENTS, QRELS, RUN, TOPICS
from ireval.collection.upload.first_lines import QUERIES, kind_of
from ireval.collection.upload.sent_file import FIELD, SentFile
from ireval.errors import InputError

#: The kinds of files that people can choose, in the order of the form.
KINDS = (QRELS, RUN, TOPICS, DOCUMENTS, ASSESSOR)


@dataclass(frozen=True)
class SortedFiles:
    """The files of an upload by kind. ``qrels`` is None if the ``queries`` contain the judgements."""

    qrels: SentFile | None
    assessors: list[SentFile]
    runs: list[SentFile]
    topics: list[SentFile]
    queries: list[SentFile]
    documents: list[SentFile]


def sort_files(files: Sequence[SentFile]) -> SortedFiles:
    """Sort the files by kind. A summary that was downloaded with a collection is ignored.

    Raises ``FileError`` for a file of unknown kind, and ``InputError`` without judgements, or with several files that
    may be the main judgements.
    """
    kinds = [kind_of(file) for file in files]

    def of(kind: str) -> list[SentFile]:
        return [file for file, found in zip(files, kinds, strict=True) if found == kind]

    judgements, queries = of(QRELS), of(QUERIES)
    main = _main_judgements(judgements)
    if main is None and len(queries) != 1:
        if queries:
            raise InputError(FIELD, "several-qrels", names=[file.name for file in queries])
        raise InputError(FIELD, "upload-without-qrels")
    assessors = of(ASSESSOR) + [file for file in judgements if file is not main]
    return SortedFiles(main, assessors, of(RUN), of(TOPICS), queries, of(DOCUMENTS))


def _main_judgements(files: Sequence[SentFile]) -> SentFile | None:
    """The main judgements: the file that the user chose, the only file, or the file whose name contains ``qrels``.

    If several names contain it, it is the file that is called just ``qrels``.
    """
    chosen = [file for file in files if file.kind]
    by_name = [file for file in files if "qrel" in file.name.lower()]
    by_title = [file for file in files if file.title.lower() == "qrels"]
    for found in (chosen, files, by_name, by_title):
        if len(found) == 1:
            return found[0]
        if found is chosen and chosen:
            break
    if files:
        raise InputError(FIELD, "several-qrels", names=[file.name for file in files])
    return None
