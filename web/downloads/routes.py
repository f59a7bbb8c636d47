"""Downloads from the lab: its tables, the list as files, and its address as text and as a QR code.

Every address has the same parameters as the lab; nothing is stored.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import IO, Any

from flask import Blueprint, Response, abort, current_app, request, url_for
from markupsafe import Markup

from ireval.errors import InputError
from ireval.explanation.plain_table import score_table, step_table
from ireval.measure.spelling import parse
from ireval.messages import Message
from ireval.ranking.labels import write_labels
from ireval.trec import write_qrels, write_run
from ireval.trec.single_list import TOPIC, SingleList
from web.files.address_code import address_code
from web.files.table_files import TABLE_ENDING, conventions_note, table_file, text_file
from web.lab.page import View
from web.lab.several.download_tables import side_table
from web.server.proxy import is_local
from web.state.address import Reading
from web.state.lab_address import lab_link
from web.state.lab_list import Listed
from web.state.lab_state import State
from web.state.list_request import refuse, requested_state

bp = Blueprint("take", __name__, url_prefix="/take")

#: The longest address that is drawn, in bytes: less than a QR code can hold, so that it can be read in bad light.
LONGEST_DRAWN = 2300


class Sharing:
    """The contents of the Share menu for a state."""

    limit = LONGEST_DRAWN
    formats = ("csv", "CSV"), ("tex", "LaTeX"), ("md", "Markdown")

    def __init__(self, state: State) -> None:
        self._state = state
        self.query = state.query()
        self.diverse = state.diverse

    @property
    def link(self) -> str:
        """The complete address of the lab, which others can open."""
        return lab_link(self._state)

    @property
    def drawable(self) -> bool:
        """Whether the link for phones is short enough for a QR code."""
        return len(link_for_phones(self._state).encode()) <= LONGEST_DRAWN

    @property
    def framable(self) -> bool:
        """Whether other pages may show the lab in a frame."""
        return bool(current_app.config["FRAME_ANCESTORS"])

    @property
    def snippet(self) -> str:
        """HTML that shows the lab in another page."""
        address = f"{url_for('embed.embed', _external=True)}?{self.query}"
        frame = Markup('<iframe src="{}" title="A ranked list and its measures" width="100%" height="900"></iframe>')
        return str(frame.format(address))


def link_for_phones(state: State) -> str:
    """Return the address for a QR code: the list in the normal view, with all its rows. Covered cells stay covered."""
    return Sharing(replace(state, view="", step=None)).link


@bp.app_template_global()
def local_host() -> str:
    """The host of the page's address if phones cannot open it, because it names this computer; otherwise empty."""
    return request.host if is_local(request.host) else ""


@bp.app_template_global()
def sharing(state: State) -> Sharing:
    """Return the contents of the Share menu, for templates."""
    return Sharing(state)


@bp.get(f"/table.{TABLE_ENDING}")
def table(ending: str) -> Response:
    """The open measure's step table."""
    state = _uncovered_state()
    shown = state.explanation.table(state.show, state.places)
    documents = [(state.name(i), write_labels([grade])) for i, grade in enumerate(state.grades)]
    return table_file(step_table(shown, documents), str(shown.spec), ending, state)


@bp.get(f"/measures.{TABLE_ENDING}")
def measures(ending: str) -> Response:
    """All measures that the lab lists in this state."""
    state = _uncovered_state()
    view = View(Reading(state, []), {})
    listed = [(item.label, parse(item.spelling)) for _, items, _ in view.families for item in items]
    title, notes = f"Measures: {view.summary}", [conventions_note(state)]
    return table_file(score_table(state.explanation, listed, state.places, title, notes), "measures", ending, state)


@bp.get(f"/lists.{TABLE_ENDING}")
def lists(ending: str) -> Response:
    """The comparison of several lists: systems with their measures, or queries with their means."""
    state = _uncovered_state()
    side = View(Reading(replace(state, comma=0), []), {}).side  # a table formats its own decimal commas
    if side is None:
        abort(400, Message("only-one-list"))
    return table_file(side_table(side, [conventions_note(state)]), "lists", ending, state)


def _uncovered_state() -> State:
    """The requested state; the answer is 404 if something in it is covered, because a table would give it away."""
    state = requested_state()
    if state.cover:
        abort(404, Message("table-hidden"))
    return state


@bp.get("/qrels.txt")
def qrels() -> Response:
    """The judgements as a file."""
    return _list_file("qrels.txt", lambda single: single.qrels, write_qrels)


@bp.get("/subtopics.txt")
def subtopics() -> Response:
    """The judgements by subtopic as a file, the subtopic in the second column."""
    return _list_file("subtopics.txt", lambda single: single.by_subtopic, write_qrels)


@bp.get("/run.txt")
def run() -> Response:
    """The ranking as a file."""
    return _list_file("run.txt", lambda single: single.run, write_run)


@bp.get("/link.svg")
def link() -> Response:
    """A QR code of the lab's address, for phones."""
    address = link_for_phones(requested_state())
    if len(address.encode()) > LONGEST_DRAWN:
        abort(400, Message("too-long-for-code", most=LONGEST_DRAWN))
    return address_code(address)


def _list_file(
    name: str,
    part: Callable[[SingleList], Mapping[str, Any]],
    write: Callable[[Mapping[str, Mapping[str, Any]], IO[str]], None],
) -> Response:
    """The lists, topic by topic, as a file for other tools.

    A list with nothing to write is left out, because such files have no lines for it.
    """
    topics: dict[str, Mapping[str, Any]] = {}
    errors: list[InputError] = []
    for number, listed in enumerate(_of_one_system(requested_state()), start=1):
        try:
            topics[str(number)] = part(_single(listed))[TOPIC]
        except InputError as error:
            errors.append(error)
    if not topics:
        refuse(errors[0])
    file = io.StringIO()
    write(topics, file)
    return text_file(file.getvalue(), "text/plain", name)


def _of_one_system(state: State) -> Sequence[Listed]:
    """The lists of the open list's system, one for each query; in a file each of them is a topic."""
    if state.arrangement == "systems":
        return (state.listed,)
    return state.lists if state.arrangement == "queries" else state.lists[(state.place - 1) % 2 :: 2]


def _single(s: Listed) -> SingleList:
    documents = [*s.ranked, *s.missed]
    groups = max((d.group for d in documents), key=len, default=())
    covered = [d.covering(len(groups)) for d in documents] if groups else ()
    return SingleList.of(s.called, s.grades, s.unretrieved, covered)
