"""``python -m ireval``."""

from ireval.cli import run

if __name__ == "__main__":
    run()
