"""Makes the lists of an entry from pasted documents, names, judged documents that were missed, R and a size."""

from __future__ import annotations

from dataclasses import replace

from ireval.errors import InputError
from ireval.paste.paste_reader import read_pasted
from ireval.paste.pasted_list import PastedList
from ireval.ranking.document_names import by_rank, checked_name, split_names
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import check_size
from web.lab.arrangement import fits
from web.state.lab_list import Document, Listed, trim_names


def listed_from(pasted: PastedList) -> Listed:
    """Return a pasted list alone, without the other fields of the form."""
    ranked, missed = ([Document(item.grade, item.name) for item in items] for items in (pasted.ranked, pasted.missed))
    return replace(Listed(), title=pasted.title).holding(ranked, missed)


def sharing_judgements(lists: list[Listed]) -> list[Listed]:
    """Return lists of one query, each with the judgements of all. Documents with the same name are the same.

    A document that only one list retrieved was missed by the others. Raises ``InputError`` if a document has
    different grades.
    """
    judged: dict[str, tuple[int, str]] = {}
    for place, listed in enumerate(lists, start=1):
        title = listed.title or f"list {place}"
        for document in (*listed.ranked, *listed.missed):
            grade, first = judged.setdefault(document.name, (document.grade, title))
            if grade == UNJUDGED:
                judged[document.name] = (document.grade, title)
            elif document.name and document.grade not in (grade, UNJUDGED):
                values = {"name": document.name, "grade": document.grade, "list": title, "other": grade, "first": first}
                raise InputError("pasted", "judged-differently-in-lists", **values)
    if "" in judged:
        return lists
    return [_judged(listed, {name: grade for name, (grade, _) in judged.items()}) for listed in lists]


def _judged(listed: Listed, grades: dict[str, int]) -> Listed:
    ranked = [document._replace(grade=grades[document.name]) for document in listed.ranked]
    found = {document.name for document in ranked}
    missed = [Document(grade, name) for name, grade in grades.items() if name not in found and grade != UNJUDGED]
    return listed.holding(ranked, missed)


def with_missed(listed: Listed, text: str) -> Listed:
    """The list with more judged documents that were not retrieved. Raises ``InputError`` naming ``missed``."""
    if not text.strip():
        return listed
    try:
        readings = read_pasted(text)
    except InputError as error:
        raise error.at("missed") from None
    lists = [reading.lists[0] for reading in readings if len(reading.lists) == 1]
    judged = [pasted for pasted in lists if not pasted.missed and min(pasted.grades, default=0) >= 0]
    if not judged:
        raise InputError("missed", "missed-not-judged")
    missed = [Document(item.grade, item.name) for item in judged[0].ranked]
    return listed.holding(listed.ranked, [*listed.missed, *missed])


def with_names(listed: Listed, text: str) -> Listed:
    """Return the list with names, which are on lines or separated by commas: ranked documents first, then the others.

    Raises ``InputError`` naming ``names`` if there are too many, if one is very long, or if one occurs twice.
    """
    names = [
        " ".join(name.split()) for name in (text.strip().splitlines() if "\n" in text.strip() else split_names(text))
    ]
    if not any(names):
        return listed
    documents = [*listed.ranked, *listed.missed]
    if any(document.name for document in documents):
        raise InputError("names", "names-already-there")
    if len(names) > len(documents):
        raise InputError("names", "more-names-than-documents", count=len(names), documents=len(documents))
    for place, name in enumerate(names, start=1):
        checked_name(name, f"Document {place}:", "names")
        earlier = names.index(name) + 1
        if name and earlier < place:
            raise InputError("names", "name-entered-twice", name=name, place=place, earlier=earlier)
    names += [""] * (len(documents) - len(names))
    named = [document._replace(name=name) for document, name in zip(documents, names, strict=True)]
    count = len(listed.ranked)
    return listed.holding(named[:count], named[count:])


def with_relevant(listed: Listed, total: int, rel: int) -> Listed:
    """The list with this many relevant documents in all. Raises ``InputError`` naming ``relevant`` for too few."""
    known = listed.relevant(rel)
    if total < known:
        raise InputError("relevant", "relevant-below-known", total=total, known=known)
    return listed.holding(listed.ranked, [*listed.missed, *[Document(rel)] * (total - known)])


def with_size(listed: Listed, size: int) -> Listed:
    """The list in a collection of this size. Raises ``InputError`` naming ``size`` if it is too small."""
    check_size(size, len(listed.grades), len(listed.unretrieved))
    return replace(listed, size=size)


def without_needless_names(lists: list[Listed]) -> list[Listed]:
    """Return the lists without names if an address has no room for them; a single list has no names like d3."""
    tidy = lists
    if len(lists) == 1:
        names = tuple("" if name == by_rank(i) else name for i, name in enumerate(lists[0].names, start=1))
        tidy = [replace(lists[0], names=trim_names(names))]
    named = fits([name for listed in tidy for name in listed.names])
    return tidy if named else [replace(listed, names=()) for listed in tidy]
