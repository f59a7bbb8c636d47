"""What nginx and Caddy, with the files of `deploy/`, pass on to the product, and what they do not."""

from __future__ import annotations

import http.client
import json
import random
import re
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
import real_proxies

from tests.deployment.proxy_front import PATIENCE, Front, needed
from tests.endurance.apart import run_apart
from tests.endurance.page_forms import Form
from tests.endurance.published_sheet import OwnedSheet, new_key, publish
from tests.endurance.server_process import Server
from tools.rehearse.http_client import Answer, Browser

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have a single loopback address")


FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X_Forwarded_For": "203.0.113.9",
    "x-forwarded_for": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    "X_Forwarded_Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X_Forwarded_Proto": "https",
    "X-Forwarded-Prefix": "/evil",
    "X_Forwarded_Prefix": "/evil",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": 'for=203.0.113.9;host="evil.example";proto=https',
    "X-Request-ID": "forged",
}


def _logged(front: Front) -> list[dict[str, str]]:
    lines = [line for line in front.log.read_text("utf-8").splitlines() if line.startswith("{")]
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("path", ["/embed?labels=101", "/favicon.ico", "/sheets/recover"])
def test_forged_headers_change_nothing(front: Front, path: str) -> None:
    before = len(_logged(front))
    honest = front.answer(path, "127.0.9.1")
    for forged in (FORGED, *({name: text} for name, text in FORGED.items())):
        answer = front.answer(path, "127.0.9.1", forged)
        assert _unchanging(answer[1]) == _unchanging(honest[1])
        assert (answer[0], answer[2]["Location"]) == (honest[0], honest[2]["Location"])
        assert answer[2]["X-Request-ID"] != "forged"
    new = _logged(front)[before:]
    assert {line["network"] for line in new} == {"127.0.9.0/24"}


def _unchanging(page: str) -> str:
    return re.sub(r'(name="csrf_token" value)="[^"]+"', r"\1", page)


class PrefixedBrowser(Browser):
    """A browser of a product below a path of its host, which keeps the pages that it has seen."""

    prefix = ""
    pages = ""

    async def _request(self, method: str, path: str, *rest: object) -> Answer:
        path = path if path.startswith(f"{self.prefix}/") else self.prefix + path
        answer = await super()._request(method, path, *rest)  # type: ignore[arg-type]
        self.pages += answer.text
        return answer


def test_forms_work_at_a_port_and_what_arrives_in_part_is_not_stored(front: Front) -> None:
    """A published sheet: links have the port, tokens fit, no link is in a log, and half an answer is none."""

    async def work() -> tuple[OwnedSheet, str, str, Form, dict[str, str]]:
        browser = PrefixedBrowser([front.port], random.Random(1))  # noqa: S311 - no secret
        browser.prefix = front.prefix
        owner = await publish(browser, "practice")
        key = await new_key(browser, owner)
        form = Form((await browser.open(key)).text, "sheet")
        browser.close()
        return owner, browser.pages, key, form, browser.cookies

    owner, pages, key, form, cookies = run_apart(work())
    for path in (owner.students, owner.own):
        assert f'value="http://127.0.0.1:{front.port}{path}"' in pages
    cookie = "; ".join(f"{name}={text}" for name, text in cookies.items())
    body = urlencode(dict.fromkeys(form.answers, "0.25")).encode()
    path = key.removeprefix(front.prefix)
    head = (
        f"POST {key}/answers HTTP/1.1\r\nHost: 127.0.0.1:{front.port}\r\n"
        f"Cookie: {cookie}\r\nX-CSRFToken: {form.token}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
    ).encode()
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    half, rest = body[: len(body) // 2], body[len(body) // 2 :]
    for incomplete in (
        head + b"Content-Length: %d\r\n\r\n%s" % (len(body), half),
        chunked + b"%x\r\n%s\r\n" % (len(half), half),
        chunked + b"%x\r\n%s" % (len(body), half),
        chunked + b"%x\r\n%s\r\nno number\r\n" % (len(half), half),
    ):
        front.send(incomplete, cut_off=True)
    time.sleep(0.3)  # what was to be stored would be by now
    assert "0.25" not in front.answer(path, headers={"Cookie": cookie})[1]
    whole = chunked + b"%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(half), half, len(rest), rest)
    assert re.match(rb"HTTP/1.1 20[04] ", front.send(whole))
    shown = Form(front.answer(path, headers={"Cookie": cookie})[1], "sheet").answers
    assert "0.25" in {control.value for control in shown.values()}
    logs = "".join(file.read_text("utf-8", "replace") for file in front.folder.glob("*.log"))
    secrets = [part for address in (owner.own, owner.students, key) for part in address.split("/") if len(part) > 8]
    assert secrets and not [secret for secret in secrets if secret in logs]


def _addresses_are_below(front: Front) -> None:
    page = front.answer("/")[1]
    found = set(re.findall(r'(?:href|src|action)="(/[^"]*)"', page))
    assert found and all(address.startswith(f"{front.prefix}/") for address in found)
    assert front.answer("/favicon.ico")[2]["Location"].startswith(f"{front.prefix}/static/")
    connection = http.client.HTTPConnection("127.0.0.1", front.port, timeout=PATIENCE)
    connection.request("GET", front.prefix)
    assert connection.getresponse().headers["Location"] == f"{front.prefix}/"
    connection.close()


def test_the_product_works_below_a_path_behind_nginx(nginx: Front) -> None:
    _addresses_are_below(nginx)


def test_the_product_works_below_a_path_behind_caddy(product: Server, tmp_path: Path) -> None:
    needed("caddy")
    with real_proxies.caddy(product.port, tmp_path, "/teaching/ir") as port:
        _addresses_are_below(Front(port, "/teaching/ir", tmp_path, product.log))


@pytest.mark.parametrize(("path", "refused"), [("/lab", True), ("/collections", False)])
def test_only_files_of_collections_may_be_large(front: Front, path: str, refused: bool) -> None:
    try:
        status = front.answer(path, method="POST", body=b"x" * 5_000_000)[0]
    except ConnectionError:  # refused while it is sent
        status = 413
    assert (status == 413) is refused


def test_long_addresses_are_passed_on(front: Front) -> None:
    """The lab has its lists in its address."""
    labels = "10" * 10_000
    with_proxy = front.answer(f"/lab?labels={labels}")
    alone = Front(int(front.log.stem.rpartition("-")[2]), "", front.folder, front.log).answer(f"/lab?labels={labels}")
    assert with_proxy[0] == alone[0] not in {414, 431}
