"""Builds the package with nothing but Python, so that pip needs no registry (PEP 517)."""
import os
import re
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def line_of(path, key):
    """Return the text of a key that has a line of its own in a file."""
    with open(os.path.join(HERE, path), encoding="utf-8") as file:
        return re.search(rf'^{key} = "(.+)"', file.read(), re.M)[1]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Write a wheel and return its name, as pip asks for it."""
    version = line_of("breadboard/__init__.py", "__version__")
    info = f"breadboard-{version}.dist-info"
    inside = {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: breadboard\n"
                            f"Version: {version}\n"
                            f"Summary: {line_of('pyproject.toml', 'description')}\n"
                            f"Requires-Python: {line_of('pyproject.toml', 'requires-python')}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    for name in sorted(os.listdir(os.path.join(HERE, "breadboard"))):
        if name.endswith((".py", ".typed")):
            with open(os.path.join(HERE, "breadboard", name), encoding="utf-8") as file:
                inside[f"breadboard/{name}"] = file.read()
    inside[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in (*inside, f"{info}/RECORD"))
    wheel = f"breadboard-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in inside.items():
            file.writestr(name, text)
    return wheel
