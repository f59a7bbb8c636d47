"""Input that cannot be used: one class, so that page, API and command line report it alike."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from ireval.messages.catalogue import ADVICE, say
from ireval.messages.keyed_error import KeyedError
from ireval.messages.message import Message


class InputError(KeyedError, ValueError):
    """Something that a person typed or sent cannot be used.

    ``field`` names the input in the address grammar (``labels``, ``k``, ...). ``key`` and ``values`` say what is wrong
    with it; ``message`` and ``suggestion`` are that in words: what is wrong and where, and how to correct it (may be
    empty). Both are plain text.
    """

    def __init__(self, field: str, key: str, /, **values: object) -> None:
        super().__init__(key, **values)
        self.field = field

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """What is wrong, in words."""
        return say(self.problem)

    @property
    def suggestion(self) -> str:
        """How to correct it, in words; may be empty."""
        return say(self.problem, ADVICE)

    def at(self, field: str) -> InputError:
        """The same error in another field."""
        return InputError(field, self.key, **self.values)


#: A hint has no more words to choose from.
MOST_OFFERED = 12


def nearest(word: str, known: Iterable[str]) -> Message:
    """A hint that offers the known word nearest to ``word``, or the first of them when none is near.

    >>> say(nearest("lilis", ["lillis", "kth"])), say(nearest("zzz", ["a", "b"]))
    ('Did you mean lillis?', 'Choose one of: a, b.')
    """
    names = list(known)
    near = close(word, names)
    if near:
        return Message("did-you-mean", name=near)
    if len(names) <= MOST_OFFERED:
        return Message("choose-one-of", names=names)
    return Message("choose-one-of-many", names=names[:MOST_OFFERED], count=len(names) - MOST_OFFERED)


def close(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to ``word``, whatever its case; None where none is near."""
    folded = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    return folded[found[0]] if found else None
