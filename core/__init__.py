"""The assistant: knows no chat and no web."""
