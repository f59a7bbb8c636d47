"""Playlists: built at ``/playlist``, saved in a link or a file, and presented in the lab. The server stores nothing."""

from __future__ import annotations

import re

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request, url_for

from ireval.errors import InputError
from web.course.course_files import lesson_named
from web.playlist.edits import Edited, add_item, from_form
from web.playlist.lesson_playlist import lesson_playlist
from web.playlist.page import Page, shown_item
from web.playlist.playlist import Playlist, read_item
from web.playlist.playlist_code import read_code, write_code
from web.playlist.playlist_file import read_file, write_file
from web.server.error_pages import problem
from web.server.htmx import varied, wants_fragment
from web.server.limits import at_most
from web.state.list_query import list_query

bp = Blueprint("playlist", __name__)

#: The most bytes of a file, and of a posted form.
LARGEST = 300_000


@bp.get("/playlist")
def build() -> Response:
    """Show the playlist of the address, or one with a single item: the address's view of the lab or its ``link``."""
    edited = Edited(Playlist())
    try:
        query = request.args.get("link", "") or list_query()
        if query:
            edited.playlist = Playlist(items=(read_item(query),))
        edited.playlist = read_code(request.args.get("items", "")) if "items" in request.args else edited.playlist
    except InputError as error:
        edited.errors.append(error)
    return answer(edited)


@bp.post("/playlist")
@at_most(LARGEST)
def change() -> Response:
    """The playlist after a change."""
    edited = from_form(request.form)
    if wants_fragment() or edited.errors or edited.before is not None:
        return answer(edited)
    page = Page(edited, {})
    return redirect(page.address, 303) if page.fits else answer(edited)  # type: ignore[return-value]


@bp.post("/playlist/open")
@at_most(LARGEST)
def opened() -> Response:
    """The playlist of a file."""
    upload = request.files.get("file")
    edited = Edited(Playlist())
    try:
        edited.playlist = read_file(upload.read() if upload else "")
    except InputError as error:
        edited.errors.append(error.at("file"))
    page = Page(edited, {})
    if edited.errors or not page.fits:
        return answer(edited)
    return redirect(page.address, 303)  # type: ignore[return-value]


@bp.post("/playlist/file")
@at_most(LARGEST)
def file() -> Response:
    """The playlist of the form as a file."""
    edited = from_form({name: value for name, value in request.form.items() if name != "do"})
    if edited.errors:
        return answer(edited)
    response = make_response(write_file(edited.playlist))
    name = re.sub(r"[^A-Za-z0-9]+", "-", edited.playlist.title).strip("-").lower() or "playlist"
    response.headers["Content-Type"] = "application/json; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@bp.post("/playlist/items")
@at_most(LARGEST)
def items() -> Response | tuple[Response, int]:
    """The items of a code, for the script that presents them."""
    try:
        playlist = read_code(request.form.get("items", ""))
    except InputError as error:
        return _refused(error)
    page = Page(Edited(playlist), {})
    shown = [shown_item(item) for item in playlist.items]
    back = page.address if page.fits else url_for("playlist.build")
    return jsonify({"title": playlist.title, "items": shown, "address": back})


@bp.post("/playlist/add")
@at_most(LARGEST)
def add() -> Response | tuple[Response, int]:
    """The code of a playlist with one more view of the lab, for the lab's script."""
    try:
        playlist, item = add_item(*(request.form.get(name, "") for name in ("items", "lab", "title")))
    except InputError as error:
        return _refused(error)
    return jsonify({"items": write_code(playlist), "count": len(playlist.items), "title": item.title})


@bp.get("/lessons/<slug>/playlist")
def of_lesson(slug: str) -> Response:
    """The playlist of a lesson's labs."""
    found = lesson_playlist(lesson_named(slug))
    if not found.items:
        abort(404)
    page = Page(Edited(found), {})
    return redirect(page.address, 303) if page.fits else answer(Edited(found))  # type: ignore[return-value]


def answer(edited: Edited) -> Response:
    """The page or, for its script, the form alone."""
    page = Page(edited, dict(request.form))
    template = "playlist/form.html" if wants_fragment() else "playlist/playlist.html"
    return varied(make_response(render_template(template, page=page), 400 if edited.errors else 200))


def _refused(error: InputError) -> tuple[Response, int]:
    return jsonify(problem(error.message, error.field, error.suggestion or None)), 400
