"""The words of the pages' catalogue: one sentence of each family, with its values and with what depends on them."""

from __future__ import annotations

import pytest

from ireval.messages import Figures, Message, say
from ireval.messages.catalogue import ADVICE
from web.server.settings import SettingError
from web.store import Reason, Refused


def test_the_server_says_what_to_set() -> None:
    error = SettingError("port-in-use", host="127.0.0.1", port=8000, free=8001)
    assert str(error) == ("Port 8000 on 127.0.0.1 is in use, perhaps by another ireval. Set PORT=8001, for example.")
    assert say(Message("error-404")) == "Page not found"


def test_the_store_names_the_limit() -> None:
    message = Message("stored-text-too-long", what=Message("stored-answer"), count=2500, most=2000)
    assert say(message) == "The answer has 2,500 characters; at most 2,000 are allowed."
    assert str(Refused(Reason.CLOSED)) == "This sheet is not accepting answers: its owner has closed it."
    assert say(Message("rows-backed-up", rows=1, file="a.jsonl")) == "1 row written to a.jsonl."


def test_an_address_is_corrected_with_an_example() -> None:
    message = Message("more-names-than-documents", count=2, documents=1)
    assert say(message) == "There are 2 names for 1 document."
    assert say(message, ADVICE).endswith(r"write a comma in a name as \,.")


@pytest.mark.parametrize(
    ("relevant", "text"),
    [
        (Message("relevant-some-found", found=5, total=10), "5 of the 10 relevant documents found"),
        (Message("relevant-one-found"), "the only relevant document found"),
        (Message("relevant-none-yet"), "none is relevant yet"),
    ],
)
def test_the_lab_describes_its_list(relevant: Message, text: str) -> None:
    retrieved = Message("documents-retrieved-of-size", count=15, size=1800)
    summary = say(Message("list-summary", retrieved=retrieved, relevant=relevant))
    assert summary == f"15 of 1,800 documents retrieved; {text}."


def test_notes_on_several_lists_count_queries() -> None:
    assert say(Message("queries-won-and-ties", measure="AP", a=1, b=0, ties=2)) == (
        "By AP, system A is better on one query and system B on no queries; two queries are ties."
    )


def test_a_chart_takes_a_decimal_comma() -> None:
    found = Message("terms-found", found=1, total=Figures("0.500"))
    rest = Message("terms-not-retrieved", count=1)
    values = {"measure": "AP", "total": Figures("0.500"), "divisor": 2, "score": Figures("0.250")}
    message = Message("terms-of-measure-with-rest", values, found=found, rest=rest)
    assert say(message, comma=True) == (
        "1 relevant document adds 0,500 in all; 1 is not retrieved and adds 0. AP = 0,500/2 = 0,250."
    )


def test_a_download_that_is_not_possible_says_what_is() -> None:
    assert say(Message("too-long-for-code", most=2300)) == (
        "This address is too long for a QR code, which holds at most 2,300 characters. Copy the link instead."
    )
