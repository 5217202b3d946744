"""Deluxe Guadalcanal: the rules, a file for each chapter of the rulebook, or a section where a chapter is long."""
