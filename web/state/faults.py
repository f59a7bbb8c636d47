"""The errors in the last input, each at the field of the page that caused it.

An error names a field of the form or a part of the address. Parts without a field are reported at the top of the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ireval.conventions import CONVENTIONS
from ireval.errors import InputError
from web.state.address import OF_A_LIST
from web.state.lab_state import NUMBERS, State

#: The sentences on a field: what is wrong, and how to correct it.
Sentences = tuple[tuple[str, str], ...]

_SETTINGS = {"conventions", "scale", "comma", "relevant", "size", *NUMBERS}
_TOOLS = {"seed", "swap_a", "swap_b", "name_at", "name_as", "leave_at"}
_LISTS = {"title", "arrangement", "list"}
#: The prefix of a checkbox that covers something.
COVER = "cover:"
#: Fields that every page with the lab has, besides those that begin with the prefixes below.
_FIELDS = {"documents", "step", "cover", "show", "more", "chart", *_SETTINGS, *_TOOLS}
#: The fields of single conventions, of documents not retrieved by grade, and of the names in the table's rows.
_CONVENTION, _MISSED, _NAME = "c-", "missed", "name"
#: Folded parts of the page by their ids, and the fields in them.
_FOLDS = {"settings": _SETTINGS, "arrange": _TOOLS, "arranging": _LISTS}


class Faults:
    """The ``errors`` in the input ``typed``, a form or the parts of an address, from which ``state`` was read."""

    def __init__(self, errors: Sequence[InputError], typed: Mapping[str, str], state: State) -> None:
        self._state, self._typed = state, typed
        self._of_form = "was" in typed
        self._at: dict[str, list[InputError]] = {}
        self.elsewhere: list[InputError] = []
        for error in errors:
            field = self._field(error.field)
            if self._has_place(field):
                self._at.setdefault(field, []).append(error)
            else:
                self.elsewhere.append(error)
        self.refused = {*self._at, *(error.field for error in self.elsewhere)}

    def __bool__(self) -> bool:
        return bool(self.refused)

    @property
    def of_tools(self) -> bool:
        """Whether the pressed button failed; all other errors are in the texts of the controls."""
        return not _TOOLS.isdisjoint(self._at) or bool(self.elsewhere)

    @property
    def first(self) -> str:
        """The id of the first error on the page."""
        return next((f"fault-{field}" for field in self._at), "refusal")

    @property
    def placed(self) -> list[tuple[str, str]]:
        """The fields with an error, as (part of the address, field)."""
        return [(errors[0].field, field) for field, errors in self._at.items()]

    def at(self, field: str) -> Sentences:
        """The sentences on the errors in a field; empty if there are none."""
        errors = self._at.get(field)
        return tuple((e.message, e.suggestion) for e in errors) if errors else ()

    def text(self, field: str, value: object) -> str:
        """The text that a field shows: the typed text if it was refused, otherwise the state's ``value``."""
        errors = self._at.get(field)
        return self._typed.get(errors[0].field, "") if errors else str(value)

    def within(self, fold: str) -> bool:
        """Whether a folded part of the page has a field with an error, and so must be open."""
        if not self._at:
            return False
        if fold == "single":
            return any(field.startswith(_CONVENTION) or field == "comma" for field in self._at)
        return not self._at.keys().isdisjoint(_FOLDS[fold]) or (fold == "settings" and self.within("single"))

    def _field(self, name: str) -> str:
        """The field for a part of the address; the name of a form's field is returned unchanged."""
        if self._of_form:
            return name
        if name in CONVENTIONS:
            return _CONVENTION + name
        part, number = name.rstrip("0123456789"), "" if self._state.place == 1 else str(self._state.place)
        if part in OF_A_LIST:  # only the open list's parts have fields
            return part if name == part + number else f"{part}{name.removeprefix(part) or 1}"
        return name

    def typed(self) -> dict[str, str]:
        """What a form contained in the refused fields, and in the tools if the pressed button failed."""
        wanted = {*self.refused, *((*_TOOLS, "do") if self.of_tools else ())}
        found = {name: text for name, text in self._typed.items() if name in wanted and text}
        if "cover" in self.refused:
            found |= {name: text for name, text in self._typed.items() if name.startswith(COVER)}
        return found

    def _has_place(self, field: str) -> bool:
        several = len(self._state.lists) > 1
        if field.startswith(_CONVENTION):
            convention = CONVENTIONS.get(field.removeprefix(_CONVENTION))
            return convention is not None and convention.scope == "list"
        if field.startswith(_MISSED) or (field.startswith(_NAME) and field.removeprefix(_NAME).isdecimal()):
            return self._of_form
        if field == "unretrieved":
            return self._of_form
        return field in _FIELDS or (several and field in _LISTS)
