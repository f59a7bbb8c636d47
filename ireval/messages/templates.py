"""Sentences with the names of their values in braces.

After a colon, a name may say how its value is written: ``{count:document|documents}`` is the form of the noun for the
count, ``{count:word}`` a small number in words, and ``{count:Word}`` the same at the beginning of a sentence.
``{text:quote}`` is text that somebody typed, shortened and in quotation marks. ``{names:or}`` is a list that ends in
"or", and ``{causes:sentences}`` a list of whole sentences. Any other format is Python's: ``{count:,}``.

A part in square brackets with a value is used only if there is a list to count in:
``divided by the [{found}] relevant {found:document|documents} retrieved, not by R [({R})]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter

from ireval.messages.language import DEFAULT, words_of
from ireval.messages.message import Figures, Message
from ireval.messages.writing import POINT, number_text
from ireval.stdlib.lazy_attribute import lazy_attribute

_COUNTED = re.compile(r" ?\[([^][]*\{[^][]*)\]")
_BRACKETS = re.compile(r"\[([^][]*\{[^][]*)\]")

#: The separators of lists that do not end in "and" or "or".
BETWEEN = {"": ", ", ";": "; ", "sentences": " "}

Say = Callable[[Message], str]


class Template:
    """A sentence of a language with the names of its values in braces."""

    def __init__(self, text: str, language: str = DEFAULT) -> None:
        self._language = language
        self._source = text
        self.text = _BRACKETS.sub(r"\1", text) if "[" in text else text
        self._pieces = [(before, name or "", how or "") for before, name, how, _ in Formatter().parse(self.text)]

    @lazy_attribute
    def bare(self) -> Template:
        """The sentence without the parts in square brackets, for use without a list to count in.

        >>> Template("divided by the [{found}] relevant {found:document|documents} found, not by R [({R})]").bare.text
        'divided by the relevant documents found, not by R'
        """
        left_out = _COUNTED.findall(self._source)
        if not left_out:
            return self
        names = set().union(*(Template(part).names for part in left_out))
        nouns = re.compile(rf"\{{(?:{'|'.join(names)}):(?:[^{{}}|]*\|)+([^{{}}|]*)\}}")
        return Template(nouns.sub(r"\1", _COUNTED.sub("", self._source)).strip(), self._language)

    @property
    def names(self) -> set[str]:
        """The names of its values."""
        return {name for _, name, _ in self._pieces if name}

    def fill(self, values: Mapping[str, object], say: Say, comma: bool = False) -> str:
        """The sentence with its values filled in; ``say`` puts values that are messages into words.

        Raises ``KeyError`` for a value that is missing.
        """
        written, gap = [], False
        for before, name, how in self._pieces:
            written.append(before)
            if name:
                value = values[name]
                text = self._write(value, how, say, comma)
                gap = gap or not text
                written.append(text)
        text = "".join(written)
        return re.sub(" {2,}", " ", text).strip() if gap else text

    def _write(self, value: object, how: str, say: Say, comma: bool) -> str:
        if isinstance(value, Message):
            return say(value)
        if isinstance(value, Figures):
            return POINT.sub(",", value) if comma else value
        if isinstance(value, str):
            return words_of(self._language).quote(value) if how == "quote" else value
        if isinstance(value, int | float):
            return self._number(value, how, comma)
        if isinstance(value, Sequence):
            words = [self._write(one, "", say, comma) for one in value]
            return BETWEEN[how].join(words) if how in BETWEEN else words_of(self._language).listed(words, how)
        raise TypeError(f"{value!r} cannot be a value of a sentence.")

    def _number(self, value: float, how: str, comma: bool) -> str:
        if "|" in how:
            return words_of(self._language).noun(value, how)
        if how in {"word", "Word"}:
            return words_of(self._language).number(int(value), first=how == "Word")
        text = format(value, how) if how else number_text(value)
        if how == "," and "," in text:
            return words_of(self._language).grouped(text)
        return POINT.sub(",", text) if comma else text
