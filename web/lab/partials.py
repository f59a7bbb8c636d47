"""Parts of pages that occur often and depend on little, so that each is rendered only once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from flask import current_app
from markupsafe import Markup


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
    """What is wrong in a field, to stand below it."""
    macro = current_app.jinja_env.get_template("lab/fault.html").module.fault  # type: ignore[attr-defined]
    return Markup(macro(field, sentences))


@lru_cache(maxsize=1_000)
def order_controls(values: tuple[tuple[str, object], ...]) -> Markup:
    """The controls that reorder and rename documents; ``values`` are what they show, by name."""
    shown: Mapping[str, object] = dict(values)
    return Markup(current_app.jinja_env.get_template("lab/order.html").render(shown))


def measures_panel(families: Sequence[tuple[str, Sequence[object], bool]], *, more: bool) -> Markup:
    """The measures to choose from, with their values."""
    macro = current_app.jinja_env.get_template("lab/families.html").module.families  # type: ignore[attr-defined]
    return Markup(macro(families, more))


@lru_cache(maxsize=5_000)
def guess(name: str, what: str, row: int = 0) -> Markup:
    """The field that replaces a covered cell in a ``row`` of the table, counted from 1, or the covered score.

    A button next to it reveals the value without a guess.
    """
    return Markup(current_app.jinja_env.get_template("lab/guess.html").render(name=name, what=what, row=row))
