"""Style sheets, scripts and fonts: published under hashed names, which browsers may keep forever.

Templates write `{{ asset("lab/lab.css") }}` and get the address, including the prefix of a proxy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote
from wsgiref.types import WSGIApplication

from flask import Flask, current_app, redirect, url_for
from whitenoise import WhiteNoise

from web.server import browser_libraries, bundle, static_files

#: Makes the files of the math font from the whole font, by their names.
FontFiles = Callable[[bytes], Mapping[str, bytes]]
WHOLE_FONT = "STIXTwoMath.ttf"


def init_app(
    app: Flask, own: Path, into: Path, font_files: FontFiles, font_recipe: Callable[[], str]
) -> WSGIApplication:
    """Publish the folder `own` and the third-party files below `into`; return the app that serves them.

    ``font_recipe`` returns the code and data from which ``font_files`` makes its files: they are made again when it
    changes.
    """
    published = _publish(own, into, font_files, font_recipe)

    app.extensions["published"] = published

    def asset(name: str) -> str:
        return url_for("static", filename=published.names[name])

    app.jinja_env.add_extension(bundle.WithoutIndentation)
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals["icon"] = _address_with_content(own / "page/favicon.svg")
    app.add_url_rule("/static/<path:filename>", "static", build_only=True)
    # Browsers request this address when the answer does not name an icon, as with JSON.
    app.add_url_rule("/favicon.ico", "favicon", lambda: redirect(asset("page/favicon.svg")))
    serving: WSGIApplication = WhiteNoise(
        app.wsgi_app,
        root=published.folder,
        prefix="/static/",
        immutable_file_test=".",  # every file
        allow_all_origins=False,
    )
    return serving


def check() -> None:
    """Raise ``OSError`` if the published files are gone."""
    published: static_files.Published = current_app.extensions["published"]
    for name in published.names.values():
        (published.folder / name).stat()


def _publish(own: Path, into: Path, font_files: FontFiles, font_recipe: Callable[[], str]) -> static_files.Published:
    paths = {path.relative_to(own).as_posix(): path for path in own.rglob("[!.]*") if path.is_file()}
    files = {name: path.read_bytes() for name, path in paths.items()}
    scripts = {
        pinned.name: browser_libraries.read_checked(pinned)
        for pinned in (browser_libraries.PLOTLY, browser_libraries.HTMX)
    }
    font = browser_libraries.read_checked(browser_libraries.MATH_FONT)
    shared = files.keys() & scripts.keys()
    if shared:
        raise LookupError(f"{own.name}/ and an installed package both have {', '.join(sorted(shared))}.")
    return static_files.publish(
        recipe=_recipe(font_recipe),
        sources=files | scripts | {WHOLE_FONT: font},
        build=lambda: bundle.bundles(files) | scripts | dict(font_files(font)),
        into=into,
    )


def _address_with_content(drawing: Path) -> str:
    """An address that holds the drawing itself. A file would be requested again after each change of the address."""
    return "data:image/svg+xml," + quote(" ".join(drawing.read_text("utf-8").split()), safe="/:=")


def _recipe(font_recipe: Callable[[], str]) -> str:
    """The code, its data and the versions of the tools that make the published files from the sources."""
    code = [Path(module.__file__ or "").read_text("utf-8") for module in (bundle, static_files)]
    return "\n".join([*map(version, ("fonttools", "brotli", "whitenoise")), font_recipe(), *code])
