r"""Names of documents: the allowed names, and the notation for several names in an address or a field.

Commas separate them; a comma within a name is preceded by a backslash.

>>> write_names(["Emma", "Smith, J."])
'Emma,Smith\\, J.'
>>> split_names("Emma, Smith\\, J.")
('Emma', 'Smith, J.')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count, zip_longest

from ireval.errors import InputError
from ireval.messages.message import Message

#: The most characters of a name; long enough for the docnos of the large collections.
LONGEST_NAME = 60


def checked_name(name: str, where: Message | str = "", field: str = "pasted") -> str:
    """The name of a document, unchanged. Raises ``InputError`` naming ``field`` if it is too long.

    ``where`` is the place of the name as the error gives it, such as "Line 3:".
    """
    if len(name) > LONGEST_NAME:
        place = where.strip() if isinstance(where, str) else where
        raise InputError(field, "name-too-long", where=place, name=name, most=LONGEST_NAME)
    return name


def write_names(names: Iterable[str], between: str = ",") -> str:
    """Several names as one text, which ``split_names`` reads."""
    return between.join(re.sub(r"([\\,])", r"\\\1", name) for name in names)


def split_names(text: str) -> tuple[str, ...]:
    r"""The names in a text, without spaces around them. A backslash is literal unless ``,`` or ``\`` follows."""
    names = [""]
    for part in re.findall(r"\\[\\,]|[^\\,]+|[\\,]", text):
        if part == ",":
            names.append("")
        else:
            names[-1] += part[1:] if part in ("\\\\", "\\,") else part
    return tuple(name.strip() for name in names)


def by_rank(rank: int, letter: str = "d") -> str:
    """The name of a document without a given name, made from its rank."""
    return f"{letter}{rank}"


@lru_cache(maxsize=64)
def _names_by_rank(documents: int, letter: str) -> tuple[str, ...]:
    return tuple(by_rank(rank, letter) for rank in range(1, documents + 1))


def called(names: Sequence[str], documents: int, letter: str = "d", taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Names for all documents: the given name; otherwise made from the rank, or from a number after the last rank.

    A number after the last rank is used if the name from the rank is the given name of another document, or in
    ``taken``, the names in other lists. So two documents have the same name only if it was given to both.

    >>> called(["d3", "", ""], 4)
    ('d3', 'd2', 'd5', 'd4')
    >>> called(["", ""], 2, "b", taken=["b2"])
    ('b1', 'b3')
    """
    given = {name for name in (*names, *taken) if name}
    if not given:
        return _names_by_rank(documents, letter)
    spare = (name for rank in count(documents + 1) if (name := by_rank(rank, letter)) not in given)
    both = zip_longest(names[:documents], (by_rank(rank, letter) for rank in range(1, documents + 1)))
    return tuple(name or (ranked if ranked not in given else next(spare)) for name, ranked in both)
