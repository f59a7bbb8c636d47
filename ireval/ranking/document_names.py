r"""Names of documents: what they may be, and how several of them stand in an address or a field.

They are separated by commas; a comma in a name has a backslash before it.

>>> write_names(["Emma", "Smith, J."])
'Emma,Smith\\, J.'
>>> split_names("Emma, Smith\\, J.")
('Emma', 'Smith, J.')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count, zip_longest

from ireval.errors import InputError
from ireval.messages.writing import quoted

#: Docnos of the large collections fit.
LONGEST_NAME = 60


def checked_name(name: str, where: str = "", field: str = "pasted") -> str:
    """``name``, for a document. Raises ``InputError`` naming ``field`` for one that is too long."""
    if len(name) > LONGEST_NAME:
        raise InputError(
            field, f"{where}the name {quoted(name)} is longer than {LONGEST_NAME} characters.", "Shorten it."
        )
    return name


def write_names(names: Iterable[str], between: str = ",") -> str:
    """Names in a row, as ``split_names`` reads them."""
    return between.join(re.sub(r"([\\,])", r"\\\1", name) for name in names)


def split_names(text: str) -> tuple[str, ...]:
    """The names of a row, without blanks around them. A backslash is one where no comma or other one follows it."""
    names = [""]
    for part in re.findall(r"\\[\\,]|[^\\,]+|[\\,]", text):
        if part == ",":
            names.append("")
        else:
            names[-1] += part[1:] if part in ("\\\\", "\\,") else part
    return tuple(name.strip() for name in names)


def by_rank(rank: int) -> str:
    """What a document without a name is called."""
    return f"d{rank}"


def called(names: Sequence[str], documents: int) -> tuple[str, ...]:
    """What so many documents are called: by their names, else by their ranks, or with a number behind all ranks.

    That is where another document has the name already: no two are called alike, unless both were named so.

    >>> called(["d3", "", ""], 4)
    ('d3', 'd2', 'd5', 'd4')
    """
    given = {name for name in names if name}
    spare = (name for name in map(by_rank, count(documents + 1)) if name not in given)
    both = zip_longest(names[:documents], map(by_rank, range(1, documents + 1)))
    return tuple(name or (ranked if ranked not in given else next(spare)) for name, ranked in both)
