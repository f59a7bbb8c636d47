"""The log: by default errors alone, as text; on request a line for each request too, as text or JSON.

Addresses of pages and of visitors are not written: paths and queries hold secrets, and visitors have a right to
privacy. A line has the rule of the route and, if the setting asks for it, the visitor's network.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from flask import Flask
from flask.logging import default_handler

from web.operation import redaction
from web.operation.observation import Answered, Observer
from web.server.incoming.networks import logged_network
from web.server.settings import Settings

REQUESTS = logging.getLogger("ireval.requests")


def init_app(app: Flask, settings: Settings) -> None:
    """Remove secrets from all records, and write them as the setting says."""
    redaction.install()
    if settings.log == "off":
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log == "json" else TextLines())
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if not isinstance(other.formatter, JsonLines | TextLines)]
    root.addHandler(handler)
    app.logger.removeHandler(default_handler)
    REQUESTS.setLevel(logging.INFO)


def request_lines(settings: Settings) -> list[Observer]:
    """A function that writes a line for each request, if the setting asks for that."""
    if settings.log == "off":
        return []

    def write(seen: Answered) -> None:
        fields: dict[str, object] = {
            "method": seen.method,
            "route": seen.route,
            "status": seen.status,
            "bytes": seen.size,
            "ms": round(1000 * seen.seconds, 1),
        }
        if settings.log_networks:
            fields["network"] = logged_network(seen.address)
        REQUESTS.info("request", extra={"fields": fields, "answered": seen.id})

    return [write]


def _content(record: logging.LogRecord) -> dict[str, object]:
    """The fields of a line, in order."""
    moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    said: dict[str, object] = {"time": moment, "level": record.levelname.lower(), "logger": record.name}
    fields = getattr(record, "fields", None)
    said |= fields if fields is not None else {"message": record.getMessage()}
    said["id"] = getattr(record, "answered", "") or getattr(record, "request_id", "")
    if record.exc_text:
        said["traceback"] = record.exc_text
    return {name: value for name, value in said.items() if value != ""}


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        return json.dumps(_content(record))


class TextLines(logging.Formatter):
    """A record as a line for people to read, and the traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line or lines, without the end."""
        said = _content(record)
        traceback = said.pop("traceback", "")
        if "message" in said:
            said.pop("id", None)  # the message ends with it
        units = {"bytes": " B", "ms": " ms"}
        line = " ".join(f"{value}{units.get(name, '')}" for name, value in said.items())
        return f"{line}\n{traceback}" if traceback else line
