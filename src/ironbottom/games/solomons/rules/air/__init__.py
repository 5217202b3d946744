"""10.0, 14.0: aircraft, a file for each section."""
