"""Compresses answers as gzip if browsers accept it: pages shrink to a quarter. Static files are compressed already.

ISA-L is used where it is installed: it takes a quarter of the time of zlib's first level, for fewer bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

try:
    from isal.isal_zlib import compress as _compress

    LEVEL = 2
except ImportError:  # ISA-L has no wheel for this computer
    from zlib import compress as _compress

    LEVEL = 1

GZIP_FORMAT = 31  # zlib's window of 15 bits, and 16 for gzip's header and checksum
#: Bytes; shorter answers fit into one packet uncompressed.
LEAST = 1000
#: The content types to compress, besides all kinds of text.
KINDS = frozenset({"application/xml", "application/json", "application/x-tex", "image/svg+xml"})


def init_app(app: Flask) -> None:
    """Compress all answers of text, unless they are short or compressed already."""

    @app.after_request
    def compress(response: Response) -> Response:
        vary = response.headers.get("Vary", "")
        if "Accept-Encoding" not in vary:
            response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
        kind = (response.content_type or "").partition(";")[0]
        if (
            not (kind.startswith("text/") or kind in KINDS)
            or "Content-Encoding" in response.headers
            or not accepts_gzip(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
        ):
            return response
        if response.is_streamed:
            response.response = _gzip_pieces(response.iter_encoded())
            response.headers.pop("Content-Length", None)
        else:
            content = response.get_data()
            if len(content) < LEAST:
                return response
            response.set_data(gzip_bytes(content))
        response.headers["Content-Encoding"] = "gzip"
        return response


@lru_cache(maxsize=256)
def accepts_gzip(header: str) -> bool:
    """Whether a browser that sends this value of `Accept-Encoding` takes gzip.

    >>> accepts_gzip("gzip, deflate, br, zstd"), accepts_gzip("*"), accepts_gzip("br, gzip;q=0"), accepts_gzip("")
    (True, True, False, False)
    """
    return parse_accept_header(header, Accept).quality("gzip") > 0


def gzip_bytes(content: bytes) -> bytes:
    """The content in gzip's format.

    >>> import gzip
    >>> gzip.decompress(gzip_bytes(b"1010" * 400)) == b"1010" * 400
    True
    """
    return _compress(content, LEVEL, GZIP_FORMAT)


def _gzip_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(1, wbits=GZIP_FORMAT)  # ISA-L's compressor would compress each piece separately
    for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()
