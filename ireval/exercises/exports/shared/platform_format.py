"""The declaration of an export format: all properties in which formats differ and which other modules use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ireval.exercises.exports.shared.job import Job


@dataclass(frozen=True)
class PlatformFormat:
    """A format: its key, its title, the ending of its file names, its media type, and its writer.

    Some formats support the owner's ``intro`` and ``hints``.
    """

    key: str
    title: str
    ending: str
    media_type: str
    write: Callable[[Job], bytes]
    intro: bool = False
    hints: bool = False
