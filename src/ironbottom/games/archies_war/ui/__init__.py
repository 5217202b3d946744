"""How the two-player game looks."""
