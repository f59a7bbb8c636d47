"""A printed table of a source: its figures, and the slips among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ireval.errors import InputError
from ireval.exercises.sheet.json_fields import JsonObject

MOST_COLUMNS, MOST_SLIPS = 12, 60
_LONGEST_COLUMN = 2000  #: characters of the figures of a column
_LONGEST_SLIP = 500


@dataclass(frozen=True)
class QuotedTable:
    """The ``figures`` of each column from the top down, separated by spaces, with a hyphen for a missing figure.

    ``slips`` explains each wrong cell, named as ``P[3]``, in a sentence.
    """

    figures: Mapping[str, str] = field(default_factory=dict)
    slips: Mapping[str, str] = field(default_factory=dict)


def read_quoted_table(part: JsonObject) -> QuotedTable:
    """The table in a sheet's JSON. Raises ``InputError``."""
    found = QuotedTable(
        _texts(part.object("figures", {}), MOST_COLUMNS, _LONGEST_COLUMN),
        _texts(part.object("slips", {}), MOST_SLIPS, _LONGEST_SLIP),
    )
    part.end()
    return found


def _texts(part: JsonObject, count: int, longest: int) -> dict[str, str]:
    if len(part.data) > count:
        raise InputError(part.where, "json-list-too-long", count=len(part.data), most=count)
    return {name: " ".join(part.markdown(name, longest).split()) for name in part.data}
