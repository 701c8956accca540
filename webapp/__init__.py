"""The web side: API, signing page, web chat. Touches use cases, domain, ports, wording and app only."""
