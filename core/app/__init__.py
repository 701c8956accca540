"""The composition root: settings, start, command line."""
