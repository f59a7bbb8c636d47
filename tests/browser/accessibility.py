"""What axe says about a page: nothing, in the light and in the dark scheme."""

from __future__ import annotations

from typing import Any, Literal

import pytest

pytest.importorskip("axe_playwright_python", reason="install the rest with: pip install -r requirements-dev.txt")

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

#: The rules that compare colours: all that a scheme can change.
COLOUR = ["color-contrast", "link-in-text-block"]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
OPTIONS: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "selectors": False}
SCAN = """async ([within, options, samples]) => {
  const root = within ? document.querySelector(within) : document;
  if (!root) throw new Error(`There is no ${within} on the page.`);
  const context = samples ? { include: kinds(root) } : root;
  const { violations } = await axe.run(context, options);
  return violations.map(({ id, help, nodes }) => [id, help, nodes.map(node => node.html)]);

  // Comparing colours takes as long as all other rules together, and many times longer on a page with hundreds of
  // formulas. So the first and the last element of each kind are compared. Elements are of one kind if they look the
  // same in what matters for contrast, have the same classes and states, and so have the elements around them.
  function kinds(root) {
    const numbers = new Map();
    const known = new Map([[null, 0]]);
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
      ];
      const looks = JSON.stringify([kind(element.parentElement), ...own]);
      if (!numbers.has(looks)) numbers.set(looks, own.some(Boolean) ? numbers.size + 1 : kind(element.parentElement));
      known.set(element, numbers.get(looks));
      return known.get(element);
    };
    const first = new Map();
    const last = new Map();
    for (const element of root.querySelectorAll('*')) {
      const texts = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (!(texts || element.matches('input, select, textarea')) || !element.checkVisibility()) continue;
      if (!first.has(kind(element))) first.set(kind(element), element);
      last.set(kind(element), element);
    }
    return [...new Set([...first.values(), ...last.values()])];
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
            found += [where + text for text in _scan(page, within, {"rules": not_colour}, samples=False)]
        found += [where + text for text in _scan(page, within, {"runOnly": COLOUR}, samples=True)]
    page.emulate_media(color_scheme="light")
    assert not found, f"{page.url}\n" + "\n".join(found)


def _scan(page: Page, within: str | None, options: dict[str, Any], *, samples: bool) -> list[str]:
    violations = page.evaluate(SCAN, [within, OPTIONS | options, samples])
    return [f"{id_}: {help_}\n  " + "\n  ".join(html[:150] for html in nodes[:4]) for id_, help_, nodes in violations]
