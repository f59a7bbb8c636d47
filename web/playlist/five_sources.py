"""The lecture of all five sources: their worked examples in order, as a playlist."""

from __future__ import annotations

from functools import cache

from ireval.conventions import PRESETS
from ireval.explanation.worked_examples import EXAMPLES
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from web.playlist.playlist import Item, Playlist
from web.state.address import from_example


@cache
def five_sources() -> Playlist:
    """Return a playlist of every worked example. A measure is shown row by row the first time, and then as a whole."""
    shown: set[str] = set()
    items = []
    for example in EXAMPLES:
        state = from_example(example)
        measure = parse(state.show).measure
        what = {"source": PRESETS[example.preset].title, "measure": measure.title}
        steps = not example.others and measure.name not in shown
        shown |= {measure.name} if steps else set()
        note = say(Message("playlist-note-of-source", what))
        items.append(Item(state.query(), example.title, note, steps=steps))
    return Playlist(say(Message("playlist-five-sources")), tuple(items))
