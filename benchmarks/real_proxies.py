"""nginx and Caddy with the files of `deploy/`, on a port of this computer, for the benchmark and for the tests.

Of nginx's file only what an operator has to adapt is replaced: the port and the certificate, the address of the app,
and the folders of logs and kept files. Caddy's file takes these from its environment, as it does in a container. It
listens on 127.0.0.1 alone, without its port for administrators, and Caddy before 2.6.4 gets the words for its buffers
that the file names.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from house import ROOT

NGINX = ROOT / "deploy" / "nginx.conf"
CADDY = ROOT / "deploy" / "Caddyfile"
#: The path under which nginx's file offers the app.
PREFIX = "/ireval"
#: Who connects from here is believed to come from the address in this header: one computer can be many networks.
FROM_ANYWHERE = "127.0.0.66", "X-Test-Address"
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
_PATIENCE = 10  # seconds until a proxy listens


def program(name: str) -> str | None:
    """The path of nginx or caddy on this computer."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"]))


def caddy_version() -> tuple[int, ...]:
    """The version of Caddy on this computer."""
    done = subprocess.run([program("caddy") or "caddy", "version"], capture_output=True, text=True, check=True)
    return tuple(int(number) for number in re.findall(r"\d+", done.stdout)[:3])


def _replace(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} is there {text.count(old)} times, and not once.")
        text = text.replace(old, new)
    return text


def nginx_files(app: int, port: int, folder: Path) -> Path:
    """The path of the main file for nginx, written into the folder beside the recipe for these ports."""
    text = NGINX.read_text("utf-8")
    recipe = _replace(
        text,
        ("listen 443 ssl ", f"listen 127.0.0.1:{port} "),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{app};"),
        ("/var/cache/ireval", str(folder / "cache")),
        ("/var/log/nginx/ireval.log", str(folder / "access.log")),
        ("/var/log/nginx/ireval-error.log", str(folder / "error.log")),
    )
    (folder / "ireval.conf").write_text(recipe, "utf-8")
    main = re.findall(r"^#   (.*;.*)$", text, re.MULTILINE)  # what the recipe asks of the main file
    source, header = FROM_ANYWHERE
    lines = [
        "user root;" if os.geteuid() == 0 else "",
        "daemon off;",
        f"pid {folder}/pid;",
        f"error_log {folder}/main.log;",
        *main,
        "http {",
        *(f"{name}_temp_path {folder}/{name};" for name in _TEMPORARY),
        f"set_real_ip_from {source};",
        f"real_ip_header {header};",
        f"include {folder}/ireval.conf;",
        "}",
    ]
    (folder / "main.conf").write_text("\n".join(lines), "utf-8")
    return folder / "main.conf"


@contextmanager
def nginx(app: int, folder: Path) -> Iterator[int]:
    """The port of nginx in front of the app on this port. Its logs and temporary files are in the folder."""
    port = _free_port()
    main = nginx_files(app, port, folder)
    with _running([program("nginx") or "nginx", "-e", f"{folder}/main.log", "-c", str(main)], port, {}):
        yield port


@contextmanager
def caddy(app: int, folder: Path, prefix: str = "") -> Iterator[int]:
    """The port of Caddy in front of the app on this port, under a path. What it writes is in the folder."""
    port = _free_port()
    text = _replace(CADDY.read_text("utf-8"), ("\tservers {", "\tadmin off\n\tdefault_bind 127.0.0.1\n\tservers {"))
    if caddy_version() < (2, 6, 4):
        old = ("buffer_requests", "buffer_responses\n\t\t\tmax_buffer_size 256KB")
        text = _replace(text, ("request_buffers 256KB", old[0]), ("response_buffers 256KB", old[1]))
    file = folder / "Caddyfile"
    file.write_text(text, "utf-8")
    settings = {
        "SITE": f"http://127.0.0.1:{port}",
        "PREFIX": prefix,
        "APP": "127.0.0.1",
        "APP_PORT": str(app),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = [program("caddy") or "caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("w") as log, _running(command, port, settings, log.fileno()):
        yield port


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def _running(
    command: list[str], port: int, settings: dict[str, str], errors: int = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(command, env=os.environ | settings, stdout=errors, stderr=errors) as process:
        try:
            _wait_until_it_listens(process, port)
            yield process
        finally:
            process.terminate()


def _wait_until_it_listens(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"{process.args!r} did not start.")
