"""The parts that `tapsign up` brings along: PostgreSQL and the demo chain's node, as children of this process."""
