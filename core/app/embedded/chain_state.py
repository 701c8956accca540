"""The state file of the demo chain: the last whole copy is kept, and blocks that nobody needs are left out.

anvil writes the file in place every two seconds, so one that was being written when the node was killed is cut
short, and a node that is given such a file does not start. And it writes every block it ever made: 1.8 kB each,
77 MB a day.
"""

import json
from pathlib import Path
from typing import Any

# The last key of a whole file. JSON escapes quotes in strings, so a file cut short cannot end like this.
WHOLE = b'"historical_states":null}'
RECENT_BLOCKS = 512
TRANSACTION_SECONDS = 30 * 86_400


class StateFile:
    """`current` is what anvil reads and writes; before it are the two whole files that were written last."""

    def __init__(self, folder: Path) -> None:
        self.current = folder / "state.json"
        self._previous = folder / "state.1.json"
        self._oldest = folder / "state.2.json"

    def size(self) -> int:
        return max(
            (file.stat().st_size for file in (self.current, self._previous) if file.exists()), default=0
        )

    def rotate(self) -> None:
        """Puts a whole current file aside; anvil makes a new one next time.

        anvil may be about to write into the file that is moved: that is why two are kept.
        """
        if is_whole(self.current):
            if is_whole(self._previous):
                self._previous.replace(self._oldest)
            self.current.replace(self._previous)

    def recover(self) -> None:
        """Makes the newest whole file the current one, for a node that is about to start."""
        for file in (self.current, self._previous, self._oldest):
            if is_whole(file):
                if file != self.current:
                    file.replace(self.current)
                return
        self.current.unlink(missing_ok=True)

    def compact(self) -> None:
        """Leaves out old blocks without transactions, and transactions older than 30 days. The node is down."""
        if not self.current.exists():
            return
        state = json.loads(self.current.read_bytes())
        whole = json.dumps(compacted(state), separators=(",", ":")).encode()
        part = self.current.with_suffix(".part")
        part.write_bytes(whole)
        part.replace(self.current)


def is_whole(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            opened.seek(max(0, file.stat().st_size - len(WHOLE)))
            return opened.read() == WHOLE
    except FileNotFoundError:
        return False


def compacted(state: dict[str, Any]) -> dict[str, Any]:
    """The same chain without blocks that no receipt and no recent read needs; first and latest blocks stay.

    The node answers null for a block that is missing; logs, receipts and balances are as before.
    """
    headers = [block["header"] for block in state["blocks"]]
    tip = max((int(header["number"], 16) for header in headers), default=0)
    now = max((int(header["timestamp"], 16) for header in headers), default=0)

    def needed(block: dict[str, Any]) -> bool:
        number, made = int(block["header"]["number"], 16), int(block["header"]["timestamp"], 16)
        lately = bool(block["transactions"]) and made > now - TRANSACTION_SECONDS
        return lately or number == 0 or number > tip - RECENT_BLOCKS

    blocks = [block for block in state["blocks"] if needed(block)]
    numbers = {int(block["header"]["number"], 16) for block in blocks}
    transactions = [entry for entry in state["transactions"] if entry["block_number"] in numbers]
    return {**state, "blocks": blocks, "transactions": transactions}
