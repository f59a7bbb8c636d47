"""A playlist as a short text for links: its titles and queries as JSON, compressed, in letters that links may have."""

from __future__ import annotations

import base64
import binascii
import zlib

from ireval.errors import InputError
from ireval.stdlib.strict_json import read_json
from web.playlist.five_sources import five_sources
from web.playlist.playlist import Playlist
from web.playlist.playlist_file import FIELDS, read_fields
from web.state.texts.packed_playlist import VERSION, packed_playlist

#: The built-in playlist has this name in place of a code.
FIVE_SOURCES = "five-sources"
#: The most characters of a code that a page sends, and the most bytes that it may have after decompression.
MOST_SENT, MOST_READ = 200_000, 400_000


def write_code(playlist: Playlist) -> str:
    """The code of a playlist; empty if it has no items."""
    if playlist == five_sources():
        return FIVE_SOURCES
    if not playlist.items:
        return ""
    items = [[i.query, i.title, i.note, i.minutes, int(i.steps), *filter(None, [i.question])] for i in playlist.items]
    return packed_playlist(playlist.title, items)


def read_code(code: str) -> Playlist:
    """Return the playlist of a code. Raises ``InputError`` if the code is damaged or has invalid items."""
    if not code:
        return Playlist()
    if code == FIVE_SOURCES:
        return five_sources()
    if len(code) > MOST_SENT:
        raise InputError("items", "playlist-code-too-long", count=len(code), most=MOST_SENT)
    try:
        if not code.startswith(VERSION):
            raise ValueError(code[:1])
        data = base64.urlsafe_b64decode((code[1:] + "=" * (-len(code[1:]) % 4)).encode("ascii"))
        reader = zlib.decompressobj(-15)
        text = reader.decompress(data, MOST_READ)
        if reader.unconsumed_tail or not reader.eof:
            raise ValueError("cut off or too long")
        title, items = read_json(text.decode())
        complete = ([*item, ""] if len(item) == len(FIELDS) - 1 else item for item in items)  # without a question
        fields = [dict(zip(FIELDS, item, strict=True)) for item in complete]
    except (ValueError, TypeError, binascii.Error, zlib.error):
        raise InputError("items", "playlist-code-broken") from None
    for item in fields:
        item["steps"] = bool(item["steps"])
    return read_fields({"title": title, "items": fields})
