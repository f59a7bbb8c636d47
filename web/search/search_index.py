"""What can be found, and how well it matches a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from flask import url_for

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.explanation import reference
from ireval.glossary import glossary
from ireval.messages import Message, say
from web.course.course_files import lessons

#: Words of a question that say nothing about what is asked for.
_FILLING = frozenset(
    (
        "a",
        "an",
        "and",
        "are",
        "as",
        "calculate",
        "compute",
        "computed",
        "do",
        "does",
        "explain",
        "for",
        "formula",
        "from",
        "get",
        "got",
        "how",
        "i",
        "in",
        "is",
        "it",
        "list",
        "mean",
        "means",
        "measure",
        "metric",
        "my",
        "of",
        "on",
        "or",
        "score",
        "than",
        "that",
        "the",
        "this",
        "to",
        "use",
        "was",
        "what",
        "when",
        "which",
        "why",
        "with",
    )
)
_WORD = re.compile(r"[a-z0-9α]+")
_CUTOFF = re.compile(r"@\d+")
_NUMBER = re.compile(r"(?<![\w.,])(?:\d+[.,]\d+|[01])(?![\w.,])")
#: How much a word counts that is the whole of a name, in a name, begins a word of a name, or is in the text.
_WHOLE, _IN_NAME, _BEGINS, _IN_TEXT = 12, 6, 4, 1
#: Of results that match about equally well, kinds earlier in the list come first.
KINDS = ("measure", "lesson", "term", "convention", "mistake", "tool", "page")
MOST = 24


class Entry(NamedTuple):
    """Something that can be found: a kind, a title, other names, a text about it, and its address."""

    kind: str
    title: str
    names: tuple[str, ...]
    text: str
    address: str


class Found(NamedTuple):
    """The results of a question, the best first, and names that are spelled alike if there are none.

    ``number`` is a number in the question, as it was typed; empty without one.
    """

    entries: list[Entry]
    near: list[str]
    number: str


def search(question: str) -> Found:
    """Find what a question asks for. Every word that says something must match."""
    number = next(iter(_NUMBER.findall(question)), "")
    asked = _CUTOFF.sub("", question.replace(number, " ") if number else question)
    words = [word for word in _words(asked) if word not in _FILLING] or ([] if number else _words(asked))
    if not words:
        return Found([], [], number)
    rated = [(rating, entry) for entry in _entries() if (rating := _rating(entry, words, question))]
    rated.sort(key=lambda pair: (-pair[0], KINDS.index(pair[1].kind)))
    found = [entry for _, entry in rated[:MOST]]
    return Found(found, [] if found else _near(" ".join(words)), number)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("@", " "))


def _rating(entry: Entry, words: list[str], question: str) -> int:
    """How well an entry matches, 0 if a word does not. A mistake matches by what somebody did, not by its measure."""
    names = [_words(name) for name in (entry.title, *entry.names)]
    rated = [_of_word(word, names, _words(entry.text)) for word in words]
    if 0 in rated or (entry.kind == "mistake" and _IN_TEXT not in rated):
        return 0
    whole = any(name and (name == words or " ".join(name) == question.strip().lower()) for name in names)
    return sum(rated) + _WHOLE * whole


def _of_word(word: str, names: list[list[str]], text: list[str]) -> int:
    if any(word in name for name in names):
        return _IN_NAME
    if any(part.startswith(word) for name in names for part in name):
        return _BEGINS
    return _IN_TEXT if any(part.startswith(word) for part in text) else 0


def _near(text: str) -> list[str]:
    """Names that are spelled alike."""
    names = {" ".join(_words(name)): name for entry in _entries() for name in (entry.title, *entry.names)}
    return [names[close] for close in get_close_matches(text, names, n=4, cutoff=0.6)]


def _entries() -> list[Entry]:
    """Everything that can be found; lessons may change while the server runs."""
    return [*_declared(), *_lessons()]


@cache
def _declared() -> tuple[Entry, ...]:
    return (*_measures(), *_mistakes(), *_conventions(), *_terms(), *_tools(), *_pages())


def _measures() -> Iterator[Entry]:
    for entry in reference.entries():
        measure = entry.measure
        names = (name.partition("{")[0].rstrip("@_") for name in (*measure.other_names, measure.title))
        address = url_for("measures.measure", name=measure.name)
        spoken = tuple(dict.fromkeys(name.replace("_", " ") for name in names if name))
        yield Entry("measure", measure.name, spoken, measure.sentence, address)


def _mistakes() -> Iterator[Entry]:
    for entry in reference.entries():
        address = url_for("measures.measure", name=entry.measure.name)
        for text in entry.mistakes:
            yield Entry("mistake", entry.measure.name, (), text, f"{address}#mistakes-title")


def _conventions() -> Iterator[Entry]:
    for parameter in CONVENTIONS.values():
        choices = " ".join(choice.text for choice in parameter.choices or ())
        address = f"{url_for('measures.reference_page')}#convention-{parameter.name}"
        yield Entry("convention", parameter.title, (parameter.name,), f"{parameter.text} {choices}", address)


def _terms() -> Iterator[Entry]:
    for terms in glossary().values():
        for term in terms:
            address = f"{url_for('glossary.terms')}#{term.slug}"
            yield Entry("term", term.name, (), term.meaning, address)


def _tools() -> Iterator[Entry]:
    for key, preset in PRESETS.items():
        yield Entry("tool", preset.title, (key,), preset.text, f"{url_for('switchboard.board')}?conventions={key}")


def _pages() -> Iterator[Entry]:
    for message, endpoint in (
        (Message("search-page-reproduce"), "reproduction.reproduce"),
        (Message("search-page-compare"), "compare.compared"),
        (Message("search-page-collections"), "collections.overview"),
        (Message("search-page-experiments"), "experiments.door"),
        (Message("search-page-guide"), "guide.guide"),
        (Message("search-page-switchboard"), "switchboard.board"),
        (Message("search-page-enter"), "entry.enter"),
        (Message("search-page-practise"), "practise.begin"),
        (Message("search-page-mistakes"), "practise.mistakes"),
        (Message("search-page-exam"), "practise.exam"),
        (Message("search-page-sheets"), "builder.new"),
        (Message("search-page-playlist"), "playlist.build"),
    ):
        title, _, text = say(message).partition(": ")
        yield Entry("page", title, (), text, url_for(endpoint))


def _lessons() -> Iterator[Entry]:
    for lesson in lessons().values():
        text = " ".join((*lesson.measures, *(step.title for step in lesson.steps)))
        yield Entry("lesson", lesson.title, (), text, url_for("lessons.begin", slug=lesson.slug, number=1))
