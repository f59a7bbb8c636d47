"""A question as a tree of HTML elements, into which each format puts its own gaps.

The tree has text and a few plain elements only, so that no text from outside is read as markup. A gap is an element
``gap`` whose attribute ``part`` is the part's id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ireval.exercises.question.question import Grid, GridCell, Part, Question, Row, Shown
from ireval.exercises.question.safe_markdown import Node, read_markdown

Element: TypeAlias = Any  #: lxml comes without types
GAP = "gap"


def node(tag: str, *inside: Element | str, **attributes: str) -> Element:
    """An element with texts and elements inside; an underscore at the end of an attribute's name is dropped."""
    from lxml import etree

    made = etree.Element(tag)
    for name, value in attributes.items():
        made.set(name.rstrip("_"), printable(value))
    for part in inside:
        if not isinstance(part, str):
            made.append(part)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + printable(part)
        else:
            made.text = (made.text or "") + printable(part)
    return made


def printable(text: str) -> str:
    """The text on one line, as XML allows it: characters that cannot be printed become spaces."""
    return "".join(c if c.isprintable() else " " for c in text)


def body(question: Question, *, with_parts: bool = True) -> Element:
    """Return the markup of a question for students; ``with_parts`` adds a line for each part that is not a cell."""
    inside = formatted(question.text) if question.text else [node("p", question.prompt)]
    for shown in question.lists:
        inside += _list(shown)
    if question.notes:
        inside.append(node("ul", *(node("li", note) for note in question.notes)))
    if question.grid:
        inside += _grid(question.grid)
    if with_parts:
        inside += [line(part) for part in question.parts if part.id not in question.cells]
    return node("div", *inside)


def formatted(text: str) -> list[Element]:
    """The blocks of a text in Markdown. Formulas stay LaTeX, between the signs that learning platforms look for."""
    return [_formatted(block) for block in read_markdown(text)]


def _formatted(found: Node) -> Element:
    if found.tag == "math":
        return node("span", rf"\({''.join(map(str, found.inside))}\)")
    if found.tag == "pre":
        lines = "".join(map(str, found.inside)).split("\n")
        return node("p", node("code", *[part for text in lines for part in (node("br"), text)][1:]))
    address = {"href": found.value} if found.tag == "a" else {}
    return node(found.tag, *(x if isinstance(x, str) else _formatted(x) for x in found.inside), **address)


def line(part: Part) -> Element:
    """A part's label, its gap and its hint in one paragraph."""
    return node("p", node("strong", part.label), ": ", node(GAP, part=part.id), f" ({part.hint})" if part.hint else "")


def solution(question: Question) -> Element:
    """The worked tables and the other sentences of the key."""
    from lxml import etree

    sentences = [node("p", sentence) for sentence in question.solution]
    tables = [etree.fromstring(printable(table.html())) for table in question.tables]
    return node("div", *sentences, *tables)


def filled(tree: Element, fill: Callable[[str], Element | str]) -> Element:
    """The tree with each gap replaced by the result of ``fill`` for its part's id."""
    for gap in list(tree.iter(GAP)):
        before, parent, new = gap.getprevious(), gap.getparent(), fill(gap.get("part"))
        if isinstance(new, str):
            new = printable(new) + (gap.tail or "")
            if before is None:
                parent.text = (parent.text or "") + new
            else:
                before.tail = (before.tail or "") + new
            gap.tail = None
            parent.remove(gap)
        else:
            new.tail = gap.tail
            parent.replace(gap, new)
    return tree


def with_texts(tree: Element, change: Callable[[str], str]) -> Element:
    """The tree with every text in it changed by ``change``."""
    for element in tree.iter():
        element.text, element.tail = (text and change(text) for text in (element.text, element.tail))
    return tree


def as_markup(tree: Element) -> str:
    """The tree as HTML in one line."""
    from lxml import etree

    return str(etree.tostring(tree, encoding="unicode", method="html", with_tail=False))


def paragraph(text: str) -> str:
    """A text as HTML."""
    return as_markup(node("p", text))


def _list(shown: Shown) -> Iterable[Element]:
    if shown.title:
        yield node("p", node("strong", shown.title))
    more = ("subtopics",) if shown.diverse else ()
    yield table(("rank", "document", "label", *more), (_cells(row, shown.diverse) for row in shown.rows))
    if shown.missed:
        yield node("p", "Judged, but not retrieved:")
        yield table(("document", "label", *more), (_cells(row, shown.diverse)[1:] for row in shown.missed))
    for fact in shown.facts:
        yield node("p", fact)


def _cells(row: Row, with_topics: bool) -> list[str]:
    return [row.rank, row.name, row.label, *([row.subtopics] if with_topics else [])]


def _grid(grid: Grid) -> Iterable[Element]:
    explained = [f"{head}: {title}" for head, title in zip(grid.heads, grid.titles, strict=True) if title]
    if explained:
        yield node("ul", *(node("li", text) for text in explained))
    yield table(grid.heads, (map(_cell, row) for row in grid.rows))


def _cell(cell: GridCell) -> Element | str:
    return node(GAP, part=cell.part) if cell.part else cell.text


def table(heads: Iterable[str], rows: Iterable[Iterable[Element | str]]) -> Element:
    """A table with these heads and rows."""
    head = node("tr", *(node("th", text, scope="col") for text in heads))
    lines = (node("tr", *(node("td", cell) for cell in row)) for row in rows)
    return node("table", node("thead", head), node("tbody", *lines))


def without_tables(tree: Element) -> Element:
    """The tree with each table replaced by a list: a line for each row, with every cell after its head."""
    for found in list(tree.iter("table")):
        heads = ["".join(head.itertext()) for head in found.iter("th")]
        lines = [_row_as_line(heads, list(row)) for row in found.iterfind("tbody/tr")]
        caption = [node("p", "".join(text.itertext())) for text in found.iterfind("caption")]
        instead = node("div", node("ul", *lines), *caption)
        instead.tail = found.tail
        found.getparent().replace(found, instead)
    return tree


def _row_as_line(heads: list[str], cells: list[Element]) -> Element:
    inside: list[Element | str] = []
    for head, cell in zip(heads, cells, strict=True):
        if len(cell) or cell.text:
            inside += ["; " if inside else "", f"{head}: " if head else "", cell.text or "", *cell]
    return node("li", *inside)
