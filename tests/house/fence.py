"""A contract of import-linter: the named packages are imported by the named modules only.

Beside its own kind `protected`, this one holds for packages that nothing imports yet, so that the whole house
can be written down from the start.
"""

from importlinter import Contract, ContractCheck, fields, output


class Fence(Contract):
    """`packages`: what is fenced in, third-party or ours. `allowed`: who else than the package itself may import it."""

    type_name = "fence"

    packages = fields.ListField(subfield=fields.StringField())
    allowed = fields.ListField(subfield=fields.StringField())

    def check(self, graph, verbose):  # type: ignore[no-untyped-def]
        packages: list[str] = self.packages  # type: ignore[assignment]
        allowed: list[str] = self.allowed  # type: ignore[assignment]
        broken = [
            (importer, imported)
            for importer in sorted(graph.modules)
            if not _within(importer, [*packages, *allowed])
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if _within(imported, packages)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check):  # type: ignore[no-untyped-def]
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} is not allowed to import {imported}")


def _within(module: str, packages: list[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)
