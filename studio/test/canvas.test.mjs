// The canvas by the keyboard: several components, connections, copies; lines go around what stands in their way.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { boxOf, drag, forAllTests, middle, openPage, port, program, settled, textOf, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("canvas", (made) => ({ browser, server, folder } = made));

async function opened(name, text) {
  writeFileSync(join(folder, `${name}.mo`), text);
  const page = await openPage(browser, server.address);
  await page.click(`.files .link:has-text("${name}.mo")`);
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  await page.locator(".canvas").focus();
  return page;
}
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}
const changed = (page, before) => until("the change", async () => ((await textOf(page)) !== before ? textOf(page) : null));
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

const row = `model Row
  Formola.Rotational.Inertia a(J = 1) annotation (Placement(transformation(extent = {{-80, -10}, {-60, 10}})));
  Formola.Rotational.Inertia between(J = 2, w(start = 3, fixed = true)) "in the way" annotation (Placement(transformation(extent = {{-20, -10}, {0, 10}})));
  Formola.Rotational.Inertia b(J = 4) annotation (Placement(transformation(extent = {{40, -16}, {60, 4}})));
equation
  connect(a.flange_b, between.flange_a) annotation (Line(points = {{-60, 0}, {-20, 0}}));
end Row;
`;

// Points of the line between two connectors, as the command line draws it.
function line(text, from, to) {
  writeFileSync(join(folder, "Drawn.mo"), text);
  execFileSync(program, ["draw", "Drawn.mo", "Row", "--layer", "diagram", "--output", "drawn.json"], { cwd: folder });
  const wire = JSON.parse(readFileSync(join(folder, "drawn.json"), "utf8")).connections.find((each) => each.from === from && each.to === to);
  assert.ok(wire, `${from} - ${to}`);
  assert.ok(!wire.routed, "its way stands in the text");
  return wire.points;
}

test("a new line goes around the components between its ends", async () => {
  const page = await opened("Row", row);
  await drag(page, await port(page, "a", "flange_b"), await port(page, "b", "flange_a"));
  const text = await changed(page, row);
  const points = line(text, "a.flange_b", "b.flange_a");
  assert.deepEqual([points[0], points.at(-1)], [[-60, 0], [40, -6]]);
  for (let i = 0; i + 1 < points.length; ++i) {
    const [[x1, y1], [x2, y2]] = [points[i], points[i + 1]];
    assert.ok(x1 === x2 || y1 === y2, "level or upright");
    // not through the box that stands between
    const [left, right, low, high] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
    assert.ok(right <= -20 || left >= 0 || high <= -10 || low >= 10, JSON.stringify(points));
  }
  await page.keyboard.press("Control+z");
  await until("undo", async () => (await textOf(page)) === row);
  await done(page);
});

test("components are connected, chosen together and aligned, lines are found, moved and deleted, without a mouse", async () => {
  const page = await opened("Keys", row.replaceAll("Row", "Keys"));
  const before = await textOf(page);
  // a, between, b: by Tab
  await press(page, "Tab", "Tab", "c");
  await page.waitForSelector(".quick .entry.pair");
  await page.keyboard.type("flange_b b.flange_a");
  await until("the pair", async () => (await page.locator(".quick .entry.pair.active").textContent().catch(() => "")).replace(/\s+/g, " ") === "between.flange_b – b.flange_a");
  await press(page, "Enter");
  const connected = await changed(page, before);
  assert.match(connected, /connect\(between\.flange_b, b\.flange_a\) annotation \(Line\(points=/);
  await until("the canvas has the keys", () => page.evaluate(() => document.activeElement.classList.contains("canvas")));
  await until("the line", () => page.evaluate(() => window.formolaDiagram.shown.picture.connections.length === 2));
  // the first line of "between", the second one, and away with it
  await press(page, "Escape", "Tab", "Tab", "w", "w");
  await until("the second line", async () => /connection of between.flange_b and b.flange_a selected/.test(await page.locator(".canvas").getAttribute("aria-label")));
  await press(page, "ArrowLeft");
  const moved = await changed(page, connected);
  assert.equal(moved.replace(/Line\(points=.*?\}\}/g, ""), connected.replace(/Line\(points=.*?\}\}/g, ""));
  await settled(page);
  await press(page, "Delete");
  await until("no second line", async () => (await textOf(page)) === before);
  // a and b stay selected together; in one row
  await press(page, "Escape", "Tab", "Space", "Tab", "Tab");
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".marks .selected")].length), 2);
  await press(page, "y");
  const aligned = await changed(page, before);
  const extents = [...aligned.matchAll(/Inertia (\w+)\(.*?extent = \{\{-?\d+, (-?\d+)\}/g)].map((m) => [m[1], Number(m[2])]);
  assert.deepEqual(extents, [["a", -12], ["between", -10], ["b", -12]]);
  await press(page, "Control+z");
  await until("undo", async () => (await textOf(page)) === before);
  await done(page);
});

test("the buttons of a selection stay beside it when the picture moves under them", async () => {
  const page = await opened("Beside", row.replaceAll("Row", "Beside"));
  await page.mouse.click(...(await middle(page, "between")));
  const beside = async (what) => until(what, async () => {
    const [buttons, part] = [await boxOf(page, ".handles"), await boxOf(page, '.canvas .part[data-name="between"] .hit')];
    const gap = part.y - (buttons.y + buttons.height);
    return gap > 0 && gap < 16 && buttons.x < part.x + part.width && buttons.x + buttons.width > part.x;
  });
  await beside("where it was clicked");
  await page.setViewportSize({ width: 1000, height: 620 });
  await beside("in a smaller window, which the diagram fits anew");
  await page.keyboard.press("-");
  await beside("smaller");
  await page.mouse.move(...(await middle(page, "b")));
  await page.keyboard.down("Shift");
  await page.mouse.wheel(0, 60);
  await page.keyboard.up("Shift");
  await beside("panned");
  await done(page);
});

test("copies keep what is written, with the lines between them, and are one step of undo", async () => {
  const text = row.replaceAll("Row", "Copies").replace("between(", "between[2](each ").replace("w(start", "each w(start").replace("between.flange_a", "between[1].flange_a");
  const page = await opened("Copies", text);
  await page.mouse.click(...(await middle(page, "a")));
  await page.keyboard.down("Shift");
  await page.mouse.click(...(await middle(page, "between")));
  await page.keyboard.up("Shift");
  await press(page, "Control+c");
  await until("the copy", () => page.locator(".toast", { hasText: "2 copied" }).count());
  await press(page, "Control+v");
  const pasted = await changed(page, text);
  assert.match(pasted, /Inertia between1\[2\]\(each J = 2, each w\(start = 3, fixed = true\)\) "in the way" annotation \(Placement\(transformation\(extent=\{\{-10,-20\},\{10,0\}\}\)\)\);/);
  assert.match(pasted, /connect\(a1\.flange_b, between1\[1\]\.flange_a\) annotation \(Line\(points=\{\{-50,-10\},\{-10,-10\}\}\)\);/);
  await press(page, "Control+z");
  await until("undo", async () => (await textOf(page)) === text);
  await done(page);
});

test("a copy out of a class of the library keeps its modifiers", async () => {
  const text = "model Into\n  Formola.Electrical.DCMotor motor annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));\nend Into;\n";
  const page = await opened("Into", text);
  await press(page, "Tab", "o");
  await until("its components", () => page.evaluate(() => window.formolaDiagram.shown?.picture.components.some((c) => c.name === "inductor")));
  await press(page, "Control+a", "Control+c");
  await until("the copy", () => page.locator(".toast", { hasText: "copied" }).count());
  await page.locator(".crumbs .link").first().click();
  await until("the own model", () => page.evaluate(() => window.formolaDiagram.shown?.picture.components.some((c) => c.name === "motor")));
  await page.locator(".canvas").focus();
  await press(page, "Control+v");
  const pasted = await changed(page, text);
  assert.match(pasted, /Inductor inductor\(L ?= ?L\)/);
  await press(page, "Control+z");
  await until("undo", async () => (await textOf(page)) === text);
  await done(page);
});

test("settings of a run are written into the model, intervals too", async () => {
  const text = "model Set\n  Real x = time;\n  annotation (experiment(StopTime = 2));\nend Set;\n";
  const page = await opened("Set", text);
  await page.click('.run [aria-label="experiment and method"]');
  await page.fill('.settings [aria-label="stop"]', "5");
  await page.fill('.settings [aria-label="tolerance"]', "1e-8");
  await page.fill('.settings [aria-label="intervals"]', "50");
  await page.click('.settings button:has-text("write into")');
  const written = await changed(page, text);
  assert.match(written, /experiment\(StopTime = 5, (?=.*Tolerance = 1e-0?8)(?=.*Interval = 0\.1\b)/);
  await done(page);
});
