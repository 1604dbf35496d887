"""One module per way of searching."""
