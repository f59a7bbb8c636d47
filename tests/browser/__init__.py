"""Tests in a real browser, each of which fails on any console message."""
