// Examples of the Modelica Standard Library in the studio: open, drag one component, save, undo. FORMOLA_LIBRARY_EXAMPLES says how many (6);
// skipped where MODELICAPATH has no Modelica library.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { drag, openPage, startBrowser, startServer, steady, textOf, until } from "./browser.mjs";

const count = Number(process.env.FORMOLA_LIBRARY_EXAMPLES ?? 6);
const seed = Number(process.env.FORMOLA_LIBRARY_SEED ?? 1);

function library() {
  for (const folder of (process.env.MODELICAPATH ?? "").split(":").filter(Boolean))
    for (const name of existsSync(folder) ? readdirSync(folder).sort().reverse() : [])
      if (/^Modelica( 4.*)?$/.test(name) && existsSync(join(folder, name, "package.mo"))) return join(folder, name);
  return null;
}

// Files of one example each.
function examples(folder) {
  const found = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) found.push(...examples(path));
    else if (name.endsWith(".mo") && name !== "package.mo" && /\/Examples\//.test(path) && /extends\s+Modelica\.Icons\.Example\b/.test(readFileSync(path, "utf8"))) found.push(path);
  }
  return found;
}

function shuffled(all) {
  let state = seed;
  const random = () => ((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648);
  return all.map((one) => [random(), one]).sort((a, b) => a[0] - b[0]).map(([, one]) => one);
}

// The declarations and equations of a text. Semicolons in matrices, strings and comments end nothing.
function statements(text) {
  const all = [];
  let from = 0, depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"|\/\/.*|\/\*[\s\S]*?\*\/|[[\]{}();]/g)) {
    if ("[{(".includes(token)) ++depth;
    else if ("]})".includes(token)) --depth;
    else if (token === ";" && depth === 0) {
      all.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...all, text.slice(from)];
}
// Statements without the numbers in extents, origins and points.
const bare = (line) => line.replace(/(extent|origin|points)\s*=\s*\{[-\d.,{}eE\s+]*\}?/g, "$1").replace(/[-+]?\d[\d.eE+-]*/g, "#").replace(/[\s{},#]+/g, "");

const root = library();
const only = process.env.FORMOLA_LIBRARY_ONLY; // a regular expression
const chosen = root && only ? examples(root).filter((path) => new RegExp(only).test(path)) : root ? shuffled(examples(root)).slice(0, count) : [];

test("examples of the standard library: a drag changes a placement and its lines, undo every byte", { skip: root ? false : "no Modelica library in MODELICAPATH" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  const server = await startServer(folder);
  const browser = await startBrowser();
  const failures = [], latencies = [];
  let dragged = 0, empty = 0;
  try {
    for (const path of chosen) {
      const name = path.slice(root.length + 1);
      const file = path.split("/").pop();
      copyFileSync(path, join(folder, file));
      const page = await openPage(browser, server.address);
      try {
        await page.locator(".files .link", { hasText: file }).first().click();
        await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
        // read as the page has it: bytes that are no text are not ours to judge
        const before = await textOf(page);
        assert.equal(before, readFileSync(path, "utf8"), "the text is that of the file");
        const target = await steady(page, "a component that can be grabbed", () => {
          const d = window.formolaDiagram, box = d.svgElement.getBoundingClientRect();
          const parts = d.shown.picture.components.filter((c) => !c.inherited && c.placed && !c.absent);
          for (const part of parts)
            for (const [fx, fy] of [[0.5, 0.5], [0.3, 0.3], [0.7, 0.7], [0.3, 0.7], [0.7, 0.3]]) {
              const wx = part.box[0][0] + fx * (part.box[1][0] - part.box[0][0]), wy = part.box[0][1] + fy * (part.box[1][1] - part.box[0][1]);
              const x = box.left + d.at[0] + d.scale * wx, y = box.top + d.at[1] - d.scale * wy;
              const near = d.shown.picture.components.some((c) => c.ports.some((p) => Math.hypot(p.at[0] - wx, p.at[1] - wy) < Math.max(3, 9 / d.scale)));
              if (near || document.elementFromPoint(x, y)?.closest(".part")?.getAttribute("data-name") !== part.name) continue;
              return { name: part.name, x, y };
            }
          return parts.length ? null : { none: true };
        });
        if (target?.none) {
          ++empty;
          continue;
        }
        const started = Date.now();
        await drag(page, [target.x, target.y], [target.x + 24, target.y + 18]);
        const after = await until("the patch", async () => ((await textOf(page)) !== before ? textOf(page) : null));
        latencies.push(Date.now() - started);
        const [old, now] = [statements(before), statements(after)];
        assert.equal(now.length, old.length);
        const changed = old.flatMap((text, i) => (text === now[i] ? [] : [[text, now[i]]]));
        for (const [text, other] of changed) {
          assert.equal(bare(other), bare(text));
          assert.match(text, new RegExp(`(^|[^\\w.])${target.name}\\b`), `it is of ${target.name}`);
        }
        assert.ok(changed.some(([text]) => /Placement/.test(text)), "the placement");
        await page.keyboard.press("Control+s");
        await until("the saved copy", () => readFileSync(join(folder, file), "utf8") === after);
        await page.keyboard.press("Control+z");
        await until("undo", async () => (await textOf(page)) === before);
        ++dragged;
      } catch (why) {
        failures.push(`${name}: ${String(why.message ?? why).split("\n").slice(0, 4).join(" | ")}`);
      } finally {
        if (page.problems.length) failures.push(`${name}: console: ${page.problems.join(" | ")}`);
        await page.close({ runBeforeUnload: false });
        rmSync(join(folder, file), { force: true });
      }
    }
  } finally {
    await browser.close();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  latencies.sort((a, b) => a - b);
  console.log(`${chosen.length} examples, ${dragged} dragged, ${empty} without a component of their own; from the press to the patch ${latencies[latencies.length >> 1]} ms (median), ${latencies[latencies.length - 1]} ms (worst)`);
  assert.deepEqual(failures, []);
  assert.ok(chosen.length > 0 && dragged + empty === chosen.length);
});
