// Bundles the wallet into one script that a page can start with.
import { build } from "esbuild";

const node = ["node:assert/strict", "http", "https", "zlib", "url", "util"];

await build({
  entryPoints: ["wallet.js"],
  outfile: "built/wallet.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  alias: Object.fromEntries(node.map((name) => [name, "./node.js"])),
  inject: ["./node.js"],
  define: { global: "globalThis" },
  logLevel: "warning",
});
