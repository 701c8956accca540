"""LangGraph lives here: the read graph and the write plan."""
