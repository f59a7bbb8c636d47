"""The playlist's form: its fields as a playlist, and the actions of its buttons.

A field that cannot be used is reported and keeps its earlier value. Buttons have the name ``do`` and a verb with its
arguments as value, as in the lab: ``do=move 3 1`` makes the third item the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ireval.errors import InputError, nearest
from ireval.messages import Message
from web.playlist.playlist import LONGEST_TITLE, Item, Playlist, read_item
from web.playlist.playlist_code import read_code
from web.playlist.playlist_file import check_count, read_links


@dataclass
class Edited:
    """A playlist after a change, the errors in its fields, and a message about the change.

    ``before`` is the code of the playlist that Undo restores; None if there is nothing to undo. ``links`` is the
    text with links that were typed and have not been added yet.
    """

    playlist: Playlist
    errors: list[InputError] = field(default_factory=list)
    said: Message | None = None
    before: str | None = None
    links: str = ""


def from_form(form: Mapping[str, str]) -> Edited:
    """The playlist of the posted fields, after the action of the pressed button."""
    was = form.get("was", "")
    edited = Edited(Playlist(), links=form.get("links", ""))
    try:
        known = read_code(was)
        edited.playlist = _with_fields(edited, known, form)
        _act(edited, form, was)
    except InputError as error:
        edited.errors.append(error)
    return edited


def _with_fields(edited: Edited, known: Playlist, form: Mapping[str, str]) -> Playlist:
    """The known playlist with the contents of the fields."""
    title = " ".join(form.get("title", known.title).split())
    if len(title) > LONGEST_TITLE:
        error = InputError("title", "playlist-title-too-long", count=len(title), most=LONGEST_TITLE)
        edited.errors.append(error)
        title = known.title
    items = [_with_own_fields(edited, form, place, item) for place, item in enumerate(known.items, start=1)]
    return Playlist(title, tuple(items))


def _with_own_fields(edited: Edited, form: Mapping[str, str], place: int, item: Item) -> Item:
    if f"title{place}" not in form:
        return item
    fields = {
        "title": form[f"title{place}"],
        "note": form.get(f"note{place}", "").replace("\r\n", "\n"),
        "minutes": form.get(f"minutes{place}", ""),
        "question": form.get(f"question{place}", ""),
    }
    earlier = {
        "title": item.title,
        "note": item.note,
        "minutes": str(item.minutes or ""),
        "question": item.question,
    }
    while True:
        try:
            return read_item(item.query, **fields, steps=f"steps{place}" in form)
        except InputError as error:  # the other fields still count
            edited.errors.append(error.at(f"{error.field}{place}"))
            if error.field not in fields or fields[error.field] == earlier[error.field]:
                return item
            fields[error.field] = earlier[error.field]


# ---- Buttons -----------------------------------------------------------------------------------------------------


def _act(edited: Edited, form: Mapping[str, str], was: str) -> None:
    verb, *arguments = form.get("do", "").split() or [""]
    if not verb:
        return
    if verb not in ACTIONS:
        raise InputError("do", "unknown-action", text=verb, hint=nearest(verb, ACTIONS))
    ACTIONS[verb](edited, form, arguments, was)


def _move(edited: Edited, _: Mapping[str, str], arguments: list[str], was: str) -> None:
    items = list(edited.playlist.items)
    start, end = _places(arguments, len(items))
    items.insert(end, items.pop(start))
    edited.playlist = replace(edited.playlist, items=tuple(items))
    edited.before = was


def _remove(edited: Edited, _: Mapping[str, str], arguments: list[str], was: str) -> None:
    items = list(edited.playlist.items)
    gone = items.pop(_places(arguments, len(items))[0])
    edited.playlist = replace(edited.playlist, items=tuple(items))
    edited.said, edited.before = Message("playlist-removed", title=gone.title), was


def _links(edited: Edited, _: Mapping[str, str], __: list[str], was: str) -> None:
    items = read_links(edited.links)
    check_count(len(edited.playlist.items) + len(items))
    edited.links = ""
    edited.playlist = replace(edited.playlist, items=(*edited.playlist.items, *items))
    edited.said, edited.before = Message("playlist-added", count=len(items)), was


def _undo(edited: Edited, form: Mapping[str, str], _: list[str], was: str) -> None:
    edited.playlist = read_code(form.get("before", ""))
    edited.before = was


def _open(edited: Edited, form: Mapping[str, str], _: list[str], __: str) -> None:
    edited.playlist = read_code(form.get("kept", ""))


def _places(arguments: list[str], count: int) -> list[int]:
    """Indices of items. Raises ``InputError`` for an item that does not exist."""
    places = [int(text) - 1 for text in arguments if text.isdecimal() and len(text) < 4]
    if len(places) != len(arguments) or not places or not all(0 <= place < count for place in places):
        raise InputError("do", "playlist-no-such-item", most=count)
    return [*places, places[0]][:2]


ACTIONS: Mapping[str, Callable[[Edited, Mapping[str, str], list[str], str], None]] = {
    "move": _move,
    "remove": _remove,
    "links": _links,
    "undo": _undo,
    "open": _open,
}


def add_item(code: str, link: str, title: str = "") -> tuple[Playlist, Item]:
    """Return the playlist of a code with one more item, and this item. Raises ``InputError`` for an invalid link."""
    known = read_code(code)
    check_count(len(known.items) + 1)
    item = read_item(link, title)
    return replace(known, items=(*known.items, item)), item
