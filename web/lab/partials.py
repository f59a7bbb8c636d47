"""Markup of parts that occur often: parts that depend on few values are cached, and rows need no template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from flask import current_app
from markupsafe import Markup, escape

#: Longer names are cut on narrow screens, and shown in full next to the pointer.
LONG_NAME = 12


class Row(NamedTuple):
    """A row of the step table; ``controls`` set the label of its document, None after the end of the list.

    They are empty if the visitor's page already has the same controls, which the script then keeps. ``cells``
    are the other cells, as markup. ``link`` is the name as a link to the document's text, empty if there is none.
    """

    rank: int
    name: str
    controls: Markup | None
    cells: str
    classes: str
    link: str = ""


class Item(NamedTuple):
    """A measure in the panel.

    ``title`` is its full title or a remark; ``value`` is None if it is not defined; ``bar`` is the value in per cent,
    None if the measure is not between 0 and 1 or has no value; ``shown`` means that its table is open. ``row`` is the
    row of the open table that has the value, empty for none, and ``late`` whether the stepper has not reached it.
    """

    label: str
    spelling: str
    title: str
    value: str | None
    bar: str | None
    shown: bool
    row: str = ""
    late: bool = False


@lru_cache(maxsize=20_000)
def label_controls(rank: int, name: str, label: str, scale: int) -> Markup:
    """The native controls of one document's label."""
    macro = current_app.jinja_env.get_template("lab/label.html").module.label  # type: ignore[attr-defined]
    return Markup(macro(rank, name, label, scale))


@lru_cache(maxsize=1_000)
def field_controls(fields: tuple[object, ...]) -> Markup:
    """The native controls for numbers and conventions."""
    return Markup(current_app.jinja_env.get_template("lab/fields.html").render(fields=fields))


@lru_cache(maxsize=1_000)
def head_cells(heads: tuple[object, ...]) -> Markup:
    """The cells at the head of the step table's columns."""
    return Markup(current_app.jinja_env.get_template("lab/heads.html").render(heads=heads).rstrip())


@lru_cache(maxsize=1_000)
def fault_mark(field: str, sentences: tuple[tuple[str, str], ...]) -> Markup:
    """The attributes of a field with an error."""
    macro = current_app.jinja_env.get_template("lab/fault.html").module.invalid  # type: ignore[attr-defined]
    return Markup(macro(field, sentences))


@lru_cache(maxsize=1_000)
def fault_notice(field: str, sentences: tuple[tuple[str, str], ...]) -> Markup:
    """Return the error of a field, to show below it."""
    macro = current_app.jinja_env.get_template("lab/fault.html").module.fault  # type: ignore[attr-defined]
    return Markup(macro(field, sentences))


def table_rows(rows: Sequence[Row], wrong: Mapping[int, Markup], width: int) -> Markup:
    """Return the rows of the ranked list; an error in a name (``wrong``) is below its row, across ``width`` columns.

    Only names are escaped: the product itself writes the numbers and markup of the other cells.
    """
    shown = list(map(_table_row, rows))
    if wrong:
        shown = [row + _fault_row(wrong.get(of.rank), width) for row, of in zip(shown, rows, strict=True)]
    return Markup("\n".join(shown))


def _table_row(row: Row) -> str:
    rank, name, controls, cells, classes, link = row
    if controls is None:
        return f"{_row_start(rank, name, classes, False)}{cells}</tr>"
    label = f'<td class="seg">{controls}</td>' if controls else '<td class="seg" data-same></td>'
    return f"{_row_start(rank, name, classes, True, link)}{label}{cells}</tr>"


def cell(kind: str, text: str) -> str:
    """A cell with a number or markup of our own; ``kind`` is its class in the style sheet, empty for most."""
    return f'<td class="{kind}">{text}</td>' if kind else f"<td>{text}</td>"


@lru_cache(maxsize=20_000)
def _row_start(rank: int, name: str, classes: str, is_there: bool, link: str = "") -> str:
    """The rank and the document of a row; ``is_there`` if the document was retrieved."""
    named = escape(name)
    title = f' title="{named}"' if len(name) > LONG_NAME else ""
    document = (
        f'<td class="doc"{title}>{link or named}</td>'
        if is_there
        else '<td colspan="2" class="doc" translate="yes">not retrieved</td>'
    )
    return f'<tr id="rank-{rank}" class="{classes}"><th scope="row">{rank}</th>{document}'


def text_link(address: str, docno: str) -> str:
    """A document's number as a link to its text."""
    return f'<a class="read" href="{escape(address)}" draggable="false">{escape(docno)}</a>'


def stored_mark(label: str) -> Markup:
    """Return the stored label, to show beside the visitor's own label; it needs no escaping."""
    return Markup('<span class="was">stored {}</span>').format(label)


def _fault_row(wrong: Markup | None, width: int) -> str:
    return f'<tr class="none wrong"><td colspan="{width}">{wrong}</td></tr>' if wrong else ""


def measures_panel(families: Sequence[tuple[str, Sequence[Item], bool]], *, more: bool) -> Markup:
    """The measures to choose from, with their values."""
    parts = ['<div class="families" role="radiogroup" aria-label="Measures" translate="no">']
    for family, items, folded in families:
        parts += [_family_start(family, folded, more), *[_measure(item) for item in items], "</div>"]
    return Markup("\n".join([*parts, "</div>"]))


@lru_cache(maxsize=1_000)
def _family_start(family: str, folded: bool, more: bool) -> str:
    checked, name = " checked" if more else "", escape(family)
    tick = f'<input type="checkbox" name="more" value="1"{checked}>'
    fold = f'<label class="fold" translate="yes">{tick} {name}</label>\n'
    return f'{fold if folded else ""}<div class="family" role="group" aria-label="{name}">'


def _measure(item: Item) -> str:
    """A measure of the panel; a value is a number of our own, in digits or in words."""
    if item.value is None:
        value = '<span class="v undefined">–<span class="vh"> not defined</span></span>'
    else:
        value = f'<span class="v">{item.value}</span>'
    start = _measure_start(item._replace(value=None, bar=None))
    bar = "" if item.bar is None else f'{_BAR}<path d="M0,1h{item.bar}"/></svg>'
    return f"{start}{value}{bar}</label>"


_BAR = (
    '<svg class="bar" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">'
    '<path class="track" d="M0,1h100"/>'
)


@lru_cache(maxsize=5_000)
def _measure_start(item: Item) -> str:
    """The markup of a measure up to its value; ``item`` has no value."""
    label, spelling, title = escape(item.label), escape(item.spelling), escape(item.title)
    kind, read, checked = (
        " late" if item.late else "",
        f' data-read="{item.row}"' if item.row else "",
        " checked" if item.shown else "",
    )
    choice = f'<input type="radio" name="show" value="{spelling}"{checked}>'
    return f'<label class="item{kind}" title="{title}"{read}>{choice}<span class="m">{label}</span> '


@lru_cache(maxsize=5_000)
def guess(name: str, what: str, row: int = 0) -> Markup:
    """Return the field that replaces a covered cell in a ``row`` of the table, counted from 1, or the covered score.

    A button next to it reveals the value without a guess.
    """
    return Markup(current_app.jinja_env.get_template("lab/guess.html").render(name=name, what=what, row=row))
