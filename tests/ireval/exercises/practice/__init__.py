"""Tests of exercises for practice alone."""
