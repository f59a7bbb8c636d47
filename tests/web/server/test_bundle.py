"""The pages' scripts: modules in the source, one file for each page, and a bus whose list is true."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from jinja2 import Environment

from tests.web.server.test_assets import SCRIPTS, SOURCES, address
from web.server.bundle import WithoutIndentation, bundles

TEXTS = {name: path.read_text("utf-8") for name, path in SOURCES.items() if name.endswith(".js")}


def bundled(**modules: str) -> dict[str, str]:
    """Bundles of modules whose names are given with `_` for a slash."""
    files = {f"{name.replace('_', '/')}.js": text.encode() for name, text in modules.items()}
    return {name: content.decode() for name, content in bundles(files).items()}


def test_a_bundle_has_each_module_once_after_what_it_imports() -> None:
    found = bundled(
        lab_a='import { b, one as two } from "../page/b.js";\nimport * as c from "./c.js";\nimport "./d.js";\nb(c);\n',
        page_b='import {\n  e,\n} from "./e.js";\nexport const one = e;\nexport async function b() {}\n',
        lab_c='import { e } from "../page/e.js";\nexport class C {}\n',
        lab_d="d();\n",
        page_e="export function* e() {}\n",
    )
    assert found == {
        "lab/a.js": """\
const $page_e = (() => {
function* e() {}
return { e };
})();
const $page_b = (() => {
const {
e,
} = $page_e;
const one = e;
async function b() {}
return { one, b };
})();
const $lab_c = (() => {
const { e } = $page_e;
class C {}
return { C };
})();
const $lab_d = (() => {
d();
})();
const $lab_a = (() => {
const { b, one: two } = $page_b;
const c = $lab_c;
b(c);
})();
"""
    }


def test_comments_on_lines_of_their_own_and_indentation_are_left_out() -> None:
    found = bundled(
        a='// One.\n/**\n * Two.\n */\nconst a = /** @type {Y} */ (b); // kept\n  /** @type {Z} */\nlet c = "//";\n'
    )
    assert found["a.js"].splitlines()[1:-1] == ["const a = /** @type {Y} */ (b); // kept", 'let c = "//";']


def test_a_style_sheet_takes_the_place_of_the_line_that_imports_it() -> None:
    files = {
        "lab/all.css": b'/* All. */\n@import "../page/a.css";\n@import "./b.css";\nc { d: e; }\n',
        "page/a.css": b"/* A\n   b */\n\na {\n  b: c; /* d */\n}\n",
        "lab/b.css": b"b { c: d; }\n",
    }
    found = bundles(files)
    assert found["lab/all.css"].decode() == "a {\nb: c; \n}\nb { c: d; }\nc { d: e; }\n"
    assert found["lab/b.css"] == files["lab/b.css"]


def test_templates_lose_their_indentation_but_no_white_space_that_a_page_shows() -> None:
    source = """\
<p>a
    <b>b</b>{% if yes %}
      c  d
    {%- endif %}

  <textarea>
{{ typed }}</textarea>
<table>
  <tr>
    <th scope="row"
        class="a">b</th>
    <td>
      c
      d</td>
  </tr>
</table>
"""
    environment = Environment(trim_blocks=True, lstrip_blocks=True, extensions=[WithoutIndentation], autoescape=True)
    shown = environment.from_string(source).render(yes=True, typed="\n  e\n")
    assert shown == (
        "<p>a <b>b</b> c  d <textarea>\n\n  e\n</textarea>\n"
        '<table><tr><th scope="row" class="a">b</th><td>c d</td></tr></table>'
    )


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export { a };",
        'export * from "./b.js";',
        "export let a;",
        'import b from "./b.js";',
        'import "b";',
    ],
)
def test_what_a_bundle_cannot_have_is_refused_and_named(line: str) -> None:
    with pytest.raises(ValueError, match=rf"a\.js has a line that cannot be bundled: {re.escape(line)}"):
        bundled(a=f"const a = 1;\n{line}\n", b="export const b = 1;\n")


def test_imports_in_a_circle_and_of_nothing_are_refused_and_named() -> None:
    with pytest.raises(LookupError, match=r"in a circle: a\.js -> b\.js -> a\.js\."):
        bundled(a='import "./b.js";\n', b='import "./a.js";\n')
    with pytest.raises(LookupError, match=r"lab/a\.js imports page/b\.js, which is not among"):
        bundled(lab_a='import "../page/b.js";\n')


def test_a_name_that_is_not_exported_is_refused_and_named() -> None:
    with pytest.raises(LookupError, match=r"a\.js imports c, d, which b\.js does not export\."):
        bundled(a='import { b, c as e, d } from "./b.js";\n', b="export const b = 1, c = 2;\n")


def test_a_changed_module_changes_the_names_of_the_scripts_that_have_it(app: Flask) -> None:
    before = bundles({name: text.encode() for name, text in TEXTS.items()})
    changed = TEXTS | {"lab/stepper.js": f"{TEXTS['lab/stepper.js']}\nlater();\n"}
    after = bundles({name: text.encode() for name, text in changed.items()})
    assert sorted(before) == SCRIPTS
    assert [name for name in SCRIPTS if before[name] != after[name]] == ["lab/lab.js", "lab/projector.js"]
    for name in SCRIPTS:
        assert address(app, name).startswith(f"/static/{name.removesuffix('.js')}.")


def test_the_bus_lists_who_sends_and_who_hears() -> None:
    listed: dict[tuple[str, str], set[str]] = {}
    entry = r"@property \{\w+\} (\w+)(.*?)(?=@property|\*/)"
    for event, text in re.findall(entry, TEXTS["page/bus.js"], re.DOTALL):
        words = " ".join(text.replace("*", " ").split())
        for use, names in re.findall(r"(From|To): ([^.]+)\.", words):
            listed[event, use] = {f"{name}.js" for name in names.split(", ")}
    real: dict[tuple[str, str], set[str]] = {}
    for name, text in TEXTS.items():
        if name != "page/bus.js":
            assert "CustomEvent(" not in text and 'addEventListener("ireval:' not in text, name
            for call, event in re.findall(r'\b(send|hear)\(\s*"(\w+)"', text):
                real.setdefault((event, {"send": "From", "hear": "To"}[call]), set()).add(name)
    assert listed == real


def test_addresses_are_taken_apart_in_one_place() -> None:
    apart = re.compile(r"new URL\(|location\.search|[\"'`/][?&]\w*=|split\(\"[?&]\"\)")
    assert {name for name, text in TEXTS.items() if apart.search(text)} <= {"page/address.js"}
