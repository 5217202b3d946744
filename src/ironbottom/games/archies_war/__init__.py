"""Archie's War: The Battle for Guadalcanal (Derek Croxton, Worthington Publishing 2022)."""
