"""A playlist as a file: JSON, or plain text with one link on each line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ireval.errors import InputError
from ireval.messages.catalogue import ADVICE, say
from ireval.stdlib.strict_json import JsonError, read_json
from web.playlist.playlist import LONGEST_TITLE, MOST_ITEMS, Item, Playlist, read_item

#: The fields that an item in a file may have, in the order of a code; ``lab`` is the query of its link.
FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "lab": str,
    "title": str,
    "note": str,
    "minutes": int,
    "steps": bool,
    "question": str,
}
_LINK = re.compile(r"\S+$")


def write_file(playlist: Playlist) -> str:
    """Return the playlist as JSON, which people can read and change."""
    items = [
        {"lab": i.query, "title": i.title}
        | ({"note": i.note} if i.note else {})
        | ({"minutes": i.minutes} if i.minutes else {})
        | ({"steps": True} if i.steps else {})
        | ({"question": i.question} if i.question else {})
        for i in playlist.items
    ]
    return json.dumps({"title": playlist.title, "items": items}, ensure_ascii=False, indent=1) + "\n"


def read_file(content: bytes | str) -> Playlist:
    """Return the playlist in a file of either kind. Raises ``InputError`` with the item or line that is invalid."""
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    except UnicodeDecodeError:
        raise InputError("file", "playlist-file-not-text") from None
    if not text.lstrip().startswith(("{", "[")):
        return Playlist(items=read_links(text))
    try:
        fields = read_json(text)
    except JsonError as error:
        if error.reason == "character":
            raise InputError("file", "unprintable-character", character=error.text) from None
        raise InputError("file", "playlist-file-not-json") from None
    return read_fields(fields)


def read_fields(fields: Any) -> Playlist:
    """Return the playlist in decoded JSON. Raises ``InputError`` with the item that is invalid."""
    if not isinstance(fields, dict) or not isinstance(fields.get("items"), list):
        raise InputError("file", "playlist-file-without-items")
    unknown = sorted(fields.keys() - {"title", "items"})
    title = fields.get("title", "")
    if unknown or not isinstance(title, str):
        raise InputError("file", "playlist-file-field", name=unknown[0] if unknown else "title")
    if len(title) > LONGEST_TITLE:
        raise InputError("file", "playlist-title-too-long", count=len(title), most=LONGEST_TITLE)
    check_count(len(fields["items"]))
    return Playlist(title, tuple(_read(place, item) for place, item in enumerate(fields["items"], start=1)))


def read_links(text: str) -> tuple[Item, ...]:
    """Return an item for each line with a link, after its title if it has one. Raises ``InputError`` with the line."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines:
        raise InputError("links", "playlist-no-links")
    check_count(len(lines))
    items = []
    for number, line in lines:
        found = _LINK.search(line)
        link = found[0] if found else ""
        try:
            items.append(read_item(link, line[: -len(link)].strip(" \t|:")))
        except InputError as error:
            advice = say(error.problem, ADVICE)
            raise InputError("links", "playlist-line", line=number, problem=error.problem, advice=advice) from None
    return tuple(items)


def check_count(count: int) -> None:
    """Raise ``InputError`` for more items than a playlist may have."""
    if count > MOST_ITEMS:
        raise InputError("items", "playlist-too-many-items", count=count, most=MOST_ITEMS)


def _read(place: int, item: Any) -> Item:
    if not isinstance(item, dict) or "lab" not in item:
        raise InputError("file", "playlist-item-without-link", place=place)
    for name, value in item.items():
        kind = FIELDS.get(name)
        if kind is None or not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise InputError("file", "playlist-item-field", place=place, name=name)
    try:
        given = {name: value for name, value in item.items() if name not in ("lab", "steps")}
        return read_item(item["lab"], **given, steps=item.get("steps", False))
    except InputError as error:
        advice = say(error.problem, ADVICE)
        raise InputError("file", "playlist-item", place=place, problem=error.problem, advice=advice) from None
