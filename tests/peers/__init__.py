"""Compares our scores with those of other tools on random judgements and runs."""

import pytest

pytestmark = pytest.mark.slow
