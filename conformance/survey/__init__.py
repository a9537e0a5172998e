"""What the official SDKs do with every illegal step: measured live, by driving its own server."""
