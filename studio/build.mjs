// Bundles the page: node build.mjs [FOLDER], by default build/studio of the checkout.
import { build } from "esbuild";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "..", "build", "studio");

// The scripts of the inspect page are no modules: they become one, "inspect-page".
const report = join(here, "..", "src", "results", "report");
const inspectPage = {
  name: "inspect-page",
  setup(bundler) {
    bundler.onResolve({ filter: /^inspect-page$/ }, () => ({ path: "inspect-page", namespace: "inspect-page" }));
    bundler.onLoad({ filter: /.*/, namespace: "inspect-page" }, () => ({
      contents: `import { page } from "./report_page";
${["matrix.js", "digraph.js"].map((file) => readFileSync(join(report, file), "utf8")).join("\n")}
export { decodeStructure, MatrixView, Digraph };`,
      resolveDir: join(here, "src"),
    }));
  },
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { studio: "src/main.tsx", style: "src/style.css" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  minify: true,
  target: "es2021",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  chunkNames: "[name]-[hash]",
  logLevel: "warning",
  plugins: [inspectPage],
});
cpSync(join(here, "examples"), join(out, "examples"), { recursive: true });

// The licences of what is inside.
const lock = JSON.parse(readFileSync(join(here, "package-lock.json"), "utf8"));
let licences = "The page of Formola Studio contains these packages.\n";
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path || entry.dev || entry.devOptional) continue;
  const folder = join(here, path);
  if (!existsSync(folder)) continue;
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  licences += `\n==== ${path.replace(/^.*node_modules\//, "")} ${entry.version} (${entry.license ?? "see below"})\n\n`;
  if (file) licences += readFileSync(join(folder, file), "utf8").trim() + "\n";
}
writeFileSync(join(out, "licences.txt"), licences);
// Last: without it the bundle is not there.
cpSync(join(here, "index.html"), join(out, "index.html"));
