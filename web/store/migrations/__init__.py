"""The way from an empty database to today's tables, step by step; what is here stays as it is."""
