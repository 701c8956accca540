"""`.env.example` lists every setting, in the order of the class, with its default."""

import re
from pathlib import Path

from core.app.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_the_example_lists_every_setting_with_its_default() -> None:
    listed = dict(re.findall(r"^([A-Z_]+)=(.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert list(listed) == [name.upper() for name in Settings.model_fields]
    given = {name.lower(): value for name, value in listed.items() if value}
    assert Settings.model_validate(given) == Settings.model_validate({})
