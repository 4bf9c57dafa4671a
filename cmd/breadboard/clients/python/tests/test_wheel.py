"""The wheel: with the program where there is Go, and otherwise with the reason why there is none.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_wheel.py
"""
import base64
import csv
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

import backend

BINARY = shutil.which(os.environ.get("BREADBOARD") or "breadboard")

ASK = "import breadboard; print(breadboard.process.find(), breadboard.exact(toy='barrier', T=10).T)"


def installed(wheel, folder):
    """Unpack a wheel as pip does: the program goes to bin, and RECORD says where it is."""
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
        record = next(name for name in file.namelist() if name.endswith("RECORD"))
        programs = [one for one in file.infolist() if "/scripts/" in one.filename]
    for one in programs:
        os.makedirs(folder / "bin")
        path = folder / "bin" / os.path.basename(one.filename)
        os.rename(folder / one.filename, path)
        os.chmod(path, one.external_attr >> 16)
        (folder / record).write_text((folder / record).read_text().replace(one.filename, f"bin/{path.name}"))
    return folder


def asked(site, **more):
    """Return what a first call prints, by a Python that has the wheel and nothing in the PATH."""
    others = {key: value for key, value in os.environ.items() if key != "BREADBOARD"}
    environment = {**others, "PATH": "/nowhere", "PYTHONPATH": str(site), **more}
    words = [sys.executable, "-c", ASK]
    return subprocess.run(words, cwd=site, env=environment, capture_output=True, text=True, check=False)


def test_the_program_is_in_the_wheel(tmp_path):
    """A wheel for a platform installs the program where it can be run, and the package finds it without a PATH."""
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\nexec {BINARY} "$@"\n')  # which is soon compressed
    program.chmod(0o755)
    name = backend.write_wheel(tmp_path, program, "manylinux_2_17_x86_64.musllinux_1_1_x86_64")
    assert name == f"breadboard_exact-{backend.line_of('breadboard/__init__.py', '__version__')}" \
                   "-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl"
    site = installed(tmp_path / name, tmp_path / "site")
    said = asked(site)
    assert said.stdout.split() == [str(site / "bin" / "breadboard"), "10"], said.stderr
    tags = next(site.glob("*.dist-info/WHEEL")).read_text().splitlines()
    assert "Root-Is-Purelib: false" in tags
    assert [line for line in tags if line.startswith("Tag")] == [
        "Tag: py3-none-manylinux_2_17_x86_64", "Tag: py3-none-musllinux_1_1_x86_64"]


def test_record_has_hashes(tmp_path):
    """RECORD has every file, with its hash and its length, and itself without."""
    with zipfile.ZipFile(tmp_path / backend.write_wheel(tmp_path)) as file:
        record = next(name for name in file.namelist() if name.endswith("RECORD"))
        lines = [*csv.reader(file.read(record).decode().splitlines())]
        assert [name for name, *_ in lines] == file.namelist()
        for name, digest, length in lines[:-1]:
            data = file.read(name)
            padded = digest.replace("sha256=", "") + "="
            assert base64.urlsafe_b64decode(padded) == hashlib.sha256(data).digest() and int(length) == len(data)
        assert lines[-1] == [record, "", ""]
        assert b"breadboard.pytest_plugin" in file.read(record.replace("RECORD", "entry_points.txt"))


def test_the_package_runs_the_command():
    """python -m breadboard has the words and the exit code of the command."""
    words = [sys.executable, "-m", "breadboard"]
    for more, code in (["version"], 0), (["exact", "--toy", "none"], 2):
        own, through = (subprocess.run([*command, *more], capture_output=True, text=True, check=False,
                                       cwd=os.path.dirname(backend.__file__)) for command in ([BINARY], words))
        assert own.returncode == through.returncode == code
        assert own.stdout == through.stdout and own.stderr == through.stderr


@pytest.mark.parametrize("environment, why", [
    ({"PATH": "/nowhere"}, "there was no Go when pip installed the package"),
    ({"BREADBOARD": "/a/program"}, "BREADBOARD named another when pip installed the package"),
])
def test_without_the_program(tmp_path, monkeypatch, environment, why):
    """A wheel without the program is for every platform, and the first call says why, and what to do."""
    for key in ("BREADBOARD", *environment):
        monkeypatch.delenv(key, raising=False)
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    name = backend.build_wheel(tmp_path)
    assert name.endswith("-py3-none-any.whl")
    site = installed(tmp_path / name, tmp_path / "site")
    said = asked(site).stderr.splitlines()[-1]
    cure = "install Go 1.26" if "no Go" in why else "see that BREADBOARD is not set"
    assert said.startswith(f"FileNotFoundError: {cure}") and said.endswith(f"no executable breadboard, as {why}")
    assert asked(site, BREADBOARD=BINARY).stdout.split() == [BINARY, "10"]
