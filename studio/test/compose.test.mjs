// The drive of the README from an empty page: inserted, named, connected and given its values by hand.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { drag, openPage, port, program, startBrowser, startServer, steady, textOf, until } from "./browser.mjs";

const components = [
  ["setPoint", "step", [-90, 40], { height: "20", startTime: "0.1" }],
  ["controller", "limpid", [-50, 40], { k: "2", Ti: "0.1", Td: "0", yMax: "48" }],
  ["source", "signalvoltage", [-20, 0], {}],
  ["motor", "dcmotor", [16, 0], { R: "0.8", L: "2e-3", k: "0.1", J: "1e-3" }],
  ["ground", "ground", [-40, -50], {}],
  ["gear", "idealgear", [50, 0], { ratio: "10" }],
  ["load", "inertia", [84, 0], { J: "0.5" }],
  ["friction", "bearingfriction", [84, 40], { tau_c: "1" }],
  ["speed", "speedsensor", [84, -50], {}],
];
const connections = [
  ["setPoint.y", "controller.u_s"], ["speed.w", "controller.u_m"], ["controller.y", "source.u"], ["source.p", "motor.p"],
  ["source.n", "motor.n"], ["source.n", "ground.p"], ["motor.flange", "gear.flange_a"], ["gear.flange_b", "load.flange_a"],
  ["load.flange_b", "friction.flange_a"], ["load.flange_b", "speed.flange"],
];

const screen = (page, at) =>
  steady(page, "the canvas", ([x, y]) => {
    const d = window.formolaDiagram, box = d.svgElement.getBoundingClientRect();
    return [box.left + d.at[0] + d.scale * x, box.top + d.at[1] - d.scale * y];
  }, at);

test("the drive of the README is composed by hand and is the same model", async () => {
  const folder = mkdtempSync(join(tmpdir(), "compose-"));
  const server = await startServer(folder);
  const browser = await startBrowser();
  try {
    const page = await openPage(browser, server.address);
    await page.click("text=New model");
    await page.waitForSelector(".nothing");
    for (const [name, query, at, values] of components) {
      await page.mouse.dblclick(...(await screen(page, at)));
      await page.locator(".quick input").fill(query);
      await page.waitForSelector(".quick .entry.active");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".handles");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".dialog[open]");
      await page.locator(".dialog .name").fill(name);
      for (const [key, value] of Object.entries(values)) await page.locator(`#field-${key}`).fill(value);
      await page.click(".dialog .primary");
      await until(`${name} in the picture`, () => page.locator(`.canvas .part[data-name="${name}"]`).count());
      await page.keyboard.press("Escape");
      await page.waitForSelector(".handles", { state: "detached" });
    }
    for (const [a, b] of connections) {
      const before = await textOf(page);
      const [from, to] = [a, b].map((end) => end.split("."));
      await drag(page, await port(page, ...from), await port(page, ...to));
      const text = await until(`${a} - ${b}`, async () => ((await textOf(page)) !== before ? textOf(page) : null));
      assert.ok(text.includes(`connect(${a}, ${b})`), text.slice(before.length - 200));
      await until("the line", () => page.evaluate(([a, b]) => window.formolaDiagram.shown.picture.connections.some((w) => w.from === a && w.to === b), [a, b]));
    }
    const here = dirname(fileURLToPath(import.meta.url));
    const readme = readFileSync(join(here, "..", "..", "README.md"), "utf8");
    const wanted = /```modelica\n(model Drive[\s\S]*?end Drive;\n)/.exec(readme)[1];
    writeFileSync(join(folder, "wanted.mo"), wanted);
    writeFileSync(join(folder, "made.mo"), (await textOf(page)).replace(/\bModel\b(?=\n|;)/g, "Drive"));
    const flat = (file) => execFileSync(program, ["flatten", join(folder, file), "Drive"], { encoding: "utf8" })
      .split("\n").filter((line) => !/^\s*annotation|^(model|end)\b/.test(line)).join("\n");
    assert.equal(flat("made.mo"), flat("wanted.mo"));
    // every step can be taken back
    const made = await textOf(page);
    for (let i = 0; i < 60; ++i) await page.keyboard.press("Control+z");
    await until("the empty model", async () => (await textOf(page)) === "model Model\n  annotation (experiment(StopTime = 1));\nend Model;\n");
    for (let i = 0; i < 60; ++i) await page.keyboard.press("Control+y");
    await until("everything again", async () => (await textOf(page)) === made);
    // its result is that of the command line
    await page.click("text=Simulate");
    await until("the run", () => page.evaluate(() => window.formolaRuns().at(-1)?.outcome === "finished"));
    const curves = await page.evaluate(() => [...window.formolaRuns().at(-1).curves.values()].map((c) => [c.name, [...c.t], [...c.y]]));
    writeFileSync(join(folder, "composed.mo"), made);
    execFileSync(program, ["simulate", "composed.mo", "Model", "--output", "composed.csv", "-q"], { cwd: folder, stdio: "ignore" });
    const [head, ...rows] = readFileSync(join(folder, "composed.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
    assert.ok(curves.some(([name]) => name === "speed.w"), "what the sensor measures");
    for (const [name, t, y] of curves) {
      const column = head.findIndex((each) => each.replaceAll('"', "") === name);
      assert.equal(t.length, rows.length, name);
      rows.forEach((row, i) => assert.ok(Math.abs(Number(row[0]) - t[i]) < 1e-12 && Math.abs(Number(row[column]) - y[i]) < 1e-9, `${name} at ${row[0]}: ${row[column]}, ${y[i]}`));
    }
    assert.deepEqual(page.problems, []);
  } finally {
    await browser.close();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
