"""Deluxe Guadalcanal: the computer player, cut by decision."""
