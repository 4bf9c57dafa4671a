"""Builds the package with nothing but Python, so that pip needs no registry (PEP 517). Where there is Go, and the clone
around, the wheel also has the program."""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))

CLONE = os.path.abspath(os.path.join(HERE, "..", "..", "..", ".."))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Write a wheel and return its name, as pip asks for it."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "breadboard")
        missing = build_program(program)
        if missing:
            return write_wheel(wheel_directory, missing=missing)
        return write_wheel(wheel_directory, program, re.sub("[-.]", "_", sysconfig.get_platform()))


def build_program(path):
    """Build the program. Return why there is none, or None. Pip shows no word of this, so that the package says it."""
    if os.environ.get("BREADBOARD"):
        return "BREADBOARD named another when pip installed the package"
    if shutil.which("go") is None:
        return "there was no Go when pip installed the package"
    if not os.path.exists(os.path.join(CLONE, "go.mod")):
        return "pip installed the package without the clone around it"
    words = ["go", "build", "-ldflags=-s -w", "-o", path, "./cmd/breadboard"]  # of what `go install` has compiled
    built = subprocess.run(words, cwd=CLONE, capture_output=True, text=True, check=False)
    return None if built.returncode == 0 else "go build ended with: " + built.stderr.strip()


def write_wheel(folder, program=None, platform="any", missing=""):
    """Write the wheel into a folder, with a program for a platform or with the reason why there is none."""
    name = f"breadboard_exact-{line_of('breadboard/__init__.py', '__version__')}"
    wheel = f"{name}-py3-none-{platform}.whl"
    files = texts(f"{name}.dist-info", platform, pure=program is None)
    files["breadboard/missing.txt"] = missing
    with zipfile.ZipFile(os.path.join(folder, wheel), "w", zipfile.ZIP_DEFLATED) as file:
        if program:
            ending = ".exe" if platform.startswith("win") else ""
            file.write(program, f"{name}.data/scripts/breadboard{ending}")
        for path, text in files.items():
            file.writestr(path, text)
        record = f"{name}.dist-info/RECORD"
        lines = [line_of_record(one, file.read(one)) for one in file.namelist()]
        file.writestr(record, "".join([*lines, f"{record},,\n"]))
    return wheel


def line_of_record(path, data):
    """Return the line of a file in RECORD, with its hash and its length (PEP 376, PEP 427)."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
    return f"{path},sha256={digest},{len(data)}\n"


def texts(info, platform, pure):
    """Return the package and what pip wants to know of it, by name."""
    tags = "".join(f"Tag: py3-none-{one}\n" for one in platform.split("."))
    inside = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {line_of('pyproject.toml', 'name')}\n"
                            f"Version: {line_of('breadboard/__init__.py', '__version__')}\n"
                            f"Summary: {line_of('pyproject.toml', 'description')}\n"
                            f"Requires-Python: {line_of('pyproject.toml', 'requires-python')}\n",
        f"{info}/entry_points.txt": "[pytest11]\nbreadboard = breadboard.pytest_plugin\n",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: {str(pure).lower()}\n{tags}",
    }
    for name in sorted(os.listdir(os.path.join(HERE, "breadboard"))):
        if name.endswith((".py", ".typed")):
            with open(os.path.join(HERE, "breadboard", name), encoding="utf-8") as file:
                inside[f"breadboard/{name}"] = file.read()
    return inside


def line_of(path, key):
    """Return the text of a key that has a line of its own in a file."""
    with open(os.path.join(HERE, path), encoding="utf-8") as file:
        return re.search(rf'^{key} = "(.+)"', file.read(), re.M)[1]
