"""Collections are found by their keys."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from web.collections import library


def test_the_built_in_collection_is_found_by_its_key() -> None:
    entry = library.find(library.BUILT_IN)
    assert entry.key == library.BUILT_IN
    assert set(entry.collection.qrels) == set(entry.collection.topics)


def test_an_unknown_key_is_refused_with_the_field() -> None:
    with pytest.raises(InputError) as caught:
        library.find("unknown")
    assert caught.value.field == library.FIELD
