"""Pure rules and records: no await, no I/O, no clock, no randomness."""
