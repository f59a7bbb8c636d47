"""What axe says about a page: nothing, in the light and in the dark scheme."""

from __future__ import annotations

from typing import Any, Literal

import pytest

pytest.importorskip("axe_playwright_python", reason="install the rest with: pip install -r requirements-dev.txt")

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

#: The rules that compare colours: all that a scheme can change.
COLOUR = ["color-contrast", "link-in-text-block"]
#: A rule's name, what it says, and the elements that break it.
Violation = tuple[str, str, list[str]]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
OPTIONS: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "selectors": False}
#: Below it a page is laid out in one column, so other things lie on each other.
NARROW = 600
#: The kinds of elements whose colours were found good, of any page that this process looked at.
GOOD_KINDS: set[str] = set()
SCAN = """async ([within, options]) => {
  const root = within ? document.querySelector(within) : document;
  if (!root) throw new Error(`There is no ${within} on the page.`);
  const { violations } = await axe.run(root, options);
  return violations.map(({ id, help, nodes }) => [id, help, nodes.map(node => node.html)]);
}"""
COLOUR_SCAN = """async ([within, options, good, situation]) => {
  // Comparing colours takes as long as all other rules together, and many times longer on a page with hundreds of
  // formulas. So the first and the last element of each kind are compared, and none of a kind that was good before.
  // Elements are of one kind if they look the same in what matters for contrast, have the same classes and states, and
  // so have the elements around them, on pages with the same style sheets.
  const root = within ? document.querySelector(within) : document;
  if (!root) throw new Error(`There is no ${within} on the page.`);
  const sheets = [...document.styleSheets].map(sheet => sheet.href);
  const known = new Map([[null, JSON.stringify([situation, document.body.className, ...sheets])]]);
  const written = ({ color, fill, fontSize, fontWeight }) => [color, fill, fontSize, fontWeight].join();
  const kind = element => {
    if (known.has(element)) return known.get(element);
    const style = getComputedStyle(element);
    const around = element.parentElement && written(getComputedStyle(element.parentElement));
    const states = ['disabled', 'inert', 'aria-disabled', 'aria-hidden'].map(name => element.getAttribute(name));
    const own = [
      [...element.classList].sort().join(), element.control?.disabled ? 'disabled' : '', states.join(''),
      written(style) === around ? '' : written(style), style.backgroundColor.replace('rgba(0, 0, 0, 0)', ''),
      style.backgroundImage.replace('none', ''), style.opacity.replace('1', ''), style.position.replace('static', ''),
      element.localName === 'a' ? `link ${style.textDecorationLine}` : '',
    ];
    const above = kind(element.parentElement);
    known.set(element, own.some(Boolean) ? digest(JSON.stringify([above, ...own])) : above);
    return known.get(element);
  };
  const samples = new Map();
  for (const element of root.querySelectorAll('*')) {
    const texts = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!(texts || element.matches('input, select, textarea')) || !element.checkVisibility()) continue;
    samples.set(kind(element), [samples.get(kind(element))?.[0] ?? element, element]);
  }
  good.forEach(name => samples.delete(name));
  if (!samples.size) return [[], []];
  const { violations } = await axe.run({ include: [...new Set([...samples.values()].flat())] }, options);
  return [violations.map(({ id, help, nodes }) => [id, help, nodes.map(node => node.html)]), [...samples.keys()]];

  // Two sums of 32 bits each: short enough to be sent, and long enough for no two kinds to have the same.
  function digest(text) {
    let [a, b] = [1, 2];
    for (let i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
      a ^= a >>> 15;
      b ^= b >>> 13;
    }
    return `${a}.${b}`;
  }
}"""


def assert_accessible(page: Page, within: str | None = None, *, widths: tuple[int, int] | None = None) -> None:
    """Check a page, or the part of it that a selector finds, with every rule; and its colours in both schemes.

    If there are two widths, every rule is checked at both, and the dark scheme is at the second. The page keeps its
    state, and is in the light scheme afterwards.
    """
    if not page.evaluate("!!window.axe"):
        page.evaluate(AXE_SCRIPT)
    not_colour = {rule: {"enabled": False} for rule in COLOUR}
    found: list[str] = []
    for scheme, width in zip(SCHEMES, widths or (None, None), strict=True):
        page.emulate_media(color_scheme=scheme)
        if width:
            page.set_viewport_size({"width": width, "height": 800})
        where = f"{scheme} scheme, {width} px: " if width else f"{scheme} scheme: "
        if width or scheme == "light":
            violations = page.evaluate(SCAN, [within, OPTIONS | {"rules": not_colour}])
            found += [where + text for text in _described(violations)]
        found += [where + text for text in _described(_bad_colours(page, within, scheme))]
    page.emulate_media(color_scheme="light")
    assert not found, f"{page.url}\n" + "\n".join(found)


def _bad_colours(page: Page, within: str | None, scheme: str) -> list[Violation]:
    """The elements whose colours are hard to tell apart, if they are of a kind that was not good before."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    situation = f"{scheme}, {'narrow' if width < NARROW else 'wide'}"
    arguments = [within, OPTIONS | {"runOnly": COLOUR}, sorted(GOOD_KINDS), situation]
    violations, kinds = page.evaluate(COLOUR_SCAN, arguments)
    if not violations:
        GOOD_KINDS.update(kinds)
    return violations  # type: ignore[no-any-return]


def _described(violations: list[Violation]) -> list[str]:
    return [f"{id_}: {help_}\n  " + "\n  ".join(html[:150] for html in nodes[:4]) for id_, help_, nodes in violations]
