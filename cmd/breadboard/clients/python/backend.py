"""Builds the package with nothing but Python, so that pip needs no registry (PEP 517 and 660).

    python3 backend.py DIR PROGRAM PLATFORM    # a wheel with the program in it, as wheels.py makes them
    pip install .                              # one without, or with breadboard/bin/breadboard if that is there
"""
import base64
import hashlib
import os
import re
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "breadboard"
BIN = f"{NAME}/bin/"


def version():
    """The version that the package says."""
    with open(os.path.join(HERE, NAME, "__init__.py"), encoding="utf-8") as file:
        return re.search(r'^__version__ = "(.+)"', file.read(), re.M)[1]


def said(key):
    """A text of pyproject.toml, which has each on a line of its own."""
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
        return re.search(rf'^{key} = "(.+)"', file.read(), re.M)[1]


def files():
    """The package's files, from its folder."""
    for folder, _, names in os.walk(os.path.join(HERE, NAME)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, HERE).replace(os.sep, "/")
            if "__pycache__" not in inside:
                yield inside, path


class Wheel:
    """A wheel while it is written: a zip with a record of what is in it."""

    def __init__(self, directory, platform):
        self.tag = f"py3-none-{platform}"
        self.name = f"{NAME}-{version()}-{self.tag}.whl"
        self.zip = zipfile.ZipFile(os.path.join(directory, self.name), "w", zipfile.ZIP_DEFLATED)
        self.info = f"{NAME}-{version()}.dist-info"
        self.record = []
        self.program = False  # whether there is one in it

    def add(self, inside, content, mode=0o644):
        """Write a file. Its time is fixed, so that the same files make the same wheel."""
        self.program = self.program or inside.startswith(BIN)
        entry = zipfile.ZipInfo(inside, date_time=(1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{inside},sha256={digest},{len(content)}")

    def close(self):
        """Write what pip reads, and end."""
        metadata = [
            "Metadata-Version: 2.1", f"Name: {NAME}", f"Version: {version()}", f"Summary: {said('description')}",
            f"Requires-Python: {said('requires-python')}", "Provides-Extra: arrays",
            "Requires-Dist: numpy; extra == 'arrays'", "Requires-Dist: pandas; extra == 'arrays'",
        ]
        pure = "true" if self.tag.endswith("any") else "false"
        self.add(f"{self.info}/METADATA", ("\n".join(metadata) + "\n").encode())
        self.add(f"{self.info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: {pure}\nTag: {self.tag}\n".encode())
        if self.program:  # or a script of this name would hide the program that is in the PATH
            self.add(f"{self.info}/entry_points.txt", f"[console_scripts]\n{NAME} = {NAME}.process:main\n".encode())
        record = "\n".join(self.record + [f"{self.info}/RECORD,,"]) + "\n"
        self.zip.writestr(f"{self.info}/RECORD", record)
        self.zip.close()
        return self.name


def wheel(directory, program=None, platform="any", name=NAME):
    """Write a wheel, with the program of a platform or without."""
    made = Wheel(directory, platform)
    for inside, path in files():
        if program is not None and inside.startswith(BIN):
            continue
        with open(path, "rb") as file:
            made.add(inside, file.read(), 0o755 if inside.startswith(BIN) else 0o644)
    if program is not None:
        with open(program, "rb") as file:
            made.add(BIN + name, file.read(), 0o755)
    return made.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip calls."""
    return wheel(wheel_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip install -e calls: a wheel that points here."""
    made = Wheel(wheel_directory, "any")
    made.add(f"{NAME}.pth", (HERE + "\n").encode())
    return made.close()


def build_sdist(sdist_directory, config_settings=None):
    """An archive of this folder."""
    import tarfile

    root = f"{NAME}-{version()}"
    with tarfile.open(os.path.join(sdist_directory, root + ".tar.gz"), "w:gz") as tar:
        for name in ("pyproject.toml", "backend.py"):
            tar.add(os.path.join(HERE, name), f"{root}/{name}")
        for inside, path in files():
            tar.add(path, f"{root}/{inside}")
    return root + ".tar.gz"


if __name__ == "__main__":
    print(wheel(sys.argv[1], sys.argv[2], sys.argv[3], os.path.basename(sys.argv[2])))
