"""What can be wrong with a file: one class that names the file, the line and the cure."""

from __future__ import annotations

from ireval.errors import InputError

#: No more characters of a file are repeated in a message.
SHOWN = 60


class FileError(InputError):
    """A file that cannot be used: ``file`` is its name, ``line`` the line at fault, from 1, or None for the whole."""

    def __init__(self, kind: str, file: str, line: int | None, message: str, suggestion: str = "") -> None:
        where = file if line is None else f"{file}, line {line}"
        super().__init__(kind, f"{where}: {message}", suggestion)
        self.file = file
        self.line = line


def quoted(text: str) -> str:
    r"""Something out of a file as a message repeats it: short, and nothing a terminal would act on.

    >>> quoted("a\tb"), len(quoted("c" * 100))
    ('“a\\tb”', 62)
    """
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: SHOWN + 1])
    return f"“{plain}”" if len(plain) <= SHOWN else f"“{plain[: SHOWN - 3]}...”"
