"""Shipped files are found from a checkout; tests/test_packaging.py looks into a wheel."""

from __future__ import annotations

from pathlib import Path

from companion import asset


def test_a_checkout_has_its_assets_beside_the_package() -> None:
    root = Path(__file__).resolve().parent.parent
    assert asset("fonts", "Roboto-Bold.ttf") == root / "assets" / "fonts" / "Roboto-Bold.ttf"
    assert asset("fonts", "Roboto-Bold.ttf").is_file()


def test_a_file_that_is_not_shipped_is_a_path_all_the_same() -> None:
    assert not asset("voice", "xx", "nothing.ogg").exists()
