"""Tests of a class that judges documents together."""
