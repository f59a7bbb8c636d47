"""Checks of what an export format declares, before anything is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ireval.contract.finding import Finding
from ireval.contract.type_checks import field_faults
from ireval.exercises.exports.platform_files import FORMAT_MODULES
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.sheet_files import FILE_KINDS, PLATFORMS

_KEY = re.compile(r"[a-z][a-z0-9-]*")
_ENDING = re.compile(r"(\.[a-z0-9]+)+")
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+(; charset=utf-8)?")


def check_types(form: PlatformFormat) -> Iterator[Finding]:
    """Every part of the declaration has its declared type."""
    yield from field_faults(form, "")


def check_words(form: PlatformFormat) -> Iterator[Finding]:
    """The format has a title, and a valid key, file ending and media type."""
    if not form.title.strip():
        yield Finding("words", "title", "It is empty.", "Say what platform reads the file.")
    rules = (
        ("key", form.key, _KEY, "Use small letters, digits and hyphens, such as moodle."),
        ("ending", form.ending, _ENDING, "Write it like .moodle.xml."),
        ("media_type", form.media_type, _MEDIA_TYPE, "Write it like text/plain; charset=utf-8."),
    )
    for name, text, pattern, fix in rules:
        if not pattern.fullmatch(text):
            yield Finding(name.replace("_", "-"), name, f"“{text}” cannot be used.", fix)


def check_names(form: PlatformFormat) -> Iterator[Finding]:
    """Neither the key nor the ending belongs to another format."""
    others = [module.FORMAT for module in FORMAT_MODULES if module.FORMAT is not form]
    files = {kind.key for kind in FILE_KINDS.values() if kind.group != PLATFORMS}
    if form.key in {*files, *(other.key for other in others)}:
        yield Finding("name-taken", "key", f"“{form.key}” is already a format.", "Choose another key.")
    if form.ending in {other.ending for other in others}:
        yield Finding("name-taken", "ending", f"“{form.ending}” is already the ending of a format.", "Choose another.")
