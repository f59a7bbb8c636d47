"""Files of judgements and runs that were sent with a form; limits keep a request short."""

from __future__ import annotations

from io import BytesIO

from werkzeug.datastructures import FileStorage

#: The most bytes of a request, and of each of its files when it is unpacked.
LARGEST = 4 * 10**6
LARGEST_FILE = 40 * 10**6


class NamedText(BytesIO):
    """The content of a file, and its name in messages."""

    def __init__(self, name: str, content: bytes) -> None:
        super().__init__(content)
        self.name = name

    @classmethod
    def of(cls, upload: FileStorage) -> NamedText:
        """The content of an uploaded file."""
        return cls(upload.filename or "file", upload.stream.read())
