"""Writes numbers, and text that somebody typed, in a sentence."""

from __future__ import annotations

import re

#: The most characters of a typed text that a sentence repeats.
SHOWN = 60
#: A decimal point.
POINT = re.compile(r"(?<=\d)\.(?=\d)")


def number_text(value: float) -> str:
    """A number in its shortest form: ``1`` for 1.0, ``0.3`` for 0.3."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def with_comma(text: str) -> str:
    """Write numbers with a decimal comma; commas between values become semicolons.

    >>> with_comma("max(0.5, 1)")
    'max(0,5; 1)'
    """
    return POINT.sub(",", text.replace(", ", "; "))


def quoted(text: str, before: str = "“", after: str = "”") -> str:
    r"""Quote typed text, or text from a file: shortened, and without characters that a terminal would act on.

    >>> quoted("a\tb"), len(quoted("c" * 100))
    ('“a\\tb”', 62)
    """
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: SHOWN + 1])
    shown = plain if len(plain) <= SHOWN else f"{plain[: SHOWN - 3]}..."
    return f"{before}{shown}{after}"
