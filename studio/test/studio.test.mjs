// The studio in a real browser, with real mouse and keyboard. Run by tests/tools/test_studio.py: node --test.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drag, middle, openPage, part, port, program, startBrowser, startServer, textOf, until } from "./browser.mjs";

let browser, server, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "studio-"));
  server = await startServer(folder);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function example(name, options) {
  const page = await openPage(browser, server.address, options);
  await page.click(`[data-example="${name}"]`);
  await page.waitForSelector(".canvas .part, .nothing");
  await until("the run", () => page.locator(".runs small").first().textContent().then((t) => /rows/.test(t), () => false));
  return page;
}
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}
const changedLines = (a, b) => {
  const [x, y] = [a.split("\n"), b.split("\n")];
  assert.equal(x.length, y.length);
  return x.flatMap((line, i) => (line === y[i] ? [] : [[line, y[i]]]));
};

test("a dragged component is one patch of its placement, and undo restores every byte", async () => {
  const page = await example("Drive");
  const before = await textOf(page);
  const [x, y] = await middle(page, "load");
  await drag(page, [x, y], [x + 30, y - 40]);
  const after = await until("the patch", async () => ((await textOf(page)) !== before ? textOf(page) : null));
  const changed = changedLines(before, after);
  assert.equal(changed.length, 1);
  assert.match(changed[0][0], /extent = \{\{66, 0\}, \{86, 20\}\}/);
  assert.match(changed[0][1], /Placement\(transformation\(extent = /);
  await page.keyboard.press("Control+z");
  await until("undo", async () => (await textOf(page)) === before);
  const again = await until("the picture", () => middle(page, "load"));
  assert.ok(Math.abs(again[0] - x) < 1 && Math.abs(again[1] - y) < 1);
  await done(page);
});

test("simulate draws curves that are those of the command line", async () => {
  const page = await example("Circuit");
  const rows = Number(/(\d+) rows/.exec(await page.locator(".runs small").first().textContent())[1]);
  const file = join(folder, "circuit.mo"), out = join(folder, "circuit.csv");
  writeFileSync(file, await textOf(page));
  execFileSync(program, ["simulate", file, "--output", out], { stdio: "ignore" });
  const lines = readFileSync(out, "utf8").trim().split("\n");
  assert.equal(lines.length - 1, rows);
  await done(page);
});

test("typing moves the picture; half-typed text keeps it", async () => {
  const page = await example("Circuit");
  await part(page, "coil").waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type("\n  Formola.Electrical.Resistor extra(");
  await until("the note that the text is wrong", () => page.locator(".banner").isVisible());
  assert.ok(await part(page, "coil").isVisible());
  // the closing bracket was put there by the editor
  await page.keyboard.type("R = 5) annotation (Placement(transformation(extent = {{80, 20}, {100, 40}})));");
  await until("the new component", () => part(page, "extra").count());
  await done(page);
});
