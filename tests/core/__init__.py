"""Tests of ``ireval``, the core that knows nothing of the web."""
