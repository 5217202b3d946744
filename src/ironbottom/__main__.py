"""`python -m ironbottom`, where the command itself is not in the path."""

import sys

from ironbottom.cli import main

if __name__ == "__main__":
    sys.exit(main())
