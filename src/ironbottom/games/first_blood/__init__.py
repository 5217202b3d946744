"""First Blood: The Guadalcanal Campaign. A file for each chapter of the rulebook; `sequence.py` is the turn."""
