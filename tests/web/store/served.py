"""A server for a test that kills it: `python -m tests.web.store.served`, with the settings of the environment.

`POST /answer/<token>/<key>/<part>` saves the body and answers 204 once it is saved. The store was used before the
processes are forked.
"""

from __future__ import annotations

from flask import Flask, request

from app import create_app
from web.server.serving import http_server
from web.server.settings import Settings
from web.store import prepare, store


def made(settings: Settings) -> Flask:
    app = create_app({"SECRET_KEY": "of no importance here"})

    def answer(token: str, key: str, part: str) -> tuple[str, int]:
        sheet = store().by_student(token)
        assert sheet
        store().save(sheet, key, "1", part, request.get_data(as_text=True))
        return "", 204

    app.add_url_rule("/answer/<token>/<key>/<part>", view_func=answer, methods=["POST"])
    app.extensions["csrf"].exempt(answer)
    prepare(app, settings)
    return app


if __name__ == "__main__":
    chosen = Settings.read()
    http_server.serve(made(chosen), chosen)
