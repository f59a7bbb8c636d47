"""An entry: the text that was typed, how it was read, the lists that follow, and the errors, field by field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from ireval.errors import InputError
from ireval.explanation.worked_examples import START
from ireval.measure.spelling import parse
from ireval.numbers.notation import value_of_digits
from ireval.paste.paste_reader import read_pasted
from ireval.paste.pasted_list import PasteReading
from web.entry.entered_lists import (
    listed_from,
    sharing_judgements,
    with_missed,
    with_names,
    with_relevant,
    with_size,
    without_needless_names,
)
from web.lab.arrangement import fits
from web.lab.form import RELEVANT
from web.state.address import from_query, with_own_list
from web.state.lab_list import Listed, default_scale
from web.state.lab_state import MOST_LISTS, SIZE, State
from web.state.pin_text import parts_of

REPLACE, ADD = "replace", "add"

Read = TypeVar("Read")


class Entry:
    """The entry in a form's fields, for the state that the lab shows.

    ``errors`` has the error of each field. ``lists`` is empty as long as the labels cannot be used.
    """

    def __init__(self, typed: Mapping[str, str]) -> None:
        self.typed = typed
        self.base: State = from_query(with_own_list(parts_of(typed.get("was", "")))).state
        self.errors: dict[str, InputError] = {}
        self.readings: tuple[PasteReading, ...] = ()
        text = self.text("pasted")
        if text.strip():
            self.readings = self._attempt(lambda: read_pasted(text), ())
        self._names: list[str] = []
        self.lists = self._lists()

    def text(self, name: str) -> str:
        """Return the text of a field."""
        return self.typed.get(name, "")

    @cached_property
    def reading(self) -> PasteReading | None:
        """The chosen reading, or the only one; None if there are several and none was chosen yet."""
        chosen = self.text("reading")
        found = next((reading for reading in self.readings if reading.key == chosen), None)
        return found or (self.readings[0] if len(self.readings) == 1 else None)

    @property
    def adds(self) -> bool:
        """Whether the lists are added to those in the lab."""
        return self.text("place") == ADD

    @property
    def can_add(self) -> bool:
        """Whether adding is offered, because there are several lists in the lab or in the entry."""
        return len(self.base.lists) > 1 or len(self.lists) > 1

    @property
    def has_long_names(self) -> bool:
        """Whether there are names that are left out because they are too long for an address."""
        pasted = self.reading.lists if self.reading else ()
        given = self.text("names").strip() or any(item.name for listed in pasted for item in listed.ranked)
        return bool(given) and not fits(self._names)

    def state(self) -> State:
        """The lab with these lists. Raises ``InputError`` naming a field if something must be entered or chosen."""
        if not self.text("pasted").strip():
            raise InputError("pasted", "nothing-entered")
        for error in self.errors.values():
            raise error
        if not self.reading:
            raise InputError("reading", "reading-not-chosen", count=len(self.readings))
        base, lists = self.base, tuple(self.lists)
        if self.adds:
            if len(base.lists) + len(lists) > MOST_LISTS:
                raise InputError("place", "too-many-lists", most=MOST_LISTS)
            state = base.holding_lists((*base.lists, *lists), len(base.lists) + 1)
        elif len(lists) > 1:
            if len(lists) > MOST_LISTS:
                raise InputError("pasted", "too-many-lists-entered", count=len(lists), most=MOST_LISTS)
            state = replace(base.holding_lists(lists, 1), arrangement=State.arrangement)
        else:
            listed = replace(lists[0], title=lists[0].title or base.title)
            state = base.holding_lists((*base.before, listed, *base.after), base.place)
        return _tidied(state, base)

    def _lists(self) -> list[Listed]:
        """The lists from all fields that can be used."""
        if not self.reading:
            return []
        lists = self._judged([listed_from(pasted) for pasted in self.reading.lists])
        if len(lists) > 1 and self.text("names").strip():
            self.errors["names"] = InputError("names", "names-for-several-lists")
        lists = [self._with(with_missed, listed, self.text("missed")) for listed in lists]
        if len(lists) == 1:
            lists = [self._with(with_names, lists[0], self.text("names"))]
        rel = self.base.conventions["rel"]
        known = max(listed.relevant(rel) for listed in lists)
        total = self._number("relevant", RELEVANT.read)
        lists = [self._with(with_relevant, listed, known if total is None else total, rel) for listed in lists]
        size = self._number("size", SIZE.read)
        if size is not None:
            lists = [self._with(with_size, listed, size) for listed in lists]
        self._names = [name for listed in lists for name in listed.names]
        return without_needless_names(lists)

    def _judged(self, lists: list[Listed]) -> list[Listed]:
        return self._attempt(lambda: sharing_judgements(lists), lists) if len(lists) > 1 else lists

    def _with(self, change: Callable[..., Listed], listed: Listed, *arguments: object) -> Listed:
        return self._attempt(lambda: change(listed, *arguments), listed)

    def _number(self, field: str, read: Callable[[str], int]) -> int | None:
        """The number in a field; None if it is empty or cannot be used."""
        text = self.text(field).strip()
        return self._attempt(lambda: read(text), None) if text else None

    def _attempt(self, read: Callable[[], Read], default: Read) -> Read:
        """The result of ``read``; ``default`` if it raises an error, which is noted with its field."""
        try:
            return read()
        except InputError as error:
            self.errors.setdefault(error.field, error)
            return default


def _tidied(state: State, base: State) -> State:
    """The state with a scale and a measure that fit, without steps and covers in rows that are not in the new list.

    A list with grades opens a graded measure.
    """
    rows = len(state.grades)
    state = replace(
        state,
        step=None if state.step is None else min(state.step, rows),
        cover=tuple(name for name in state.cover if _row_of(name) <= rows + len(state.unretrieved)),
    )
    follows = base.scale == default_scale(base.lists) or default_scale(state.lists) > state.scale
    if follows:
        state = replace(state, scale=default_scale(state.lists))
    if any(listed.top > 1 for listed in state.lists) and not parse(state.show).measure.graded:
        state = replace(state, show=START.show)
    return state


def _row_of(covered: str) -> int:
    """The row of a covered cell; 0 for anything else that is covered."""
    row = re.fullmatch(r"\w+\.([0-9]+)", covered)
    return value_of_digits(row[1]) if row else 0
