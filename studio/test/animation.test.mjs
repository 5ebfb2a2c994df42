// Bodies in space: they are where the result file says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { forAllTests, openPage, program, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("animation", (made) => ({ browser, server, folder } = made), "--use-angle=swiftshader", "--enable-unsafe-swiftshader");

// The model runs in the page and on the command line.
async function shown(name, base, stop) {
  writeFileSync(join(folder, `${name}.mo`), `model ${name}\n  extends ${base};\n  annotation (experiment(StopTime = ${stop}));\nend ${name};\n`);
  const page = await openPage(browser, server.address);
  await page.click(`.files .link:has-text("${name}.mo")`);
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  await page.click("text=Simulate");
  await until("the run", () => page.evaluate(() => window.formolaRuns()[0]?.outcome === "finished"), 120000);
  await until("the bodies", () => page.evaluate(() => !!window.formolaStage));
  const out = join(folder, `${name}.csv`);
  execFileSync(program, ["simulate", join(folder, `${name}.mo`), "--output", out], { stdio: "ignore" });
  const lines = readFileSync(out, "utf8").trim().split("\n");
  const head = [...lines[0].matchAll(/"([^"]*)"|([^,]+)/g)].map((m) => m[1] ?? m[2]);
  const column = new Map(head.map((each, i) => [each, i]));
  const table = lines.slice(1).map((line) => line.split(",").map(Number));
  const rows = [0, 0.23, 0.5, 0.81, 1].map((part) => table[Math.round(part * (table.length - 1))]);
  return { page, rows, at: (row, variable) => row[column.get(variable)], has: (variable) => column.has(variable) };
}
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}

test("frames of a double pendulum, of a linkage and of the robot", async () => {
  let compared = 0;
  for (const [name, base, stop] of [["Double", "Formola.Examples.MultiBody.DoublePendulum", 2], ["Bars", "Formola.Examples.MultiBody.FourBar", 1], ["Arm", "Formola.Examples.Robot.R3Robot36", 0.5]]) {
    const { page, rows, at } = await shown(name, base, stop);
    for (const row of rows) {
      const poses = await page.evaluate((time) => window.formolaStage.poses(time), row[0]);
      assert.ok(Object.keys(poses).length > 3, base);
      for (const [frame, place] of Object.entries(poses))
        place.forEach((v, i) => {
          assert.ok(Math.abs(v - at(row, `${frame}.r_0[${i + 1}]`)) < 1e-9, `${frame} at ${row[0]}`);
          ++compared;
        });
    }
    await done(page);
  }
  assert.ok(compared > 200);
});

test("bodies that are drawn slowly do not hold up a slider", async () => {
  writeFileSync(join(folder, "Slow.mo"), "model Slow\n  extends Formola.Examples.MultiBody.DoublePendulum;\nend Slow;\n");
  const context = await browser.newContext();
  await context.addInitScript(() => {
    window.pictures = 0;
    const clear = WebGL2RenderingContext.prototype.clear;
    WebGL2RenderingContext.prototype.clear = function (...what) {
      ++window.pictures;
      for (const end = performance.now() + 150; performance.now() < end; );
      return clear.apply(this, what);
    };
  });
  const page = await openPage(context, server.address);
  await page.click('.files .link:has-text("Slow.mo")');
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  await page.click("text=Simulate");
  await until("the bodies", () => page.evaluate(() => !!window.formolaStage));
  const pictures = () => page.evaluate(() => window.pictures);
  await until("some pictures", async () => (await pictures()) > 5);
  await page.selectOption('[aria-label="add a slider"]', "world.g");
  const before = await pictures();
  // one after the other, as fast as they are run
  const { g, rests } = await page.evaluate(async () => {
    let rests = 0; // the machine was busy elsewhere for so long that the slider seemed to stand still
    const slider = document.querySelector('.slider input[type="range"]');
    for (let i = 1; i <= 12; ++i) {
      const runs = window.formolaLatency.length;
      slider.value = String(9 + i / 4);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      let asked = performance.now();
      while (window.formolaLatency.length === runs) {
        if (performance.now() - asked > 300) ++rests;
        asked = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      if (performance.now() - asked > 300) ++rests;
    }
    return { g: Number(slider.value), rests };
  });
  const meanwhile = (await pictures()) - before;
  assert.ok(meanwhile <= 6 + 3 * rests, `${meanwhile} pictures during 12 moves, ${rests} rests`);
  // they follow when it rests
  const then = await pictures();
  await until("the bodies go on", async () => (await pictures()) > then + 2);
  const live = await page.evaluate(() => window.formolaRuns().find((r) => r.label === "live").set["world.g"]);
  assert.equal(live, g);
  await done(page);
  await context.close();
});

const library = (process.env.MODELICAPATH ?? "").split(":").some((each) => existsSync(join(each, "Modelica", "package.mo")));
test("shapes of the Modelica Standard Library's visualizers", { skip: library ? false : "MODELICAPATH has no Modelica Standard Library" }, async () => {
  for (const [name, base, stop] of [["Pair", "Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum", 1], ["Rods", "Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar1", 0.5]]) {
    const { page, rows, at } = await shown(name, base, stop);
    let compared = 0;
    for (const row of rows) {
      const poses = await page.evaluate((time) => window.formolaStage.solidPoses(time), row[0]);
      assert.ok(Object.keys(poses).length > 3, base);
      for (const [solid, matrix] of Object.entries(poses)) {
        if (!matrix) continue;
        const value = (part) => at(row, `${solid}.${part}`);
        const three = (part) => [1, 2, 3].map((i) => value(`${part}[${i}]`));
        // the begin and the end of its axis: r + T'*(r_shape + s*length*direction), T with the axes of its frame as rows
        const along = three("lengthDirection"), size = Math.hypot(...along);
        for (const s of [0, 1]) {
          const local = three("r_shape").map((v, i) => v + s * value("length") * (along[i] / size));
          const place = three("r").map((v, i) => v + [1, 2, 3].reduce((sum, k) => sum + value(`R.T[${k},${i + 1}]`) * local[k - 1], 0));
          const drawn = [0, 1, 2].map((i) => matrix[12 + i] + s * matrix[i]);
          place.forEach((v, i) => assert.ok(Math.abs(v - drawn[i]) < 1e-6 * (1 + Math.abs(v)), `${solid} at ${row[0]}: ${place}, ${drawn}`));
          ++compared;
        }
      }
    }
    assert.ok(compared > 20, base);
    await done(page);
  }
});
