"""Text, what is folded, and notes on conventions, as the page of a step shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ireval.conventions import CONVENTIONS
from ireval.explanation.reference import takers
from ireval.lessons import Note, Prose, Reveal
from ireval.lessons.lesson import Block
from ireval.messages.writing import number_text
from web.course.course_files import lessons
from web.lessons.lesson_markup import lesson_markup, without_terms
from web.lessons.shown_block import Page, Shown, View


class ShownNote(NamedTuple):
    """A note on a convention: its title, what it is about, and the choices with those who take them."""

    title: str
    text: str
    rows: tuple[tuple[str, str], ...]


def prose(page: Page, block: Prose) -> Shown:
    """The text as markup; on paper without the buttons that show what a term means."""
    return Shown("prose", lesson_markup(without_terms(block.nodes) if page.on_paper else block.nodes, lessons()))


def reveal(page: Page, block: Reveal) -> Shown:
    """The title of what is folded, and the blocks inside."""
    return Shown("reveal", block.title, page.shown(block.inside))


def note(page: Page, block: Note) -> Shown:
    """The note, and what the author adds."""
    convention = CONVENTIONS[block.convention]
    view = ShownNote(convention.title, convention.text, _choices(block))
    return Shown("note", view, page.shown(block.inside))


def _choices(block: Note) -> tuple[tuple[str, str], ...]:
    """The choices of a convention, each with the presets that take it."""
    convention = CONVENTIONS[block.convention]
    return tuple(
        (convention.choice(value).short if convention.choices else number_text(value), ", ".join(titles))
        for value, titles in takers(convention)
        if titles
    )


VIEWS: Mapping[type[Block], View] = {Prose: prose, Reveal: reveal, Note: note}
