// A first model as the README tells it: from the start page to a curve, with what is typed and dragged there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { drag, forAllTests, openPage, port, textOf, until } from "./browser.mjs";

let browser, server;
forAllTests("first", (made) => ({ browser, server } = made));

const readme = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "..", "..", "README.md"), "utf8");
const section = /### In the browser\n([\s\S]*?)\n### /.exec(readme)[1];
const words = [...section.matchAll(/`([a-z]+)`/g)].map((m) => m[1]);

test("four components and four lines are a circuit with its curve", async () => {
  assert.deepEqual(words, ["stepvoltage", "resistor", "capacitor", "ground"]);
  const page = await openPage(browser, server.address);
  await page.click("text=New model");
  await page.waitForSelector(".nothing");
  for (const [i, word] of words.entries()) {
    await page.keyboard.press("a");
    await page.waitForSelector(".quick input");
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await until(word, () => page.evaluate((n) => window.formolaDiagram.shown?.picture.components.length > n, i));
    await page.waitForSelector(".quick", { state: "detached" });
  }
  // each in a place of its own
  const boxes = await page.evaluate(() => window.formolaDiagram.shown.picture.components.map((c) => c.box));
  boxes.forEach(([[x1, y1], [x2, y2]], i) => boxes.slice(i + 1).forEach(([[u1, v1], [u2, v2]]) => assert.ok(x2 < u1 || u2 < x1 || y2 < v1 || v2 < y1, JSON.stringify(boxes))));
  await page.keyboard.press("Escape");
  await page.waitForSelector(".handles", { state: "detached" });
  // what waits for its lines is no mistake
  const told = () => page.evaluate(() => document.querySelector(".count")?.textContent ?? "");
  await until("what is still to be done", async () => /^not composed yetnothing is connected to stepVoltage, resistor, capacitor, ground$/.test(await told()));
  assert.equal(await page.locator(".marks .finding").count(), 0);
  for (const [a, b] of [["stepVoltage.p", "resistor.p"], ["resistor.n", "capacitor.p"], ["capacitor.n", "stepVoltage.n"], ["stepVoltage.n", "ground.p"]]) {
    await drag(page, await port(page, ...a.split(".")), await port(page, ...b.split(".")));
    await until(`${a} to ${b}`, () => page.evaluate(([a, b]) => window.formolaDiagram.shown.picture.connections.some((w) => w.from === a && w.to === b), [a, b]));
  }
  await until("nothing is said any more", async () => (await told()) === "" || !/error|not composed/.test(await told()));
  await page.click("text=Simulate");
  await until("the run", () => page.evaluate(() => window.formolaRuns().at(-1)?.outcome === "finished"));
  // R = C = V = 1, as they are not given
  const curve = await until("the curve", () => page.evaluate(() => {
    const line = document.querySelector(".plot canvas")?.formolaLines?.find((l) => l.curve.name === "capacitor.v");
    return line ? { t: [...line.curve.t], y: [...line.curve.y] } : null;
  }));
  curve.t.forEach((t, i) => assert.ok(Math.abs(curve.y[i] - (1 - Math.exp(-t))) < 1e-4, `at ${t}: ${curve.y[i]}`));
  assert.ok(curve.t.at(-1) === 1 && (await textOf(page)).includes("connect(stepVoltage.n, ground.p)"));
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
});
