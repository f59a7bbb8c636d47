"""The files of an upload by what each of them is, and which judgements are the main ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ireval.collection.packed_collection import ASSESSOR, DOCUMENTS, QRELS, RUN, TOPICS
from ireval.collection.upload.first_lines import QUERIES, kind_of
from ireval.collection.upload.sent_file import FIELD, SentFile
from ireval.errors import InputError

#: What people may say that a file is, in the order of the form.
KINDS = (QRELS, RUN, TOPICS, DOCUMENTS, ASSESSOR)


@dataclass(frozen=True)
class SortedFiles:
    """The files of an upload by what they are. ``qrels`` is None where the ``queries`` have the judgements."""

    qrels: SentFile | None
    assessors: list[SentFile]
    runs: list[SentFile]
    topics: list[SentFile]
    queries: list[SentFile]
    documents: list[SentFile]


def sort_files(files: Sequence[SentFile]) -> SortedFiles:
    """The files by what they are. Summaries that were taken away with a collection are passed over.

    Raises ``FileError`` for a file that is nothing known, and ``InputError`` without judgements, or with several files
    that may be the main ones.
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
    """The main judgements: what somebody says they are, the only ones, or those whose file is named so.

    Of several files with such a name, it is the one that is called just ``qrels``.
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
