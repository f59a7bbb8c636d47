"""What a browser fetches before the tables of a page are usable, as `first_load.py` and a test count it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

#: Bytes of the page and its files, compressed, without the chart library, which comes when the page is usable.
BUDGET = 130_000


class _Files(HTMLParser):
    """Collects the addresses of style sheets, scripts and icons."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the address of a file that the page needs at once."""
        has = {name: value or "" for name, value in attrs}
        if tag == "link" and {"stylesheet", "icon"} & set(has.get("rel", "").split()):
            self.found.append(has["href"])
        elif tag == "script" and "src" in has:
            self.found.append(has["src"])


def files_of(page: str) -> list[str]:
    """The addresses of the files, in the order of the page.

    >>> files_of('<link rel="stylesheet" href="/static/a.css"><script defer src="/static/b.js"></script>')
    ['/static/a.css', '/static/b.js']
    """
    parser = _Files()
    parser.feed(page)
    return [address for address in dict.fromkeys(parser.found) if address.startswith("/") and "plotly" not in address]


def plain_name(address: str) -> str:
    """A file's name without its digest.

    >>> plain_name("/static/lab/lab.32a0b1c2d3e4.js")
    'lab.js'
    """
    return re.sub(r"\.[0-9a-f]{12}\.", ".", address.rpartition("/")[2])
