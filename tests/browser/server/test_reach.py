"""What axe leaves out: nothing is too small to hit, too wide for 320 px, behind something else, or too faint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.classroom import Student, closed, made, publish
from tests.serving import running

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Page

LISTS = "labels=101003000200003&unretrieved=32211"
PAGES = {
    "opening page": "/",
    "lab": f"/lab?{LISTS}&show=nDCG@10",
    "several lists": f"/lab?{LISTS}&labels2=0110&show=AP",
    "projector": f"/lab?{LISTS}&show=nDCG@10&view=projector&step=3",
    "topic": "/lab?collection=harbour&topic=3&run=words&run2=pieces&own=h66=1",
    "switchboard": f"/switchboard?{LISTS}",
    "formulas of a measure": f"/formula/lab?{LISTS}&show=nDCG@10",
    "practice": "/practise",
    "search": "/search?q=map",
    "why": f"/why?{LISTS}&measure=AP&value=0.58",
    "measures": "/measures",
    "measure": "/measures/nDCG",
    "glossary": "/glossary",
    "lesson with terms": "/lessons/bpref/K7M2PXABC/1",
    "comparison": "/compare?collection=harbour",
    "pairing": "/compare/pairing",
    "collections": "/collections",
    "collection": "/collections/harbour",
    "document": "/collections/harbour/document?docno=h23",
    "experiments": "/experiments",
    "incomplete judgements": "/experiments/incomplete",
    "statistical tests": "/experiments/tests",
    "assessors": "/experiments/assessors?collection=harbour",
    "diversity": "/experiments/diversity",
    "guide to measures": "/experiments/measures?task=diverse&judgements=pooled&grades=graded",
    "playlist": "/playlist?items=five-sources",
    "entry": "/enter",
    "builder": "/sheets/new?seed=42",
    "recovery": "/sheets/recover",
}
#: Targets below 24 px that have another one within the circle of 24 px around their middle. Links within a sentence may
#: be as small as its lines; what a label belongs to is hit through the label, too.
SMALL = """() => {
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const box = element => {
    const boxes = [element, ...(element.matches('[type=radio], [type=checkbox]') ? element.labels : [])]
      .map(one => one.getBoundingClientRect());
    return {
      left: Math.min(...boxes.map(one => one.left)), right: Math.max(...boxes.map(one => one.right)),
      top: Math.min(...boxes.map(one => one.top)), bottom: Math.max(...boxes.map(one => one.bottom)),
    };
  };
  const inSentence = element => element.matches('a, button') && getComputedStyle(element).display === 'inline'
    && [...element.parentElement.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const targets = [...document.querySelectorAll(controls)]
    .filter(element => element.checkVisibility() && !element.classList.contains('vh'))
    .map(element => ({ element, ...box(element) })).filter(({ left, right }) => right > left);
  const isSmall = ({ left, right, top, bottom }) => right - left < 23.9 || bottom - top < 23.9;
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const near = (one, other) => {
    const [x, y] = middle(one);
    const [u, v] = middle(other);
    const { left, right, top, bottom } = other;
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return away < 12 || (isSmall(other) && Math.hypot(x - u, y - v) < 24);
  };
  const apart = (one, other) => !one.element.contains(other.element) && !other.element.contains(one.element);
  return targets.filter(one => isSmall(one) && !inSentence(one.element))
    .filter(one => targets.some(other => apart(one, other) && near(one, other)))
    .map(({ element }) => element.outerHTML.slice(0, 120));
}"""
#: Controls whose name does not contain the words on them.
MISNAMED = """() => {
  const plain = text => text.toLowerCase().replace(/\\s+/g, ' ').trim();
  return [...document.querySelectorAll('a, button, summary')]
    .filter(element => element.ariaLabel && element.checkVisibility() && /\\w/.test(element.innerText))
    .filter(element => !plain(element.ariaLabel).includes(plain(element.innerText)))
    .map(element => element.outerHTML.slice(0, 120));
}"""
#: Fields whose border has less than 3:1 against what is around them.
FAINT = """() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const paint = color => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  };
  const painted = {};
  const rgba = color => painted[color] ??= paint(color);
  const light = color => {
    const linear = n => n <= .04045 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4;
    const [r, g, b] = [...rgba(color)].map(n => linear(n / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ground = element => {
    const color = getComputedStyle(element).backgroundColor;
    return rgba(color)[3] === 255 || !element.parentElement ? color : ground(element.parentElement);
  };
  const fields = 'input:not([type=hidden], [type=radio], [type=checkbox], [type=file], [type=range]), select, textarea';
  return [...document.querySelectorAll(fields)].filter(field => field.checkVisibility() && !field.disabled)
    .filter(field => {
      const [dim, bright] = [getComputedStyle(field).borderBottomColor, ground(field.parentElement)].map(light).sort();
      return (bright + .05) / (dim + .05) < 3;
    }).map(field => field.outerHTML.slice(0, 120));
}"""
#: By how much a page can be scrolled beyond its end, as where hidden words of a box that scrolls stand outside of it.
EMPTY = """() => document.documentElement.scrollHeight
  - Math.max(innerHeight, document.body.getBoundingClientRect().bottom + scrollY)"""
#: Where the focus is; whether some of it is in sight, and marked.
FOCUS = """() => {
  const focused = document.activeElement;
  if (focused === document.body) return null;
  const hidden = getComputedStyle(focused).opacity === '0';
  const shown = hidden && focused.labels?.[0] || focused;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const places = [[.5, .5], [.1, .2], [.9, .2], [.1, .8], [.9, .8]];
  const inSight = places.some(([x, y]) => {
    const there = document.elementFromPoint(left + width * x, top + height * y);
    return there && (shown.contains(there) || there.contains(shown));
  });
  const outlined = element => element && getComputedStyle(element).outlineStyle !== 'none';
  const marked = [shown, focused.nextElementSibling, focused.closest('.item')].some(outlined);
  return [focused.outerHTML.slice(0, 120), inSight && marked];
}"""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a live server, and those of all kinds of pages."""
    app = made(tmp_path_factory.mktemp("reach"))
    owner = publish(app)
    key = owner.enter("Ada", "Ben")[0]
    student = Student(app, owner.students, key)
    practice = publish(app, mode="practice")
    beginner = Student(app, practice.students)
    assert beginner.save(ap_score="0.58") == 204
    own = {"": "owner", "/links": "links", "/roster": "roster", "/times": "times"}
    pages = {name: owner.own + path for path, name in own.items()}
    pages |= {"door": owner.students, "student": student.address, "submission": f"{student.address}/submit"}
    pages |= {
        "practice": beginner.address,
        "results": practice.own,
        "answers": f"{practice.own}/students/{beginner.key}",
    }
    app.testing = False
    with running(app) as address:
        yield address, PAGES | pages
    closed(app)


def test_everything_fits_is_large_enough_and_has_its_words_as_its_name(page: Page, school: Any) -> None:
    address, pages = school
    found = []
    widths = [320, 1280]
    for name, path in pages.items():
        answer = page.goto(address + path)
        assert answer and answer.ok, name
        page.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true; })")
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
                found.append(f"{name} is {wide} px wide in a window of {width} px")
            found += [f"{name} at {width} px: too small: {html}" for html in page.evaluate(SMALL)]
        if (empty := page.evaluate(EMPTY)) > 1:
            found.append(f"{name} at {width} px has {empty:.0f} empty pixels at its end")
        for what, script in (("misnamed", MISNAMED), ("faint", FAINT)):
            found += [f"{name} at {width} px: {what}: {html}" for html in page.evaluate(script)]
        widths.reverse()  # the next page opens at the width of this one
    assert not found, "\n".join(found)


def test_the_focus_is_never_behind_something_else(page: Page, school: Any) -> None:
    address, pages = school
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(address + pages["lab"])
    stops: list[tuple[str, bool]] = []
    while len(stops) < 45:
        page.keyboard.press("Tab")
        if (stop := page.evaluate(FOCUS)) is None:
            break
        stops.append(stop)
    assert len(stops) > 40
    assert [html for html, good in stops if not good] == []
