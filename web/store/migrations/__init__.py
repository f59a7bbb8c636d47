"""The migrations from an empty database to the current tables, step by step. Existing files are never changed."""
