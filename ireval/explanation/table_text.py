"""Writes tables of text as lines for a terminal, and as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple


class TextTable(NamedTuple):
    """A table: the heads, and the cells of each column."""

    heads: list[str]
    columns: list[list[str]]


def as_text(title: str, table: TextTable, final: str) -> Iterator[str]:
    """The table as lines of plain text, between a title and a last line."""
    widths = [max(map(len, [h, *c])) for h, c in zip(table.heads, table.columns, strict=True)]
    yield title
    yield "  ".join(h.rjust(w) for h, w in zip(table.heads, widths, strict=True)).rstrip()
    for row in zip(*table.columns, strict=True):
        yield "  ".join(x.rjust(w) for x, w in zip(row, widths, strict=True)).rstrip()
    yield final


def as_html(table: TextTable, caption: str) -> str:
    """The table as an HTML table."""
    return html_table(caption, table.heads, zip(*table.columns, strict=True))


def html_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, headed_rows: bool = False) -> str:
    """An HTML table, without a caption if that is empty. With ``headed_rows`` the first cell is its row's header."""
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in heads)
    body = "".join(f"<tr>{''.join(_cells(row, headed=headed_rows))}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: Sequence[str], *, headed: bool) -> Iterator[str]:
    for i, cell in enumerate(row):
        yield f'<th scope="row">{escape(cell)}</th>' if headed and not i else f"<td>{escape(cell)}</td>"


def as_folded(summary: str, html: str) -> str:
    """A line of HTML that expands to ``html``."""
    return f"<details><summary>{escape(summary)}</summary>{html}</details>"
