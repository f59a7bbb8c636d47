"""What a version of the generator compares drawn lists with never changes, whatever presets and choices are added.

The digests of version 3 were computed by the program as it was before version 4, and so were the drawn lists.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from ireval.conventions import effective
from ireval.diagnosis.candidates import by_convention, is_idle
from ireval.exercises import Exercise, Generated, Sheet, variant
from ireval.exercises.generator.compared_choices import compared, compared_choices
from ireval.exercises.sheet.model import GENERATOR, OLDEST_GENERATOR
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.ranking.labels import read_ranking
from tests.ireval.exercises.sample_questions import KEY

#: A list with unjudged documents and every grade; relevant documents are missed.
LISTING = ("01u2031n3u1", "323110", 400, "000,100,000,110,000,011,100,000,010,000,001", "010,100,110,001,010,000")
#: Of each measure by version: a typical mistake or another choice that is added, dropped or changed gives another one.
DIGESTS = {
    line.split()[0]: dict(zip((3, 4), line.split()[1:], strict=True))
    for line in """
AP 3cb10ed3 9d270d6d
Accuracy cd5f60bc cd5f60bc
Bpref 1696c2d2 cfed8c1c
CG fc8911a2 fc8911a2
DCG 0e5457f7 26aee0b7
ERR d9589505 d9589505
ERR_IA d07bcbf9 7ca6e8e4
F f10942e9 94a1a87b
Fallout 4ead0164 4ead0164
GMAP b1cbe767 b319cccf
GMBpref db7c87cb ddaad5c5
IDCG 2bebaa2e 1d9622d8
IPrec11 52beb557 4d2fc261
IPrec3 ccdabc74 98b49c26
IPrec@0 6aea55f7 4764c036
Judged b8b38c04 b8b38c04
NG eced2354 45385341
P 5cf9fae4 5cf9fae4
P_IA 4ebeaf9c 9343102d
P_at_recall(reach='above')@0.3 d54070dd d54070dd
Q 6f9f2316 266d6ba9
R 5e2db959 4c039d3d
RBP 2a9b2028 2a9b2028
RBP_resid c308ad84 c308ad84
RR 4a3a4426 4a3a4426
RelP 37144c29 b3429594
RnDCG 2fd39503 004e926e
Rprec 6d78c46f 8dd209a4
Rprec_mult@0.1 53c4df93 6c6d7f34
SetAP 0a3837ae 8f9a3d13
StRecall 67a3224c 7dc62c13
Success e35720b3 e35720b3
Unjudged 4d1ff1eb 4d1ff1eb
Utility ca807f47 ca807f47
alpha_nDCG eebcb458 e5ffc9ea
binG 0925af77 0b25fba6
infAP 3336edb7 755aab88
nCG d79f2bb1 33050f9f
nDCG ce0fc4d9 14e55731
nDCG_rel 7f65f278 6a60981c
nERR_IA e51361ae 2496b51d
    """.strip().splitlines()
}


def digest_of(name: str, generator: int) -> str:
    """Of all numbers that a list is compared with, under three presets."""
    spec, found = parse(name), list[str]()
    for preset in ("lillis", "trec_eval", "sklearn"):
        right = compute(spec, read_ranking(*LISTING), effective(preset))
        choices = by_convention(right, among=compared_choices(right, generator))
        found += [f"{x.key} {float(x.value):.6f} {bool(is_idle(right, x.choices))}" for x in choices]
        found += [f"{m.key} {float(m.compute(right.table)[..., 0]):.6f}" for m in spec.measure.mistakes if not m.rare]
    return sha256("\n".join(found).encode()).hexdigest()[:8]


@pytest.mark.parametrize("name", DIGESTS)
def test_a_version_compares_with_the_same_numbers_for_years(name: str) -> None:
    """A measure that is added needs no line here; a new choice, preset or typical mistake needs a new version."""
    assert {generator: digest_of(name, generator) for generator in DIGESTS[name]} == DIGESTS[name]


def test_every_version_is_pinned() -> None:
    assert all(set(of) == set(range(OLDEST_GENERATOR, GENERATOR + 1)) for of in DIGESTS.values())
    assert compared(OLDEST_GENERATOR) < compared(GENERATOR) == compared(GENERATOR + 1)


@pytest.mark.parametrize(
    ("measure", "preset", "seed", "labels"),
    [
        ("nDCG@5", "lillis", 2, "0 0 3 3 0 3 0 0 0 0"),
        ("nDCG", "sklearn", 5, "1 3 0 0 0 3 1 2 1 3"),
        ("nDCG@10", "trec_eval", 6, "0 0 3 2 0 0 3 0 1 3"),
        ("nDCG@10", "blog", 0, "0 3 1 3 2 0 2 3 0 0"),
    ],
)
def test_sheets_of_version_3_keep_lists_that_newer_presets_or_choices_would_refuse(
    measure: str, preset: str, seed: int, labels: str
) -> None:
    exercise = Exercise("e1", "number", measure, generated=Generated())
    lists = variant(Sheet("", seed, (exercise,), preset, generator=3), KEY).questions[0].lists
    assert " ".join(row.label[0] for row in lists[0].rows) == labels
