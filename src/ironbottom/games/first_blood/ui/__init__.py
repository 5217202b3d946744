"""How First Blood looks."""
