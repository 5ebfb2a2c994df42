// How long the page of formola studio takes, in Chromium with real keys and mouse:
//
//     FORMOLA_PROGRAM=build/release/tools/formola node bench/studio/latency.mjs [TIMES]
//
// For each model, TIMES (default 40) keys typed in the text, from the key to the frame that shows the new picture; as many arrow keys on a component of the canvas, from the key to
// the frame that shows the new text; and drags of a component, from letting go. Median, 99 % and longest, in milliseconds. The packages of the page are needed (tools/build_studio).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drag, middle, openPage, startBrowser, startServer, until } from "../../studio/test/browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const times = Number(process.argv[2] ?? 40);

function row(count) {
  let text = `model Row${count}\n`;
  for (let i = 0; i < count; ++i) {
    const [x, y] = [(i % 20) * 40, Math.floor(i / 20) * 40];
    text += `  Formola.Electrical.Resistor r${i}(R = ${i + 1})\n    annotation (Placement(transformation(extent = {{${x}, ${y}}, {${x + 20}, ${y + 20}}})));\n`;
  }
  text += "equation\n";
  for (let i = 0; i + 1 < count; ++i) text += `  connect(r${i}.n, r${i + 1}.p);\n`;
  return text + `end Row${count};\n`;
}
const example = (name) => readFileSync(join(root, "studio/examples", `${name}.mo`), "utf8");
const models = [["Circuit", example("Circuit")], ["Drive", example("Drive")], ["Rectifier", example("Rectifier")], ["Row300", row(300)], ["Row2000", row(2000)]];

// In the page: a time from an input to the frame in which `changed` is true.
const prepare = () => {
  window.latency = { from: 0 };
  for (const kind of ["keydown", "pointerup"]) addEventListener(kind, () => (window.latency.from = performance.now()), { capture: true });
  window.until = (changed) =>
    new Promise((resolve) => {
      const look = () => (changed() ? requestAnimationFrame(() => resolve(performance.now() - window.latency.from)) : requestAnimationFrame(look));
      look();
    });
};
const rows = [];
function tell(model, what, all) {
  all.sort((a, b) => a - b);
  rows.push(`| ${model} | ${what} | ${all.length} | ${all[all.length >> 1].toFixed(0)} | ${all[Math.min(all.length - 1, Math.floor(0.99 * all.length))].toFixed(0)} | ${all.at(-1).toFixed(0)} |`);
}

const folder = mkdtempSync(join(tmpdir(), "latency-"));
const server = await startServer(folder);
const browser = await startBrowser();
try {
  for (const [name, text] of models) {
    writeFileSync(join(folder, `${name}.mo`), text);
    const page = await openPage(browser, server.address);
    await page.click(`.files .link:has-text("${name}.mo")`);
    await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
    await page.evaluate(prepare);
    const settled = () => page.waitForTimeout(150);
    const count = name === "Row2000" ? Math.ceil(times / 4) : times;
    // behind the name of the first component: it is another one with each key
    const first = await page.evaluate(() => window.formolaDiagram.shown.picture.components[0].name);
    const before = text.slice(0, text.search(new RegExp(`\\b${first}\\b`)) + first.length).split("\n");
    await page.locator(".cm-content").click();
    for (const key of ["Control+Home", ...Array(before.length - 1).fill("ArrowDown"), "Home", "Home", ...Array(before.at(-1).length).fill("ArrowRight")]) await page.keyboard.press(key);
    await settled();
    const typed = [];
    for (let i = 0; i < count; ++i) {
      const wait = page.evaluate(() => { const before = window.formolaDiagram.shown; return window.until(() => window.formolaDiagram.shown !== before); });
      await page.keyboard.press(i % 2 ? "Backspace" : "a");
      typed.push(await wait);
      await settled();
    }
    tell(name, "key in the text to the picture", typed);
    // the first component by Tab, moved by arrow keys
    await page.locator(".canvas").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await settled();
    const moved = [];
    for (let i = 0; i < count; ++i) {
      const wait = page.evaluate(() => { const before = window.formolaText(); return window.until(() => window.formolaText() !== before); });
      await page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight");
      moved.push(await wait);
      await settled();
    }
    tell(name, "key on the canvas to the text", moved);
    const dragged = [];
    if (!name.startsWith("Row")) {
      const part = await page.evaluate(() => window.formolaDiagram.shown.picture.components[0].name);
      for (let i = 0; i < count / 2; ++i) {
        const [x, y] = await middle(page, part);
        const wait = page.evaluate(() => { const before = window.formolaText(); return window.until(() => window.formolaText() !== before); });
        await drag(page, [x, y], [x + (i % 2 ? -24 : 24), y]);
        dragged.push(await wait);
        await settled();
      }
      tell(name, "letting go of a component to the text", dragged);
    }
    await page.close({ runBeforeUnload: false });
  }
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log("| model | from | times | median, ms | 99 %, ms | longest, ms |\n|---|---|---|---|---|---|");
console.log(rows.join("\n"));
