// Builds the two pages into webapp/static, which the web app serves under /static with a strict CSP:
// nothing may be inlined into the HTML, and nothing may come from another origin.
import { defineConfig } from "vite";

export default defineConfig({
  base: "/static/",
  build: {
    outDir: "../static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { index: "index.html", sign: "sign.html" } },
  },
});
