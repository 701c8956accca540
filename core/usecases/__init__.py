"""The stories, strangers to each other: one async function each, read top to bottom."""
