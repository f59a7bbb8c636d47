"""Expected and retrieved ids of queries as JSON, as evaluations of retrieval-augmented generation keep them.

Expected documents have grade 1; other documents that were retrieved have grade 0. An id is a text or a number; a number
is read as its text. A single query needs no name. Other fields of a query are ignored.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from numbers import Real
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from ireval.errors import close
from ireval.messages.message import Message
from ireval.stdlib.strict_json import JsonError, read_json
from ireval.trec.plain_dicts import is_name, qrels_of, run_of
from ireval.trec.qrels import Qrels
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.name_lengths import LONGEST_NAME
from ireval.trec.reading.source import LIMIT, Source, load
from ireval.trec.runs import Run
from ireval.trec.single_list import TOPIC

KIND = "ids"
EXPECTED, RETRIEVED = FIELDS = ("expected", "retrieved")
FORM = '{"q1": {"expected": ["d1", "d2"], "retrieved": ["d2", "d7"]}}'
#: The most bytes of JSON; Python needs ten times the memory.
MOST_BYTES = 400_000_000

_GZIP, _MARK = b"\x1f\x8b", b"\xef\xbb\xbf"


class Query(NamedTuple):
    """A query: its name, the ids of its relevant documents, and the ids that were retrieved, in order of rank."""

    name: str
    expected: tuple[str, ...]
    retrieved: tuple[str, ...]

    @property
    def grades(self) -> dict[str, int]:
        """The grade of every document: 1 if it is expected, else 0."""
        return dict.fromkeys(self.expected, 1) | {d: 0 for d in self.retrieved if d not in set(self.expected)}


def read_id_lists(source: Source | Mapping[str, Any], *, limit: int = MOST_BYTES) -> tuple[Qrels, Run]:
    """Read the expected and the retrieved ids of queries as judgements and a run.

    Parameters
    ----------
    source
        The path of a JSON file, an open file, or its bytes, which may be compressed with gzip; or the same as a dict:
        ``{query: {"expected": [id, ...], "retrieved": [id, ...]}}``.
    limit
        The largest size of the file in bytes, after decompression.

    Returns
    -------
    qrels : Qrels
        Grade 1 for each expected document, and grade 0 for each other document that was retrieved.
    run : Run
        The retrieved documents. Scores fall by 1 from rank to rank.

    Raises
    ------
    FileError
        With the line if the JSON is broken; with the query, the field and the place of an id that is neither a text nor
        a number, that is empty, or that comes twice in a list.

    Examples
    --------
    >>> qrels, run = read_id_lists({"q1": {"expected": ["a", 7], "retrieved": [7, "b"]}})
    >>> qrels.to_dict(), run.to_dict()
    ({'q1': {'a': 1, '7': 1, 'b': 0}}, {'q1': {'7': 2.0, 'b': 1.0}})

    """
    if isinstance(source, Mapping):
        name, queries = "", queries_in(source)
    else:
        text = load(source, KIND, min(limit, LIMIT))
        name = text.name
        try:
            queries = read_queries(text.data.decode(), name)
        except UnicodeDecodeError as error:
            raise text.not_utf_8(text.line_at(error.start)) from None
    qrels = qrels_of({query.name: query.grades for query in queries}, name)
    scores = {q.name: {doc: float(len(q.retrieved) - i) for i, doc in enumerate(q.retrieved)} for q in queries}
    return qrels, run_of(scores, PurePath(name).name or "run")


def check_same_expected(one: Qrels, other: Qrels) -> None:
    """Raise ``FileError`` if two files do not have the same queries with the same expected ids."""
    first, second = (
        {t: {d for d, g in mine.items() if g} for t, mine in qrels.to_dict().items()} for qrels in (one, other)
    )
    differing = [topic for topic in {**first, **second} if first.get(topic) != second.get(topic)]
    if differing:
        raise FileError(KIND, other.name, None, "ids-expected-differ", query=differing[0], file=one.name)


def holds_id_lists(path: str) -> bool:
    """Whether a file has ids as JSON: its name ends in ``.json``, or its content begins with a brace."""
    if path.lower().removesuffix(".gz").endswith(".json"):
        return True
    if not Path(path).is_file():
        return False
    try:
        with Path(path).open("rb") as file:
            begin = file.read(64)
        if begin[:2] == _GZIP:
            with gzip.open(path) as packed:
                begin = packed.read(64)
    except (OSError, EOFError, zlib.error):
        return False  # the reader of the file reports it
    return begin.removeprefix(_MARK).lstrip()[:1] == b"{"


def read_queries(text: str, file: str = "") -> list[Query]:
    """The queries in JSON. Raises ``FileError`` as ``read_id_lists`` does."""
    try:
        found = read_json(text, as_written=True)
    except JsonError as error:
        if error.reason == "syntax":
            raise FileError(KIND, file, error.line, "ids-broken", column=error.column, form=FORM) from None
        if error.reason == "twice":
            raise FileError(KIND, file, None, "ids-name-twice", name=error.text) from None
        raise FileError(KIND, file, None, "ids-unreadable", form=FORM) from None
    return queries_in(found, file)


def queries_in(found: object, file: str = "") -> list[Query]:
    """The queries in decoded JSON. Raises ``FileError`` if it does not have the right form."""
    if not isinstance(found, Mapping):
        raise FileError(KIND, file, None, "ids-not-queries", form=FORM)
    if any(_is_list(found.get(field)) for field in FIELDS):
        found = {TOPIC: found}
    queries = [_query(name, lists, file) for name, lists in found.items()]
    if not any(query.grades for query in queries):
        raise FileError(KIND, file, None, "ids-without-ids", form=FORM)
    return queries


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _query(name: object, lists: object, file: str) -> Query:
    text = _id(name)
    if text is None:
        raise FileError(KIND, file, None, "ids-query-name", name=str(name), most=LONGEST_NAME)
    if not isinstance(lists, Mapping):
        raise FileError(KIND, file, None, "ids-not-a-query", query=text, form=FORM)
    expected, retrieved = (_ids(text, field, lists, file) for field in FIELDS)
    return Query(text, expected, retrieved)


def _ids(query: str, field: str, lists: Mapping[str, Any], file: str) -> tuple[str, ...]:
    """The ids in one field of a query."""
    where: dict[str, object] = {"query": query, "field": field}
    if field not in lists:
        near = close(field, [name for name in lists if isinstance(name, str) and name not in FIELDS])
        hint = Message("ids-rename", near=near, field=field) if near else Message("ids-form", form=FORM)
        raise FileError(KIND, file, None, "ids-field-missing", **where, hint=hint)
    if not _is_list(lists[field]):
        raise FileError(KIND, file, None, "ids-not-a-list", **where)
    places: dict[str, int] = {}
    for place, value in enumerate(lists[field], start=1):
        text = _id(value)
        if text is None:
            raise FileError(
                KIND, file, None, "ids-not-an-id", **where, place=place, value=_shown(value), most=LONGEST_NAME
            )
        earlier = places.setdefault(text, place)
        if earlier != place:
            raise FileError(KIND, file, None, "ids-id-twice", **where, id=text, earlier=earlier, place=place)
    return tuple(places)


def _id(value: object) -> str | None:
    """The text of an id; None if the value cannot be an id."""
    text = str(value) if isinstance(value, Real) and not isinstance(value, bool) else value
    return text if isinstance(text, str) and text.strip() and is_name(text) else None


def _shown(value: object) -> str:
    """A value as JSON has it, shortened."""
    text = json.dumps(value, ensure_ascii=True, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."
