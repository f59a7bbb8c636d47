"""Tests of the live classroom."""
