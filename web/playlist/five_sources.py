"""The lecture of all five sources: their worked examples as a playlist, in the order in which a lecture goes on."""

from __future__ import annotations

from functools import cache

from ireval.explanation.worked_examples import EXAMPLES, Example
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from web.playlist.playlist import Item, Playlist
from web.state.address import from_example
from web.state.lab_state import State
from web.state.texts.score_texts import mean_cell, several_of

#: The title of each example, its minutes, and the key of its note: what to ask, and what to expect. Sets come before
#: ranks, curves before their averages, and one list before several.
LECTURE = (
    ("Fifteen documents: precision and recall", 5, "lecture-precision"),
    ("Fifteen documents: P@3", 2, "lecture-cutoff"),
    ("Engine A: relevant documents last", 2, "lecture-engine-a"),
    ("Engine B: relevant documents first", 1, "lecture-engine-b"),
    ("Engines A and B, side by side", 3, "lecture-engines"),
    ("Model A: precision at 5", 1, "lecture-model-a"),
    ("Model B: precision at 5", 1, "lecture-model-b"),
    ("Models A and B, side by side", 2, "lecture-models"),
    ("One system, 20 ranks: precision and recall", 4, "lecture-recall"),
    ("Fifteen documents: precision at recall 0.3", 3, "lecture-recall-level"),
    ("Fifteen documents: R-precision", 3, "lecture-r-precision"),
    ("Fifteen documents: the curve", 3, "lecture-curve"),
    ("System 1: 11 points", 4, "lecture-eleven-points"),
    ("System 2: 11 points", 2, "lecture-eleven-points-again"),
    ("KTH's system 1, interpolated by interval", 3, "lecture-intervals"),
    ("Fifteen documents: average precision", 6, "lecture-average-precision"),
    ("The same list with d9 unjudged", 3, "lecture-unjudged"),
    ("System 1: average precision", 2, "lecture-system-1"),
    ("System 2: average precision", 2, "lecture-system-2"),
    ("Systems 1 and 2, side by side", 3, "lecture-systems"),
    ("Both of the lecture's lists as queries: MAP", 4, "lecture-mean"),
    ("Two systems on six queries (made-up lists): the histogram", 4, "lecture-histogram"),
    ("Eleven documents, two unjudged: bpref", 5, "lecture-bpref"),
    ("Eleven documents, two unjudged: bpref-10", 2, "lecture-bpref-10"),
    ("Model A: DCG at 5", 3, "lecture-gain-a"),
    ("Model B: DCG at 5", 2, "lecture-gain-b"),
    ("Models A and B, graded, side by side", 2, "lecture-gains"),
    ("Query A, three documents: nDCG", 3, "lecture-ideal"),
    ("Query B, five documents: nDCG", 2, "lecture-ideal-again"),
    ("Queries A and B: mean nDCG", 2, "lecture-mean-of-gains"),
    ("Fifteen documents: nDCG", 4, "lecture-missed-gain"),
    ("Fifteen documents: nDCG with log2(i + 1)", 3, "lecture-discount"),
    ("System 1, graded: nDCG", 2, "lecture-graded-1"),
    ("System 2, graded: nDCG", 2, "lecture-graded-2"),
    ("Systems 1 and 2, graded, side by side", 3, "lecture-graded"),
    ("Five documents on three subtopics: alpha-nDCG", 5, "lecture-subtopics"),
    ("The same five documents: intent-aware precision", 3, "lecture-intents"),
)


@cache
def five_sources() -> Playlist:
    """Return a playlist of every worked example. A measure is shown row by row the first time, and then as a whole."""
    examples = {example.title: example for example in EXAMPLES}
    shown: set[str] = set()
    items = []
    for title, minutes, key in LECTURE:
        example = examples[title]
        state = from_example(example)
        measure = parse(state.show).measure
        steps = not example.others and measure.name not in shown
        shown |= {measure.name} if steps else set()
        items.append(Item(state.query(), title, say(Message(key, _numbers(example, state))), minutes, steps))
    return Playlist(say(Message("playlist-five-sources")), tuple(items))


def _numbers(example: Example, state: State) -> dict[str, object]:
    """What a note may say of its view: the score, that of the second list, their mean, and counts of documents."""
    scores = several_of(state).score(parse(state.show))
    texts = scores.texts(state.places)
    return {
        "score": texts[0],
        "other": texts[1] if example.others else "",
        "mean": mean_cell(state, scores.mean()),
        "found": sum(grade >= state.conventions["rel"] for grade in state.grades),
        "retrieved": len(state.grades),
        "relevant": state.relevant_total(),
    }
