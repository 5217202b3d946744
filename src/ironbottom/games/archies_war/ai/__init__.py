"""The computer opponent of the two-player game."""
