"""Sentences with the names of their values in braces.

After a colon a name may say how its value is written: ``{count:document|documents}`` is the noun that belongs to the
count, ``{count:word}`` a small number in words, ``{text:quote}`` something that somebody typed, short and in quotation
marks, ``{names:or}`` a list that ends in "or", ``{causes:sentences}`` one of whole sentences. Anything else is as
Python has it: ``{count:,}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter

from ireval.messages.message import Figures, Message
from ireval.messages.writing import POINT, number_text, number_word, quoted, word_list

_COUNT = re.compile(r" \([^()]*\{(?!cutoff)\w+\}[^()]*\)|\{(?!cutoff)\w+\} ")
_NOUN = re.compile(r"\{\w+:[^{}|]*\|([^{}]*)\}")

#: What is between the parts of a list that does not end in a word.
BETWEEN = {"": ", ", ";": "; ", "sentences": " "}

Say = Callable[[Message], str]


class Template:
    """A sentence with the names of its values in braces."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._pieces = list(Formatter().parse(text))

    @property
    def names(self) -> set[str]:
        """The names of its values."""
        return {name for _, name, _, _ in self._pieces if name}

    def fill(self, values: Mapping[str, object], say: Say, comma: bool = False) -> str:
        """The sentence with its values, of which ``say`` puts messages into words.

        Raises ``KeyError`` for a value that is missing.
        """
        written, gap = [], False
        for before, name, how, _ in self._pieces:
            written.append(before)
            if name:
                value = _write(values[name], how or "", say, comma)
                gap = gap or not value
                written.append(value)
        text = "".join(written)
        return re.sub(" {2,}", " ", text).strip() if gap else text


def without_counts(text: str) -> str:
    """A sentence's template where there is no list to count in: a count is in brackets, or in front of its noun.

    >>> without_counts("divided by the {found} relevant {found:document|documents} found, not by R ({R})")
    'divided by the relevant documents found, not by R'
    """
    return _NOUN.sub(r"\1", _COUNT.sub("", text))


def _write(value: object, how: str, say: Say, comma: bool) -> str:
    if isinstance(value, Message):
        return say(value)
    if isinstance(value, Figures):
        return POINT.sub(",", value) if comma else value
    if isinstance(value, str):
        return quoted(value) if how == "quote" else value
    if isinstance(value, Sequence):
        words = [_write(one, "", say, comma) for one in value]
        return BETWEEN[how].join(words) if how in BETWEEN else word_list(words, how)
    if isinstance(value, int | float):
        return _number(value, how, comma)
    raise TypeError(f"{value!r} cannot be a value of a sentence.")


def _number(value: float, how: str, comma: bool) -> str:
    if "|" in how:
        one, more = how.split("|")
        return one if value == 1 else more
    if how == "word":
        return number_word(int(value))
    text = format(value, how) if how else number_text(value)
    return POINT.sub(",", text) if comma else text
