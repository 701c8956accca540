"""The outside world, one vendor per file; only core.app knows these."""
