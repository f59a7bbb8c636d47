"""A comparison request, from an address or form: what to compare, and how to show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, effective
from ireval.errors import InputError
from ireval.measure.spelling import Spec
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.compare.sent_files import requested_measures, requested_seed

#: The columns by which the topics can be sorted.
SORTS = ("topic", "a", "b", "difference")
#: The parts that name what is compared: runs of a collection, or two links to the lab.
SOURCES = ("collection", "run", "a", "b")
#: The parts of an address, in their order. Only ``run`` may be repeated.
PARTS = (*SOURCES, "measures", "conventions", *CONVENTIONS, "baseline", "seed", "sort", "topics", "topic", "pair")
#: The default values of parts, which addresses leave out.
_USUAL = {"conventions": DEFAULT_PRESET, "seed": "0", "sort": SORTS[0]}
#: The value of ``topics`` that shows all topics.
ALL = "all"


class ComparisonRequest:
    """The non-empty parts of an address or a form, in order. Properties raise ``InputError`` for an invalid part."""

    def __init__(self, given: MultiDict[str, str]) -> None:
        self.parts = [(name, text.strip()) for name in PARTS for text in _texts(given, name) if text.strip()]

    def __bool__(self) -> bool:
        return bool(self.parts)

    @lazy_attribute
    def given(self) -> Mapping[str, str]:
        """The parts by name, without the runs."""
        return {name: text for name, text in self.parts if name != "run"}

    @property
    def runs(self) -> list[str]:
        """The names of the chosen runs; empty if none was chosen."""
        return [text for name, text in self.parts if name == "run"]

    @property
    def specs(self) -> list[Spec]:
        """The measures."""
        return requested_measures(self.given)

    @property
    def seed(self) -> int:
        """The seed of the random numbers."""
        return requested_seed(self.given)

    @property
    def baseline(self) -> str:
        """The name of the run that the others are compared with; empty to compare each with each."""
        return self.given.get("baseline", "")

    @property
    def preset(self) -> str:
        """The preset."""
        return self.given.get("conventions", DEFAULT_PRESET)

    @property
    def choices(self) -> dict[str, Any]:
        """The single conventions that were chosen, as text."""
        return {name: text for name, text in self.given.items() if name in CONVENTIONS}

    @property
    def conventions(self) -> dict[str, Any]:
        """The conventions in force."""
        return effective(self.preset, self.choices)

    @property
    def sort(self) -> tuple[str, bool]:
        """The column by which topics are sorted, and whether the order is descending."""
        text = self.given.get("sort", SORTS[0])
        key, falls = text.removeprefix("-"), text.startswith("-")
        if key not in SORTS:
            raise InputError("sort", "no-such-order", text=text, known=list(SORTS))
        return key, falls

    @property
    def shows_all(self) -> bool:
        """Whether all topics are shown."""
        return self.given.get("topics") == ALL

    @property
    def topic(self) -> str:
        """The topic whose step tables are shown; empty for none."""
        return self.given.get("topic", "")

    @property
    def pair(self) -> str:
        """The key of the pair of runs whose step tables are shown; empty for all runs in the first measure."""
        return self.given.get("pair", "")

    def under(self, preset: str, choices: Mapping[str, Any]) -> ComparisonRequest:
        """Return the same request under other conventions."""
        others = [(name, text) for name, text in self.parts if name not in CONVENTIONS and name != "conventions"]
        return ComparisonRequest(
            MultiDict([*others, ("conventions", preset), *((name, str(value)) for name, value in choices.items())])
        )

    def query(self, **changed: str) -> str:
        """Return the query of this request's address with some parts changed; an empty text removes a part."""
        unchanged = [(name, text) for name, text in self.parts if name not in changed]
        parts = [*unchanged, *((name, text) for name, text in changed.items() if text)]
        parts.sort(key=lambda part: PARTS.index(part[0]))
        return urlencode([(name, text) for name, text in parts if _USUAL.get(name) != text])


def _texts(given: MultiDict[str, str], name: str) -> list[str]:
    """The values of a part; only the first one if the part may not be repeated."""
    found = list(dict.fromkeys(given.getlist(name)))
    return found if name == "run" else found[:1]
