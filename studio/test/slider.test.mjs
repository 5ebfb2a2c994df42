// Sliders: every move of a slider gives a new curve, the last one that of the command line. FORMOLA_SLIDERS says of how many models (2).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { forAllTests, openPage, program, until } from "./browser.mjs";

const models = [
  ["Electrical.RLCCircuit", "R1.R"], ["Rotational.DriveTrain", ""], ["Blocks.PILoop", ""], ["MultiBody.DoublePendulum", ""], ["Electrical.SmoothedRectifier", ""],
  ["Blocks.SecondOrderStep", ""], ["Electrical.CommonEmitter", ""], ["MultiBody.FourBar", ""], ["BondGraphs.Motor", ""], ["Electrical.MotorStart", ""],
  ["Blocks.LimitedPID", ""], ["Electrical.DiffusionLine", ""], ["MultiBody.SliderCrank", ""], ["Blocks.SampledLoop", ""], ["Electrical.PhaseControl", ""],
  ["MultiBody.SphericalPendulum", ""], ["Electrical.CoupledInductors", ""], ["PDE.HeatEquation", ""], ["BondGraphs.MixedDrive", ""], ["Robot.R3Robot36", ""],
].slice(0, Number(process.env.FORMOLA_SLIDERS ?? 2));
const moves = 30;

let browser, server, folder;
forAllTests("slider", (made) => ({ browser, server, folder } = made));

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

for (const [model, wanted] of models)
  test(`a slider in ${model}, ${moves} moves`, async () => {
    const name = `Slid${model.replaceAll(".", "")}`;
    writeFileSync(join(folder, `${name}.mo`), `model ${name}\n  extends Formola.Examples.${model};\nend ${name};\n`);
    const page = await openPage(browser, server.address);
    await page.click(`.files .link:has-text("${name}.mo")`);
    await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
    await page.click("text=Simulate");
    await until("the run", () => page.evaluate(() => window.formolaRuns()[0]?.outcome === "finished"));
    // a value that needs no new translation, and moves something
    const parameter = wanted || await page.evaluate(() => {
      const options = [...document.querySelectorAll('[aria-label="add a slider"] > option')].map((o) => o.value).filter(Boolean);
      return options.find((o) => /\.(R|J|k|C|L|m|T|c|d)$/.test(o)) ?? options[0];
    });
    if (!parameter) return void console.log(`${model}: has no parameter that can be changed`);
    await page.selectOption('[aria-label="add a slider"]', parameter);
    const slider = page.locator('.slider input[type="range"]');
    await slider.focus();
    for (let i = 0; i < moves; ++i) {
      const before = await page.evaluate(() => window.formolaLatency.length);
      await page.keyboard.press(i % 3 ? "ArrowRight" : "ArrowLeft");
      await until("the next curve", () => page.evaluate((n) => window.formolaLatency.length > n, before));
    }
    const latency = await page.evaluate(() => window.formolaLatency);
    const value = Number(await slider.inputValue());
    const live = await page.evaluate(() => {
      const run = window.formolaRuns().find((r) => r.label === "live");
      return { outcome: run.outcome, set: run.set, seconds: run.result.seconds, again: run.result.translated, curves: [...run.curves.values()].map((c) => [c.name, c.reduced, [...c.t], [...c.y]]) };
    });
    assert.equal(live.outcome, "finished");
    assert.equal(live.set[parameter], value);
    assert.equal(live.again, 0, "what is not among the slower ones needs no translation");
    const out = join(folder, `${name}.csv`);
    execFileSync(program, ["simulate", join(folder, `${name}.mo`), "--set", `${parameter}=${value}`, "--output", out], { stdio: "ignore" });
    const lines = readFileSync(out, "utf8").trim().split("\n");
    const head = [...lines[0].matchAll(/"([^"]*)"|([^,]+)/g)].map((m) => m[1] ?? m[2]);
    const table = lines.slice(1).map((line) => line.split(",").map(Number));
    for (const [curve, reduced, t, y] of live.curves) {
      const column = head.indexOf(curve);
      assert.ok(column > 0, curve);
      const size = Math.max(...table.map((row) => Math.abs(row[column])), 1e-12);
      if (!reduced) assert.equal(t.length, table.length, curve);
      let row = 0;
      t.forEach((at, i) => {
        while (row < table.length && (table[row][0] < at || (reduced && table[row][0] === at && table[row][column] !== y[i] && table[row + 1]?.[0] === at))) ++row;
        if (!reduced) row = i;
        assert.ok(Math.abs(table[row][column] - y[i]) <= 1e-9 * size, `${curve} at ${at}: ${y[i]}, ${table[row][column]}`);
      });
    }
    console.log(`${model}: ${parameter}, median ${median(latency).toFixed(0)} ms, longest ${Math.max(...latency).toFixed(0)} ms`);
    assert.deepEqual(page.problems, []);
    await page.close({ runBeforeUnload: false });
  });
