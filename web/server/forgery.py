"""Requests that change something must come from our own pages, so that no other site can make a browser send them.

A page with a form calls `csrf_token()`. The visitor then receives a cookie, which is deleted when the browser is closed
and holds only the random number that the token must match. The lab stores nothing, so it needs no cookie and sets none;
the same holds for other pages without such a form.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from flask import Blueprint, Flask, Request, Response, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFError, CSRFProtect, generate_csrf
from itsdangerous import BadSignature, URLSafeTimedSerializer

from ireval.messages import Message
from web.server.error_pages import StorageError
from web.server.settings import Settings

COOKIE = "ireval"
FILE = "secret_key"


class _Cookie(SecureCookieSessionInterface):
    """Flask's signed cookie, limited to our path. Without a cookie the secret key is not read."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if "HTTP_COOKIE" in request.environ and COOKIE in request.cookies:
            with suppress(StorageError, BadSignature):  # a page without forms needs no key
                serializer = self.get_signing_serializer(app)
                # At any age: the cookie may come from a computer whose clock is ahead of this one's.
                return self.session_class(serializer.loads(request.cookies[COOKIE])) if serializer else None
        return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.accessed or session.modified:  # an untouched session needs no header
            super().save_session(app, session, response)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        _ensure_key(app)
        return super().get_signing_serializer(app)

    def get_cookie_path(self, app: Flask) -> str:  # noqa: ARG002
        return f"{request.script_root}/"

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        return request.is_secure


def init_app(app: Flask, settings: Settings, stateless: Iterable[Blueprint]) -> None:
    """Check every request that could change something, except those to blueprints that store nothing."""
    app.config.update(SECRET_KEY=settings.secret_key or None, SESSION_COOKIE_NAME=COOKIE, SESSION_COOKIE_SAMESITE="Lax")
    app.config["WTF_CSRF_TIME_LIMIT"] = None  # as long as the cookie lasts: students may think for hours
    app.config["WTF_CSRF_SSL_STRICT"] = False  # browsers and proxies may leave the referrer out
    app.session_interface = _Cookie()
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # `check_origin` does
    protection = CSRFProtect(app)
    without_check = {blueprint.name for blueprint in stateless}
    app.context_processor(lambda: {"csrf_token": token})
    app.jinja_env.globals["csrf_token"] = token  # for imported macros

    @app.before_request
    def check_origin() -> None:
        is_checked = app.config["WTF_CSRF_ENABLED"] and request.method in app.config["WTF_CSRF_METHODS"]
        if not is_checked or request.endpoint is None or request.blueprint in without_check:
            return
        _ensure_key(app)
        try:
            protection.protect()
        except CSRFError:
            raise CSRFError(Message("forged-request")) from None


def token() -> str:
    """The value of the hidden field `csrf_token`, or of the header `X-CSRFToken`, for this visitor's requests."""
    _ensure_key(current_app)
    return str(generate_csrf())


def secret_key() -> str:
    """The secret of the current app, the same for all its processes. Raises ``StorageError`` if it cannot be stored."""
    _ensure_key(current_app)
    return str(current_app.secret_key)


def _ensure_key(app: Flask) -> None:
    if app.secret_key is None:
        app.secret_key = read_secret(Path(app.instance_path, FILE))


def read_secret(file: Path) -> str:
    """The secret in this file, the same for all processes. The first process that needs it draws it at random."""
    try:
        if not file.exists():
            _draw(file)
        return file.read_text("ascii")
    except OSError as error:
        raise StorageError("secret-not-kept", file=str(file), reason=error.strerror or str(error)) from error


def _draw(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".secret-", dir=file.parent)  # only its owner may read it
    try:
        with os.fdopen(handle, "w", encoding="ascii") as drawn:
            drawn.write(secrets.token_urlsafe(32))
        _name(Path(name), file)
    finally:
        Path(name).unlink(missing_ok=True)


def _name(drawn: Path, file: Path) -> None:
    """Give the drawn secret its name, unless another process was faster."""
    try:
        os.link(drawn, file)
    except FileExistsError:
        pass
    except OSError:  # a file system without links, as on some USB sticks and network drives
        if not file.exists():
            drawn.replace(file)
