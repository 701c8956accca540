"""Every code that people can meet stands in docs/codes.md, and nothing stands there that does not exist."""

import re
from pathlib import Path

from core.app.embedded.errors import MESSAGES
from core.wording import codes

CODES = Path(__file__).parents[2] / "docs" / "codes.md"


def test_the_table_of_codes_is_complete() -> None:
    told = set(re.findall(r"^\| `(E\d{3})` \|", CODES.read_text("utf-8"), re.MULTILINE))
    assert told == {code for code in codes("en") if re.fullmatch(r"E\d{3}", code)} | set(MESSAGES)
