// The icon editor with a real mouse: what is drawn stands in the text, what is not touched stays as it was.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { drag, forAllTests, openPage, program, steady, textOf, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("icon", (made) => ({ browser, server, folder } = made));

const rectangle = "Rectangle(extent = {{-80, -80}, {80, 80}}, lineColor = {0, 0, 255})";
const turned = "Text(origin={0,90}, rotation=90, extent={{-10,-10},{10,10}}, textString=\"a, b)\")";
const text = `model Own
  Real x = time;
  annotation (Icon(graphics = {${rectangle}, // the frame
    ${turned}}), experiment(StopTime = 1));
end Own;
`;

async function edited(page) {
  await page.click('[aria-label="icon of this class"]');
  await page.waitForSelector(".icon-editor[open]");
}
// From the coordinates of the icon to the screen.
const place = (page, x, y) =>
  steady(page, "the icon", ([x, y]) => {
    const p = new DOMPoint(x, -y).matrixTransform(document.querySelector(".stage-of-icon > svg").getScreenCTM());
    return [p.x, p.y];
  }, [x, y]);
const tool = (page, name) => page.click(`.tools-of-icon button:text-is("${name}")`);

test("shapes are drawn, moved, coloured and taken away; the text changes by one patch", async () => {
  writeFileSync(join(folder, "Own.mo"), text);
  const page = await openPage(browser, server.address);
  await page.click('.files .link:has-text("Own.mo")');
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  await edited(page);
  await tool(page, "ellipse");
  await drag(page, await place(page, -40, -40), await place(page, 40, 20));
  await tool(page, "polygon");
  for (const [x, y] of [[-60, 40], [60, 40], [0, 70], [0, 70]]) await page.mouse.click(...(await place(page, x, y)));
  await page.fill('[aria-label="colour of the line"]', "#ff0000");
  // the frame, by one of its sides
  await tool(page, "select");
  await drag(page, await place(page, -80, -60), await place(page, -90, -60));
  assert.deepEqual(await page.locator(".list-of-icon li").allTextContents(), ["Rectangle", "Text (as text)", "Ellipse", "Polygon"]);
  await page.click('.icon-editor .primary');
  const changed = await until("the patch", async () => ((await textOf(page)) !== text ? textOf(page) : null));
  const frame = "Rectangle(extent={{-90,-80},{70,80}}, lineColor={0, 0, 255})";
  const added = "Ellipse(extent={{-40,-40},{40,20}}, lineColor={0,0,0}), Polygon(points={{-60,40},{60,40},{0,70}}, lineColor={255,0,0})";
  assert.equal(changed, text.replace(rectangle, frame).replace(turned, `${turned}, ${added}`));
  // as the command line draws it
  writeFileSync(join(folder, "Changed.mo"), changed);
  execFileSync(program, ["draw", "Changed.mo", "Own", "--layer", "icon", "--output", "own.json"], { cwd: folder });
  const { shapes } = JSON.parse(readFileSync(join(folder, "own.json"), "utf8"));
  assert.equal(shapes.length, 4);
  assert.deepEqual(shapes[3].line.color, [255, 0, 0]);
  await page.locator(".canvas").focus();
  await page.keyboard.press("Control+z");
  await until("undo", async () => (await textOf(page)) === text);
  // only what is added is touched; a shape that the mouse cannot change can go
  await edited(page);
  await page.click('.list-of-icon .link:has-text("as text")');
  await page.click('.list-of-icon button:text-is("delete")');
  await page.click(".icon-editor .primary");
  await until("without the text", async () => (await textOf(page)) === text.replace(`, // the frame\n    ${turned}`, ""));
  await page.locator(".canvas").focus();
  await page.keyboard.press("Control+z");
  await until("undo of that", async () => (await textOf(page)) === text);
  // nothing drawn: nothing written
  await edited(page);
  await page.click(".icon-editor .primary");
  await until("closed", async () => (await page.locator(".icon-editor").count()) === 0);
  assert.equal(await textOf(page), text);
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
});

// The numbers in a path, quadratic curves as the cubic ones that the command line writes.
function numbersOf(d) {
  const all = [];
  let at = [0, 0];
  for (const [, letter, rest] of d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    let given = rest.trim().split(/[\s,]+/).filter(Boolean).map(Number);
    if (letter === "Q") {
      const [cx, cy, x, y] = given, third = (from, to) => from + (2 / 3) * (to - from);
      given = [third(at[0], cx), third(at[1], cy), third(x, cx), third(y, cy), x, y];
    }
    if (given.length) at = given.slice(-2);
    all.push(...given);
  }
  return all;
}

test("gradients, arrows and smooth lines look in the editor as the command line draws them", async () => {
  const text = "model Look\n  annotation (Icon(graphics = {Ellipse(extent = {{-80, -80}, {0, 0}}, fillPattern = FillPattern.Sphere, fillColor = {255, 255, 0})}));\nend Look;\n";
  writeFileSync(join(folder, "Look.mo"), text);
  const page = await openPage(browser, server.address);
  await page.click('.files .link:has-text("Look.mo")');
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  await edited(page);
  await tool(page, "line");
  for (const [x, y] of [[-80, 20], [-20, 80], [40, 20], [80, 60], [80, 60]]) await page.mouse.click(...(await place(page, x, y)));
  await page.check('[aria-label="smooth"]');
  await page.selectOption('[aria-label="arrow at the end"]', "Filled");
  await page.selectOption('[aria-label="arrow at the begin"]', "Half");
  await page.selectOption('[aria-label="pattern of the line"]', "Dash");
  await page.fill('[aria-label="thickness of the line"]', "1.5");
  await tool(page, "polygon");
  for (const [x, y] of [[20, -80], [80, -80], [60, -20], [60, -20]]) await page.mouse.click(...(await place(page, x, y)));
  await page.check('[aria-label="smooth"]');
  await page.selectOption('[aria-label="filling"]', "HorizontalCylinder");
  const seen = await page.evaluate(() => [...document.querySelectorAll(".stage-of-icon .ink [pointer-events=none] path")].map((p) => ({ d: p.getAttribute("d"), fill: p.getAttribute("fill") })));
  await page.click(".icon-editor .primary");
  const changed = await until("the patch", async () => ((await textOf(page)) !== text ? textOf(page) : null));
  assert.match(changed, /Line\(points=.*, color=\{0,0,0\}, smooth=Smooth\.Bezier, arrow=\{Arrow\.Half,Arrow\.Filled\}, pattern=LinePattern\.Dash, thickness=1\.5\)/);
  assert.match(changed, /Polygon\(points=.*, lineColor=\{0,0,0\}, smooth=Smooth\.Bezier, fillColor=\{255,255,255\}, fillPattern=FillPattern\.HorizontalCylinder\)/);
  writeFileSync(join(folder, "Looks.mo"), changed);
  execFileSync(program, ["draw", "Looks.mo", "Look", "--layer", "icon", "--output", "look.json"], { cwd: folder });
  const { shapes } = JSON.parse(readFileSync(join(folder, "look.json"), "utf8"));
  assert.equal(shapes.length, seen.length);
  // the line with its two heads, the polygon
  for (const i of [1, 2, 3, 4]) {
    const [ours, theirs] = [seen[i].d, shapes[i].path].map(numbersOf);
    assert.equal(ours.length, theirs.length, `${seen[i].d} ${shapes[i].path}`);
    ours.forEach((v, k) => assert.ok(Math.abs(v - theirs[k]) < 1e-3, `${seen[i].d} ${shapes[i].path}`));
  }
  assert.ok(seen[0].fill.startsWith("url(#") && seen[4].fill.startsWith("url(#"), "gradients");
  assert.deepEqual([shapes[0].fill.pattern, shapes[4].fill.pattern, shapes[3].fill.pattern], ["sphere", "horizontalCylinder", "solid"]);
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
});
