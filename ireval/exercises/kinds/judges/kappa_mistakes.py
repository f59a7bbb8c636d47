"""Wrong numbers that typical mistakes give for the agreement of two judges, those that earn nothing last."""

from __future__ import annotations

from ireval.exercises.kinds.judges.two_judges import TwoJudges
from ireval.exercises.question.question import KnownNumber
from ireval.messages import Message


def observed_mistakes(judges: TwoJudges) -> tuple[KnownNumber, ...]:
    """The numbers that these mistakes give for the observed agreement."""
    apart = judges.only_first + judges.only_second
    return (
        _known("agreement-relevant-only", judges.both / judges.total, count=judges.neither),
        _known("agreement-overlap", judges.both / (judges.both + apart), count=judges.neither),
        _known("agreement-disagreement", apart / judges.total, count=apart),
    )


def expected_mistakes(judges: TwoJudges) -> tuple[KnownNumber, ...]:
    """The numbers that these mistakes give for the expected agreement."""
    first, second = judges.shares
    return (
        _known("expected-pooled", _pooled(judges)),
        _known("expected-relevant-only", first * second),
        _known("expected-even", 0.5, easy=True),
    )


def kappa_mistakes(judges: TwoJudges) -> tuple[KnownNumber, ...]:
    """The numbers that these mistakes give for kappa."""
    observed, expected = (step.value or 0.0 for step in judges.agreement().steps[:2])
    return (
        _known("kappa-not-divided", observed - expected),
        _known("kappa-divided-by-observed", (observed - expected) / observed),
        _known("kappa-divided-by-expected", (observed - expected) / expected),
        _known("kappa-divided-by-disagreement", (observed - expected) / (1 - observed)),
        _known("kappa-pooled", kappa_of(observed, _pooled(judges))),
        _known("kappa-even", kappa_of(observed, 0.5)),
        _known("kappa-without-chance", observed, easy=True),
    )


def kappa_of(observed: float, expected: float) -> float:
    """Kappa: how much of the agreement that chance leaves open the judges reach."""
    return (observed - expected) / (1 - expected)


def _pooled(judges: TwoJudges) -> float:
    """The agreement of two judges who both label as the two do on average; kappa is then Scott's pi."""
    share = sum(judges.shares) / 2
    return share**2 + (1 - share) ** 2


def _known(key: str, value: float, *, easy: bool = False, **values: object) -> KnownNumber:
    return KnownNumber(value, key, Message(key, values), easy)
