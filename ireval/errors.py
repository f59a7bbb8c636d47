"""The error for input that cannot be used: one class, so that pages, API and command line report it in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from ireval.messages.catalogue import ADVICE, say
from ireval.messages.keyed_error import KeyedError
from ireval.messages.message import Message


class InputError(KeyedError, ValueError):
    """Something that a person typed or sent cannot be used.

    ``field`` is the name of the input as in addresses (``labels``, ``k``, ...). ``key`` and ``values`` say what is
    wrong with it, for programs. ``message`` says in words what is wrong and where, and ``suggestion`` how to correct it
    (may be empty). Both are plain text.
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


#: The most words that a hint offers.
MOST_OFFERED = 12


def nearest(word: str, known: Iterable[str]) -> Message:
    """A hint with the known word that is nearest to ``word``, or with the first known words if none is near.

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
    """The known word that is nearest to ``word``, ignoring case; None if none is near."""
    folded = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    return folded[found[0]] if found else None
