"""Tasks whose answer is checked by a property."""

from __future__ import annotations


class Task:
    """A task."""

    def judge(self, answer: str) -> tuple[bool, str]:
        """Whether an answer is good, and what is to be said of it."""
        raise NotImplementedError
