// Large things: many components, many rows. FORMOLA_SCALE and FORMOLA_ROWS say how many (200, 100000).
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { boxOf, drag, forAllTests, middle, openPage, textOf, until } from "./browser.mjs";

const parts = Number(process.env.FORMOLA_SCALE ?? 200), rows = Number(process.env.FORMOLA_ROWS ?? 100000);
let browser, server, folder;
forAllTests("scale", (made) => ({ browser, server, folder } = made));
const open = async (name, text) => {
  writeFileSync(join(folder, `${name}.mo`), text);
  const page = await openPage(browser, server.address);
  const began = Date.now();
  await page.click(`.files .link:has-text("${name}.mo")`);
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  page.took = Date.now() - began;
  return page;
};

test(`${parts} components: open, drag, undo`, async () => {
  let text = "model Big\n";
  for (let i = 0; i < parts; ++i) {
    const [x, y] = [(i % 50) * 40, Math.floor(i / 50) * 40];
    text += `  Formola.Electrical.Resistor r${i}(R = ${i + 1})\n    annotation (Placement(transformation(extent = {{${x}, ${y}}, {${x + 20}, ${y + 20}}})));\n`;
  }
  text += "  Formola.Electrical.Ground ground\n    annotation (Placement(transformation(extent = {{-40, -60}, {-20, -40}})));\nequation\n";
  for (let i = 0; i + 1 < parts; ++i) text += `  connect(r${i}.n, r${i + 1}.p);\n`;
  text += "  connect(r0.p, ground.p);\nend Big;\n";
  const page = await open("Big", text);
  await until("all parts", async () => (await page.locator(".canvas .part").count()) === parts + 1);
  // near enough to grab it between its pins
  const at = await middle(page, "r0");
  await page.mouse.move(...at);
  for (let i = 0; i < 14; ++i) await page.mouse.wheel(0, -300);
  const [x, y] = await middle(page, "r0");
  let began = Date.now();
  await drag(page, [x, y], [x + 60, y - 40]);
  const changed = await until("the patch", async () => ((await textOf(page)) !== text ? textOf(page) : null));
  const patch = Date.now() - began;
  const lines = changed.split("\n");
  const differ = text.split("\n").flatMap((line, i) => (line === lines[i] ? [] : [line]));
  assert.equal(differ.length, 1);
  assert.match(differ[0], /extent = \{\{0, 0\}, \{20, 20\}\}/);
  began = Date.now();
  await page.keyboard.press("Control+z");
  await until("undo", async () => (await textOf(page)) === text);
  await until("the picture of before", async () => {
    const again = await middle(page, "r0").catch(() => [0, 0]);
    return Math.abs(again[0] - x) < 1 && Math.abs(again[1] - y) < 1;
  });
  console.log(`${parts} components: open ${page.took} ms, patch ${patch} ms, undo with its picture ${Date.now() - began} ms`);
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
});

test(`${rows} rows: five periods of them are the true curve`, async () => {
  const periods = rows / 100;
  const page = await open("Wave", `model Wave
  output Real y;
equation
  y = sin(2*3.14159265358979324*time);
  annotation (experiment(StopTime = ${periods}, Interval = 0.01));
end Wave;
`);
  await page.click("text=Simulate");
  await until("the run", () => page.locator(".runs small").first().textContent().then((t) => new RegExp(`${rows + 1} rows`).test(t), () => false));
  const lines = () => page.evaluate(() => (document.querySelector(".plot canvas")?.formolaLines ?? []).map((l) => ({ reduced: l.curve.reduced, t: [...l.curve.t], y: [...l.curve.y] })));
  // the table of runs may be told of the run before its curve is there
  const [whole] = await until("the curve", async () => {
    const now = await lines();
    return now[0]?.t.at(-1) > 0.99 * periods ? now : null;
  });
  assert.ok(whole.reduced);
  await until("it says so", () => page.locator(".legend .note", { hasText: "reduced" }).count());
  assert.ok(Math.max(...whole.y) > 0.998 && Math.min(...whole.y) < -0.998, "extremes are kept");
  const box = await boxOf(page, ".plot canvas");
  // nearer and nearer: what is dragged over is what is shown
  for (let i = 0; i < 40; ++i) {
    const shown = await page.evaluate(() => document.querySelector(".plot canvas").formolaFrame);
    if (shown.to - shown.from <= 5.5) break;
    const wanted = Math.max(5 / (shown.to - shown.from), 0.1), from = box.x + shown.x + 0.4 * shown.w;
    await drag(page, [from, box.y + 40], [from + wanted * shown.w, box.y + 60]);
    await until("a nearer look", async () => (await page.evaluate(() => { const f = document.querySelector(".plot canvas").formolaFrame; return f.to - f.from; })) < 0.9 * (shown.to - shown.from));
  }
  const [near] = await until("all rows", async () => {
    const now = await lines();
    return now[0] && !now[0].reduced ? now : null;
  });
  const { from, to } = await page.evaluate(() => document.querySelector(".plot canvas").formolaFrame);
  assert.ok(to - from < 6, `${to - from} periods`);
  assert.ok(near.t.length >= 100 * (to - from) - 2, `${near.t.length} rows`);
  near.t.forEach((t, i) => assert.ok(Math.abs(near.y[i] - Math.sin(2 * Math.PI * t)) < 1e-6, `at ${t}`));
  await until("no word of it", async () => (await page.locator(".legend .note", { hasText: "reduced" }).count()) === 0);
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
});
