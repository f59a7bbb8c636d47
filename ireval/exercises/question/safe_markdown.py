r"""The Markdown that owners of sheets may write, as a tree of a few harmless elements.

Paragraphs, lists, emphasis, code, links to the web and to mail addresses, line breaks, and formulas between dollar
signs. Everything else, in particular HTML, is text. Each output (pages, exported files, paper, plain text) writes the
tree in its own way and escapes the texts.

>>> plain_text("**P@5** counts `d1`,\n- [twice](https://example.org)\n- <b>never</b>")
'P@5 counts d1,\n- twice (https://example.org)\n- <b>never</b>'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

#: The tags of block elements, and of elements within a line.
BLOCKS, INLINE = frozenset({"p", "ul", "ol", "li", "pre"}), frozenset({"strong", "em", "code", "a", "br", "math"})
_LINK = re.compile(r"(https?://|mailto:)[^\s<>\"\\]+", re.IGNORECASE)
#: A formula between dollar signs without spaces, so that amounts of money are not read as formulas.
_FORMULA = re.compile(r"\$(?!\s)([^$\n]{1,300})(?<!\s)\$(?!\d)")
#: The rules of markdown-it that make these elements.
RULES = ("list", "fence", "newline", "escape", "backticks", "emphasis", "link", "entity")


@dataclass(frozen=True)
class Node:
    """An element with texts and elements inside; ``value`` is a link's address, or the first number of an ``ol``."""

    tag: str
    inside: tuple[Inside, ...] = ()
    value: str = ""


Inside: TypeAlias = "Node | str"
#: A function that makes the nodes of a token without contents.
Leaf: TypeAlias = "Callable[[Token], Iterator[Inside]]"


@lru_cache(maxsize=512)
def read_markdown(text: str) -> tuple[Node, ...]:
    """Return the blocks of a text. Any text is valid; unsupported marks stay text."""
    return tuple(node for node in tree(iter(_reader().parse(text))) if isinstance(node, Node))


@lru_cache(maxsize=512)
def read_line(text: str) -> tuple[Inside, ...]:
    """Return the elements of a text of one line; line breaks in it are spaces, and it has no blocks."""
    return tuple(tree(iter(_reader().parseInline(" ".join(text.split())))))


def plain_text(text: str) -> str:
    """Return the text without its marks; a link is followed by its address."""
    return _lines(read_markdown(text))


def first_words(text: str, most: int = 40) -> str:
    """Return the beginning of the text on one line, for titles, with an ellipsis if something is left out."""
    words = " ".join(plain_text(text).split())
    return words if len(words) <= most else words[: most - 1].rsplit(" ", 1)[0].rstrip(",.;:") + "…"


def is_harmless_link(address: str) -> bool:
    """Whether an address leads to the web or to a mail address."""
    return bool(_LINK.fullmatch(address))


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("zero").enable(list(RULES))
    reader.inline.ruler.before("escape", "formula", _read_formula)
    reader.validateLink = is_harmless_link  # type: ignore[method-assign,assignment]
    return reader


def _read_formula(state: StateInline, silent: bool) -> bool:
    found = _FORMULA.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        state.push("formula", "math", 0).content = found[1]
    state.pos = found.end()
    return True


def tree(tokens: Iterator[Token], leaf: Leaf | None = None, end: str = "") -> Iterator[Inside]:
    """Yield the nodes of the tokens until the element ``end`` is closed; ``leaf`` makes nodes without contents."""
    made = leaf or leaf_nodes
    for token in tokens:
        if token.type == end:
            return
        if token.type.endswith("_open"):
            inside = tuple(tree(tokens, made, token.type.replace("_open", "_close")))
            if token.hidden:  # a paragraph in a list without empty lines
                yield from inside
            else:
                yield Node(token.tag, inside, _value(token.attrs))
        elif token.type == "inline":
            yield from tree(iter(token.children or ()), made)
        else:
            yield from made(token)


def _value(attributes: Any) -> str:
    return str(attributes.get("href") or attributes.get("start") or "")


def leaf_nodes(token: Token) -> Iterator[Inside]:
    """Yield the nodes of a token without contents."""
    if token.type in {"softbreak", "hardbreak"}:
        yield Node("br")
    elif token.type == "fence":
        yield Node("pre", (token.content.rstrip("\n"),))
    elif token.type in {"code_inline", "formula"}:
        yield Node(token.tag, (token.content,))
    elif token.content:
        yield token.content


def _lines(blocks: Iterable[Inside], start: str = "") -> str:
    lines: list[str] = []
    line = ""
    for node in blocks:
        if isinstance(node, str) or node.tag in INLINE:
            line += _inline(node)
        else:
            lines += [*filter(None, [line]), _block(node)]
            line = ""
    lines += filter(None, [line])
    return f"\n{start}".join("\n".join(lines).split("\n"))


def _block(node: Node) -> str:
    if node.tag in {"ul", "ol"}:
        first = int(node.value or 1)
        signs = ("- " if node.tag == "ul" else f"{first + i}. " for i in range(len(node.inside)))
        return "\n".join(
            sign + _lines(item.inside if isinstance(item, Node) else (item,), " " * len(sign))
            for sign, item in zip(signs, node.inside, strict=True)
        )
    return _lines(node.inside)


def _inline(node: Inside) -> str:
    if isinstance(node, str):
        return node
    if node.tag == "br":
        return "\n"
    words = "".join(map(_inline, node.inside))
    return f"{words} ({node.value})" if node.tag == "a" and node.value != words else words
