"""Languages: the words that all sentences of a language share, and the current language.

A language is one or more folders with its name. One of them has the file ``words.toml``, as ``english`` beside this
file.

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

#: The default language. It is also used for sentences that are missing in another language.
DEFAULT = "english"
#: The file with the words of a language; all other files in its folder have sentences.
WORDS = "words.toml"
#: The folders of each language.
FOLDERS: dict[str, list[Path]] = {DEFAULT: [Path(__file__).with_name(DEFAULT)]}

_spoken: ContextVar[str] = ContextVar("language", default=DEFAULT)
#: A function that returns the current language.
spoken: Callable[[], str] = _spoken.get


class Language:
    """The words of a language.

    ``last`` has the words before the last item of a list ("and", "or"), by the English word. ``numbers`` are the words
    for small numbers from 0, and ``first_numbers`` the same words at the beginning of a sentence. ``nouns`` has a
    pattern for each form of a noun except the last: the form is used after numbers whose digits match. ``quotes`` are
    the marks around text that somebody typed, and ``thousands`` separates groups of three digits.
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
        """The form of a noun after a number; bars separate the ``forms``."""
        found = forms.split("|")
        digits = number_text(count)
        return next((form for form, fits in zip(found, self._nouns, strict=False) if fits.fullmatch(digits)), found[-1])


@cache
def words_of(language: str) -> Language:
    """The words of a language; missing words are English."""
    files = (folder / WORDS for name in (DEFAULT, language) for folder in FOLDERS.get(name, ()))
    found: dict[str, Any] = {}
    for file in filter(Path.exists, files):
        found |= tomllib.loads(file.read_text("utf-8"))
    return Language(found)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this context, ``language`` is the current language.

    Caches of sentences must use the current language, ``spoken()``, as part of the key.
    """
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)
