"""The computer player: its script, and what a search is given."""
