"""The look at a page's accessibility finds what is planted, in either scheme, and nothing else."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page

from tests.browser.accessibility import assert_accessible

#: On white, #767676 has a contrast of 4.54 and #777777 one of 4.48, where 4.5 is enough.
FAULTS = {
    "grey": ("<p id=grey>Words</p>", "color: #777777"),
    "cell": ("<table><tr><td>11<td id=cell>22<td>33</table>", "background: #b0b0b0; color: #595959"),
    "veil": ("<p id=veil>Words</p>", "opacity: 0.4"),
    "half": ("<p id=half>Words</p>", "background: #00000080; color: #444444"),
    "moved": ("<p id=moved>Words</p>", "position: relative; color: #888888"),
    "field": ("<input id=field aria-label=Words value=1>", "color: #999999; background: #ffffff"),
    "link": ("<p>Many words and <a href='/' id=link>more</a> of them.</p>", "color: #222222; text-decoration: none"),
    "nameless": ("<input id=nameless>", ""),
}
FINE = {
    "dim": ("<p id=dim>Words</p>", "color: #767676"),
    "large": ("<p id=large>Words</p>", "color: #8c8c8c; font-size: 24px"),
    "off": ("<button disabled id=off>Words</button>", "color: #aaaaaa; background: #ffffff"),
    "bright": ("<div id=bright><p>Words</p></div>", "background: #000000; color: #dddddd"),
}
ONLY_DARK = ("<p id=dark>Words</p>", "@media (prefers-color-scheme: dark) { #dark { color: #888888 } }")


def test_what_is_planted_is_found(page: Page) -> None:
    parts = FAULTS | FINE
    style = "html { background: #ffffff; color: #111111; font: 16px serif }" + ONLY_DARK[1]
    style += "".join(f"#{name} {{ {css} }}" for name, (_, css) in parts.items())
    page.set_content(
        f"<!doctype html><html lang=en><title>Words</title><style>{style}</style><main><h1>Words</h1>"
        f"{ONLY_DARK[0]}{''.join(html for html, _ in parts.values())}</main>"
    )
    with pytest.raises(AssertionError) as found:
        assert_accessible(page)
    light, _, dark = str(found.value).partition("dark scheme")
    assert set(re.findall(r'id="(\w+)"', light)) == set(FAULTS)
    assert "dark" in re.findall(r'id="(\w+)"', dark)
