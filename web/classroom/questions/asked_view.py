"""A view of the site as something to ask about: its list, and the questions of a lesson's step."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, parse_qsl, urlsplit

from flask import has_request_context, request

from ireval.comparison.measure_comparison import pairs_of
from ireval.errors import InputError
from ireval.exercises import clean_key, new_key
from ireval.lessons import Lab, Lesson
from ireval.lessons.directives.systems_directive import Systems
from ireval.measure.spelling import split_list
from web.course.course_files import lessons
from web.state.address import Reading, from_query, has_list, is_part
from web.state.stored.topic_reading import COLLECTION
from web.store.library import library
from web.store.library.library import BUILT_IN

if TYPE_CHECKING:
    from ireval.lessons.lesson import Step

#: The most characters of an address.
LONGEST_ADDRESS = 8000
#: The pages whose address has the state of the lab.
LAB_PAGES = ("/lab", "/switchboard", "/embed")
SWITCHBOARD, COMPARISON = "/switchboard", "/compare"
_STEP = re.compile(r"/lessons/(?P<lesson>[a-z0-9-]+)(?:/(?P<key>[0-9A-Z]+))?/(?P<number>[1-9][0-9]{0,2})")
_PAIR = re.compile(r"m([1-9][0-9]?)p([1-9][0-9]{0,3})")
#: Parts of a comparison's address that the lab does not have, or understands in another way.
_OF_COMPARISON = {"run", "topic", "collection", "pair", "measures", "baseline", "seed", "sort", "topics", "a", "b"}


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson, with the key from which its numbers are drawn."""

    lesson: Lesson
    step: Step
    key: str


@dataclass(frozen=True)
class AskedView:
    """A view: its ``address`` on this site, the list that it shows, and the step of a lesson, if it is one.

    ``page`` is its path; the app's prefix belongs to neither. ``reading`` is None if the view has no list.
    """

    address: str
    page: str
    reading: Reading | None = None
    step: LessonStep | None = None


def read_view(address: str) -> AskedView | None:
    """Return the view at an address of this site, its path and query; None for any other text."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    if len(address) > LONGEST_ADDRESS or parts.scheme or parts.netloc or not parts.path.startswith("/"):
        return None
    if "\\" in address or not address.isprintable():
        return None
    page = parts.path.removeprefix(request.script_root) if has_request_context() else parts.path
    view = f"{page}?{parts.query}" if parts.query else page
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    if page == COMPARISON:
        return AskedView(view, page, _compared(parts.query))
    if page in LAB_PAGES:
        return AskedView(view, page, from_query(_parts(given)))
    step = _step(page)
    return AskedView(view, page, _reading_of_step(step, given) if step else None, step)


def _parts(given: Mapping[str, str]) -> dict[str, str]:
    """The parts of the lab's address, without those that belong to another page."""
    return {name: text for name, text in given.items() if is_part(name)}


def _step(page: str) -> LessonStep | None:
    found = _STEP.fullmatch(page)
    lesson = lessons().get(found["lesson"]) if found else None
    if not found or lesson is None or int(found["number"]) > len(lesson.steps):
        return None
    try:
        key = clean_key(found["key"]) if found["key"] else new_key()
    except InputError:
        return None
    return LessonStep(lesson, lesson.steps[int(found["number"]) - 1], key)


def _reading_of_step(step: LessonStep, given: Mapping[str, str]) -> Reading | None:
    """The list of a step: the one in the address, where the lecturer changed it, or the lesson's."""
    own = _parts(given)
    if has_list(own):
        return from_query(own)
    listed = next((block for block in step.step.all_blocks if isinstance(block, Lab | Systems)), None)
    return from_query(listed.parts) if listed else None


def _compared(query: str) -> Reading | None:
    """The lists of the compared runs on a topic; None if no topic is shown, or the comparison has none such."""
    given = {name: texts for name, texts in parse_qs(query).items() if texts}
    runs, topic = given.get("run", []), given.get("topic", [""])[0]
    if not topic or len(runs) < 2:
        return None
    measures = split_list(given.get("measures", [""])[0])
    measure, pair = 1, 0
    if found := _PAIR.fullmatch(given.get("pair", [""])[0]):
        measure, pair = map(int, found.groups())
    pairs = pairs_of(runs, given.get("baseline", [""])[0])
    chosen = pairs[pair - 1] if 1 <= pair <= len(pairs) else runs
    parts = {"topic": topic, **{f"run{place if place > 1 else ''}": run for place, run in enumerate(chosen, start=1)}}
    parts[COLLECTION] = given.get(library.FIELD, [BUILT_IN])[0]
    if measure <= len(measures):
        parts["show"] = measures[measure - 1]
    parts |= {name: texts[0] for name, texts in given.items() if name not in _OF_COMPARISON and is_part(name)}
    reading = from_query(parts)
    return None if reading.errors else reading
