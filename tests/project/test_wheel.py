"""The wheel: where there is neither Rust nor a source tree, it counts, solves and plays."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import demine
from paths import ROOT

pytestmark = pytest.mark.minutes(30)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of wheel and sdist.

    `make wheel` compiles all anew, because its flags hide paths. Without these flags, and with the
    Python of `make test`, it packs what that has compiled.
    """
    folder = tmp_path_factory.mktemp("wheels") / "dist"
    made = ["make", "wheel", f"WHEELS={folder}", "WHEEL_TARGET=target", "REPRODUCIBLE="]
    environment = {**os.environ, "VIRTUAL_ENV": str(ROOT / ".venv")}
    subprocess.run(made, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=environment)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def bin(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an empty environment into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--only-binary", ":all:", str(wheel)], check=True, env=poor(folder))
    return folder / "bin"


def poor(folder: Path) -> dict[str, str]:
    """An environment without Rust, and without anything that points to the source tree."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CARGO", "RUST"))}
    return {**kept, "PATH": f"{folder / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"}


def run(bin: Path, cwd: Path, *command: str, said: str = "") -> str:
    """What a program prints in another folder."""
    done = subprocess.run(
        [str(bin / command[0]), *command[1:]],
        cwd=cwd, env=poor(bin.parent), input=said, text=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_one_wheel_is_for_every_python(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert sum(name.startswith("demine/_native.") and "pyi" not in name for name in names) == 1
    assert "demine/py.typed" in names
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]
    assert {"LICENSE", "NOTICES"} <= {name.rpartition("/")[2] for name in names}


def test_the_sdist_has_what_a_build_needs(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "Cargo.lock", "README.md", "LICENSE"} <= names
    assert {"NOTICES", ".cargo/config.toml"} <= names
    assert "crates/demine/src/lib.rs" in names
    assert "python/demine/__init__.py" in names
    assert not [name for name in names if name.endswith(".so")]


def test_it_counts(bin: Path, tmp_path: Path) -> None:
    file = ROOT / "examples" / "beginner.mine"
    assert int(run(bin, tmp_path, "demine", "count", str(file))) == demine.read(file).count()


def test_it_solves(bin: Path, tmp_path: Path) -> None:
    file = str(ROOT / "examples" / "expert.mine")
    here = subprocess.run([sys.executable, "-m", "demine", "solve", file],
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert run(bin, tmp_path, "demine", "solve", file) == here.stdout


def test_it_plays(bin: Path, tmp_path: Path) -> None:
    said = run(bin, tmp_path, "demine", "play", "--plain", "--seed", "7", said="a1\nauto\nn\n")
    assert "game: grid-9x9-10-safe-7" in said


def test_it_is_the_wheel_that_was_asked(bin: Path, tmp_path: Path) -> None:
    place = run(bin, tmp_path, "python", "-c", "import demine; print(demine.__file__)")
    assert Path(place.strip()).is_relative_to(bin.parent)
