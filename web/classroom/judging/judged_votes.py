"""What follows from the labels of a class, computed once for the same labels: screens ask for it again and again."""

from __future__ import annotations

import json
from functools import lru_cache

from web.classroom.judging.class_agreement import ClassAgreement, KappaChange
from web.classroom.judging.class_rankings import ClassRankings
from web.classroom.judging.judging_round import Answers, JudgingRound
from web.classroom.judging.stored_assessors import AssessorAndClass

#: Answers as a key: the devices, each with its labels by document.
_Frozen = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
_KEPT = 16


def kappa(body: str, vote: Answers) -> ClassAgreement:
    """The agreement in a vote on the round with this body, a JSON text."""
    return _kappa(body, _frozen(vote))


def kappa_change(body: str, first: Answers, second: Answers) -> KappaChange:
    """How the agreement changed from one vote to another."""
    return _kappa_change(body, _frozen(first), _frozen(second))


def against_assessors(body: str, vote: Answers) -> tuple[AssessorAndClass, ...]:
    """The majority of the class and each stored assessor."""
    return _against_assessors(body, _frozen(vote))


def ranked_again(body: str, vote: Answers) -> ClassRankings:
    """The systems with the labels of the class in the place of the stored ones."""
    return _ranked_again(body, _frozen(vote))


@lru_cache(_KEPT)
def _kappa(body: str, vote: _Frozen) -> ClassAgreement:
    return _round(body).kappa(_answers(vote))


@lru_cache(_KEPT)
def _kappa_change(body: str, first: _Frozen, second: _Frozen) -> KappaChange:
    return _round(body).kappa_change(_answers(first), _answers(second))


@lru_cache(_KEPT)
def _against_assessors(body: str, vote: _Frozen) -> tuple[AssessorAndClass, ...]:
    return _round(body).against_assessors(_answers(vote))


@lru_cache(_KEPT)
def _ranked_again(body: str, vote: _Frozen) -> ClassRankings:
    return _round(body).ranked_again(_answers(vote))


def _round(body: str) -> JudgingRound:
    return JudgingRound.of(json.loads(body))


def _frozen(vote: Answers) -> _Frozen:
    return tuple((device, tuple(labels.items())) for device, labels in vote.items())


def _answers(vote: _Frozen) -> dict[str, dict[str, str]]:
    return {device: dict(labels) for device, labels in vote}
