"""Sections of the form that seldom change: an answer leaves out those that the visitor's page already has.

The page posts the digests of the sections that it shows. If the digest of a section is the same, an empty element
with ``data-same`` replaces it, and the page's script keeps the section.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import NamedTuple

from markupsafe import Markup

#: The field of the form with the digests of its sections.
HAS = "has"
#: The number of cached sections; each has some thousand characters.
MOST_KEPT = 2_000
_DIGEST_BYTES = 6
_OPENING = re.compile(r'\s*<(\w+)(?:[^>]*?( id="[^"]*"))?[^>]*>')


class Section(NamedTuple):
    """A section's ``markup``, its ``digest``, and the empty element that replaces it on a page that has the same."""

    markup: Markup
    digest: str
    same: Markup


_kept: dict[Hashable, Section] = {}


class Sections:
    """The sections of one answer; ``had`` are the digests that the visitor's page has sent, empty if it has none."""

    def __init__(self, had: str) -> None:
        self._had = dict(pair.split("=", 1) for pair in had.split() if "=" in pair)
        self._shown: list[str] = []

    def show(self, name: str, key: Hashable, make: Callable[[], Markup], elements: int = 1) -> Markup:
        """Return the section ``name``, or its empty replacement. ``make`` makes it from the values in ``key``.

        The section consists of this many ``elements`` with the same name.
        """
        found = _kept.get((name, key))
        if found is None:
            found = _section(make(), elements)
            if len(_kept) >= MOST_KEPT:
                _kept.clear()
            _kept[name, key] = found
        self._shown.append(f"{name}={found.digest}")
        return found.same if self._had.get(name) == found.digest else found.markup

    @property
    def digests(self) -> str:
        """The digests of the sections that were shown, for the form."""
        return " ".join(self._shown)


def _section(markup: Markup, elements: int) -> Section:
    opening = _OPENING.match(markup)
    if opening is None:
        return Section(markup, "", markup)
    same = f"<{opening[1]}{opening[2] or ''} data-same></{opening[1]}>" * elements
    digest = blake2b(markup.encode(), digest_size=_DIGEST_BYTES).hexdigest()
    return Section(markup, digest, Markup(same))  # noqa: S704 -- the name and id of an element of our own
