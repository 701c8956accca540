"""What may be read, as functions over the ports."""
