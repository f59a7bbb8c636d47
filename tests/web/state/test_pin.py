"""The pinned state in an address: what differs from the rest, read back as it was, refused if it is none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from tests.web.lab.test_form import post
from web.state.address import from_query
from web.state.pin_text import parts_of
from web.state.pinned_state import pin, pinned_state

FULL = "labels=10u3&unretrieved=3110&names=a,b;c%3B%26=,d&labels2=11&title2=x;y&conventions=lillis&gain=exponential&k=5"


def test_it_holds_what_differs_and_comes_back_as_it_was() -> None:
    first = from_query(parts_of(FULL)).state
    pinned = pin(first)
    assert pinned.query() == f"{first.query()}&pin="
    changed = replace(pinned, grades=(1, 1), names=(), k=10, overrides={}, show="P@10", step=1)
    reading = from_query(parts_of(changed.query()))
    assert reading.errors == []
    assert reading.state.query() == changed.query()
    assert changed.query().endswith("&step=1"), "a script changes the step at the end"
    back = pinned_state(reading.state)
    assert back is not None
    assert replace(back, show=first.show).query() == first.query()
    assert back.show == "P@5", "the measure that is open, at the pinned cutoff"


def test_the_form_keeps_it_until_it_is_taken_out() -> None:
    pinned = post("labels=101", do="pin")
    changed = post(pinned.query(), g2="1")
    assert changed.query() == "labels=111&pin=labels=101"
    assert post(changed.query(), do="unpin").query() == "labels=111"


def test_a_list_that_the_pinned_state_lacks() -> None:
    several = from_query(parts_of("labels=10&labels2=01&list=2&pin=labels2=")).state
    pinned = pinned_state(several)
    assert pinned is not None
    assert pinned.query() == "labels=10"


@pytest.mark.parametrize("text", ["x", "nope=3", "step=3", "labels=z", "k=0", "pin=k=3"])
def test_anything_else_is_refused(text: str) -> None:
    reading = from_query({"labels": "1", "pin": text})
    assert [e.field for e in reading.errors] == ["pin"]
    assert reading.state.pinned is None


def test_the_ghost_is_drawn_in_every_chart_but_not_where_something_is_covered(client: FlaskClient) -> None:
    address = "/lab?labels=1101&unretrieved=1&pin=labels=0101&chart="
    for chart in ("pr", "gain", "ap", "bpref", "rr"):
        text = client.get(address + chart).text
        assert 'class="ghost" d="M' in text, chart
        assert "pinned" in client.get(address.replace("/lab", "/lab/chart.svg") + chart).text
    text = client.get(address + "pr&cover=nDCG").text
    assert 'class="ghost" d="M' not in text
    assert "score-then" not in text
