"""The words of the core, a few sentences of each file of the catalogue; other tests look at keys and values."""

from __future__ import annotations

from pathlib import Path

import pytest

from ireval.messages import ADVICE, TALLY, Figures, Message, catalogue, say

DID = Message(
    "AP.trial", declared="divided by the [{found}] relevant {found:document|documents} [({R})]", found=5, R=10
)
SENTENCES = {
    "agreement": [
        (
            Message("judgements-missing", assessor="dan", count=1, total=9, pairs=["h1 (topic 2)"]),
            "dan did not judge 1 of 9 documents, which is left out: h1 (topic 2).",
        ),
        (Message("cohen-compares-two", count=1), "Cohen's kappa compares two assessors; there is 1."),
    ],
    "agreement_mistakes": [
        (Message("disagreement-linear"), "You took the distance of the grades. Quadratic weights are its square."),
    ],
    "assessors": [
        (
            Message(
                "conclusion-of-most",
                {"measure": "AP", "better": "B", "worse": "A", "number": 2, "count": 3, "names": ["ada", "ben"]},
                others=[Message("according-better", names=["dan"], run="A")],
            ),
            "AP: B is better than A according to 2 of 3 assessors (ada and ben); according to dan A is better.",
        ),
        (Message("conclusions-that-survive", kept=1, count=4), "1 of 4 conclusions survives a change of assessor."),
    ],
    "collection": [
        (Message("element-without-number", element="<top>", tag="<num>"), "this <top> has no <num>."),
        (
            Message("not-a-record-with-scores", text="139 12", count=4),
            "“139 12” is not the number of a record and 4 scores.",
        ),
    ],
    "command_line": [
        (Message("path-not-readable", path="run.txt", reason="No such file"), "run.txt cannot be read: No such file.")
    ],
    "comparison": [
        (
            Message("pair-tally", a="A", b="B", wins=1, losses=2, ties=1),
            "B is better than A on 1 topic and worse on 2; 1 is a tie.",
        ),
        (
            Message("tests-disagree", level=0.05, number=1, finding=["paired t"], rest=2, others=["x", "y"]),
            "The tests disagree at 0.05: paired t finds a difference, x and y do not.",
        ),
    ],
    "diagnosis": [
        (
            Message("did", did=DID, instead="AP divides by R."),
            "You divided by the 5 relevant documents (10). AP divides by R.",
        ),
        (Message("verdict-causes", number="0,58", count=1), "0,58 is not correct: one cause fits."),
        (Message("verdict-causes", number="0.58", count=2), "0.58 is not correct: two causes fit."),
        (Message("cut-off", places=1), "You cut the number off after 1 decimal instead of rounding it."),
        (Message("row-above", asked="DCG", axis=Message("rank")), "You gave DCG one rank higher up in the table."),
    ],
    "evaluation": [(Message("no-run-given"), "There is no run.")],
    "guide": [
        (
            Message("guide-said-web", sources=["A lecture", "Another one"]),
            "A lecture and Another one: for web search, because of how people search there.",
        )
    ],
    "incomplete_judgements": [
        (
            Message("not-for-samples-of-judgements", measure="ERR_IA@10"),
            "ERR_IA@10 needs judgements of subtopics, which are not sampled.",
        ),
        (
            Message("two-systems-are-one-pair", most=5),
            (
                "Two systems are one pair. In each sample tau is 1 if the pair keeps its order and −1 if it is "
                "reversed, so tau says little. Use at least five systems."
            ),
        ),
        (
            Message("few-systems", count=3, most=5),
            "There are only three systems, so tau has few possible values. Use at least five.",
        ),
    ],
    "input": [
        (Message("choose-one-of", names=["all", "differing"]), "Choose one of: all, differing."),
        (Message("choose-one-of-many", names=["all", "some"], count=3), "Choose one of: all, some … and 3 more."),
    ],
    "label_sets": [
        (
            Message("labels-unlike-documents", line=3, count=1, first=2),
            "Line 3 has 1 label for 2 documents.",
        ),
        (
            Message("not-a-labelled-document", where=Message("labels-json-list"), place=2),
            "The list: item 2 has no document with a grade.",
        ),
    ],
    "labels": [
        (
            Message("group-of-other-length", place=2, count=1, first=3),
            "Group 2 has 1 subtopic, but the first group has 3.",
        )
    ],
    "lessons": [
        (
            Message("lessons-checked", lessons=1, steps=4, questions=5),
            "1 lesson with 4 steps and 5 questions; nothing is wrong.",
        )
    ],
    "pairs": [(Message("pair-labels-differ", name="d1"), "The document “d1” has two different labels.")],
    "redundancy": [
        (Message("novelty-subtopics", count=3, numbers=["1", "2", "4"]), "subtopics 1, 2 and 4"),
        (Message("novelty-none", name="d1"), "d1 covers no subtopic."),
    ],
    "marking": [
        (
            Message("carried-forward", number="5.2", cells=["DCG[2] = 3.3"], calculation=Figures("DCG[3] = 3.893")),
            "5.2 follows correctly from your DCG[2] = 3.3. From the correct values it is: DCG[3] = 3.893.",
        ),
        (
            Message("not-answered", solution=Message("solution-of-several", answer="2 7")),
            "Not answered. One of several correct answers: 2 7.",
        ),
        (
            Message("answer-too-long", length=2001, most=2000),
            "The answer has 2,001 characters; at most 2,000 are allowed.",
        ),
    ],
    "measures": [(Message("unknown-measure", name="xyz", hint=""), "There is no measure “xyz”.")],
    "paste": [
        (
            Message("paste-no-label-at-end", line=2, text="d7"),
            "Line 2: “d7” does not end with a label.",
        )
    ],
    "reference": [(Message("reference-formula", latex="P"), "Formula (LaTeX): P")],
    "scores": [
        (Message("no-relevant-document"), "no document is relevant, so R = 0 and there is nothing to divide by")
    ],
    "significance_tests": [
        (Message("share-with-topics", share="15.0 %", count=1), "15.0 % with 1 topic"),
        (
            Message("tests-never-find", tests=["x"], number=1, topics=5),
            "With 5 topics, x finds no difference in any experiment, not even where there is one.",
        ),
    ],
    "trec": [
        (
            Message("line-has-other-fields", text="1 Q0 b 1 2.5", count=5, kind="run", wanted=6, fields=""),
            "“1 Q0 b 1 2.5” has 5 fields; a run line has 6.",
        )
    ],
    "typed_number": [(Message("number-divides-by-0", text="1/0"), "“1/0” divides by 0.")],
    "reproduction": [
        (
            Message("decided-by-topics", first=28, second=30),
            ("One more figure would decide between the first two: the number of topics (num_q), 28 or 30."),
        ),
        (Message("change-depth", count=1), "only the first 1 document of each topic"),
    ],
}


@pytest.mark.parametrize("family", SENTENCES)
def test_sentences_read_well(family: str) -> None:
    for message, words in SENTENCES[family]:
        assert say(message) == words


def test_every_family_of_the_core_is_looked_at() -> None:
    """Those of sheets, exercises and files are looked at where they are made."""
    files = {path.stem for path in Path(catalogue.__file__).with_name("english").glob("*.toml")} - {"words"}
    assert files == set(SENTENCES) | {"sheet", "exercises", "questions", "exports"}


def test_advice_and_the_words_for_a_class() -> None:
    assert say(Message("path-not-writable", path="x", reason="y"), ADVICE) == "Choose another file with -o."
    assert say(Message("did", did=DID, instead="AP divides by R."), TALLY) == "divided by the relevant documents"
