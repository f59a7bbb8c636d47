"""A folder of static files: built once, whole or not at all, and removed when it is old."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from web.server import static_files


class Building:
    """A build that counts how often it is made."""

    def __init__(self, **contents: str) -> None:
        self.contents = {name.replace("_", "."): text.encode() for name, text in contents.items()}
        self.built = 0

    def __call__(self) -> dict[str, bytes]:
        self.built += 1
        return self.contents

    def publish(self, into: Path, recipe: str = "1") -> static_files.Published:
        return static_files.publish(recipe, self.contents, self, into)


def test_a_folder_is_built_once_and_follows_its_sources(tmp_path: Path) -> None:
    one, other = Building(a_css="b {}"), Building(a_css="b { color: red }")
    first = one.publish(tmp_path)
    assert one.publish(tmp_path) == first
    assert one.built == 1
    assert other.publish(tmp_path).names != first.names
    assert one.publish(tmp_path, recipe="2").folder != first.folder
    assert one.built == 2


def test_the_folder_of_an_interrupted_build_is_never_used(tmp_path: Path) -> None:
    build = Building(a_css='b { src: url("missing.woff") }')
    with pytest.raises(LookupError, match=r"a\.css refers to missing\.woff"):
        build.publish(tmp_path)
    assert not list(tmp_path.glob("[!.]*"))
    build.contents["missing.woff"] = b"x"
    assert set(build.publish(tmp_path).names) == {"a.css", "missing.woff"}


def test_files_keep_their_folders_and_refer_to_each_other_across_them(tmp_path: Path) -> None:
    contents = {"lab/a.css": b'b { src: url("../fonts/c.woff") url("d.svg") }', "fonts/c.woff": b"c", "lab/d.svg": b"d"}
    found = static_files.publish("1", contents, lambda: contents, tmp_path)
    names = found.names
    css = (found.folder / names["lab/a.css"]).read_text()
    assert css == f'b {{ src: url("../{names["fonts/c.woff"]}") url("{names["lab/d.svg"].removeprefix("lab/")}") }}'
    assert names["fonts/c.woff"].startswith("fonts/c.") and (found.folder / names["fonts/c.woff"]).read_bytes() == b"c"


def test_another_process_may_be_faster(tmp_path: Path) -> None:
    build = Building(a_css="b {}")

    def slow() -> dict[str, bytes]:
        build.publish(tmp_path)
        return build()

    found = static_files.publish("1", build.contents, slow, tmp_path)
    assert (found.folder / found.names["a.css"]).read_text() == "b {}"
    assert not list(tmp_path.glob(".build-*"))


def test_folders_unused_for_longest_are_removed(tmp_path: Path) -> None:
    folders = []
    for age in range(static_files.MOST_FOLDERS + 3, 0, -1):
        folder = Building(a_css=f"b {{ order: {age} }}").publish(tmp_path).folder.parent
        os.utime(folder, (time.time() - 60 * age,) * 2)
        folders.append(folder)
    abandoned = tmp_path / ".build-x"
    abandoned.mkdir()
    os.utime(abandoned, (0, 0))
    last = Building(a_css="b { order: 0 }").publish(tmp_path).folder.parent
    assert sorted(tmp_path.iterdir()) == sorted([*folders[-(static_files.MOST_FOLDERS - 1) :], last])


def test_where_nothing_can_be_written_a_temporary_folder_serves(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    published = Building(a_css="b {}").publish(blocked / "static")
    assert tmp_path not in published.folder.parents
    assert (published.folder / published.names["a.css"]).read_text() == "b {}"
