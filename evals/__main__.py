"""`python -m evals SUITE [--cases FILE] [--json]`: 0 when all pass, 1 when some fail, 2 on a bad file."""

import argparse
import json
import sys
from pathlib import Path

from evals.case import BadCase, load
from evals.report import Report, table
from evals.suites import SUITES

OWN_CASES = Path(__file__).parent / "cases"


def main(arguments: list[str] | None = None) -> int:
    """Run one suite, or all of them on their own sets."""
    parser = argparse.ArgumentParser(prog="python -m evals")
    parser.add_argument("suite", choices=[*SUITES, "all"])
    parser.add_argument("--cases", type=Path, help="a file of JSON lines instead of the committed set")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    options = parser.parse_args(arguments)
    names = list(SUITES) if options.suite == "all" else [options.suite]
    try:
        reports = [_run(name, options.cases or OWN_CASES / f"{name}.jsonl") for name in names]
    except BadCase as error:
        print(error, file=sys.stderr)
        return 2
    print(_as_json(reports, options.suite) if options.json else table(reports))
    return 0 if all(not report.failed for report in reports) else 1


def _run(name: str, path: Path) -> Report:
    return SUITES[name](load(path, name))


def _as_json(reports: list[Report], suite: str) -> str:
    """One suite as promised; `all` as a sum with each suite inside."""
    if suite != "all":
        return json.dumps(reports[0].as_json(), ensure_ascii=False)
    whole = {
        "suite": "all",
        "cases": sum(len(report.outcomes) for report in reports),
        "passed": sum(report.passed for report in reports),
        "metrics": {report.suite: report.metrics for report in reports},
        "failed": [failed for report in reports for failed in report.as_json()["failed"]],
    }
    return json.dumps(whole, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
