"""The visitor who waits for a job: a browser, and its network.

A browser gets a random cookie with its first job, which is used for nothing else. Without the cookie, as from a program
that calls the JSON interface, the visitor is the network. Addresses are those that `web.server.proxy` trusts; a digest
of them is stored, for as long as the job.
"""

from __future__ import annotations

import re
import secrets
from hashlib import blake2b

from flask import g, request
from werkzeug.wrappers import Response

from web.server import forgery
from web.server.incoming import networks

COOKIE = "ireval-jobs"
_VALUE = re.compile(r"[\w-]{22}")


def visitor(*, by_cookie: bool) -> str:
    """A name for the sender of the request. A browser without a name gets one with the answer (``set_cookie``)."""
    if not by_cookie:
        return network()
    known = request.cookies.get(COOKIE, "")
    name = known if _VALUE.fullmatch(known) else secrets.token_urlsafe(16)
    if name != known:
        g.job_cookie = name
    return blake2b(name.encode(), digest_size=16).hexdigest()


def network() -> str:
    """A digest of the network that the request comes from."""
    name = networks.network(request.remote_addr)
    return blake2b(name.encode(), key=forgery.secret_key().encode()[:64], digest_size=16).hexdigest()


def set_cookie(answer: Response) -> Response:
    """Set the cookie with the browser's name if it is new; the browser deletes it when it is closed."""
    if "job_cookie" in g:
        where = f"{request.script_root}/"
        answer.set_cookie(COOKIE, g.job_cookie, path=where, secure=request.is_secure, httponly=True, samesite="Lax")
    return answer
