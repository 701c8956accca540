"""The runner speaks as interfaces.md says, and the committed sets hold what they held."""

import json
from pathlib import Path

import pytest

from evals.__main__ import main


@pytest.mark.parametrize("suite", ["amounts", "intents", "all"])
def test_the_committed_sets_pass(suite: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([suite, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert set(printed) == {"suite", "cases", "passed", "metrics", "failed"}
    assert printed["passed"] == printed["cases"] >= 200
    assert printed["failed"] == []


def test_a_failed_case_says_what_came_and_what_was_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": "x", "text": "fifty", "expect": "51"}\n', "utf-8")
    assert main(["amounts", "--cases", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["failed"] == [{"id": "x", "got": "50", "want": "51"}]


def test_lines_of_another_suite_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cases.jsonl"
    other = {"suite": "plans", "id": "p", "message": "-", "expect": {}}
    own = {"suite": "amounts", "id": "x", "text": "1.5万", "expect": "15000"}
    file.write_text(json.dumps(other) + "\n" + json.dumps(own) + "\n", "utf-8")
    assert main(["amounts", "--cases", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cases"] == 1


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"id": 1}',
        '{"id": "x", "message": "hi"}',
        '{"id": "x", "message": "hi", "expect": {"route": "?"}}',
        '{"id": "x", "message": "hi", "expect": {"route": "read", "tokn": "ETH"}}',
        "",
    ],
)
def test_a_bad_file_is_named_with_its_line(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(line, "utf-8")
    assert main(["intents", "--cases", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
