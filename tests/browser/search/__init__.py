"""Tests of the search in a browser."""
