"""A small reader of ILIAS's questions, written after its parser and importers, that marks as its question types do.

As in that parser, text counts for the tag that began last: white space behind a field's entry becomes part of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from xml.parsers import expat

from lxml import html

from tests.ireval.exercises.export_readers import Gap, Judged, Key, text_of

#: Elements that ILIAS shows if nobody has set it up otherwise (``ilObjAdvancedEditing``).
SHOWN_TAGS = frozenset(
    {"a", "blockquote", "br", "cite", "code", "dd", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr"}
    | {"img", "li", "ol", "p", "pre", "span", "strike", "strong", "sub", "sup", "u", "ul"}
)
_TYPES = {
    "SINGLE CHOICE QUESTION": "assSingleChoice",
    "NUMERIC QUESTION": "assNumeric",
    "TEXT QUESTION": "assTextQuestion",
    "CLOZE QUESTION": "assClozeTest",
}
_RESPONSES = {"response_num", "response_lid", "response_str"}
_TESTS = {"varequal", "vargte", "varlte"}
_GENERIC = {"response_allcorrect": 1, "response_onenotcorrect": 0}


@dataclass
class Response:
    """Something to answer: its tag and attributes, those of what it is rendered as, and its options."""

    tag: str
    has: dict[str, str]
    render: dict[str, str] = field(default_factory=dict)
    options: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Condition:
    """What is tested (tag, response, content), the points set, and the feedback linked."""

    tests: list[tuple[str, str, str]] = field(default_factory=list)
    points: str | None = None
    linked: list[str] = field(default_factory=list)


@dataclass
class Item:
    """An item as the parser holds it; ``order`` are texts and responses as they follow on one another."""

    ident: str
    title: str
    comment: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    order: list[str | Response] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    feedback: dict[str, str] = field(default_factory=dict)
    most: str = ""

    @property
    def type(self) -> str:
        """The class that ILIAS makes of it."""
        return _TYPES[self.fields["QUESTIONTYPE"]]

    @property
    def responses(self) -> list[Response]:
        return [x for x in self.order if isinstance(x, Response)]

    @property
    def texts(self) -> list[str]:
        """All HTML of it."""
        labels = [text for response in self.responses for _, text in response.options if response.tag == "response_lid"]
        return ["".join(x for x in self.order if isinstance(x, str)), *labels, *self.feedback.values()]

    @property
    def shown(self) -> str:
        """What a student reads; of a cloze question with its gaps as ILIAS writes them into the text."""
        marked = (x if isinstance(x, str) else self._gap(x) for x in self.order)
        return text_of("".join(marked))

    def _gap(self, response: Response) -> str:
        if self.type != "assClozeTest":
            return ""
        ident = response.has["ident"]
        answers = [x for x, _ in self.worth(ident)] if not response.options else [x for _, x in response.options]
        return f"[gap]{','.join(answers)}[/gap]"

    def worth(self, ident: str) -> list[tuple[str, float]]:
        """The answers that earn points or none, by the last test on this response in a condition that sets points."""
        scored = [c for c in self.conditions if c.points is not None]
        return [(c.tests[-1][2], float(c.points or 0)) for c in scored if c.tests[-1][1] == ident]

    def generic(self, all_right: bool) -> str:
        """Feedback on the whole question, which counts if any condition links to any feedback."""
        assert any(c.linked for c in self.conditions)
        return next((text_of(x) for name, x in self.feedback.items() if _GENERIC.get(name) == all_right), "")

    def specific(self, gap: int, answer: int) -> str:
        """Feedback on an answer of a cloze question's gap."""
        found = {tuple(map(int, name.split("_"))): x for name, x in self.feedback.items() if name not in _GENERIC}
        return text_of(found[gap, answer])


class _Parser:
    def __init__(self) -> None:
        self.items: list[Item] = []
        self.path: list[str] = []
        self.latest, self.buffer = "", ""
        self.label, self.entry, self.mattext = "", "", None
        self.attributes: dict[str, str] = {}
        self.material = ""

    def begin(self, tag: str, has: dict[str, str]) -> None:
        self.path.append(tag)
        self.latest, self.buffer = tag, ""
        item = self.items[-1] if self.items else None
        if tag == "item":
            self.items.append(Item(has["ident"], has["title"]))
        elif item is None:
            assert tag == "questestinterop"
        elif tag == "qtimetadatafield":
            self.label, self.entry = "", ""
        elif tag == "material":
            self.material = ""
        elif tag in _RESPONSES:
            item.order.append(Response(tag, has))
        elif tag.startswith("render_"):
            item.responses[-1].render = has
        elif tag == "response_label":
            item.responses[-1].options.append((has["ident"], ""))
        elif tag == "respcondition":
            item.conditions.append(Condition())
        elif tag in _TESTS:
            self.attributes = has
        elif tag == "displayfeedback":
            item.conditions[-1].linked.append(has["linkrefid"])
        elif tag == "itemfeedback":
            item.feedback[has["ident"]] = ""
            self.attributes = has
        elif tag == "decvar":
            item.most = has.get("maxvalue", "")

    def text(self, data: str) -> None:
        self.buffer += data
        if self.latest == "fieldlabel":
            self.label = self.buffer
        elif self.latest == "fieldentry":
            self.entry = self.buffer
        elif self.latest == "qticomment":
            self.items[-1].comment = self.buffer

    def end(self, tag: str) -> None:
        assert self.path.pop() == tag
        item = self.items[-1]
        if tag == "qtimetadatafield":
            item.fields[self.label] = self.entry
        elif tag == "mattext":
            self.material += self.buffer
        elif tag == "material":
            self._material(item)
        elif tag in _TESTS:
            item.conditions[-1].tests.append((tag, self.attributes["respident"], self.buffer))
        elif tag == "setvar":
            item.conditions[-1].points = self.buffer

    def _material(self, item: Item) -> None:
        if "itemfeedback" in self.path:
            item.feedback[self.attributes["ident"]] = self.material
        elif "response_label" in self.path:
            options = item.responses[-1].options
            options[-1] = options[-1][0], self.material
        else:
            item.order.append(self.material)


def ilias(data: bytes) -> list[Item]:
    """The questions of a file."""
    handler, parser = _Parser(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = handler.begin, handler.end
    parser.CharacterDataHandler = handler.text
    parser.Parse(data, True)
    return handler.items


def ilias_gaps(data: bytes) -> dict[Key, Gap]:
    """The gaps of all questions; exercises and variants are known by the titles."""
    found: dict[Key, Gap] = {}
    for item in ilias(data):
        name = re.match(r"(\d+) .* \((\w+)\)$", item.title)
        assert name
        for place, gap in enumerate(gaps(item)):
            found[name[2], f"e{int(name[1])}", place] = gap
    return found


def gaps(item: Item) -> list[Gap]:
    if item.type == "assNumeric":
        return [_numeric(item)]
    if item.type == "assSingleChoice":
        return [_single_choice(item)]
    if item.type == "assTextQuestion":
        return [Gap("", lambda _: (0, item.generic(False)))]
    return [_cloze_gap(item, place, response) for place, response in enumerate(item.responses)]


def points(item: Item) -> list[float]:
    """What each gap is worth."""
    if item.type == "assTextQuestion":
        return [float(item.most)]
    if item.type == "assClozeTest":
        return [max(x for _, x in item.worth(response.has["ident"])) for response in item.responses]
    return [max(float(c.points) for c in item.conditions if c.points is not None)]


def _numeric(item: Item) -> Gap:
    ends = {tag: content for condition in item.conditions for tag, _, content in condition.tests}
    assert [response.has["numtype"] for response in item.responses] == ["Decimal"]

    def judge(answer: str) -> Judged:
        right = Decimal(ends["vargte"]) <= Decimal(answer.replace(",", ".")) <= Decimal(ends["varlte"])
        return float(right), item.generic(right)

    return Gap("", judge)


def _single_choice(item: Item) -> Gap:
    (response,) = item.responses
    assert response.has["rcardinality"] == "Single"
    worth = dict(item.worth(response.has["ident"]))
    texts = {text_of(text): ident for ident, text in response.options}
    linked = {c.tests[-1][2]: c.linked[0] for c in item.conditions if c.points is not None}

    def judge(answer: str) -> Judged:
        ident = texts[answer]
        return worth[ident] / max(worth.values()), text_of(item.feedback[linked[ident]])

    return Gap(next(text for text, ident in texts.items() if worth[ident]), judge)


def _cloze_gap(item: Item, place: int, response: Response) -> Gap:
    worth = item.worth(response.has["ident"])
    most = max(x for _, x in worth)
    if response.options:
        texts = {text: int(ident) for ident, text in response.options}
        return Gap(
            next(text for text, x in worth if x),
            lambda answer: (dict(worth)[answer] / most, item.specific(place, texts[answer])),
        )
    if response.render["fibtype"] == "String":
        return Gap(worth[0][0], lambda answer: (float(answer == worth[0][0]), item.specific(place, -2)))
    ((right, _),) = worth
    low, high = Decimal(response.render["minnumber"]), Decimal(response.render["maxnumber"])

    def judge(answer: str) -> Judged:
        if not answer:
            return 0, item.specific(place, -1)
        number = Decimal(answer.replace(",", "."))
        which = 0 if number == Decimal(right) else 2 if number < low else 3 if number > high else 1
        return float(low <= number <= high), item.specific(place, which)

    return Gap(right, judge)


def tags(markup: str) -> set[Any]:
    """The elements of HTML."""
    return {x.tag for x in html.fromstring(f"<div>{markup}</div>").iter()}
