"""TOML read strictly, with the line of every complaint: tomllib gives none after parsing."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")

_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_-]+)\s*\]\]?\s*(#.*)?$")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class CatalogError(Exception):
    """A catalog that can't be used: file, line and reason on one line."""

    def __init__(self, file: Path, line: int, reason: str) -> None:
        self.file = file
        self.line = line
        self.reason = " ".join(reason.split())
        super().__init__(f"{file}:{line}: {self.reason}")


class Table:
    """One table of the file. Every key must be taken before `end`; what is taken must have its type."""

    def __init__(self, file: Path, name: str, values: dict[str, Any], lines: list[str], first: int) -> None:
        self._file = file
        self._values = dict(values)
        self._lines = lines
        self._first = first
        self.name = name

    def fail(self, reason: str, key: str | None = None) -> NoReturn:
        raise CatalogError(self._file, self.line(key), reason)

    def line(self, key: str | None = None) -> int:
        """The line of the key, else of the table."""
        if key is not None:
            pattern = re.compile(rf"(?:.*[{{,])?\s*[\"']?{re.escape(key)}[\"']?\s*=")
            for number, text in enumerate(self._lines, start=self._first):
                if number > self._first and _HEADER.match(text):
                    break
                if pattern.match(text):
                    return number
        return self._first

    def optional(self, key: str, kind: type[T]) -> T | None:
        value = self._values.pop(key, None)
        if value is not None and type(value) is not kind:
            self.fail(f"{key} must be {_KINDS[kind]}, not {value!r:.60}", key)
        return value

    def required(self, key: str, kind: type[T]) -> T:
        value = self.optional(key, kind)
        if value is None:
            self.fail(f"[{self.name}] needs {key}")
        return value

    def words(self, key: str, needed: bool = False) -> tuple[str, ...]:
        """A list of strings that are neither empty nor repeated; () for an optional key that is absent."""
        values = self.required(key, list) if needed else self.optional(key, list) or []
        for index, value in enumerate(values):
            if not isinstance(value, str) or not value.strip() or value in values[:index]:
                self.fail(f"{key} must be different words in quotes, not {value!r:.60}", key)
        if needed and not values:
            self.fail(f"{key} must not be empty", key)
        return tuple(values)

    def parsed(self, key: str, parse: Callable[[str], T]) -> T:
        """A string through `parse`, whose ValueError is the complaint."""
        return self._parse(key, self.required(key, str), parse)

    def parsed_if_given(self, key: str, parse: Callable[[str], T]) -> T | None:
        text = self.optional(key, str)
        return None if text is None else self._parse(key, text, parse)

    def _parse(self, key: str, text: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(text)
        except ValueError as error:
            self.fail(f"{key}: {error}", key)

    def inner(self, key: str) -> "Table":
        first = self.line(key)
        return Table(
            self._file,
            f"{self.name}.{key}",
            self.required(key, dict),
            self._lines[first - self._first :],
            first,
        )

    def end(self) -> None:
        for key in self._values:
            self.fail(f"[{self.name}] has no key {key}", key)


_KINDS: dict[type, str] = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def tables(file: Path) -> dict[str, list[Table]]:
    """Every top-level table of the file by its name. Raises CatalogError for what is not such TOML."""
    text = _read(file)
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise CatalogError(file, line, _AT_LINE.sub("", str(error)).strip()) from None
    lines = text.splitlines()
    result: dict[str, list[Table]] = {}
    for name, value in parsed.items():
        headers = [i for i, line in enumerate(lines, 1) if (at := _HEADER.match(line)) and at[1] == name]
        members = value if isinstance(value, list) else [value]
        result[name] = []
        for index, member in enumerate(members):
            first = headers[index] if index < len(headers) else Table(file, name, {}, lines, 1).line(name)
            if not isinstance(member, dict):
                raise CatalogError(file, first, f"{name} must be a table")
            result[name].append(Table(file, name, member, lines[first - 1 :], first))
    return result


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise CatalogError(file, 1, error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise CatalogError(file, 1, "is not UTF-8 text") from None
