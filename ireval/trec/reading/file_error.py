"""Errors in files: they name the file and the line."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.messages.catalogue import say
from ireval.messages.message import Message


class FileError(InputError):
    """A file that cannot be used.

    ``file`` is its name, empty for text that has none. ``line`` is the number of the wrong line, from 1, or None if
    the error concerns the whole file. Both come first in ``message``.
    """

    def __init__(self, kind: str, file: str, line: int | None, key: str, /, **values: object) -> None:
        super().__init__(kind, key, **values)
        self.file = file
        self.line = line

    @property
    def message(self) -> str:
        """The file, the line, and what is wrong there, in words."""
        if self.line is None:
            place = "in-file" if self.file else "in-text"
        else:
            place = "in-line-of-file" if self.file else "in-line"
        return say(Message(place, file=self.file, line=self.line, problem=self.problem))

    def at(self, field: str) -> FileError:
        """The same error in another field."""
        return FileError(field, self.file, self.line, self.key, **self.values)

    def without_file(self, field: str) -> FileError:
        """The same error in text that somebody typed into a field."""
        return FileError(field, "", self.line, self.key, **self.values)
