"""The door to the experiments: a card for each page, and only links that lead somewhere."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient


@pytest.mark.slow
def test_the_door_leads_to_pages_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/experiments")
    assert answer.status_code == 200
    links = re.findall(r'<h2><a href="([^"]+)"', answer.text)
    assert len(set(links)) == len(links)
    assert [link for link in links if client.get(link).status_code != 200] == []


def test_each_experiment_says_where_it_is(client: FlaskClient) -> None:
    links = re.findall(r'<h2><a href="([^"]+)">([^<]+)<', client.get("/experiments").text)
    for link, title in links:
        trail = re.search(r'<nav class="trail".*?</nav>', client.get(link).text)
        assert trail, link
        assert re.sub("<[^>]*>", "", trail[0]) == f"Experiments › {title}"
        assert '<a href="/experiments">' in trail[0]


def test_the_comparison_links_to_the_experiments(client: FlaskClient) -> None:
    assert 'href="/experiments"' in client.get("/compare").text
