"""A cause that was found can be practised from “Why?”."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

LIST = {"labels": "101003000200003", "unretrieved": "32211", "measure": "AP"}


@pytest.mark.parametrize(
    ("value", "cause"),
    [("0.58", "AP.divisor=relevant-retrieved"), ("0.193", "AP.divides-by-the-ranks"), ("0.29", ""), ("0.7777", "")],
)
def test_the_cause_of_a_number_can_be_practised(client: FlaskClient, value: str, cause: str) -> None:
    page = client.get("/why", query_string={**LIST, "value": value}).text
    links = [unescape(link) for link in re.findall(r'<a href="([^"]+)">Practise this</a>', page)]
    if not cause:
        assert not links
        return
    begun = client.get(links[0])
    assert begun.status_code == 303 and client.get(begun.headers["Location"]).status_code == 200
    assert cause in unescape(links[0]).replace("%3D", "=")
