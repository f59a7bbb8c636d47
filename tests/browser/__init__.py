"""Tests in a real browser, each of which fails on any console message."""

import pytest

pytestmark = pytest.mark.slow
