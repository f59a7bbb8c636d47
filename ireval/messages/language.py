"""A language: the words that sentences of any kind take from it, and the language that is spoken at the moment.

A language is one or more folders of its name. One of them has the file ``words.toml``, as ``english`` beside this file.

>>> english = words_of(DEFAULT)
>>> english.number(2), english.number(2, first=True), english.listed(["a", "b", "c"], "or")
('two', 'Two', 'a, b or c')
>>> [english.noun(count, "topic|topics") for count in (0, 1, 1.5, 2)]
['topics', 'topic', 'topics', 'topics']
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ireval.messages.writing import number_text, quoted

#: The language of the product. What another one has no words for is said in it.
DEFAULT = "english"
#: The file of a language's folder that has its words; all other files have sentences.
WORDS = "words.toml"
#: The folders of each language.
FOLDERS: dict[str, list[Path]] = {DEFAULT: [Path(__file__).with_name(DEFAULT)]}

_spoken: ContextVar[str] = ContextVar("language", default=DEFAULT)
#: The language that is spoken at the moment.
spoken: Callable[[], str] = _spoken.get


class Language:
    """The words of a language.

    ``last`` has what is said before the last word of a list, by its English. ``numbers`` are small numbers from 0, and
    ``first_numbers`` those that begin a sentence. ``nouns`` has a pattern for each form of a noun but the last: a form
    stands behind the numbers whose digits match. ``quotes`` are the marks around what somebody typed, and ``thousands``
    is between groups of three digits.
    """

    def __init__(self, words: Mapping[str, Any]) -> None:
        self._last: Mapping[str, str] = words["last"]
        self._numbers: tuple[Sequence[str], Sequence[str]] = words["numbers"], words["first_numbers"]
        self._nouns = [re.compile(pattern) for pattern in words["nouns"]]
        self._quotes: Sequence[str] = words["quotes"]
        self._thousands: str = words["thousands"]
        self.noun = lru_cache(maxsize=4096)(self._noun)

    def listed(self, words: Sequence[str], last: str) -> str:
        """Words as a list that ends in "and" or "or"."""
        return f" {self._last[last]} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

    def number(self, count: int, *, first: bool = False) -> str:
        """A small number in words, a larger one in digits; ``first`` is for the beginning of a sentence."""
        numbers = self._numbers[first]
        return numbers[count] if 0 <= count < len(numbers) else str(count)

    def quote(self, text: str) -> str:
        """Something that somebody typed, in quotation marks."""
        return quoted(text, *self._quotes)

    def grouped(self, text: str) -> str:
        """A number that Python wrote with commas between its thousands."""
        return text.replace(",", self._thousands)

    def _noun(self, count: float, forms: str) -> str:
        """The one of some forms, divided by bars, that stands behind a number."""
        found = forms.split("|")
        digits = number_text(count)
        return next((form for form, fits in zip(found, self._nouns, strict=False) if fits.fullmatch(digits)), found[-1])


@cache
def words_of(language: str) -> Language:
    """The words of a language; those that it does not have are English."""
    files = (folder / WORDS for name in (DEFAULT, language) for folder in FOLDERS.get(name, ()))
    found: dict[str, Any] = {}
    for file in filter(Path.exists, files):
        found |= tomllib.loads(file.read_text("utf-8"))
    return Language(found)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Whatever is said inside is said in this language. Who keeps what was said keeps it by the language ``spoken``."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)
