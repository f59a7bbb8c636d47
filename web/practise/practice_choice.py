"""What somebody practises: a measure, a mistake, a lesson, an exercise as on a sheet, or a mixture; from an address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for

from ireval.conventions import DEFAULT_PRESET, PRESETS
from ireval.errors import InputError, nearest
from ireval.exercises import KINDS as SHEET_KINDS
from ireval.exercises import clean_key
from ireval.exercises.practice.difficulty import HIGHEST, LOWEST
from ireval.exercises.practice.known_causes import cause_named
from ireval.exercises.practice.like_exercise import read_like, same_text
from ireval.exercises.practice.practice_exercise import practised_spec
from ireval.measure.registry import measures
from ireval.messages import Message, say
from web.course.course_files import lessons

#: The kinds of choices, each the name of a part of the address; ``mixed`` has the value 1.
MIXED, MEASURE, MISTAKE, LESSON, LIKE = KINDS = ("mixed", "measure", "mistake", "lesson", "like")


@dataclass(frozen=True)
class Choice:
    """What is practised: one of the ``KINDS`` with its ``value``, under the conventions of a ``preset``.

    The value of a mixture is 1 or, where something is asked again, that choice, such as ``measure=AP``.
    """

    kind: str
    value: str
    preset: str = DEFAULT_PRESET

    @property
    def query(self) -> dict[str, str]:
        """The parts of an address that name the choice."""
        chosen = {} if self.preset == DEFAULT_PRESET else {"conventions": self.preset}
        return {self.kind: self.value, **chosen}

    @property
    def asked(self) -> Choice:
        """What is asked now: the choice itself or, in a mixture, what is asked again."""
        kind, _, value = self.value.partition("=") if self.kind == MIXED else ("", "", "")
        return Choice(kind, value, self.preset) if value else self

    @property
    def onward(self) -> Choice:
        """What is practised next."""
        return replace(self, value="1") if self.kind == MIXED else self

    @property
    def about(self) -> str:
        """The choice as the browser's memory keeps it."""
        return f"{self.kind}={self.value}"

    @property
    def title(self) -> str:
        """The choice in words."""
        if self.kind == LESSON:
            return lessons()[self.value].title
        if self.kind == MISTAKE:
            return cause_named(self.value).measure.name
        if self.kind == LIKE:
            exercise = read_like(self.value).exercises[0]
            return " · ".join(filter(None, (SHEET_KINDS[exercise.kind].title, exercise.measure)))
        return say(Message("practise-mixed")) if self.kind == MIXED else self.value

    @property
    def sentence(self) -> str:
        """The mistake that is practised on purpose; empty for other choices."""
        return cause_named(self.value).sentence if self.kind == MISTAKE else ""

    def address(self, endpoint: str = "practise.begin", **more: str | int) -> str:
        """An address with the choice."""
        parts: dict[str, Any] = {**self.query, **more}
        return url_for(endpoint, **parts)


@dataclass(frozen=True)
class Place:
    """A choice at a ``level`` with the ``key`` of its numbers."""

    choice: Choice
    level: int
    key: str


def read_choice(args: Mapping[str, str]) -> Choice | None:
    """The choice in an address; None if there is none. Raises ``InputError`` that lists what there is."""
    given = [kind for kind in KINDS if args.get(kind, "").strip()]
    if not given:
        return None
    if len(given) > 1:
        raise InputError(given[1], "practise-one-choice", names=given)
    (kind,) = given
    preset = args.get("conventions", "").strip() or DEFAULT_PRESET
    if preset not in PRESETS:
        raise InputError("conventions", "practise-unknown-preset", name=preset[:80], hint=nearest(preset[:80], PRESETS))
    return Choice(kind, _READ[kind](args[kind].strip()), preset)


def read_level(args: Mapping[str, str]) -> int:
    """The level in an address, by default the lowest. Raises ``InputError``."""
    text = args.get("level", "").strip() or str(LOWEST)
    if text not in map(str, range(LOWEST, HIGHEST + 1)):
        raise InputError("level", "practise-unknown-level", text=text[:80], least=LOWEST, most=HIGHEST)
    return int(text)


def read_place(args: Mapping[str, str]) -> Place | None:
    """The choice, level and key in an address; None without a choice. Raises ``InputError``."""
    choice = read_choice(args)
    return Place(choice, read_level(args), clean_key(args.get("key", ""), "key")) if choice else None


def _lesson(text: str) -> str:
    """The name of a lesson, which may be that of its file."""
    slug = re.sub(r"^[0-9]+-", "", text[:80].removesuffix(".md"))
    if slug not in lessons():
        raise InputError(LESSON, "practise-unknown-lesson", name=text[:80], names=list(lessons()))
    return slug


def _mixed(text: str) -> str:
    """The mixture; what is asked again is named as the browser remembers it. What does not exist is not asked."""
    kind, _, value = text.partition("=")
    if kind not in _READ or kind == MIXED:
        return "1"
    try:
        return f"{kind}={_READ[kind](value)}"
    except InputError:
        return "1"


def _measure(text: str) -> str:
    return text if text in measures() else str(practised_spec(text))


def _mistake(text: str) -> str:
    return cause_named(text.replace("/", ".", 1) if "." not in text else text).name


def _like(text: str) -> str:
    return same_text(read_like(text))


_READ = {MIXED: _mixed, MEASURE: _measure, MISTAKE: _mistake, LESSON: _lesson, LIKE: _like}
