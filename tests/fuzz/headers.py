"""Headers that a request may have, and that make trouble."""

from __future__ import annotations

from tests.fuzz.dice import Dice
from tests.fuzz.wire import TOKEN

Headers = tuple[tuple[str, str], ...]

#: As latin-1, as a server passes them on; a line end cannot be part of a header.
_ODD = ["", " ", "x", "é\xff", "a" * 9000, "0", "-1", "1e999", "null", "\x01", ",,,;;;==", '"', "%00", "<i9z>", "\x85"]
_VALUES: dict[str, list[str]] = {
    "Host": ["localhost", "evil.example", "localhost:8000:8000", "[::1]", "[", "a b", "127.0.0.1:99999", "..", "xn--"],
    "Cookie": ["ireval=x", "ireval=e30.x.y; ireval=z", "=;;=", "device=" + "a" * 22, "a=" + "b" * 5000],
    "Content-Type": [
        *("text/plain", "application/json", "application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data"),
        *(
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=" + "x" * 300,
            "a/b;c",
            "application/json; charset=x",
        ),
    ],
    "Content-Length": ["0", "1", "3", "100000", "99999999999999999999", "-1", "x", "1_0", "٣", "+5", "5 "],
    "Transfer-Encoding": ["chunked", "identity", "gzip, chunked"],
    "Content-Encoding": ["gzip", "br"],
    "Accept-Encoding": ["gzip", "gzip;q=0", "*;q=1", "gzip;q=x", "identity;q=0"],
    "Accept": ["text/html", "*/*;q=x", "application/json"],
    "Accept-Language": ["de;q=9", "x" * 900],
    "If-None-Match": ["*", '"x"', 'W/"x", "y', "x" * 900],
    "If-Modified-Since": ["Thu, 01 Jan 1970 00:00:00 GMT", "x", "Thu, 99 Foo 99999 99:99:99 GMT"],
    "Range": ["bytes=0-1", "bytes=-5", "bytes=5-1", "bytes=0-0,2-3", "bytes=99999999999999999999-", "x=1", "bytes=x"],
    "If-Range": ['"x"', "x"],
    "X-Forwarded-For": ["1.2.3.4", "x, y, z"],
    "X-Forwarded-Host": ["evil.example"],
    "X-Forwarded-Proto": ["https", "javascript"],
    "X-Forwarded-Prefix": ["/x", "//evil.example"],
    "X-Script-Name": ["/x"],
    "HX-Request": ["true", "true", "true", "false"],
    "HX-Current-URL": ["http://localhost:8000/lab?labels=101", "//evil.example/", "x", "http://["],
    "HX-Target": ["lab"],
    "HX-Trigger": ["lab"],
    "HX-Boosted": ["true"],
    "Origin": ["null", "http://evil.example", "http://["],
    "Referer": ["http://localhost:8000/o/x", "http://evil.example", "http://[::1"],
    "Sec-Fetch-Site": ["cross-site", "same-origin"],
    "X-CSRFToken": [TOKEN, TOKEN, "x"],
    "X-HTTP-Method-Override": ["DELETE"],
    "Expect": ["100-continue"],
    "Upgrade": ["websocket"],
    "Authorization": ["Basic x", "Bearer"],
}
_NAMES = sorted(_VALUES)
FRAGMENT: Headers = (("HX-Request", "true"),)


def headers(dice: Dice) -> Headers:
    """None, or what the page's script sends, or some odd ones."""
    if dice.chance(0.6):
        return ()
    return FRAGMENT if dice.chance(0.6) else tuple(dict(dice.several(lambda: _odd(dice), 3, 1)).items())


def _odd(dice: Dice) -> tuple[str, str]:
    name = dice.choice(_NAMES)
    return name, dice.choice(_ODD if dice.chance(0.2) else _VALUES[name])
