"""Topics and documents in the markup of TREC and CLEF, which is SGML where closing tags may be missing.

>>> [topic] = topics(LineStream(b"<top><num> Number: 41 <title> Pesticides in Baby Food <desc> Find.</top>", ""))
>>> topic.number, topic.title, topic.description
('41', 'Pesticides in Baby Food', 'Find.')
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from ireval.collection.entries import Document, Numbers, Topic
from ireval.collection.line_stream import LineStream
from ireval.collection.markup_elements import elements

_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)(?:\s[^<>]*)?>", re.ASCII)
_LANGUAGE = re.compile(r"[a-z]{2}-(?=num|title|desc|narr)")
#: What TREC writes before a field's text.
_LEADS = {"num": "number:", "title": "topic:", "desc": "description:", "narr": "narrative:"}
#: The tags of a topic by their content. Older sets have the first tag of each group, sets in XML also the others.
TOPIC_FIELDS = dict.fromkeys(("num", "number", "identifier"), "num")
TOPIC_FIELDS |= dict.fromkeys(("title", "query", "summary"), "title")
TOPIC_FIELDS |= dict.fromkeys(("desc", "description", "question"), "desc")
TOPIC_FIELDS |= dict.fromkeys(("narr", "narrative"), "narr")
#: Attributes of a topic's tag that may contain its number.
_ATTRIBUTES = ("number", "id")
#: The names of an element and of its number in errors.
_NUMBERED = {"top": ("<top>", "<num>"), "topic": ("<topic>", "number"), "doc": ("<DOC>", "<DOCNO>")}
#: The tags of a document by their content. Other tags are its text only if it has no tag for the text.
DOCUMENT_FIELDS = {"docno": "docno"}
DOCUMENT_FIELDS |= dict.fromkeys(("title", "headline", "hl", "head", "ti"), "title")
DOCUMENT_FIELDS |= dict.fromkeys(("text", "tx", "lead", "ld", "lp"), "text")
#: Tags within a paragraph, and tags that end one; neither ends a field.
_WITHIN = frozenset({"a", "b", "em", "f", "font", "i", "span", "strong", "sub", "sup", "u"})
_BREAKS = frozenset({"br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "table", "td", "tr", "ul"})


def topics(lines: LineStream, most: int | None = None) -> Iterator[Topic]:
    """The topics: ``<top>`` with ``<num>``, ``<title>``, ``<desc>``, ``<narr>``, in either case.

    Closing tags may be missing, and a tag may begin with a language (``<EN-title>``). Sets in XML have ``<topic>``, its
    number in an attribute or in ``<identifier>``, and other tags for the same (``TOPIC_FIELDS``). Raises ``FileError``
    with the line for a topic without a number and for a number used twice, and ``FileError`` for a file without topics.
    """
    numbers: Numbers | None = None
    for element in elements(lines, "top", "topic"):
        numbers = numbers or Numbers(lines, *_NUMBERED[element.name], most)
        fields = _fields(element.content, TOPIC_FIELDS)
        found = {name: _without(" ".join(fields[name]), lead) for name, lead in _LEADS.items()}
        if not any(found[name] for name in ("title", "desc", "narr")):
            found["desc"] = " ".join(fields[""])
        number = found["num"] or element.attribute(*_ATTRIBUTES)
        if not number and element.name == "topic":
            raise lines.error(element.line, "topic-without-number")
        yield Topic(numbers.add(number, element.line), found["title"], found["desc"], found["narr"])
    if numbers is None:
        Numbers(lines, *_NUMBERED["top"]).check_any()


def documents(lines: LineStream, most: int | None = None) -> Iterator[Document]:
    """The documents: ``<DOC>`` with ``<DOCNO>``, ``<TITLE>`` or ``<HEADLINE>``, and ``<TEXT>``, in either case.

    Where there is no ``<TEXT>``, the content of all other tags is the text. Raises ``FileError`` with the line for a
    document without a number and for a number used twice, and ``FileError`` for a file without documents.
    """
    numbers = Numbers(lines, *_NUMBERED["doc"], most)
    for element in elements(lines, "doc"):
        fields = _fields(element.content, DOCUMENT_FIELDS)
        docno = numbers.add(" ".join(fields["docno"]), element.line)
        yield Document(docno, " ".join(fields["title"]), "\n".join(fields["text"] or fields[""]))
    numbers.check_any()


def _fields(content: str, roles: Mapping[str, str]) -> defaultdict[str, list[str]]:
    """The paragraphs of an element by the role of their tag; paragraphs in other tags have the role ""."""
    fields, place = _Fields(roles), 0
    for tag in _TAG.finditer(content):
        fields.pieces.append(content[place : tag.start()])
        fields.add_tag(_LANGUAGE.sub("", tag[2].lower()), closing=bool(tag[1]))
        place = tag.end()
    fields.pieces.append(content[place:])
    fields.end("")
    return fields.found


class _Fields:
    """Collects the fields of an element while its tags are read: every text, and the first tag of each other role."""

    def __init__(self, roles: Mapping[str, str]) -> None:
        self.found: defaultdict[str, list[str]] = defaultdict(list)
        self.pieces: list[str] = []
        self._roles, self._role, self._in_text = roles, "", False
        self._complete: set[str] = set()

    def add_tag(self, name: str, *, closing: bool) -> None:
        known = self._roles.get(name, "")
        if known and not closing:
            self._in_text = self._in_text or known == "text"
            self.end(known)
        elif known and known in {self._role, "text"}:
            self._in_text = self._in_text and known != "text"
            self.end("")
        elif name in _BREAKS or (self._role == "text" and name not in _WITHIN):
            self.pieces.append("\n\n")
        elif name not in _WITHIN:
            self.end("")

    def end(self, following: str) -> None:
        """End the current field and begin the field of the role ``following``, unless that field is complete."""
        paragraphs = _paragraphs("".join(self.pieces))
        self.pieces.clear()
        self.found[self._role] += paragraphs
        if self._role not in {"", "text"} and paragraphs:
            self._complete.add(self._role)
        if not following or following in self._complete:
            following = "text" if self._in_text else ""
        self._role = following


def _paragraphs(text: str) -> list[str]:
    """The paragraphs, which are separated by blank lines; each is one line with its entities replaced."""
    found: list[list[str]] = [[]]
    for line in html.unescape(text).splitlines():
        words = line.split()
        if words:
            found[-1] += words
        elif found[-1]:
            found.append([])
    return [" ".join(words) for words in found if words]


def _without(inside: str, lead: str) -> str:
    return inside[len(lead) :].strip() if inside.lower().startswith(lead) else inside
