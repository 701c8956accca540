"""What a test run leaves behind outside its temporary folder is taken away."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.app.embedded.binaries import OPEN_FOLDER


@pytest.fixture(scope="session", autouse=True)
def databases_kept_elsewhere_are_removed() -> Iterator[None]:
    """Root's databases of closed folders lie in /var/lib: those of temporary folders are not needed any more."""
    yield
    for owner in OPEN_FOLDER.glob("data-*/owner"):
        if Path(owner.read_text().strip()).is_relative_to(tempfile.gettempdir()):
            shutil.rmtree(owner.parent)
