"""Many games at once: matches between computer players, their luck, balance reports and measurements."""

COMMANDS = ("balance", "calibrate", "decisions", "ladder", "learn", "newcomer", "screening", "styles", "yardstick")
"""Its modules that are run by `python -m ironbottom.lab.NAME`."""
