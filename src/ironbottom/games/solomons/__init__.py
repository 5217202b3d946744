"""Solomons Campaign (Dunnigan, SPI 1973)."""
