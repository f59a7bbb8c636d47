"""Tables of text: as lines for a terminal, and as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple


class Printed(NamedTuple):
    """What is printed of a table: the heads, and below each the cells of its column."""

    heads: list[str]
    columns: list[list[str]]


def as_text(title: str, table: Printed, final: str) -> Iterator[str]:
    """The table as lines of plain text, between a title and a last line."""
    widths = [max(map(len, [h, *c])) for h, c in zip(table.heads, table.columns, strict=True)]
    yield title
    yield "  ".join(h.rjust(w) for h, w in zip(table.heads, widths, strict=True)).rstrip()
    for row in zip(*table.columns, strict=True):
        yield "  ".join(x.rjust(w) for x, w in zip(row, widths, strict=True)).rstrip()
    yield final


def as_html(table: Printed, caption: str) -> str:
    """The table as an HTML table."""
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in table.heads)
    rows = ("".join(f"<td>{escape(x)}</td>" for x in row) for row in zip(*table.columns, strict=True))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def as_folded(summary: str, html: str) -> str:
    """A line of HTML that unfolds to more."""
    return f"<details><summary>{escape(summary)}</summary>{html}</details>"
