"""What an area of inputs is: how a case is thrown together, and how it is run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from tests.fuzz.dice import Dice
from tests.fuzz.outcome import Outcome

#: An input: a frozen dataclass of texts, bytes, and tuples of them, whose representation makes it again.
Case = Any


class Area(ABC):
    """One kind of input. Making an area costs nothing; what it needs is made when the first batch begins."""

    name: ClassVar[str]
    #: How many of a hundred cases of a whole run belong to it.
    share: ClassVar[float]

    @abstractmethod
    def begin(self, seed: int) -> None:
        """Prepare for a batch: everything is as it was before the first one."""

    @abstractmethod
    def case(self, dice: Dice) -> Case:
        """An input."""

    @abstractmethod
    def run(self, case: Case) -> Outcome:
        """Give the input to the product. Whatever is raised here is a fault."""

    def end(self) -> None:  # noqa: B027 - most areas hold nothing
        """Let go of files and connections."""
