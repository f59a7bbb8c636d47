"""Tests in a browser of practice alone."""
