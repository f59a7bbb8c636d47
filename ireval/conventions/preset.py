"""A preset: the choices of one source or tool among the conventions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

#: The families of presets: their headings on pages, by key.
FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "sources": "Lectures and texts",
        "evaluation": "Evaluation tools",
        "rag": "Tools for RAG",
        "learning": "Tools that learn to rank",
        "search": "Search and benchmarks",
    }
)


@dataclass(frozen=True)
class Preset:
    """The choices of one source or tool; a convention that is not named keeps its default.

    ``family`` is one of ``FAMILIES``. ``printed`` are further choices that reproduce the figures printed in the source:
    the rounding of intermediate results. ``traps`` are sentences on properties of a tool that its choices do not cover:
    other names, other versions, other input. ``lecture`` says whether the source is a lecture.
    """

    key: str
    title: str
    text: str
    choices: Mapping[str, Any]
    family: str = "sources"
    printed: Mapping[str, Any] = field(default_factory=dict)
    traps: tuple[str, ...] = ()
    lecture: bool = False

    @property
    def tool(self) -> bool:
        """Whether it is a tool, not a source."""
        return self.family != "sources"
