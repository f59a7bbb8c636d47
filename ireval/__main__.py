"""``python -m ireval``."""

from ireval.cli.program import run

if __name__ == "__main__":
    run()
