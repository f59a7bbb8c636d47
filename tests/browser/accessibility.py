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
  // formulas. So axe compares the first and the last element of each kind, and none of a kind that was good before.
  // Elements are of one kind if they have the same colour of text, the same behind it, and the same states. Of a kind
  // with nothing but plain colours behind its text the contrast is computed here, and axe is asked if it is too low.
  const root = within ? document.querySelector(within) : document;
  if (!root) throw new Error(`There is no ${within} on the page.`);
  const known = new Map([[null, { states: '', behind: [], tricky: false, style: null }]]);
  const look = element => {
    if (known.has(element)) return known.get(element);
    const above = look(element.parentElement);
    const style = getComputedStyle(element);
    const { backgroundColor: colour, backgroundImage: image, opacity, position, float } = style;
    const covers = image === 'none' && /^(rgb[(]|color[(][^/]*$)/.test(colour);
    const lies = !covers && (position !== 'static' || float !== 'none');
    const names = ['disabled', 'inert', 'aria-disabled', 'aria-hidden'].map(name => element.getAttribute(name));
    const states = [...names, element.control?.disabled && 'disabled', opacity === '1' ? null : opacity];
    const ground = [
      lies ? [position, float, [...element.classList].sort()] : '', image === 'none' ? '' : image,
      colour === 'rgba(0, 0, 0, 0)' ? '' : colour,
    ];
    const found = {
      states: above.states + (states.some(Boolean) || states.includes('') ? JSON.stringify(states) : ''),
      behind: [...(ground.some(Boolean) ? [ground] : []), ...(covers ? [] : above.behind)],
      tricky: !covers && (lies || image !== 'none' || above.tricky || !element.parentElement),
      style,
    };
    known.set(element, found);
    return found;
  };
  const isLarge = ({ fontSize, fontWeight }) => parseFloat(fontSize) >= (fontWeight >= 700 ? 18.67 : 24);
  const kind = element => {
    const { states, behind, style } = look(element);
    const link = element.localName === 'a' && [style.textDecorationLine, look(element.parentElement).style.color];
    const text = [style.color, element.ownerSVGElement ? style.fill : '', style.textShadow];
    return JSON.stringify([situation, states, behind, text, isLarge(style), link]);
  };
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const painted = colours => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = rgb => {
    const [r, g, b] = rgb.map(n => n / 255).map(n => n <= .04045 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const surelyGood = element => {
    const { states, behind, tricky, style } = look(element);
    const link = element.localName === 'a' && !style.textDecorationLine.includes('underline');
    if (states || tricky || link || element.ownerSVGElement || style.textShadow !== 'none') return false;
    const grounds = behind.map(([, , colour]) => colour).reverse();
    const [dim, bright] = [painted(grounds), painted([...grounds, style.color])].map(light).sort((a, b) => a - b);
    return (bright + .05) / (dim + .05) > (isLarge(style) ? 3.02 : 4.52);  // a shade is rounded
  };
  const samples = new Map();
  for (const element of root.querySelectorAll('*')) {
    // Axe leaves single signs to people, so others of their kind are looked at.
    const texts = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1);
    if (!(texts || element.matches('input, select, textarea')) || !element.checkVisibility()) continue;
    samples.set(kind(element), [samples.get(kind(element))?.[0] ?? element, element]);
  }
  good.forEach(name => samples.delete(name));
  const kinds = [...samples.keys()];
  samples.forEach(([element], name) => surelyGood(element) && samples.delete(name));
  if (!samples.size) return [[], kinds];
  const { violations } = await axe.run({ include: [...new Set([...samples.values()].flat())] }, options);
  return [violations.map(({ id, help, nodes }) => [id, help, nodes.map(node => node.html)]), kinds];
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
    return [f"{id_}: {help_}\n  " + "\n  ".join(html[:150] for html in nodes[:10]) for id_, help_, nodes in violations]
