"""The query of an address about a topic of a collection, for links on other pages."""

from __future__ import annotations

from urllib.parse import quote, urlencode


def query_of(**parts: str) -> str:
    """A query with these parts, written as the lab writes its own.

    >>> query_of(collection="harbour", topic="3", run="a b")
    'collection=harbour&topic=3&run=a%20b'
    """
    return urlencode(parts, safe=",;@()='", quote_via=quote)
