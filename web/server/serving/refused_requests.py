"""Requests that the server answers itself, because the app never sees them: they are counted, and say what to do."""

from __future__ import annotations

import json

from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge

from ireval.messages import ADVICE, Message, say
from web.server.error_pages import problem
from web.server.serving import refusals


class RefusedTask(ErrorTask):  # type: ignore[misc]
    """An answer of waitress itself, such as 413 to a body that is too large."""

    def execute(self) -> None:
        """Count the refusal, and answer."""
        refusals.count(str(self.request.error.code))
        if isinstance(self.request.error, RequestEntityTooLarge):
            self.request.error = _TooLarge(self.request.path, self.request.adj.max_request_body_size)
        super().execute()


class _TooLarge(RequestEntityTooLarge):  # type: ignore[misc]
    """The refusal of a request whose body is not read: in words, or as JSON for programs."""

    def __init__(self, path: str, most: int) -> None:
        self._is_for_programs = "/api/" in path
        self._reason = Message("body-too-large", megabytes=most // 10**6)
        super().__init__(say(self._reason))

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:  # noqa: ARG002
        """Status, headers and body."""
        text, advice = say(self._reason), say(self._reason, ADVICE)
        kind, body = "text/plain", f"{text}\n{advice}\n"
        if self._is_for_programs:
            kind, body = "application/json", json.dumps(problem(text, suggestion=advice)) + "\n"
        headers = [("Content-Type", f"{kind}; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
        return f"{self.code} {self.reason}", headers, body.encode()
