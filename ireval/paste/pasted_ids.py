"""Reads pasted JSON with the expected and the retrieved ids of one query."""

from __future__ import annotations

import re

from ireval.errors import InputError
from ireval.messages.message import Message
from ireval.paste.pasted_list import FIELD, Item, PastedList, PasteReading
from ireval.ranking.document_names import checked_name
from ireval.trec.id_lists import EXPECTED, RETRIEVED, read_queries
from ireval.trec.reading.file_error import FileError

#: The most queries that an error names.
_NAMED = 5


def read_ids(text: str) -> PasteReading | None:
    """The list of one query: expected documents have grade 1, others 0; None if the text is not a JSON object.

    Raises ``InputError``, with the line or the query, if the JSON cannot be used.
    """
    if not re.match(r"\s*(\[\s*)?\{(?!\|)", text):
        return None
    try:
        queries = read_queries(text)
    except FileError as error:
        raise error.without_file(FIELD) from None
    if len(queries) > 1:
        named = [Message("quoted-name", name=query.name) for query in queries[:_NAMED]]
        more = [Message("and-more")] if len(queries) > _NAMED else []
        first = queries[0].name
        raise InputError(FIELD, "paste-several-queries", count=len(queries), queries=[*named, *more], first=first)
    ((query, expected, retrieved),) = queries
    found = set(retrieved)
    pasted = PastedList(
        tuple(_item(query, RETRIEVED, doc, int(doc in set(expected))) for doc in retrieved),
        tuple(_item(query, EXPECTED, doc, 1) for doc in expected if doc not in found),
    )
    return PasteReading((pasted,), Message("paste-ids"))


def _item(query: str, field: str, doc: str, grade: int) -> Item:
    return Item(grade, checked_name(" ".join(doc.split()), Message("in-query", query=query, field=field)))
