"""Scores compared with other tools' on random judgements and runs."""
