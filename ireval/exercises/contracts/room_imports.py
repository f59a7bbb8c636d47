"""The check that a kind or a format imports only layers below it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ireval.contract.finding import Finding
from ireval.contract.import_checks import imports_outside

#: The packages above the rooms of exercises.
_ABOVE = (
    "web",
    "app",
    "tests",
    "flask",
    "ireval.cli",
    "ireval.lessons",
    "ireval.glossary",
    "ireval.exercises.contracts",
)
#: For each of these rooms of ``ireval.exercises``, further packages above it, and the noun for a file in it.
_ABOVE_ROOM = {
    "kinds": (
        "A kind of exercise",
        tuple(f"ireval.exercises.{room}" for room in ("variants", "marking", "paper", "exports")),
    ),
    "exports": ("An export format", ()),
}


def check_imports(path: Path, room: str) -> Iterator[Finding]:
    """Every import of a file of the room, also one within a function, is of a layer below the room."""
    noun, others = _ABOVE_ROOM[room]
    above = (*_ABOVE, *others)

    def allowed(name: str) -> bool:
        return not any(name == room or name.startswith(f"{room}.") for room in above)

    fix = f"Use what stands below it, without: {', '.join(above)}."
    yield from imports_outside(path, allowed, noun, fix)
