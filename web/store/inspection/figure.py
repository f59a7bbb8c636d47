"""A figure that was read from the store."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

NO_LABELS: Mapping[str, str] = MappingProxyType({})


class Figure(NamedTuple):
    """The value of a gauge, with its name and labels."""

    name: str
    value: float
    labels: Mapping[str, str] = NO_LABELS
