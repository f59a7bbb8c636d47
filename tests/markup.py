"""The tags of a page, read in a fraction of the time that Python's `HTMLParser` needs: most pages of the tests are."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

#: Nothing here is matched in another way after a failure (`*+`), which takes less time.
_ATTRIBUTES = r"[^\"'>]*+(?:(?:\"[^\"]*+\"|'[^']*+')[^\"'>]*+)*+"
_TAG = re.compile(rf"<(/?)([a-zA-Z][^\s/>]*)({_ATTRIBUTES})>")
_OPENING = re.compile(rf"<([a-zA-Z][^\s/>]*+)({_ATTRIBUTES})>")
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+)))?")
#: Comments, and the content of elements in which nothing is a tag.
_NO_TAGS = re.compile(
    rf"<!--.*?-->|(<(script|style|textarea|title)\b{_ATTRIBUTES}>).*?(?=</\2\s*>)", re.DOTALL | re.IGNORECASE
)


class Tag(NamedTuple):
    """A tag as it is written: "/" where it closes an element, the name, and the attributes."""

    slash: str
    name: str
    written: str

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes; "" for one without a value."""
        return dict(attributes(self.written))


def tags(page: str) -> list[Tag]:
    """Every tag of a page, or of a part of one, in order."""
    return [Tag(slash, name.lower(), written) for slash, name, written in _TAG.findall(_NO_TAGS.sub(r"\1", page))]


def opening(page: str) -> list[tuple[str, str]]:
    """The name and the attributes, as they are written, of every tag that opens an element, in order."""
    return [(name.lower(), written) for name, written in _OPENING.findall(_NO_TAGS.sub(r"\1", page))]


def attributes(written: str) -> list[tuple[str, str]]:
    """Every attribute that is written in one or several tags, in order."""
    found = _ATTRIBUTE.findall(written)
    return [(name.lower(), unescape(double or single or bare)) for name, double, single, bare in found]


def texts(page: str, element: str) -> list[str]:
    """The text of every element of a name that holds none of the same name."""
    content = re.findall(rf"<{element}\b{_ATTRIBUTES}>(.*?)</{element}\s*>", page, re.DOTALL | re.IGNORECASE)
    return [unescape(_TAG.sub("", inner)) for inner in content]
