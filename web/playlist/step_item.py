"""Steps of lessons in playlists: their paths, and their titles, which the room of lessons tells."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask, current_app, request

from ireval.errors import InputError
from ireval.exercises import clean_key

#: The path of a step: the lesson's name, perhaps a key that decides its numbers, and the number of the step.
_PATH = re.compile(r"/lessons/(?P<lesson>[a-z0-9-]+)(?:/(?P<key>[0-9A-Z]+))?/(?P<number>[1-9][0-9]{0,2})")
#: The title of a step by the lesson's name and the step's number, from 1; None if there is none.
StepTitle = Callable[[str, int], str | None]


def init_app(app: Flask, step_title: StepTitle) -> None:
    """Let playlists have steps of lessons, of which ``step_title`` says which there are."""
    app.extensions[__name__] = step_title


def is_step(query: str) -> bool:
    """Whether what an item shows is a step of a lesson, and not a view of the lab."""
    return query.startswith("/lessons/")


def path_of_step(path: str) -> str:
    """The path of a step without that of the app; empty if it is none."""
    own = path.removeprefix(request.script_root)
    return own if _PATH.fullmatch(own) else ""


def title_of_step(path: str) -> str:
    """The title of the step at a path. Raises ``InputError`` if there is no such step."""
    found = _PATH.fullmatch(path)
    step_title: StepTitle = current_app.extensions[__name__]
    title = step_title(found["lesson"], int(found["number"])) if found else None
    if not found or title is None:
        raise InputError("link", "playlist-no-such-step", link=path)
    if found["key"]:
        clean_key(found["key"], "link")
    return title
