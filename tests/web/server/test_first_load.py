"""The first load stays small: whoever opens the lab on a phone waits for little."""

from __future__ import annotations

from first_files import BUDGET, files_of, plain_name
from flask import Flask
from flask.testing import FlaskClient


def test_the_tables_are_usable_within_the_budget_of_the_first_load(app: Flask) -> None:
    client = FlaskClient(app, app.response_class)  # that of other tests reads pages as text
    gzip = {"Accept-Encoding": "gzip"}
    files = files_of(client.get("/").text)
    assert {"lab.js", "htmx.min.js", "mathfont.js", "styles.css", "base.css"} <= set(map(plain_name, files))
    sent = {address: len(client.get(address, headers=gzip, buffered=True).data) for address in ["/", *files]}
    assert sum(sent.values()) <= BUDGET, sent
