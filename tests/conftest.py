"""What a test run leaves behind outside its temporary folder is taken away."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.app.embedded.binaries import OPEN_FOLDER


@pytest.fixture(scope="session", autouse=True)
def databases_kept_elsewhere_are_removed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Root's databases of closed folders lie in /var/lib: those of this run, and of temporary folders that are gone.

    Another run may be going on beside this one; its databases stay. So do those of a disk that is only away.
    """
    yield
    for note in OPEN_FOLDER.glob("data-*/owner"):
        owner = Path(note.read_text().strip())
        gone = owner.is_relative_to(tempfile.gettempdir()) and not owner.exists()
        if gone or owner.is_relative_to(tmp_path_factory.getbasetemp()):
            shutil.rmtree(note.parent)
