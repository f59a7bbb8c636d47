"""Every class of blocks that a step may have has a view."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.lessons.directives.directive_table import DIRECTIVES
from ireval.lessons.lesson import Block
from web.lessons.views.block_views import VIEWS


def classes(above: type[Block] = Block) -> Iterator[type[Block]]:
    for found in above.__subclasses__():
        yield found
        yield from classes(found)


def test_every_block_has_a_view() -> None:
    assert DIRECTIVES
    assert {found for found in classes() if found.__module__.startswith("ireval.")} == set(VIEWS)
