"""How numbers, nouns and lists are written in a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: No more characters of what somebody typed are repeated in a sentence.
SHOWN = 60
#: A decimal point.
POINT = re.compile(r"(?<=\d)\.(?=\d)")

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


def word_list(words: Sequence[str], last: str = "and") -> str:
    """Words as a list: a, b and c.

    >>> word_list(["a", "b", "c"]), word_list(["a", "b"], "or"), word_list([])
    ('a, b and c', 'a or b', '')
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def number_text(value: float) -> str:
    """A number in its shortest form: ``1`` for 1.0, ``0.3`` for 0.3."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def with_comma(text: str) -> str:
    """Numbers with a decimal comma; what commas separated, semicolons do.

    >>> with_comma("max(0.5, 1)")
    'max(0,5; 1)'
    """
    return POINT.sub(",", text.replace(", ", "; "))


def quoted(text: str) -> str:
    r"""Something typed, or out of a file, as a message repeats it: short, and nothing a terminal would act on.

    >>> quoted("a\tb"), len(quoted("c" * 100))
    ('“a\\tb”', 62)
    """
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: SHOWN + 1])
    return f"“{plain}”" if len(plain) <= SHOWN else f"“{plain[: SHOWN - 3]}...”"
