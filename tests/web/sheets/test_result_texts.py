"""Files of results and lists of names at their limits: what comes at once, what is marked, and what is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from ireval.errors import InputError
from ireval.messages import Message
from web.sheets.owner.pasted_names import read_names
from web.sheets.result_files import csv_pieces, csv_text

BYTE_ORDER_MARK = "\ufeff"


def test_other_letters_need_a_byte_order_mark() -> None:
    assert csv_text([["Ada", "1"], ["=A1", "2.5"]], "point") == "Ada,1\r\n'=A1,2.5\r\n"
    assert csv_text([["Zoë", "1,5"]], "comma") == f"{BYTE_ORDER_MARK}Zoë;1,5\r\n"
    with pytest.raises(InputError):
        csv_pieces([], "colon")


def test_pieces_have_16_000_characters() -> None:
    """A row of 7,998 letters has 8,000 characters with its line break: two rows are not more than a piece may have."""
    pieces = list(csv_pieces([["x" * 7_998]] * 7, "point"))
    assert [len(piece) for piece in pieces] == [24_000, 24_000, 8_000]


@pytest.mark.parametrize(("number", "is_marked"), [(28, False), (29, True)])
def test_a_file_that_is_made_before_it_is_sent_is_marked_only_if_it_must_be(number: int, is_marked: bool) -> None:
    """Thirty pieces are made first, the last of which has what is left; later ones may have any letters."""
    read = 0

    def rows() -> Iterator[list[str]]:
        nonlocal read
        for read in range(1, number + 1):  # noqa: B007 - counted outside
            yield ["x" * 16_000]

    pieces = csv_pieces(rows(), "point")
    first = next(pieces)
    assert (first == BYTE_ORDER_MARK) is is_marked and read == number
    assert len([piece for piece in (first, *pieces) if "x" in piece]) == number


@pytest.mark.parametrize(("repeated", "named", "more"), [(1, 1, 0), (5, 5, 0), (6, 5, 1), (8, 5, 3)])
def test_five_names_that_occur_twice_are_named(repeated: int, named: int, more: int) -> None:
    names = [f"Student {letter}" for letter in "abcdefgh"[:repeated]]
    with pytest.raises(InputError) as refused:
        read_names("\n".join([*names, "Only Once", *(name.upper() for name in names)]))
    assert refused.value.key == ("names-twice-and-more" if more else "names-twice")
    assert len(cast("list[Message]", refused.value.values["names"])) == named
    assert not more or refused.value.values["more"] == more


def test_nine_lines_of_a_name_are_given() -> None:
    with pytest.raises(InputError) as refused:
        read_names("Ada\n" * 12)
    (name,) = cast("list[Message]", refused.value.values["names"])
    assert name.values["lines"] == [str(line) for line in range(1, 10)]


def test_names_have_at_most_a_hundred_characters() -> None:
    assert read_names("x" * 100) == ["x" * 100]
    assert len(read_names("\n".join(map(str, range(2_000))))) == 2_000


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada, Bob", ["Ada, Bob"]),
        ("Ada, Bob, Cleo, D4n", ["Ada"]),
        ("Given name\tFamily name\nAda\tLovelace", ["Ada Lovelace"]),
        ("First name\tMiddle\nAda\tKing", ["Ada"]),
        ("Ada\tNames\nBob\tx", ["Ada", "Bob"]),
        ("Lovelace,Ada\nByron,Anne", ["Lovelace", "Byron"]),
    ],
)
def test_commas_and_heads_are_read_as_people_use_them(text: str, names: list[str]) -> None:
    assert read_names(text) == names
