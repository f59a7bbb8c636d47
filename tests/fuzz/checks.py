"""What every answer keeps, whatever was asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from lxml import etree

from tests.fuzz.outcome import Fault, Outcome, exception_fault, logged_fault
from tests.fuzz.texts import MARKER
from tests.fuzz.wire import Received, Sent
from web.server import security

#: The beginning of what was typed, which a page shows as text only.
_RAW = MARKER[:-1].encode()
_PRIVATE = re.compile(r"^/(?:[os]|jobs|api/v1/jobs)/<")
#: Where a redirect may lead: within the site.
_HERE = re.compile(r"(?:https?://localhost:8000)?/(?![/\\])[\x21-\x7e]*|[?#][\x21-\x7e]*|")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def outcome(sent: Sent, got: Received) -> Outcome:
    """How a request was answered, and what is wrong with that."""
    answer = f"{got.status // 100}xx" if got.status != 503 else "503"
    return Outcome(answer, tuple(_faults(sent, got)))


def _faults(sent: Sent, got: Received) -> Iterator[Fault]:
    busy = got.status == 503 and got.header("retry-after")
    failed = [exception_fault("5xx", error) for error in got.exceptions]
    if got.status >= 500 and not busy:
        yield failed[0] if failed else Fault("5xx", f"{got.status} of {got.rule}", "no exception was seen")
    else:
        yield from (Fault("traceback", fault.where, fault.text) for fault in failed)
    if not got.exceptions:  # Flask logs what nothing handled; that is counted above
        yield from map(logged_fault, got.logged)
    if not 200 <= got.status <= 599:
        yield Fault("status", str(got.status), got.rule)
    for name, wrong in (*_wrong_headers(got), *_wrong_body(sent, got)):
        yield Fault(name, f"{got.status} of {got.rule or 'no route'}", wrong)


def _wrong_headers(got: Received) -> Iterator[tuple[str, str]]:
    names = {name.lower() for name, _ in got.headers}
    missing = [name for name in security.HEADERS if name.lower() not in names]
    if missing:
        yield "headers", f"without {', '.join(missing)}"
    for name, value in got.headers:
        try:
            value.encode("latin-1")
        except UnicodeError:
            yield "headers", f"{name} cannot be sent: {value!r}"
        if _CONTROL.search(value):
            yield "headers", f"{name} has control characters: {value!r}"
    for name in ("location", "hx-redirect", "hx-push-url", "hx-replace-url"):
        if not _HERE.fullmatch(got.header(name)) and got.header(name) != "false":
            yield "redirect", f"{name}: {got.header(name)[:200]!r}"
    if _PRIVATE.match(got.rule) and got.status < 400 and "no-store" not in got.header("cache-control"):
        yield "headers", "a page with a token that may be stored"


def _wrong_body(sent: Sent, got: Received) -> Iterator[tuple[str, str]]:
    kind = got.header("content-type").partition(";")[0].strip()
    if sent.method == "HEAD":
        return
    if kind in {"text/html", "image/svg+xml", "application/xml", "text/xml"} and _RAW in got.body:
        place = got.body.index(_RAW)
        yield "markup", f"what was typed stands as markup: {got.body[max(place - 60, 0) : place + 40]!r}"
    if kind.startswith("text/") or kind in {"application/json", "image/svg+xml"}:
        try:
            text = got.body.decode()
        except UnicodeError as error:
            yield "encoding", f"{kind} is not UTF-8: {error}"
            return
        if kind == "application/json":
            yield from _wrong_json(got, text)
        if kind == "image/svg+xml" and got.status < 400:
            yield from _wrong_picture(got.body)


def _wrong_json(got: Received, text: str) -> Iterator[tuple[str, str]]:
    try:
        read = json.loads(text, parse_constant=lambda name: 1 / 0 if name else None)
    except (ValueError, ZeroDivisionError):
        yield "json", f"cannot be read: {text[:100]!r}"
        return
    if (
        got.rule.startswith("/api/")
        and got.status >= 400
        and set(read.get("error", {}))
        != {
            "field",
            "message",
            "suggestion",
        }
    ):
        yield "json", f"an error of another form: {text[:100]!r}"


def _wrong_picture(body: bytes) -> Iterator[tuple[str, str]]:
    try:
        etree.fromstring(body, etree.XMLParser(resolve_entities=False))
    except etree.XMLSyntaxError as error:
        yield "picture", f"no browser shows it: {error}"
