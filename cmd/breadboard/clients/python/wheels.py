"""Builds a wheel with the program for each platform, from the clone: python3 wheels.py DIR [linux-amd64 ...]

A wheel installs without Go and without a network. The program compiles for every platform without cgo. Only that of the
machine at hand is run here, by pip and a test; the others are compiled, and nobody has run them.
"""
import os
import subprocess
import sys
import tempfile

import backend

PLATFORMS = {  # what pip calls the systems of Go
    "linux-amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64",
    "darwin-amd64": "macosx_12_0_x86_64",
    "darwin-arm64": "macosx_12_0_arm64",
    "windows-amd64": "win_amd64",
    "windows-arm64": "win_arm64",
}


def build(directory, platform):
    """Compile the program for a platform and put it into a wheel."""
    system, processor = platform.split("-")
    name = "breadboard.exe" if system == "windows" else "breadboard"
    env = {**os.environ, "CGO_ENABLED": "0", "GOOS": system, "GOARCH": processor}
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, name)
        # Without the tables of debuggers the program is two thirds as large; the traces of bugs stay.
        subprocess.run(["go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "../.."], cwd=backend.HERE, env=env, check=True)
        return backend.wheel(directory, program, PLATFORMS[platform], name)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("python3 wheels.py DIR [" + " ".join(PLATFORMS) + "]")
    os.makedirs(sys.argv[1], exist_ok=True)
    for one in sys.argv[2:] or PLATFORMS:
        if one not in PLATFORMS:
            sys.exit(f"{one} is no platform here; one of {', '.join(PLATFORMS)} would do")
        made = build(sys.argv[1], one)
        size = os.path.getsize(os.path.join(sys.argv[1], made)) / 1e6
        print(f"{made}  {size:.1f} MB", flush=True)
