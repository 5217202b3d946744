"""The rules of First Blood: a file for each chapter of the rulebook; `sequence.py` is the turn."""
