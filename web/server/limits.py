"""Limits how often one network may send costly requests, and how large a request may be.

Each process counts for itself, in memory: with N processes up to N times the rate gets through. With the setting
RATE_STORAGE all processes count together, on whatever computer they are; while that storage cannot be reached, each
counts for itself again. Addresses are those that `web.server.proxy` trusts, and `web.server.incoming.networks` says
what one network is. A hall of students often shares one address, so the rates suit a hall.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil
from typing import Any, ParamSpec, TypeVar

from flask import Flask, abort, current_app, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits.strategies import RateLimiter
from werkzeug.wrappers import Response

from ireval.messages import Message
from web.server import error_pages
from web.server.incoming.networks import network, site
from web.server.incoming.window_counts import WindowCounts
from web.server.settings import SettingError, Settings

P = ParamSpec("P")
R = TypeVar("R")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_MINUTE = 60  # seconds
#: The attribute of a view that holds the most bytes of a request to it, and the reason given for refusing a larger one.
_SIZE = "most_bytes"
#: The most bytes of a request to a view without a limit of its own.
LARGEST_BODY = 4 * 2**20
#: Bytes of a request beside those of its files: the other fields, and the separators of the parts.
BESIDE_FILES = 2**20

#: Seconds after which the storage counts as unreachable: a page waits for it once, until it is back.
PATIENCE = 1
IN_MEMORY = "memory://"
INSTALL = "python -m pip install -r requirements-server.txt"

#: An IPv6 site may store this many times as much as one network: enough for a campus, and little for a script.
NETWORKS_OF_A_SITE = 16
#: The network of a request without an address, as on a local socket.
NOWHERE = "nowhere"


def _network() -> str:
    return network(request.remote_addr) or NOWHERE


def _site() -> str:
    return site(request.remote_addr)


_limiter = Limiter(_network, strategy="fixed-window")
#: Makes a decorator of functions that count what they are called for: by network, unless a key is given.
shared_limit = _limiter.shared_limit


def _limit_storing(setting: str, scope: str, message: str | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator of views that store something: a rate for each network, and a multiple of it for each IPv6 site."""

    def of_site() -> str:
        number, unit = current_app.config[setting].split("/")
        return f"{int(number) * NETWORKS_OF_A_SITE}/{unit}"

    narrow = _limiter.shared_limit(lambda: current_app.config[setting], scope=scope, error_message=message)
    wide = _limiter.shared_limit(
        of_site, scope=f"{scope} of a site", key_func=_site, exempt_when=lambda: not _site(), error_message=message
    )
    return lambda view: narrow(wide(view))


#: Decorators of views: `@changes` for views that change a sheet, `@publishing` for those that make one, `@uploading`
#: for those that make a collection, and `@visits` for pages that request news while they are open: they are counted
#: separately, so that they never keep an answer from being saved.
changes = _limiter.shared_limit(lambda: current_app.config["RATE_CHANGES"], scope="changes")
visits = _limiter.shared_limit(lambda: current_app.config["RATE_CHANGES"], scope="visits")
publishing: Decorator = _limit_storing("RATE_SHEETS", "publishing")
uploading: Decorator = _limit_storing("RATE_COLLECTIONS", "uploading")

#: The same for changes and visits of students on a roster; ``count`` uses them.
_student_changes = _limiter.shared_limit(
    lambda: current_app.config["RATE_STUDENT"], scope="student changes", key_func=lambda: g.counted_student
)
_student_visits = _limiter.shared_limit(
    lambda: current_app.config["RATE_STUDENT"], scope="student visits", key_func=lambda: g.counted_student
)

#: Two limits of one rate: `@new_keys` for views that give out a key, and `@first_answers` for a function that is called
#: when a key is first used, so that keys which were collected over hours or at many addresses cannot all be used at
#: once.
new_keys: Decorator = _limit_storing("RATE_KEYS", "keys", "too-many-keys")
first_answers: Decorator = _limit_storing("RATE_KEYS", "first answers", "too-many-first-answers")
#: New keys for one browser.
BROWSER_KEYS = "60/hour"


def new_keys_of(browser: Callable[[], str]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator like `@new_keys`, which counts for each browser as ``browser`` names it; unknown ones are exempt."""
    return _limiter.shared_limit(
        BROWSER_KEYS,
        scope="browser keys",
        key_func=browser,
        exempt_when=lambda: not browser(),
        error_message="too-many-keys",
    )


@changes
def _count_change() -> None:
    """Count a change for the visitor's address."""


@visits
def _count_visit() -> None:
    """Count a visit for the visitor's address."""


@_student_changes
def _count_student_change() -> None:
    """Count a change for a student."""


@_student_visits
def _count_student_visit() -> None:
    """Count a visit for a student."""


def count(student: str = "", *, visit: bool = False) -> None:
    """Count a change, or a visit, for a student of a roster, or without one for the visitor's address.

    Raises ``RateLimitExceeded`` if there are too many.
    """
    g.counted_student = student
    if student:
        (_count_student_visit if visit else _count_student_change)()
    else:
        (_count_visit if visit else _count_change)()


def counter() -> RateLimiter:
    """What counts requests, for limits that no decorator can express: see ``web.classroom.access.wrong_codes``."""
    return _limiter.limiter


def init_app(app: Flask, settings: Settings) -> None:
    """Apply the rates of the settings and the sizes of the views; requests that exceed them are answered with an error.

    This comes before all that reads the bodies of requests.

    Raises ``SettingError`` if the storage needs a package that is not installed.
    """
    app.config.update(
        RATE_CHANGES=settings.rate_changes,
        RATE_SHEETS=settings.rate_sheets,
        RATE_COLLECTIONS=settings.rate_collections,
        RATE_KEYS=settings.rate_keys,
        RATE_STUDENT=settings.rate_student,
    )
    app.config["RATELIMIT_STORAGE_URI"] = f"{WindowCounts.STORAGE_SCHEME[0]}://"
    if settings.rate_storage != IN_MEMORY:
        app.config["RATELIMIT_STORAGE_URI"] = settings.rate_storage
        app.config["RATELIMIT_STORAGE_OPTIONS"] = _client_options()
        app.config["RATELIMIT_IN_MEMORY_FALLBACK_ENABLED"] = True
        app.config["RATELIMIT_SWALLOW_ERRORS"] = True  # of threads that notice together that the storage is gone
    # Every limit here is a view's own decorator, which counts by itself. The hooks that the limiter would add look for
    # limits of the whole app before and after each request; they are not added to an app that lists the limiter
    # already.
    app.extensions.setdefault("limiter", set()).add(_limiter)
    _limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, _exceeded)
    app.before_request(_check_size)


def _client_options() -> dict[str, Any]:
    """Options with which the Redis client gives up soon; by default it would retry for seconds, at every request."""
    try:
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise SettingError("rate-storage-client", command=INSTALL) from None
    return {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}


def at_most(
    size: int | Callable[[], int], reason: Callable[[], Message] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator of views that refuses requests with more bytes than ``size``; other views have the app's limit.

    The size may be a function, for one that is set in the settings. Without a ``reason`` the page names both sizes in
    bytes.
    """

    def decorated(view: Callable[P, R]) -> Callable[P, R]:
        view.__dict__[_SIZE] = size, reason  # the decorators around it pass it on
        return view

    return decorated


def _check_size() -> None:
    """Refuse a request that is too large for its view, before anything reads its body."""
    view = current_app.view_functions.get(request.endpoint or "")
    size, reason = getattr(view, _SIZE, (None, None))
    length = request.content_length
    if size is None:
        if length and length > LARGEST_BODY:
            abort(413, Message("body-too-large", megabytes=LARGEST_BODY // 10**6))
        return
    most = size() if callable(size) else size
    if length is None and "Transfer-Encoding" in request.headers:
        abort(411)
    if length and length > most:
        abort(413, reason() if reason else Message("request-too-large", size=length, most=most))
    request.max_content_length = most


def wait_after(error: RateLimitExceeded) -> tuple[Message, dict[str, str]]:
    """The reason for refusing a request, and the header that says when to try again."""
    limit = _limiter.current_limit
    seconds = max(1, ceil(limit.window.reset_time - time.time())) if limit else _MINUTE
    key = str(error.limit.error_message or "too-many-requests")
    return Message(key, wait=_wait(seconds)), {"Retry-After": str(seconds)}


def _exceeded(error: RateLimitExceeded) -> Response:
    reason, headers = wait_after(error)
    return error_pages.refusal(429, reason, **headers)


def _wait(seconds: int) -> Message:
    """A time to wait, in words."""
    if seconds < _MINUTE:
        return Message("seconds-to-wait", count=seconds)
    return Message("minutes-to-wait", count=ceil(seconds / _MINUTE))
