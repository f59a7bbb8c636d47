"""What a browser's translation leaves as it is: code, keys, drawings, and the names of measures, columns and documents.

An extension of the templates finds them, so that no template has to mark each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from flask import Flask
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from ireval.measure.registry import measures

#: The attribute of an element in which a browser translates nothing.
NO = 'translate="no"'
#: A name as markup: not a span, which style sheets may give a look.
NAMED = Markup('<bdi translate="no">{}</bdi>')
_ELEMENT = re.compile(r"<(?:code|kbd|pre|samp|svg)(?=[\s>])")
#: An element that contains nothing but a text.
_WHOLE = re.compile(r"<(\w+)([^<>]*)>([^<>\s]+)</")
_TAG = re.compile(r"<(/?)(\w+)")
#: Elements that contain texts alone, or that drawings have.
_TEXT_ONLY = frozenset({"option", "title", "textarea", "script", "style", "text", "tspan", "desc"})
#: Placeholders of parameters in a measure's spellings.
_PARAMETER = re.compile(r"\\\{\w+\\\}")


def init_app(app: Flask) -> None:
    """Let all templates of the app leave names untranslated; ``named`` marks any text, as the name of a run."""
    app.jinja_env.filters["untranslated"] = untranslated
    app.jinja_env.filters["named"] = NAMED.format
    app.jinja_env.add_extension(Untranslated)


def untranslated(value: Any) -> Any:
    """A value that is a name, marked so that it is not translated; any other value as it is."""
    return NAMED.format(value) if type(value) is str and is_name(value) else value


def plain_element(tag: str, inside: Markup, attributes: str | Markup = "") -> Markup:
    """An element that is not translated if it is code, or if it contains a name and nothing else."""
    if tag in {"code", "strong", "em"} and (tag == "code" or is_name(str(inside))):
        attributes = Markup(f"{attributes} {NO}")  # noqa: S704 -- written here and by callers, with nothing typed
    return Markup("<{0}{1}>{2}</{0}>").format(tag, Markup(attributes), inside)  # noqa: S704


@lru_cache(maxsize=4096)
def is_name(text: str) -> bool:
    """Whether a text is a name and nothing else: of a measure, of a column with a capital, or of a document as d3.

    >>> [is_name(text) for text in ("nDCG@10", "IDCG", "R-precision", "d3", "Precision of d3")]
    [True, True, True, True, False]
    """
    return len(text) < 40 and _names().fullmatch(text) is not None


@lru_cache(maxsize=1)
def _names() -> re.Pattern[str]:
    known = {re.escape(c.printed) for m in measures().values() for c in m.columns if not c.key.islower()}
    for measure in measures().values():
        spellings = (measure.name, *measure.aliases, *measure.variants, *measure.variants.values())
        odd = (spelling for spelling in spellings if not (spelling.isalpha() and spelling.islower()))
        known |= {_PARAMETER.sub(r"[\\d.,]+", re.escape(spelling)) for spelling in odd}
    return re.compile(rf"(?:{'|'.join(sorted(known, key=len, reverse=True))})(?:@\d+)?|[a-z]\d+")


class Untranslated(Extension):
    """Compiles templates so that names are untranslated: in values between tags, and where an element has a name."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The tokens of a template, with the attribute, and with a filter for each value between tags."""
        is_text, tag = True, ""
        for token in stream:
            if token.type == "data":
                text = _WHOLE.sub(_marked, _ELEMENT.sub(rf"\g<0> {NO}", token.value))
                is_text, tag = _end(token.value, tag, is_text=is_text)
                yield Token(token.lineno, token.type, text)
            elif is_text and tag not in _TEXT_ONLY and token.type == "variable_begin":
                yield token
                yield Token(token.lineno, "lparen", "(")
            elif is_text and tag not in _TEXT_ONLY and token.type == "variable_end":
                yield Token(token.lineno, "rparen", ")")
                yield Token(token.lineno, "pipe", "|")
                yield Token(token.lineno, "name", "untranslated")
                yield token
            else:
                yield token


def _marked(element: re.Match[str]) -> str:
    tag, attributes, text = element.groups()
    if tag in _TEXT_ONLY - {"option"} or "translate=" in attributes or not is_name(text):
        return element[0]
    return f"<{tag}{attributes} {NO}>{text}</"


def _end(data: str, tag: str, *, is_text: bool) -> tuple[bool, str]:
    """Whether what follows ``data`` is text between tags, and the tag that was opened last, empty once it is closed.

    ``tag`` and ``is_text`` say so of its beginning.
    """
    for closing, name in _TAG.findall(data):
        tag = "" if closing else name
    if "<" not in data and ">" not in data:
        return is_text, tag
    return data.rfind("<") < data.rfind(">"), tag
