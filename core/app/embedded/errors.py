"""What can keep an embedded part from starting: one code, one line in English, with the way out."""

from pathlib import Path

MESSAGES = {
    "E801": "{path} is in use by another tapsign (process {pid}): stop that one, or set another DATA_DIR",
    "E802": "cannot use {path} ({reason}): make it readable and writable for user {user}, or set another DATA_DIR",
    "E803": "the disk that holds {path} is full: free some space, or set DATA_DIR to a folder on another disk",
    "E804": "{path} was made by PostgreSQL {found}, this program brings {wanted}: run the version that made it, "
    "or set another DATA_DIR, or set DATABASE_URL to a server of your own",
    "E805": "the PostgreSQL that comes along does not run here ({reason}): set DATABASE_URL to a server of your own",
    "E806": "PostgreSQL did not start ({reason}): see {log}, or set DATABASE_URL to a server of your own",
    "E807": "user id {uid} has no name on this machine, which PostgreSQL needs: run as a named user, "
    "or set DATABASE_URL to a server of your own",
    "E808": "the database of {data_dir} was kept in {path}, which is gone: restore it, "
    "or set another DATA_DIR to begin anew",
    "E809": "the node of the demo chain is not installed for {platform}: run `make run` once, "
    "or set DEMO_CHAIN=off and a CATALOG",
    "E810": "the node of the demo chain did not start ({reason}): see {log}, or set DEMO_CHAIN=off and a CATALOG",
    "E811": "no free port was found on 127.0.0.1 for {name}: close some programs and start again",
    "E812": "port {port} on {host} is taken: stop the program that has it, or set PORT to another one",
    "E813": "cannot listen on {host}:{port} ({reason}): set HOST and PORT to an address of this machine",
}


class EmbeddedError(Exception):
    """A start that failed. `code` is stable, `params` fill its line; `str()` is the whole line."""

    def __init__(self, code: str, **params: str | int | Path) -> None:
        self.code = code
        self.params = {name: str(value) for name, value in params.items()}
        super().__init__(f"{code}: {MESSAGES[code].format(**self.params)}")
