r"""Recognizes files that are not text by their first bytes: packed ones, and PDF.

>>> problem_of(b"PK\x03\x04\x14").key, problem_of(b"1 0 d1 2\n")
('file-packed-otherwise', None)
"""

from __future__ import annotations

import re

from ireval.messages import Message

#: The number of bytes at the beginning of a file that are needed.
BEGIN = 512

#: The first bytes of packed files, by the program that packs them.
_PACKED = {
    "ZIP": re.compile(rb"PK(\x03\x04|\x05\x06)"),
    "7z": re.compile(rb"7z\xbc\xaf"),
    "RAR": re.compile(rb"Rar!\x1a"),
    "bzip2": re.compile(rb"BZh[1-9]1AY&SY"),
    "xz": re.compile(rb"\xfd7zXZ"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd"),
    "compress": re.compile(rb"\x1f\x9d"),
    "tar": re.compile(rb"(?s).{257}ustar"),
}
_GZIP, _PDF = b"\x1f\x8b", b"%PDF-"


def problem_of(begin: bytes) -> Message | None:
    """What is wrong with a file that begins with these bytes (after gzip); None if it may be text."""
    if begin.startswith(_GZIP):
        return Message("file-packed-twice")
    if begin.startswith(_PDF):
        return Message("file-pdf")
    return next((Message("file-packed-otherwise", how=how) for how, like in _PACKED.items() if like.match(begin)), None)
