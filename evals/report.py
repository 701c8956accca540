"""What a run gives: the promised JSON, or a table and the cases that failed."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BASELINES = Path(__file__).parent / "baselines"


@dataclass(frozen=True)
class Outcome:
    """One case judged; `got` has the form of the case's expect."""

    id: str
    passed: bool
    got: Any
    want: Any


@dataclass(frozen=True)
class Report:
    """One suite judged."""

    suite: str
    outcomes: tuple[Outcome, ...]
    metrics: dict[str, float | int] = field(default_factory=dict)

    @property
    def passed(self) -> int:
        return sum(outcome.passed for outcome in self.outcomes)

    @property
    def failed(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if not outcome.passed]

    def as_json(self) -> dict[str, Any]:
        """The form of interfaces.md."""
        failed = [{"id": one.id, "got": one.got, "want": one.want} for one in self.failed]
        return {
            "suite": self.suite,
            "cases": len(self.outcomes),
            "passed": self.passed,
            "metrics": self.metrics,
            "failed": failed,
        }


def share(part: int, whole: int) -> float:
    """A share with four places; 1 of nothing."""
    return round(part / whole, 4) if whole else 1.0


def table(reports: list[Report]) -> str:
    """One line a suite with the committed baseline beside it, then every case that failed."""
    lines = [f"{'suite':<12}{'cases':>7}{'passed':>8}{'share':>9}{'baseline':>10}"]
    for report in reports:
        now = share(report.passed, len(report.outcomes))
        lines.append(
            f"{report.suite:<12}{len(report.outcomes):>7}{report.passed:>8}{now:>9.4f}{_baseline(report.suite):>10}"
        )
    for report in reports:
        lines += [f"  {report.suite}: {name} {value}" for name, value in report.metrics.items()]
    for report in reports:
        for one in report.failed:
            got, want = json.dumps(one.got, ensure_ascii=False), json.dumps(one.want, ensure_ascii=False)
            lines.append(f"  {report.suite} {one.id}: got {got}, want {want}")
    return "\n".join(lines)


def _baseline(suite: str) -> str:
    path = BASELINES / f"{suite}.json"
    if not path.is_file():
        return "-"
    kept = json.loads(path.read_text("utf-8"))
    return f"{share(kept['passed'], kept['cases']):.4f}"
