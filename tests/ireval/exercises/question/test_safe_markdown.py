"""The owner's Markdown: what it means, and that nothing else means anything."""

from __future__ import annotations

import pytest

from ireval.exercises.question.safe_markdown import Node, first_words, plain_text, read_markdown
from tests.ireval.exercises.own_sheet import EVIL


def p(*inside: Node | str) -> tuple[Node, ...]:
    return (Node("p", inside),)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a *b* **c** `d*`", p("a ", Node("em", ("b",)), " ", Node("strong", ("c",)), " ", Node("code", ("d*",)))),
        ("a\nb", p("a", Node("br"), "b")),
        ("$\\frac{1}{2}$!", p(Node("math", ("\\frac{1}{2}",)), "!")),
        ("It costs $5 and $6.", p("It costs $5 and $6.")),
        ("\\$x\\$", p("$x$")),
        ("- a\n- b", (Node("ul", (Node("li", ("a",)), Node("li", ("b",)))),)),
        ("3. a", (Node("ol", (Node("li", ("a",)),), "3"),)),
        ("```\n<b>\n```", (Node("pre", ("<b>",)),)),
        ("[a](https://x.org/?b=1&c=2)", p(Node("a", ("a",), "https://x.org/?b=1&c=2"))),
        ("[a](mailto:a@b.org)", p(Node("a", ("a",), "mailto:a@b.org"))),
        ("<b>a</b>", p("<b>a</b>")),
        ("<https://x.org>", p("<https://x.org>")),
        ("# a", p("# a")),
        ("> a", p("> a")),
        ("[a]: https://x.org", p("[a]: https://x.org")),
    ],
)
def test_a_few_marks_have_a_meaning(text: str, tree: tuple[Node, ...]) -> None:
    assert read_markdown(text) == tree


@pytest.mark.parametrize(
    "address",
    [
        *(
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java&#10;script:x",
            "data:text/html,x",
            "vbscript:x",
            "//x.org",
        ),
        *("/sheets", "file:///etc/passwd", "https:x", "&#106;avascript:x", "http://", 'https://x.org/"onload="x'),
    ],
)
def test_a_link_leads_to_the_web_or_to_a_mail_address_or_nowhere(address: str) -> None:
    for text in (f"[a]({address})", f"[a](<{address}>)", f"![a]({address})"):
        links = [node for block in read_markdown(text) for node in block.inside if isinstance(node, Node)]
        assert all(link.tag == "a" and link.value.startswith("https://x.org/%22onload") for link in links)


def test_plain_text_keeps_what_can_be_read() -> None:
    text = "**Why** `P`?\n\n1. one\n   - deep\n2. two\n\n[book](https://x.org) and [https://y.org](https://y.org) $x$"
    assert plain_text(text) == "Why P?\n1. one\n   - deep\n2. two\nbook (https://x.org) and https://y.org x"
    assert "<script>alert(1)</script>" in plain_text(EVIL)
    assert (
        first_words("**Which** of these measures looks at the first document only?")
        == "Which of these measures looks at the…"
    )
    assert first_words("Why?") == "Why?"


def test_deep_and_long_texts_are_read_soon() -> None:
    for text in ("[" * 4000, "*" * 4000, "$" * 4000, "- " * 2000, "`" * 3999, "(" * 1000 + "[a](" * 700, "\\" * 4000):
        assert read_markdown(text)
        assert len(plain_text(text)) <= len(text)
