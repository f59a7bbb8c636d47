"""The door to the experiments: a card for each page, and only links that lead somewhere."""

from __future__ import annotations

import re

from flask.testing import FlaskClient


def test_the_door_leads_to_pages_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/experiments")
    assert answer.status_code == 200
    links = re.findall(r'<h2><a href="([^"]+)"', answer.text)
    assert len(set(links)) == len(links)
    assert [link for link in links if client.get(link).status_code != 200] == []


def test_the_comparison_links_to_the_experiments(client: FlaskClient) -> None:
    assert 'href="/experiments"' in client.get("/compare").text
