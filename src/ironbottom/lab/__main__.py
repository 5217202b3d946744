"""`python -m ironbottom.lab`: the commands of the lab, a line each."""

import sys
from importlib import import_module

from ironbottom.lab import COMMANDS

if __name__ == "__main__":
    print("The commands of the lab; each has its --help. Those of `ironbottom` itself: simulate, blunders, bench.\n")
    for name in COMMANDS:
        about = " ".join((import_module(f"ironbottom.lab.{name}").__doc__ or "").partition("\n\n")[0].split())
        print(f"python -m ironbottom.lab.{name}\n    {about}")
    sys.exit(0 if len(sys.argv) == 1 or sys.argv[1] in ("-h", "--help") else 2)
