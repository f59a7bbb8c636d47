"""Tests of the figures of measures."""
