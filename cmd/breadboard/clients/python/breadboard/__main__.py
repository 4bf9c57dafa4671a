"""The command: python -m breadboard exact --toy barrier."""
import subprocess
import sys

from .process import find

if __name__ == "__main__":
    try:
        sys.exit(subprocess.call([find(), *sys.argv[1:]]))
    except KeyboardInterrupt:  # which the command has answered too
        sys.exit(130)
