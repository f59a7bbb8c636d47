"""What a preset is: the choices of one source or tool among the conventions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Preset:
    """The choices of one source or ``tool``; a convention that is not named keeps its default.

    ``printed`` are further choices that reproduce the source's printed figures: how intermediate results were rounded.
    ``traps`` are sentences on what a tool does that its choices do not say: other names, other versions, other input.
    """

    key: str
    title: str
    text: str
    choices: Mapping[str, Any]
    tool: bool = False
    printed: Mapping[str, Any] = field(default_factory=dict)
    traps: tuple[str, ...] = ()
