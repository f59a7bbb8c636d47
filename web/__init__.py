"""The pages and the JSON interface: forms, htmx, charts. Knows `ireval`; `app` knows it."""

from web import messages

__all__ = ["messages"]
