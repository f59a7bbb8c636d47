"""Cohen's kappa agrees with scikit-learn's."""

from __future__ import annotations

import pytest

from ireval.agreement import cohens_kappa
from tests.ireval.agreement.printed_steps import check_printed_steps
from tests.ireval.agreement.test_cohen import two
from tests.ireval.random_lists import examples, given, st

metrics = pytest.importorskip("sklearn.metrics", reason="install the rest with: pip install -r requirements-dev.txt")
labels = st.integers(1, 30).flatmap(lambda size: st.tuples(*(st.text("0123", min_size=size, max_size=size),) * 2))


@given(labels, st.none() | st.integers(1, 3))
@examples(50)
def test_cohens_kappa(pair: tuple[str, str], rel: int | None) -> None:
    agreement = cohens_kappa(two(*pair), rel)
    first, second = ([int(label) if rel is None else int(label) >= rel for label in labels] for labels in pair)
    if len({*first, *second}) == 1:  # scikit-learn warns, and gives NaN
        assert agreement.value is None
    else:
        assert agreement.value == pytest.approx(metrics.cohen_kappa_score(first, second), abs=1e-12)
    check_printed_steps(agreement)
