"""Deluxe Guadalcanal: how it looks."""
