"""Requests with files, which may be larger than others and take longer to arrive."""

from __future__ import annotations

import copy
import re
from typing import Any

from waitress.parser import HTTPRequestParser

#: The addresses to which files are sent; nothing that is larger than usual goes anywhere else.
UPLOADS = re.compile(r"/collections(?:/own/[^/]+/runs)?")
#: Bytes of a request with files that are not in them: the other fields, and what separates the parts.
BESIDE_FILES = 2**20
SLOWEST = 50_000  # bytes a second in which a request with files has to arrive, on average


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request as it arrives. Before its body does, its size is compared with the limit of its address.

    The attribute ``upload`` of waitress' adjustments is the limit of requests with files, in bytes.
    """

    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers, and choose the limit of the body."""
        super().parse_header(header_plus)
        path: str = self.path
        if self.command == "POST" and UPLOADS.fullmatch(path[max(path.find("/collections"), 0) :]):
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = max(self.adj.upload, self.adj.max_request_body_size)


def more_seconds(request: Any, usual: int) -> float:
    """The seconds that a request whose headers have arrived may take beyond those of one with ``usual`` bytes."""
    return max(0, int(request.content_length) - usual) / SLOWEST
