"""A playlist: views of the lab with titles, notes and times. Reads and checks the links of its items."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from flask import request, url_for

from ireval.errors import InputError
from ireval.messages import Message, say
from ireval.messages.catalogue import ADVICE
from ireval.numbers.notation import read_number
from web.playlist.step_item import is_step, path_of_step, title_of_step
from web.question.question_line import read_question_line
from web.state.address import from_query, has_list
from web.state.lab_state import State

MOST_ITEMS = 80
LONGEST_TITLE = 80
LONGEST_NOTE = 1000
MOST_MINUTES = 180
#: The most characters of a link to the lab.
LONGEST_QUERY = 4000


@dataclass(frozen=True)
class Item:
    """A view of the lab or a step of a lesson: the lab's canonical query without the projector view, or the path.

    ``minutes`` is the time for it, 0 for none; with ``steps`` it is shown row by row. ``question`` is a question to the
    class in one line, empty for none.
    """

    query: str
    title: str
    note: str = ""
    minutes: int = 0
    steps: bool = False
    question: str = ""

    @property
    def is_step(self) -> bool:
        """Whether it is a step of a lesson."""
        return is_step(self.query)

    @property
    def address(self) -> str:
        """The address of the lab in this view, or of the step."""
        return f"{request.script_root}{self.query}" if self.is_step else f"{url_for('lab.lab')}?{self.query}"

    @property
    def projected(self) -> str:
        """The address in the projector view."""
        if self.is_step:
            return f"{self.address}?present=1"
        return f"{url_for('lab.lab')}?{projected_query(self.query)}"


@dataclass(frozen=True)
class Playlist:
    """Items in order."""

    title: str = ""
    items: tuple[Item, ...] = ()


def projected_query(query: str) -> str:
    """Return the query of the projector view; the step stays the last part."""
    return replace(state_of(query), view="projector").query()


def state_of(query: str) -> State:
    """Return the state in a query of the lab, without parts that cannot be used."""
    return from_query(dict(parse_qsl(query, keep_blank_values=True))).state


def read_item(
    link: str, title: str = "", note: str = "", minutes: object = 0, *, steps: bool | None = None, question: str = ""
) -> Item:
    """Return an item from a link to the lab or to a lesson's step. Raises ``InputError`` for other links.

    A ``question`` to the class is one that ``read_question_line`` can read. If ``steps`` is None, an item is shown row
    by row if its link stops at a row. Without a title, it is named after its measure and its list, or after its step.
    """
    query, usual_title, stops = _read_link(link.strip())
    if len(title) > LONGEST_TITLE:
        raise InputError("title", "playlist-title-too-long", count=len(title), most=LONGEST_TITLE)
    if len(note) > LONGEST_NOTE:
        raise InputError("note", "playlist-note-too-long", count=len(note), most=LONGEST_NOTE)
    shown = say(Message("playlist-minutes"))
    time = read_number(str(minutes).strip() or "0", "minutes", shown, whole=True, least=0, most=MOST_MINUTES)
    through = stops if steps is None else steps and not is_step(query)
    asked = " ".join(question.split())
    if asked:
        read_question_line(asked)
    return Item(query, " ".join(title.split()) or usual_title, note.strip(), int(time), through, asked)


def default_title(state: State) -> str:
    """Return the title of an item that was given none."""
    lists = len(state.lists)
    if lists > 1:
        return say(Message("playlist-item-of-lists", measure=state.show, count=lists))
    return say(Message("playlist-item-of-list", measure=state.show, count=len(state.grades)))


def _read_link(link: str) -> tuple[str, str, bool]:
    """The query or path in a link to this site, its default title, and whether it stops at a row.

    The link may be only a query of the lab or a path. Raises ``InputError`` for other links.
    """
    if len(link) > LONGEST_QUERY:
        raise InputError("link", "playlist-link-too-long", count=len(link), most=LONGEST_QUERY)
    try:
        parts = urlsplit(link)
    except ValueError:
        raise InputError("link", "playlist-not-a-lab-link", link=link) from None
    query, path = parts.query, parts.path
    if not (parts.scheme or parts.netloc or query) and "=" in path:
        query, path = path, ""
    lab, step = url_for("lab.lab"), path_of_step(path)
    here = parts.scheme in ("", "http", "https") and parts.netloc in ("", request.host)
    if here and step:
        return step, title_of_step(step)[:LONGEST_TITLE], False
    if not here or path not in ("", lab):
        raise InputError("link", "playlist-not-a-lab-link", link=link)
    given = dict(parse_qsl(query, keep_blank_values=True))
    if not has_list(given):
        raise InputError("link", "playlist-link-without-list", link=link)
    reading = from_query(given)
    if reading.errors:
        error = reading.errors[0]
        raise InputError("link", "playlist-lab-link-refused", problem=error.problem, advice=say(error.problem, ADVICE))
    state = replace(reading.state, view="")
    return state.query(), default_title(state), "step=" in state.query()
