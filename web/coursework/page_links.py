"""The links to the pages of a long list: the first, the last, and those near the page that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple, TypeVar

from ireval.messages import Message, say

T = TypeVar("T")
PAGE = 100  # entries of a page
NEAR = 3  # pages on either side of the one that is shown
ALL = 12  # pages that are all linked


class PageLink(NamedTuple):
    """A page of a list: its number and its entries in words; the number 0 stands for pages that are left out."""

    number: int
    words: str


class ListPage:
    """The page of a list of ``total`` entries with this number, or the last page if the number is too large."""

    def __init__(self, total: int, number: int) -> None:
        self._total = total
        self.last = max(1, ceil(total / PAGE))
        self.number = min(max(1, number), self.last)

    def cut(self, entries: Sequence[T]) -> Sequence[T]:
        """The entries of the page."""
        return entries[PAGE * (self.number - 1) : PAGE * self.number]

    @property
    def pages(self) -> list[PageLink]:
        """The pages to which links lead; none if there is only one."""
        if self.last == 1:
            return []
        near = range(self.number - NEAR, self.number + NEAR + 1)
        shown = sorted({1, self.last} | {n for n in range(1, self.last + 1) if n in near or self.last <= ALL})
        return list(self._with_gaps(shown))

    @property
    def words(self) -> str:
        """The range of the page's entries, and the number of all entries."""
        return self._words("students-shown", self.number)

    def _with_gaps(self, numbers: Iterable[int]) -> Iterable[PageLink]:
        before = 0
        for number in numbers:
            if number > before + 1:
                yield PageLink(0, "")
            yield PageLink(number, self._words("students-of-page", number))
            before = number

    def _words(self, key: str, number: int) -> str:
        first, last = PAGE * (number - 1) + 1, min(PAGE * number, self._total)
        return say(Message(key, page=number, first=min(first, last), last=last, total=self._total))


def matches_search(find: str, *texts: str) -> bool:
    """Whether one of the texts contains ``find``, in upper or lower case; printed keys may have hyphens."""
    wanted = find.casefold()
    return any(wanted in text.casefold() or wanted.replace("-", "") in text.casefold() for text in texts)
