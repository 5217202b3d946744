"""Deluxe Guadalcanal: The Battle for Henderson Field."""
