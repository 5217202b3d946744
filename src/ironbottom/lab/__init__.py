"""Many games at once: matches between computer players, their luck, balance reports and measurements."""
