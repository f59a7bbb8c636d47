"""The text of a lesson as HTML: its elements and roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from flask import url_for
from markupsafe import Markup, escape

from ireval.exercises.question.safe_markdown import Inside, Node
from ireval.glossary import Term, term_named
from ireval.lessons import Lesson
from ireval.lessons.answers_ahead import BLANK
from web.formulas.mathml import mathml
from web.formulas.untranslated import plain_element

_PLAIN = frozenset({"p", "ul", "li", "strong", "em", "code", "ol", "span"})


def lesson_markup(nodes: tuple[Node, ...], lessons: Mapping[str, Lesson]) -> Markup:
    """Return the nodes as HTML; ``lessons`` are those to which the text may refer."""
    return Markup("\n").join(_element(node, lessons) for node in nodes)


def without_terms(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return the nodes for paper, on which there are no buttons: terms of the glossary become plain words."""
    return tuple(
        replace(
            node,
            tag="span" if node.tag == "term" else node.tag,
            inside=tuple(one if isinstance(one, str) else without_terms([one])[0] for one in node.inside),
        )
        for node in nodes
    )


def _element(node: Inside, lessons: Mapping[str, Lesson]) -> Markup:
    if isinstance(node, str):
        return escape(node)
    if node.tag in ROLES:
        return ROLES[node.tag](node, lessons)
    inside = Markup("").join(_element(one, lessons) for one in node.inside)
    if node.tag == "br":
        return Markup("\n")  # line breaks of the file are not line breaks of the page
    if node.tag == "a":
        return Markup('<a href="{}" rel="noopener noreferrer" target="_blank">{}</a>').format(node.value, inside)
    if node.tag == "pre":
        return Markup('<pre translate="no"><code translate="no">{}</code></pre>').format(inside)
    tag = node.tag if node.tag in _PLAIN else "p"
    return plain_element(tag, inside)


def _text(node: Node) -> str:
    return "".join(one if isinstance(one, str) else _text(one) for one in node.inside)


def _number(node: Node, _: Mapping[str, Lesson]) -> Markup:
    return Markup('<b class="number">{}</b>').format(_text(node))


def _blank(_: Node, __: Mapping[str, Lesson]) -> Markup:
    return Markup('<span class="blank" role="img" aria-label="asked in a question"></span>')


def _formula(node: Node, _: Mapping[str, Lesson]) -> Markup:
    return mathml(node.value) if node.value else escape(_text(node))


def _calculation(node: Node, lessons: Mapping[str, Lesson]) -> Markup:
    """A calculation; if it is wider than the screen, it can be scrolled on its own."""
    start = Markup('<span class="worked" tabindex="0" role="group" aria-label="Calculation">')
    return start + _formula(node, lessons) + Markup("</span>")


def _quoted(node: Node, _: Mapping[str, Lesson]) -> Markup:
    return Markup('<span class="quoted" title="as the source has it">{}</span>').format(_text(node))


def _measure(node: Node, _: Mapping[str, Lesson]) -> Markup:
    address = url_for("measures.measure", name=node.value)
    return Markup('<a href="{}" translate="no">{}</a>').format(address, _text(node))


def _lesson(node: Node, lessons: Mapping[str, Lesson]) -> Markup:
    if node.value not in lessons:  # its file has faults
        return escape(node.value)
    address = url_for("lessons.begin", slug=node.value)
    return Markup('<a href="{}" data-begin="{}">{}</a>').format(address, node.value, lessons[node.value].title)


def _switchboard(node: Node, _: Mapping[str, Lesson]) -> Markup:
    address = f"{url_for('switchboard.board')}?{node.value}"
    return Markup('<a href="{}">{}</a>').format(address, _text(node))


def _term(node: Node, _: Mapping[str, Lesson]) -> Markup:
    """A button that shows the meaning of the term, which is on the page once; see ``terms_in``."""
    slug = term_named(node.value).slug
    return Markup('<button type="button" class="term" popovertarget="term-{}">{}</button>').format(slug, _text(node))


def terms_in(nodes: Iterable[Inside]) -> Iterator[Term]:
    """The terms of the glossary that the nodes mention."""
    for node in nodes:
        if isinstance(node, Node):
            if node.tag == "term":
                yield term_named(node.value)
            yield from terms_in(node.inside)


ROLES: dict[str, Callable[[Node, Mapping[str, Lesson]], Markup]] = {
    "value": _number,
    "cell": _number,
    "count": _number,
    "calculation": _calculation,
    "formula": _formula,
    "quoted": _quoted,
    "measure": _measure,
    "lesson": _lesson,
    "switchboard": _switchboard,
    "term": _term,
    BLANK: _blank,
}
