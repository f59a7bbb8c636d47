"""Where the product stands in its visitors' eyes: behind which proxies, under which path and scheme."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

from web.server.settings import SettingError, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from werkzeug.routing import Map


def behind_proxies(app: WSGIApplication, settings: Settings) -> WSGIApplication:
    """The same application, seen from where its visitors are."""
    app = _under(app, settings.prefix, https=settings.https)
    if settings.proxies:
        trusted = settings.proxies
        app = ProxyFix(app, x_for=trusted, x_proto=trusted, x_host=trusted, x_prefix=trusted)
    return app


def _under(app: WSGIApplication, prefix: str, *, https: bool) -> WSGIApplication:
    """Set path and scheme, whether or not the proxy has already cut the prefix off the address."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ = dict(environ)
        if prefix:
            environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME") or prefix
            path = environ.get("PATH_INFO", "")
            if path == prefix or path.startswith(prefix + "/"):
                environ["PATH_INFO"] = path.removeprefix(prefix) or "/"
        if https:
            environ["wsgi.url_scheme"] = "https"
        return app(environ, start_response)

    return application if prefix or https else app


def refuse_ambiguous(prefix: str, rules: Map) -> None:
    """Refuse a prefix that is also the beginning of one of our own addresses.

    Whether a proxy has cut off such a prefix could not be seen from the address it asks for.
    """
    for rule in rules.iter_rules():
        if prefix and (rule.rule + "/").startswith(prefix + "/"):
            raise SettingError(
                f"PREFIX is {prefix!r}, but {rule.rule} is an address of the app itself. Choose another path, "
                "or leave PREFIX out, set PROXIES=1 and let the proxy send X-Forwarded-Prefix."
            )
