"""Numbers and lists in words, as sentences have them."""

from __future__ import annotations

from collections.abc import Sequence

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(count: int) -> str:
    """A small number in words, a larger one in digits.

    >>> number_word(0), number_word(2), number_word(11)
    ('no', 'two', '11')
    """
    return _WORDS[count] if count < len(_WORDS) else str(count)


def plural(noun: str, count: int) -> str:
    """The noun as it stands behind a number.

    >>> [f"{n} {plural('topic', n)}" for n in (0, 1, 2)]
    ['0 topics', '1 topic', '2 topics']
    """
    return noun if count == 1 else f"{noun}s"


def word_list(words: Sequence[str]) -> str:
    """Words as a list: a, b and c.

    >>> word_list(["a", "b", "c"]), word_list(["a"]), word_list([])
    ('a, b and c', 'a', '')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
