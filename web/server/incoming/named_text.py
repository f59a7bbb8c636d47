"""Files of judgements and runs that are sent with a form, and the limits of their size."""

from __future__ import annotations

from io import BytesIO

from werkzeug.datastructures import FileStorage

#: The most bytes of a request, and of each of its files after decompression.
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
