"""A figure that was read of the store."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

NO_LABELS: Mapping[str, str] = MappingProxyType({})


class Figure(NamedTuple):
    """A value of a gauge that was read."""

    name: str
    value: float
    labels: Mapping[str, str] = NO_LABELS
