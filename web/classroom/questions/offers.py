"""What a class can be asked about a view of this site.

A view is an address of this site: the lab, the switchboard, a lesson's step, a comparison on one topic.
"""

from __future__ import annotations

from collections.abc import Iterator

from web.classroom.questions.asked_view import SWITCHBOARD, AskedView, read_view
from web.classroom.questions.convention_choice import convention_offer
from web.classroom.questions.higher_score import higher_score_offer
from web.classroom.questions.judging_offers import judging_offers
from web.classroom.questions.lesson_questions import lesson_offers
from web.classroom.questions.number_questions import covered_offers, score_offer
from web.classroom.questions.offer import Offer
from web.classroom.questions.relevance_change import relevance_change_offer


def offered_questions(address: str, document: str = "") -> list[Offer]:
    """Return the questions that can be asked about the view at an address, its path and query, the most likely first.

    ``document`` is the name of the document that may become relevant; without it, the most instructive one is taken.
    Empty if the address is none of this site, or if nothing can be asked about it.
    """
    view = read_view(address)
    if view is None:
        return []
    found = {offer.key: offer for offer in _offers(view, document)}
    return list(found.values())


def _offers(view: AskedView, document: str) -> Iterator[Offer]:
    address, reading = view.address, view.reading
    if view.step:
        yield from lesson_offers(view.step, address)
        yield from judging_offers(view)
    if reading is None:
        return
    if view.page == SWITCHBOARD:
        yield from convention_offer(reading.state, address)
    yield from covered_offers(reading, address)
    yield from higher_score_offer(reading.state, address)
    yield from score_offer(reading.state, address)
    yield from relevance_change_offer(reading.state, address, document)
    yield from convention_offer(reading.state, address)
    yield from judging_offers(view)
