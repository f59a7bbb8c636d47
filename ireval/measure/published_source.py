"""A publication that defines a measure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Publication:
    """A publication: its authors, its title, and where and when it appeared; ``doi`` is empty if it has none."""

    authors: str
    title: str
    where: str
    doi: str = ""

    @property
    def address(self) -> str:
        """The address of the DOI; empty without one.

        >>> Publication("A. Author", "A title", "A journal, 2002", "10.1145/582415.582418").address
        'https://doi.org/10.1145/582415.582418'
        """
        return f"https://doi.org/{self.doi}" if self.doi else ""
