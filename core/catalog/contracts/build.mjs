// Rebuilds the committed ABI and bytecode of every contract under src/ with the compiler of package-lock.json.
//
//   npm ci && npm run build          writes the artifacts
//   npm ci && npm run check          compares a rebuild with the committed artifacts, byte by byte
//   node build.mjs [--check] DIR     the same for another folder with src/ (tests/contracts)
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import solc from "solc";

const words = process.argv.slice(2);
const check = words.includes("--check");
const named = words.find((word) => !word.startsWith("--"));
const home = named ? resolve(named) : dirname(fileURLToPath(import.meta.url));

const sources = {};
for (const file of readdirSync(join(home, "src")).filter((name) => name.endsWith(".sol")).sort()) {
  sources[file] = { content: readFileSync(join(home, "src", file), "utf8") };
}

const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: "Solidity",
      sources,
      settings: {
        evmVersion: "cancun",
        optimizer: { enabled: true, runs: 200 },
        metadata: { bytecodeHash: "none", appendCBOR: false },
        outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
      },
    }),
  ),
);

for (const problem of output.errors ?? []) console.error(problem.formattedMessage);
if (output.errors?.some((problem) => problem.severity === "error")) process.exit(1);

let different = 0;
mkdirSync(join(home, "artifacts"), { recursive: true });
for (const contracts of Object.values(output.contracts)) {
  for (const [name, contract] of Object.entries(contracts)) {
    if (!contract.evm.bytecode.object) continue;
    const path = join(home, "artifacts", `${name}.json`);
    const text = `${JSON.stringify(
      {
        name,
        abi: contract.abi,
        bytecode: `0x${contract.evm.bytecode.object}`,
        deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
      },
      null,
      1,
    )}\n`;
    if (!check) writeFileSync(path, text);
    else if (readFileSync(path, "utf8") !== text) {
      console.error(`${name}: the rebuild differs from the committed artifact`);
      different += 1;
    }
  }
}
console.log(check ? `${different} artifacts differ` : "artifacts written");
process.exit(different ? 1 : 0);
