"""A lazy attribute is computed once for an object, and no object waits for another."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from ireval.stdlib.lazy_attribute import lazy_attribute


def test_an_attribute_is_computed_once() -> None:
    computed: list[str] = []

    class Page:
        @lazy_attribute
        def number(self) -> int:
            """The number."""
            computed.append("number")
            return 1

    page = Page()
    assert (page.number, page.number, computed) == (1, 1, ["number"])
    assert Page.number.__doc__ == "The number."


def test_the_attributes_of_two_objects_are_computed_at_the_same_time() -> None:
    """``cached_property`` of Python 3.11 has one lock for all objects: the second request waits for the first."""
    meeting = Barrier(2)

    class Page:
        @lazy_attribute
        def number(self) -> int:
            meeting.wait(timeout=5)  # only an error takes so long
            return 1

    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(lambda page: page.number, [Page(), Page()])] == [1, 1]
