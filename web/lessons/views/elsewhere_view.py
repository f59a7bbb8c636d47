"""Blocks for which the page of a step has a place of its own: its lab or figure, and the lecturer's notes."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.lessons import Figure, Lab, LecturerNotes
from ireval.lessons.lesson import Block
from web.lessons.shown_block import Shown, View

VIEWS: Mapping[type[Block], View] = {
    Lab: lambda _page, _block: Shown("lab"),
    Figure: lambda _page, _block: Shown("lab"),
    LecturerNotes: lambda _page, _block: Shown("lecturer_notes"),
}
