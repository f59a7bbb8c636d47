"""Messages on what somebody did: addressed to the student, about a class, or without counts."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.messages.message import Message


def deed(key: str, did: str, instead: str, values: Mapping[str, object]) -> Message:
    """A message on what was done (``did``, a clause without a subject) and what is correct (``instead``, may be empty).

    >>> from ireval.messages.catalogue import TALLY, say
    >>> done = deed("trial", "divided by the [{n}] documents", "The divisor is R [({R})].", {"n": 5, "R": 10})
    >>> say(done), say(done, TALLY)
    ('You divided by the 5 documents. The divisor is R (10).', 'divided by the documents')
    """
    correct = Message(f"{key}.instead", values, declared=instead) if instead else ""
    return Message("did", did=deed_alone(key, did, values), instead=correct)


def deed_alone(key: str, did: str, values: Mapping[str, object]) -> Message:
    """A message with what was done, as a clause without a subject."""
    return Message(key, values, declared=did)
