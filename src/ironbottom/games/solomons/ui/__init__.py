"""How it looks: the board, the pieces, and a face for each step and event."""
