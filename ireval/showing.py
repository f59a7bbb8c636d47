"""A step table as text for a terminal, and as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ireval.explanation import StepTable


def as_text(table: StepTable) -> Iterator[str]:
    """The table as lines of plain text."""
    heads, columns = _laid_out(table)
    widths = [max(map(len, [h, *c])) for h, c in zip(heads, columns, strict=True)]
    yield f"{table.spec}: {table.measure.title}"
    yield "  ".join(h.rjust(w) for h, w in zip(heads, widths, strict=True)).rstrip()
    for row in zip(*columns, strict=True):
        yield "  ".join(x.rjust(w) for x, w in zip(row, widths, strict=True)).rstrip()
    yield table.final


def as_html(table: StepTable) -> str:
    """The table as an HTML table, its last line in the caption."""
    heads, columns = _laid_out(table)
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in heads)
    rows = ("".join(f"<td>{escape(x)}</td>" for x in row) for row in zip(*columns, strict=True))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    caption = f"<caption>{escape(table.final)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def folded(table: StepTable) -> str:
    """The score in one line of HTML that unfolds to the table."""
    return f"<details><summary>{escape(f'{table.spec} = {table.result}')}</summary>{as_html(table)}</details>"


def _laid_out(table: StepTable) -> tuple[list[str], list[list[str]]]:
    """The heads, and below each the cells of its column."""
    heads: list[str] = [table.measure.axis]
    columns: list[list[str]] = [table.row_labels]
    if table.computed.condensed_from is not None and table.measure.axis == "rank":
        heads.append("place")  # in the ranking, unjudged documents counted
        columns.append([str(i + 1) if i >= 0 else "" for i in table.computed.positions.tolist()])
    for c in table.shown_columns:
        if c.spelled:
            heads.append("calculation")
            columns.append(table.calculations(c))
        heads.append(c.key)
        columns.append(table.cells[c.key])
    n = int(table.computed.table.length.max(initial=0))
    if table.measure.axis == "rank" and table.rows > n:
        heads.append("")
        columns.append(["" if i < n else "not retrieved" for i in range(table.rows)])
    return heads, columns
