"""Steps of lessons in playlists: their paths and their titles."""

from __future__ import annotations

import re

from flask import request

from ireval.errors import InputError
from ireval.exercises import clean_key
from web.course.course_files import step_title

#: The path of a step: the lesson's name, perhaps a key that decides its numbers, and the number of the step.
_PATH = re.compile(r"/lessons/(?P<lesson>[a-z0-9-]+)(?:/(?P<key>[0-9A-Z]+))?/(?P<number>[1-9][0-9]{0,2})")


def is_step(query: str) -> bool:
    """Whether an item's text is the path of a lesson's step, and not a query of the lab."""
    return query.startswith("/lessons/")


def path_of_step(path: str) -> str:
    """Return the path of a step without the app's root path; empty if it is not a step."""
    own = path.removeprefix(request.script_root)
    return own if _PATH.fullmatch(own) else ""


def title_of_step(path: str) -> str:
    """Return the title of the step at a path. Raises ``InputError`` if there is no such step."""
    found = _PATH.fullmatch(path)
    title = step_title(found["lesson"], int(found["number"])) if found else None
    if not found or title is None:
        raise InputError("link", "playlist-no-such-step", link=path)
    if found["key"]:
        clean_key(found["key"], "link")
    return title
