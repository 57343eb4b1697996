"""Write src/jourdain/__init__.pyi from the one list of public names: for editors and type checkers."""

from __future__ import annotations

from pathlib import Path

import jourdain

STUB = Path(__file__).parents[1] / "src" / "jourdain" / "__init__.pyi"


def text() -> str:
    """The stub: each public name imported from where it is defined."""
    lines = [
        f"from jourdain.{module} import {n} as {n}" for module, names in jourdain.PUBLIC.items() for n in names.split()
    ]
    lines += [f"from {kind.__module__} import {name} as {name}" for name, kind in jourdain._registered().items()]
    head = '"""Made by tools/write_stub.py."""\n\nfrom jourdain._version import __version__ as __version__\n'
    return (
        head
        + "\n".join(sorted(lines))
        + "\n\nPUBLIC: dict[str, str]\n__all__: list[str]\n\ndef _registered() -> dict[str, object]: ...\n"
    )


if __name__ == "__main__":
    STUB.write_text(text(), encoding="utf-8")
