"""The rules of Axis & Allies: Guadalcanal, a file for each chapter."""
