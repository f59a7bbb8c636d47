"""Parts of a collection one after the other in a file, so that another process can store them one at a time.

Before the bytes of each part, a line of JSON has the part's kind, name and size. The last part is the summary.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from ireval.collection.packed_collection import Part

#: The kind of the last part.
_SUMMARY = "summary"


class PartWriter:
    """A file of parts that is being written."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def __enter__(self) -> PartWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def write(self, part: Part) -> None:
        """Add a part."""
        self._file.write(json.dumps([part.kind, part.name, len(part.body)]).encode() + b"\n")
        self._file.write(part.body)

    def finish(self, summary: str) -> None:
        """Add the summary, which completes the file."""
        self.write(Part(_SUMMARY, "", summary.encode()))


def read_parts(path: Path) -> Iterator[Part]:
    """The parts in the file, one after the other, without the summary."""
    with path.open("rb") as file:
        for line in iter(file.readline, b""):
            kind, name, size = json.loads(line)
            body = file.read(size)
            if kind != _SUMMARY:
                yield Part(kind, name, body)


def read_summary(path: Path) -> str:
    """The summary in the file. Raises ``ValueError`` if the file is not complete."""
    with path.open("rb") as file:
        for line in iter(file.readline, b""):
            kind, _, size = json.loads(line)
            if kind == _SUMMARY:
                return file.read(size).decode()
            file.seek(size, 1)
    raise ValueError(f"{path.name} is not complete.")
