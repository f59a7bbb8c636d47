"""The builder's form as a browser would fill it in and send it."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from ireval.exercises import Sheet
from tests.markup import tags
from web.sheets.builder.checked_draft import check_draft
from web.sheets.builder.draft import from_form


def fields(page: str) -> list[tuple[str, str]]:
    """What a browser would send of the page's form."""
    sent: list[tuple[str, str]] = []
    inside, select, first = False, "", False
    for tag in tags(page):
        if tag.name not in {"form", "select", "option", "input"}:
            continue
        name, has = tag.name, tag.attributes
        if name == "form" and not tag.slash:
            inside = has.get("id") == "builder"
        if tag.slash or not inside or "disabled" in has:
            select = "" if tag.slash and name == "select" else select
        elif name == "select":
            select, first = has["name"], True
            sent.append((select, ""))
        elif name == "option" and select and ("selected" in has or first):
            sent[-1] = (select, has["value"])
            first = False
        elif name == "input" and has.get("type") in ("radio", "checkbox"):
            sent += [(has["name"], has.get("value", "on"))] if "checked" in has else []
        elif name == "input" and has.get("name"):
            sent.append((has["name"], has.get("value", "")))
    written = re.findall(r'<textarea [^>]*name="([^"]*)"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    return [*sent, *((name, unescape(text)) for name, text in written)]


def form_of(page: str) -> MultiDict[str, str]:
    return MultiDict((name, text) for name, text in fields(page) if name != "csrf_token")


def opened(client: FlaskClient, query: str = "seed=42") -> tuple[str, MultiDict[str, str]]:
    """The page and its form; each app is asked once for all tests."""
    pages: dict[str, str] = client.application.extensions.setdefault("opened", {})
    if query not in pages:
        response = client.get(f"/sheets/new?{query}")
        assert response.status_code == 200, response.text
        pages[query] = response.text
    return pages[query], form_of(pages[query])


def changed(client: FlaskClient, form: MultiDict[str, str], status: int = 200, **more: str) -> str:
    for name, value in more.items():
        form[name.replace("__", ":").replace("_DOT_", ".")] = value
    response = client.post("/sheets/new", data=form)
    assert response.status_code == status, re.findall("<li>.*strong.*</li>", response.text)
    return response.text


def sheet_in(page: str) -> Sheet:
    sheet = check_draft(from_form(form_of(page))).sheet
    assert sheet
    return sheet


def kinds_in(page: str) -> list[str]:
    return [exercise.kind for exercise in sheet_in(page).exercises]
