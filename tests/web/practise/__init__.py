"""Tests of practice alone."""
