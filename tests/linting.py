"""What holds for every page: a client that looks at each page it fetches."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web.formulas import math_font

FORMULA_SIGNS = {chr(code) for first, last in math_font.SIGNS for code in range(first, last + 1)}
DATA = {"application/json", "application/ld+json"}


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.texts = {"h1": "", "title": ""}
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self._open: str | None = None
        self._in_formula = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        self.counts[tag] += 1
        self._in_formula |= tag == "math"
        if tag in self.texts:
            self._open = tag
        if "id" in has:
            self.ids[has["id"] or ""] += 1
        if tag == "style" or "style" in has:
            self.faults.append(f"inline style on <{tag}>")
        if tag == "script" and "src" not in has and has.get("type") not in DATA:
            self.faults.append("inline script")
        self.faults += [f"{name} on <{tag}>" for name in has if name.startswith(("on", "hx-on"))]
        if tag == "form" and not has.get("action"):
            self.faults.append("a form without action")
        if tag == "img" and "alt" not in has:
            self.faults.append("an image without alt")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._open:
            self._open = None
        self._in_formula &= tag != "math"

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts[self._open] += data
        if self._in_formula:
            lacking = set(data) - FORMULA_SIGNS - {"\n"}
            self.faults += [f"{sign!r} in a formula, but not in the math font" for sign in sorted(lacking)]


def faults(text: str) -> list[str]:
    """What is wrong with a page or, where it does not begin with a doctype, with a part of one."""
    page = _Page(text)
    found = page.faults + [f"id {name!r} {times} times" for name, times in page.ids.items() if times > 1]
    if text.lstrip().lower().startswith("<!doctype"):
        title, heading = (" ".join(page.texts[tag].split()) for tag in ("title", "h1"))
        if page.counts["h1"] != 1 or page.counts["main"] != 1:
            found.append(f"{page.counts['h1']} h1 and {page.counts['main']} main")
        elif not heading or not title.startswith(heading):
            found.append(f"title {title!r} does not begin with the h1 {heading!r}")
    return found


class LintingClient(FlaskClient):
    """Flask's test client, except that a page with a fault fails the test that fetched it."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """The answer, once it has been looked at."""
        response = super().open(*args, **{"buffered": True} | kwargs)
        if response.mimetype == "text/html" and not 300 <= response.status_code < 400:
            found = faults(response.text)
            assert not found, f"{response.request.path}: {'; '.join(found)}"
        return response
