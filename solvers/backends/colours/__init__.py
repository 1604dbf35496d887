"""Counting queens by splitting the board into its two colours."""
