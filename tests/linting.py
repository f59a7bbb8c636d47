"""What holds for every page: a client that looks at each page it fetches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.markup import attributes, opening, texts
from web.formulas import math_font

FORMULA_SIGNS = {chr(code) for first, last in math_font.SIGNS for code in range(first, last + 1)}
DATA = {"application/json", "application/ld+json"}
#: Where attributes may begin that are looked at in every tag. Most tags have none, and need not be taken apart.
NOTED = re.compile(r"(?:^|[\s\"'/])(?:id|style|on|hx-on)", re.IGNORECASE)
#: What may be wrong with elements of some names, by their attributes.
OF_ELEMENTS: dict[str, Callable[[dict[str, str]], list[str]]] = {
    "style": lambda _: ["inline style"],
    "script": lambda has: ["inline script"] if "src" not in has and has.get("type") not in DATA else [],
    "form": lambda has: [] if has.get("action") else ["a form without action"],
    "img": lambda has: [] if "alt" in has else ["an image without alt"],
}


def faults(text: str) -> list[str]:
    """What is wrong with a page or, where it does not begin with a doctype, with a part of one."""
    opened = opening(text)
    of_elements = [(OF_ELEMENTS[name], written) for name, written in opened if name in OF_ELEMENTS]
    found = [fault for faults_of, written in of_elements for fault in faults_of(dict(attributes(written)))]
    written = attributes(" ".join(written for _, written in opened if written and NOTED.search(written)))
    found += [f"{name}={value}" for name, value in written if name == "style" or name.startswith(("on", "hx-on"))]
    ids = Counter(value for name, value in written if name == "id")
    found += [f"id {name!r} {times} times" for name, times in ids.items() if times > 1]
    lacking = set("".join(texts(text, "math"))) - FORMULA_SIGNS - {"\n"}
    found += [f"{sign!r} in a formula, but not in the math font" for sign in sorted(lacking)]
    if text.lstrip().lower().startswith("<!doctype"):
        names = [name for name, _ in opened]
        counts = {name: names.count(name) for name in ("h1", "main")}
        title, heading = (" ".join("".join(texts(text, name)).split()) for name in ("title", "h1"))
        if counts["h1"] != 1 or counts["main"] != 1:
            found.append(f"{counts['h1']} h1 and {counts['main']} main")
        elif not heading or not title.startswith(heading):
            found.append(f"title {title!r} does not begin with the h1 {heading!r}")
    return found


#: What tells browsers not to translate: an attribute, and elements for nothing else.
MARKS = re.compile(r'<bdi translate="no">([^<]*)</bdi>| translate="(?:no|yes)"')


class LintingClient(FlaskClient):
    """Flask's test client, except that a page with a fault fails the test that fetched it.

    Pages are without the marks of what is not translated, which would stand between the words that tests look for;
    ``marked`` is the page as it was sent.
    """

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """The answer, once it has been looked at."""
        response = super().open(*args, **{"buffered": True} | kwargs)
        if response.mimetype == "text/html" and not 300 <= response.status_code < 400:
            found = faults(response.text)
            assert not found, f"{response.request.path}: {'; '.join(found)}"
            response.marked = response.text  # type: ignore[attr-defined]
            response.text = MARKS.sub(r"\1", response.text)
        return response
