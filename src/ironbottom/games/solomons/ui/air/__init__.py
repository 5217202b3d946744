"""How aircraft look, a file for each section of the rules."""
