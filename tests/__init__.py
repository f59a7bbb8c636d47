"""Tests; `tests/browser` needs Chromium, the rest a Python."""
