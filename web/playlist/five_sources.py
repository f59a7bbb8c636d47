"""The lecture of all five sources: their worked examples in order, as a playlist."""

from __future__ import annotations

from functools import cache

from ireval.conventions import PRESETS
from ireval.explanation.worked_examples import EXAMPLES, Example
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from web.playlist.playlist import Item, Playlist
from web.state.address import from_example


@cache
def five_sources() -> Playlist:
    """Every worked example; one list is shown row by row, several are shown side by side."""
    return Playlist(say(Message("playlist-five-sources")), tuple(map(_item, EXAMPLES)))


def _item(example: Example) -> Item:
    state = from_example(example)
    what = {"source": PRESETS[example.preset].title, "measure": parse(state.show).measure.title}
    note = say(Message("playlist-note-of-source", what))
    return Item(state.query(), example.title, note, steps=not example.others)
