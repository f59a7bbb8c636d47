"""A question that can be asked about a view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from web.classroom.questions.round_body import Body


@dataclass(frozen=True)
class Offer:
    """A question that can be asked: its ``key`` among those of its view, and a short ``title`` for the lecturer.

    ``body`` makes the body of its round.
    """

    key: str
    title: str
    body: Callable[[], Body] = field(compare=False, repr=False)
