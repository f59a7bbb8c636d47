"""What can be wrong with a file: one class that names the file, the line and the cure."""

from __future__ import annotations

from ireval.errors import InputError


class FileError(InputError):
    """A file that cannot be used: ``file`` is its name, ``line`` the line at fault, from 1, or None for the whole."""

    def __init__(self, kind: str, file: str, line: int | None, message: str, suggestion: str = "") -> None:
        where = file if line is None else f"{file}, line {line}"
        super().__init__(kind, f"{where}: {message}", suggestion)
        self.file = file
        self.line = line
