"""The pages and the JSON interface: forms, htmx, charts. Knows `ireval`; `app` knows it."""
