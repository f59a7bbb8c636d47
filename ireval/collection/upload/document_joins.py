"""Finds the documents that judgements refer to if the ids differ only in zeros before a number.

>>> by_number(["d0012", "7"])("d12"), by_number(["d0012", "7"])("007"), by_number(["d12"])("x12")
('d0012', '7', 'x12')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable

from ireval.collection.topic_joins import ID, NUMBER
from ireval.errors import InputError
from ireval.messages import Message

FIELD = "documents-join"
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])", re.ASCII)


def renaming(judged: Iterable[str], join: str) -> Callable[[str], str]:
    """A function from the id of a document to its id in the judgements; ``join`` is ``id``, ``number`` or empty.

    Raises ``InputError`` for another ``join``.
    """
    if join not in {"", ID, NUMBER}:
        raise InputError(FIELD, "no-such-join", text=join, known=[ID, NUMBER])
    return by_number(judged) if join == NUMBER else lambda docno: docno


def by_number(judged: Iterable[str]) -> Callable[[str], str]:
    """A function from the id of a document to the only id in the judgements with the same number."""
    names = set(judged)
    counts = Counter(map(_bare, names))
    known = {_bare(name): name for name in names if counts[_bare(name)] == 1}
    return lambda docno: docno if docno in names else known.get(_bare(docno), docno)


def check_documents(judged: Iterable[str], docnos: Collection[str], join: str) -> list[Message]:
    """A note if some judged documents seem to have a text under an id with more or fewer zeros.

    Raises ``InputError`` if this is true of all judged documents without a text, and ``join`` is empty.
    """
    lacking = [name for name in dict.fromkeys(judged) if name not in docnos]
    if join or not lacking or not docnos:
        return []
    rename = by_number(lacking)
    meant = {name: docno for docno in docnos if (name := rename(docno)) != docno}
    if not meant:
        return []
    name = next(name for name in lacking if name in meant)
    values = {"count": len(meant), "name": name, "docno": meant[name]}
    if len(meant) == len(lacking) and len(lacking) > 1:
        raise InputError(FIELD, "documents-have-other-zeros", **values)
    return [Message("documents-may-have-other-zeros", values)]


def _bare(docno: str) -> str:
    """An id without leading zeros in its numbers."""
    return _ZEROS.sub("", docno)
