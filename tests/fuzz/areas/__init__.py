"""All areas of inputs, by name."""

from __future__ import annotations

from collections.abc import Iterable

from tests.fuzz.area import Area
from tests.fuzz.areas.backups import Backups
from tests.fuzz.areas.command_line import CommandLine
from tests.fuzz.areas.form_posts import FormPosts, StudentPosts
from tests.fuzz.areas.routes import Routes
from tests.fuzz.areas.sheet_json import SheetJson
from tests.fuzz.areas.trec_files import TrecFiles
from tests.fuzz.areas.web import WebArea
from tests.fuzz.world import World

KINDS: tuple[type[Area], ...] = (Routes, FormPosts, StudentPosts, SheetJson, CommandLine, TrecFiles, Backups)
AREAS = {kind.name: kind for kind in KINDS}


def areas(names: Iterable[str], world: World | None = None) -> list[Area]:
    """Areas by name; those of the web share a world."""
    shared = world or World()
    return [kind(shared) if issubclass(kind := AREAS[name], WebArea) else kind() for name in names]
