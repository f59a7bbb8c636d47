"""What people paste from slides, spreadsheets, documents and files, and how each text is read."""

from __future__ import annotations

import contextlib
from cProfile import Profile

import pytest

from ireval.errors import InputError
from ireval.paste.paste_reader import read_pasted
from ireval.paste.pasted_list import PastedList
from ireval.ranking.labels import write_labels


def brief(pasted: PastedList) -> str:
    """A list as “Title: name=label ...”, or “Title: labels” if it has no names."""
    labels = write_labels(pasted.grades)
    if any(item.name for item in pasted.ranked):
        labels = " ".join(f"{item.name}={label}" for item, label in zip(pasted.ranked, labels, strict=True))
    return f"{pasted.title}: {labels}" if pasted.title else labels


#: Texts that mean one thing, and the lists in them.
CERTAIN = {
    # Labels
    "RNNRN": ["10010"],
    "R N N R N": ["10010"],
    "R, N, N": ["100"],
    "R/N/N/R": ["1001"],
    "R | N | N": ["100"],
    "R-N-N-R-R": ["10011"],
    "r – n – n": ["100"],
    "1-0-0-1-1": ["10011"],
    "relevant - not relevant - relevant": ["101"],
    "R--R": ["1uu1"],
    "1 0 - 1": ["10u1"],
    "+ - - +": ["1001"],
    "+--+": ["1001"],
    "✓ ✗ ✓": ["101"],
    "● ○ ●": ["101"],
    "Y N Y": ["101"],
    "Relevant\nNot relevant\nRelevant": ["101"],
    "Relevance\n2\n0\n1": ["201"],
    "y_true = [1, 0, 1]": ["y_true: 101"],
    "R NR NR R": ["1001"],
    "R\nNR\nR": ["101"],
    # Ranks
    "1:R 2:N 3:R": ["101"],
    "1. R, 2. N, 3. R": ["101"],
    "1. d1 R  3. d3 N\n2. d2 N  4. d4 R": ["d1=1 d2=0 d3=0 d4=1"],
    "1\td123 (r)\n2\td84 (n)\n3\td56 (r)": ["d123=1 d84=0 d56=1"],
    "1. R\n2. N\n3. R": ["101"],
    "1) R\n2) N": ["10"],
    "#1 d7 R\n#2 d9 N": ["d7=1 d9=0"],
    "1: R\n2: N": ["10"],
    "1:1\n2:0": ["10"],
    "1st R\n2nd N\n3rd N": ["100"],
    "Rank 1: relevant\nRank 2: not relevant": ["10"],
    "(1) d7 R\n(2) d9 N": ["d7=1 d9=0"],
    "1. d3\n2. d4": ["d3=u d4=u"],
    "1 d3\n2 d4\n3 d5\n4 d6\n5 d7\n6 d8": ["d3=u d4=u d5=u d6=u d7=u d8=u"],
    "1 2 3 4 5 6\nR N N R R N": ["100110"],
    "3 d1 R\n1 d2 N\n2 d5 R": ["d2=0 d5=1 d1=1"],
    # Names
    "d123 (3)\nd84 (0)": ["d123=3 d84=0"],
    "(3) d123\n(0) d84": ["d123=3 d84=0"],
    "d123(r), d84(n)": ["d123=1 d84=0"],
    "d1 R, d2 N, d3 R": ["d1=1 d2=0 d3=1"],
    "• d1: R\n• d2: N": ["d1=1 d2=0"],
    "- d1 relevant\n- d2 not relevant": ["d1=1 d2=0"],
    "- R\n- N": ["10"],
    "The Old Man – relevant\nMoby Dick – not relevant": ["The Old Man=1 Moby Dick=0"],
    "d1 → R\nd2 → N": ["d1=1 d2=0"],
    "1\td1\t+\n2\td2\t-": ["d1=1 d2=0"],
    "Doc1 - relevant\nDoc2 - irrelevant": ["Doc1=1 Doc2=0"],
    "d1:1 d2:0 d3:1": ["d1=1 d2=0 d3=1"],
    # Tables with one list
    "i, rel_i, log2(i+1), DCG\n1, 3, 1, 3\n2, 2, 1.585, 4.26": ["32"],
    "Rank, Document, Relevant\n1, d3, yes\n2, d4, no": ["d3=1 d4=0"],
    "doc, grade\nd3, 2\nd4, 0": ["d3=2 d4=0"],
    "rank,docid,is_relevant\n1,a,True\n2,b,False": ["a=1 b=0"],
    "   doc  rel\n0  d3   1\n1  d4   0": ["d3=1 d4=0"],
    "Rank\tDocument\tScore\tRelevant\n1\td3\t12.3\t1\n2\td4\t11\t0": ["d3=1 d4=0"],
    "#\tDoc\tRel\n2\td4\t0\n1\td3\t1": ["d3=1 d4=0"],
    'Title;Grade\n"Smith; J.";2\nDoe;0': ["Smith; J.=2 Doe=0"],
    "Rank: 1 2 3\nRel: 1 0 1": ["101"],
    # Tables with several lists
    "Rank, Engine A, Engine B\n1, R, N\n2, N, R": ["Engine A: 10", "Engine B: 01"],
    "Rank\tEngine A\tEngine B\n1\tR\tN\n2\tN\tR\n3\t\tR": ["Engine A: 10", "Engine B: 011"],
    "Rank;Engine A;Engine B\n1;relevant;not relevant\n2;no;yes": ["Engine A: 10", "Engine B: 01"],
    "| Rank | Engine A | Engine B |\n|-----:|:--------:|----------|\n| 1 | **R** | N |\n| 2 | N | R |": [
        "Engine A: 10",
        "Engine B: 01",
    ],
    "Rank  Engine A  Engine B\n-----------------------\n1     ✓         ✗\n2     ✗         ✓": [
        "Engine A: 10",
        "Engine B: 01",
    ],
    "Rank Engine A Engine B\n1 R N\n2 N R": ["Engine A: 10", "Engine B: 01"],
    "+------+---+---+\n| Rank | A | B |\n+------+---+---+\n|    1 | 1 | 0 |\n+------+---+---+": ["A: 1", "B: 0"],
    "\\begin{tabular}{lcc}\n\\toprule\nRank & \\textbf{A} & B \\\\ \\midrule\n1 & R & $N$ \\\\\n\\end{tabular}": [
        "A: 1",
        "B: 0",
    ],
    '{| class="wikitable"\n! Rank !! A !! B\n|-\n| 1 || [[Relevance|R]] || N\n|-\n| 2\n| N\n| R\n|}': [
        "A: 10",
        "B: 01",
    ],
    "Rank 1 2 3 4 5\nEngine A R N N R R\nEngine B N R R N N": ["Engine A: 10011", "Engine B: 01100"],
    "Engine A: 0 0 0 1 1\nEngine B: 1 1 0 0 0": ["Engine A: 00011", "Engine B: 11000"],
    "A: RNN\nB: NRR": ["A: 100", "B: 011"],
    "Rank,A,B\n1,d1 (r),d4 (n)\n2,d2 (n),d1 (r)": ["A: d1=1 d2=0", "B: d4=0 d1=1"],
    "Rank,Engine A,Rel,Engine B,Rel\n1,d1,1,d4,0\n2,d2,0,d1,1": ["Engine A: d1=1 d2=0", "Engine B: d4=0 d1=1"],
    "Rank,A,B\n1,d1,d4\n2,d2,d1": ["A: d1=u d2=u", "B: d4=u d1=u"],
    "Rank A B\n1 R N\n2 N N\nP@2 0.5 0.0": ["A: 10", "B: 00"],
    "1 0 0\n2 1 0\n3 0 1": ["010", "001"],
}
#: Texts that may mean several things: each reading with its lists, the likeliest first.
IN_DOUBT = {
    "1 2 3 4": {"ranks-alone": ["uuuu"], "labels": ["1234"]},
    "1\n2\n3": {"ranks-alone": ["uuu"], "labels": ["123"]},
    "1 - 0": {"dashes-between": ["10"], "dashes-unjudged": ["1u0"]},
    "R-N": {"dashes-between": ["10"], "dashes-unjudged": ["1u0"]},
    "1 d3\n2 d4": {"ranks-and-names": ["d3=u d4=u"], "labels-and-names": ["d3=1 d4=2"]},
    "(1) d3\n(2) d4": {"ranks-and-names": ["d3=u d4=u"], "labels-and-names": ["d3=1 d4=2"]},
    "d7 1\nd8 2\nd9 3": {"ranks-and-names": ["d7=u d8=u d9=u"], "names-and-labels": ["d7=1 d8=2 d9=3"]},
    "RNNRN\nNRRNN": {"lists-by-line": ["10010", "01100"], "labels": ["1001001100"]},
    "1 0\n0 1\n1 1": {"lists-by-column": ["101", "011"], "lists-by-line": ["10", "01", "11"], "labels": ["100111"]},
    "1. d123 *\n2. d84\n3. d56 *": {
        "empty-not-relevant": ["d123=1 d84=0 d56=1"],
        "empty-unjudged": ["d123=1 d84=u d56=1"],
    },
    "Ranking: d7, d9, d1\nRelevant: {d1, d4}": {
        "others-not-relevant": ["d7=0 d9=0 d1=1"],
        "others-unjudged": ["d7=u d9=u d1=1"],
    },
    "Rq = {d3, d5}\nA: d3 d4 d5\nB: d5 d3": {
        "others-not-relevant": ["A: d3=1 d4=0 d5=1", "B: d5=1 d3=1"],
        "others-unjudged": ["A: d3=1 d4=u d5=1", "B: d5=1 d3=1"],
    },
    "1 x\n2\n3 x": {"empty-not-relevant": ["101"], "empty-unjudged": ["1u1"]},
    "Doc\tRel\nd1\tx\nd2\t\nd3\tx": {"empty-not-relevant": ["d1=1 d2=0 d3=1"], "empty-unjudged": ["d1=1 d2=u d3=1"]},
    "Rank\tA\tB\n1\tx\t\n2\t\tx\n3\tx\t": {
        "empty-not-relevant": ["A: 101", "B: 010"],
        "empty-unjudged": ["A: 1u1", "B: u1u"],
    },
    "2 my d7 R\n0 my d1 N": {"names-and-labels": ["2 my d7=1 0 my d1=0"], "labels-and-names": ["my d7 R=2 my d1 N=0"]},
}
#: Texts that are refused: the key of the reason and the line.
REFUSED = {
    "1\n2\n3\n4\n5\n6\n7": ("paste-ranks-without-labels", None),
    "1 d1 R\n2 d2 N\n4 d4 R": ("paste-rank-missing", 3),
    "Rank,Doc,Rel\n1,a,1\n1,b,0": ("paste-rank-twice", 3),
    "Rank,Doc,Rel\n1,a,1\n?,b,0": ("paste-not-a-rank", 3),
    "Rank,A,B\n1,R,N\n2,,R\n3,N,N": ("paste-cell-empty", 3),
    "doc, grade\nd3, 2\nd4, 7": ("paste-cell-not-a-label", 3),
    "A: RNN\nA: NRR": ("paste-title-twice", 2),
    "doc, grade\nd3, 2\nd3, 1": ("paste-name-twice", 3),
    "0.5 1 0": ("paste-not-a-label", 1),
    "R N ? X N R": ("paste-not-a-label", 1),
    "2 d7 R\n0 d1 N": ("paste-not-a-label", 1),
    "R,N,,R": ("paste-gap", None),
    "1. R  6. N\n2. N  7. R": ("paste-rank-missing", 1),
    "Relevant: d1, d3, d5": ("paste-no-label-at-end", 1),
    "1 " * 9000: ("paste-line-too-long", 1),
    "hello world": ("paste-no-label-at-end", 1),
}


@pytest.mark.parametrize(("text", "lists"), CERTAIN.items())
def test_what_is_certain_is_read_without_a_question(text: str, lists: list[str]) -> None:
    (reading,) = read_pasted(text)
    assert list(map(brief, reading.lists)) == lists


@pytest.mark.parametrize(("text", "readings"), IN_DOUBT.items())
def test_what_is_in_doubt_has_several_readings(text: str, readings: dict[str, list[str]]) -> None:
    found = {reading.key: list(map(brief, reading.lists)) for reading in read_pasted(text)}
    assert list(found.items()) == list(readings.items())


@pytest.mark.parametrize(("text", "reason"), REFUSED.items())
def test_what_cannot_be_understood_is_refused_with_line_and_reason(text: str, reason: tuple[str, int | None]) -> None:
    with pytest.raises(InputError) as error:
        read_pasted(text)
    assert (error.value.key, error.value.values.get("line")) == reason
    assert error.value.suggestion


def test_columns_that_are_not_used_are_named() -> None:
    (reading,) = read_pasted("Rank, Document, Score, Relevant\n1, d3, 12.3, 1")
    assert reading.ignored == ("Score",)


@pytest.mark.parametrize(
    "piece", ["a", "* ", "| ", "x(", "R-", "not ", "\\textbf{", "d1 (r)\n", "[[", "a:", "a  ", '"']
)
def test_long_texts_take_as_long_as_they_are(piece: str) -> None:
    """Reading twice as much takes not much more than twice as many steps, so that nobody can stop the server."""
    steps = []
    for size in (500, 2_000):
        counter = Profile()
        with contextlib.suppress(InputError):
            counter.runcall(read_pasted, piece * (size // len(piece)))
        steps.append(sum(entry.callcount for entry in counter.getstats()))
    assert steps[1] < 6 * steps[0] + 1_000
