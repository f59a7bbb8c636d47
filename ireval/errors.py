"""What can be wrong with input: one class, so that every door (page, API, command line) tells it alike."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

#: No more characters of what was typed are repeated in a message.
SHOWN = 60


class InputError(ValueError):
    """Something typed or sent cannot be used.

    ``field`` names the input in the address grammar (``labels``, ``k``, ...), ``message`` says what is wrong and
    where, ``suggestion`` how to mend it (may be empty). Both are plain text.
    """

    def __init__(self, field: str, message: str, suggestion: str = "") -> None:
        super().__init__(message)
        self.field = field
        self.message = message
        self.suggestion = suggestion


def nearest(word: str, known: Iterable[str]) -> str:
    """A sentence that offers the known word nearest to ``word``, or all of them when none is near.

    >>> nearest("lilis", ["lillis", "kth"])
    'Did you mean lillis?'
    >>> nearest("zzz", ["a", "b"])
    'Known are: a, b.'
    """
    names = list(known)
    near = close(word, names)
    return f"Did you mean {near}?" if near else f"Known are: {', '.join(names)}."


def close(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to ``word``, whatever its case; None where none is near."""
    folded = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    return folded[found[0]] if found else None


def quoted(text: str) -> str:
    r"""Something typed, or out of a file, as a message repeats it: short, and nothing a terminal would act on.

    >>> quoted("a\tb"), len(quoted("c" * 100))
    ('“a\\tb”', 62)
    """
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: SHOWN + 1])
    return f"“{plain}”" if len(plain) <= SHOWN else f"“{plain[: SHOWN - 3]}...”"
