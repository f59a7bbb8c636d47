"""What is left of deleted data, in words: for the pages that delete a sheet, a student or a room."""

from __future__ import annotations

from ireval.messages import Message, say
from web import store

_LEFT = {
    store.Deletion.FINISHED: Message("deletion-finished"),
    store.Deletion.PENDING: Message("deletion-pending"),
    store.Deletion.BY_SERVER: Message("deletion-by-server"),
}


def deletion_in_words(found: store.Deletion) -> str:
    """Return a sentence on what is left of deleted data, and for how long."""
    return say(_LEFT[found])
