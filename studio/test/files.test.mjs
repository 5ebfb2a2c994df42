// Several files: a library whose classes are changed side by side, and what other programs write meanwhile.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { forAllTests, middle, openPage, part, program, settled, textOf, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("files", (made) => ({ browser, server, folder } = made));

const files = {
  "package.mo": 'package Shop "a library in files"\n  annotation (uses(Formola(version = "0.1.0")));\nend Shop;\n',
  "package.order": "Parts\nLine\nLoaded\n",
  "Parts/package.mo": "within Shop;\npackage Parts\nend Parts;\n",
  "Parts/package.order": "Stage\n",
  "Parts/Stage.mo": `within Shop.Parts;
model Stage "a resistor and a capacitor"
  parameter Real k = 1;
  Formola.Interfaces.Pin a annotation (Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  Formola.Electrical.Resistor r(R = k) annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
  Formola.Electrical.Capacitor c(C = 1, v(start = 0, fixed = true)) annotation (Placement(transformation(extent = {{0, -40}, {20, -20}})));
  Formola.Electrical.Ground ground annotation (Placement(transformation(extent = {{40, -80}, {60, -60}})));
equation
  connect(a, r.p) annotation (Line(points = {{-100, 0}, {-60, 0}}));
  connect(r.n, c.p) annotation (Line(points = {{-40, 0}, {-20, 0}, {-20, -30}, {0, -30}}));
  connect(c.n, ground.p) annotation (Line(points = {{20, -30}, {50, -30}, {50, -60}}));
  annotation (Icon(graphics = {Rectangle(extent = {{-80, 40}, {80, -40}})}));
end Stage;
`,
  "Line.mo": `within Shop;
model Line
  Parts.Stage first(r(R = 2)) annotation (Placement(transformation(extent = {{0, -10}, {20, 10}})));
  Formola.Electrical.Sources.ConstantVoltage source(V = 1) annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
  Formola.Electrical.Ground ground annotation (Placement(transformation(extent = {{-80, -40}, {-60, -20}})));
equation
  connect(source.p, first.a);
  connect(source.n, ground.p);
  annotation (experiment(StopTime = 2));
end Line;
`,
  "Loaded.mo": "within Shop;\nmodel Loaded\n  extends Line(first(r(R = 5)));\n  Real u = first.r.v;\nend Loaded;\n",
};

function library(name) {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, name, path);
    mkdirSync(join(place, ".."), { recursive: true });
    writeFileSync(place, text.replaceAll("Shop", name));
  }
  return (path) => readFileSync(join(folder, name, path), "utf8");
}
async function opened(path) {
  const page = await openPage(browser, server.address);
  await until(path, () => page.locator(`.files .link:has-text("${path}")`).count());
  await page.click(`.files .link:has-text("${path}")`);
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  return page;
}
async function go(page, path) {
  if (!(await page.locator(".drawer .files").count())) await page.click('.rail [aria-label="files"]');
  await page.click(`.drawer .files .link:has-text("${path}")`);
  await until(path, async () => (await page.locator(".where .file").textContent()).startsWith(path));
}
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}
const crumbs = async (page) => (await page.locator(".crumbs button").allTextContents()).join(" › ");

test("files are left and entered again with their changes and their undo; all are saved at once", async () => {
  writeFileSync(join(folder, "One.mo"), "model One\n  Real x = 1;\nend One;\n");
  writeFileSync(join(folder, "Two.mo"), "model Two\n  Real y = 2;\nend Two;\n");
  const page = await opened("One.mo");
  const typeAtEnd = async (text) => {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(text);
  };
  await typeAtEnd("// one");
  await go(page, "Two.mo");
  await typeAtEnd("// two");
  await go(page, "One.mo");
  assert.match(await textOf(page), /end One;\n\/\/ one$/);
  assert.equal(await page.locator(".drawer .files i").count(), 2, "both are marked as not saved");
  await page.click('[aria-label="undo"]');
  await until("undo", async () => (await textOf(page)) === "model One\n  Real x = 1;\nend One;\n");
  await page.click('[aria-label="redo"]');
  await page.click('.bar button:has-text("Save 2")');
  await until("both files", () => /one$/.test(readFileSync(join(folder, "One.mo"), "utf8")) && /two$/.test(readFileSync(join(folder, "Two.mo"), "utf8")));
  await until("no marks", async () => (await page.locator(".drawer .files i").count()) === 0);
  await done(page);
});

test("one descends into the class of another file, changes it there, and the run takes it", async () => {
  const read = library("Shop1");
  const page = await opened("Shop1/Line.mo");
  await page.mouse.click(...(await middle(page, "first")));
  await page.keyboard.press("o");
  await until("the other file", async () => (await page.locator(".where .file").textContent()).startsWith("Shop1/Parts/Stage.mo"));
  assert.equal(await crumbs(page), "Line › first");
  await part(page, "c").waitFor();
  const before = await textOf(page);
  await page.mouse.dblclick(...(await middle(page, "c")));
  await page.waitForSelector(".dialog[open]");
  await page.fill("#field-C", "4");
  await page.click(".dialog .primary");
  await until("the value", async () => (await textOf(page)) !== before);
  // what is run is the class that one came from, with the text as it is here
  await page.click("text=Simulate");
  await until("the run", () => page.evaluate(() => window.formolaRuns().at(-1)?.outcome === "finished"));
  assert.equal(await page.evaluate(() => window.formolaRuns().at(-1).model), "Shop1.Line");
  await page.click('.rail [aria-label="variables"]');
  await page.fill('.drawer [type="search"]', "first.c.v");
  await page.click('.leaf:has-text("v") input');
  const end = await until("the curve", () => page.evaluate(() => window.formolaRuns().at(-1).curves.get("first.c.v")?.y.at(-1)));
  assert.ok(Math.abs(end - (1 - Math.exp(-2 / 8))) < 1e-4, `R C = 8: ${end}`);
  await page.locator(".crumbs .link").first().click();
  await until("back", async () => (await page.locator(".where .file").textContent()).startsWith("Shop1/Line.mo"));
  await part(page, "source").waitFor();
  assert.equal(read("Parts/Stage.mo"), before);
  await page.click('.bar button:has-text("Save 1")');
  await until("the file", () => /C ?= ?4/.test(read("Parts/Stage.mo")));
  await done(page);
});

test("a new name of a component goes into the files that use it", async () => {
  const read = library("Shop2");
  const page = await opened("Shop2/Parts/Stage.mo");
  await page.mouse.dblclick(...(await middle(page, "r")));
  await page.waitForSelector(".dialog[open]");
  await page.locator(".dialog .name").fill("ohmic");
  await page.fill("#field-R", "3*k");
  await page.click(".dialog .primary");
  await until("here", async () => /connect\(ohmic\.n, c\.p\)/.test(await textOf(page)));
  assert.match(await textOf(page), /Resistor ohmic\(R ?= ?3\*k\)/);
  await until("all files", () => page.locator('.bar button:has-text("Save 3")').count());
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+s");
  await until("Line", () => /first\(ohmic\(R = 2\)\)/.test(read("Line.mo")));
  await until("Loaded", () => /first\(ohmic\(R = 5\)\)/.test(read("Loaded.mo")) && /first\.ohmic\.v/.test(read("Loaded.mo")));
  assert.match(execFileSync(program, ["check", join(folder, "Shop2"), "Shop2.Loaded"], { encoding: "utf8" }), /Loaded/);
  // by typing: F2 in the text, and F12 leads to where it is declared
  await go(page, "Shop2/Loaded.mo");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.keyboard.press("F2");
  await page.waitForSelector(".renaming input");
  await until("the old name", async () => (await page.locator(".renaming input").inputValue()) === "ohmic");
  await page.fill(".renaming input", "series");
  await page.keyboard.press("Enter");
  await until("the new name", async () => /first\.series\.v/.test(await textOf(page)));
  await page.keyboard.press("F12");
  await until("its declaration", async () => (await page.locator(".where .file").textContent()).startsWith("Shop2/Parts/Stage.mo"));
  assert.match(await textOf(page), /Resistor series\(/);
  await done(page);
});

test("own classes are inserted from the library on the left and by typing", async () => {
  library("Shop3");
  const page = await opened("Shop3/Line.mo");
  await page.click('.rail [aria-label="components"]');
  await page.click('.tree .branch:has-text("Shop3")');
  await page.click('.tree .branch:has-text("Parts")');
  await page.click('.entry[data-class="Shop3.Parts.Stage"] [aria-label^="insert"]');
  await until("the second stage", async () => /Shop3\.Parts\.Stage stage /.test(await textOf(page)));
  await settled(page);
  await page.locator(".canvas").focus();
  await page.keyboard.press("a");
  await page.keyboard.type("stage");
  await page.keyboard.press("Enter");
  await until("a third", async () => /Shop3\.Parts\.Stage stage1/.test(await textOf(page)));
  await done(page);
});

test("a new model of a library stands in its package", async () => {
  const read = library("Shop4");
  const page = await opened("Shop4/Parts/Stage.mo");
  await page.click('.rail [aria-label="files"]');
  await page.fill('[aria-label="name of a new model"]', "Next");
  await page.keyboard.press("Enter");
  await until("the new file", async () => (await page.locator(".where .file").textContent()).startsWith("Shop4/Parts/Next.mo"));
  assert.equal(await textOf(page), "within Shop4.Parts;\nmodel Next\n  annotation (experiment(StopTime = 1));\nend Next;\n");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+s");
  await until("the file", () => { try { return read("Parts/Next.mo").includes("model Next"); } catch { return false; } });
  execFileSync(program, ["check", join(folder, "Shop4"), "Shop4.Parts.Next"]);
  await done(page);
});

test("what another program writes is taken over; where both changed the file one is asked, and nothing is lost", async () => {
  const path = join(folder, "Shared.mo"), model = (value, more = "") => `model Shared\n  Real x = ${value};\nend Shared;\n${more}`;
  writeFileSync(path, model(1));
  writeFileSync(join(folder, "Aside.mo"), "model Aside\nend Aside;\n");
  const page = await opened("Shared.mo");
  // as editors and version control write: a new file in the place of the old one
  const replace = (text) => (writeFileSync(path + "~", text), renameSync(path + "~", path));
  replace(model(2));
  await until("the new text", async () => (await textOf(page)) === model(2));
  assert.equal(await page.locator(".where .file i").count(), 0, "there is nothing to be saved");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// mine");
  // the same text written again is no change: what is typed here stays
  replace(model(2));
  await go(page, "Aside.mo");
  replace(model(2));
  await go(page, "Shared.mo");
  assert.equal(await textOf(page), model(2, "// mine"));
  assert.equal(await page.locator(".choice").count(), 0);
  replace(model(3));
  await page.waitForSelector(".choice");
  assert.equal(await textOf(page), model(2, "// mine"));
  await page.keyboard.press("Control+s");
  await until("a refusal", () => page.locator(".toast.error").count());
  assert.equal(readFileSync(path, "utf8"), model(3));
  await page.click('.choice button:has-text("Take")');
  await until("theirs", async () => (await textOf(page)) === model(3));
  await page.click('[aria-label="undo"]');
  await until("mine", async () => (await textOf(page)) === model(2, "// mine"));
  replace(model(4));
  await page.waitForSelector(".choice");
  await page.click('.choice button:has-text("Keep")');
  await page.keyboard.press("Control+s");
  await until("mine on disk", () => readFileSync(path, "utf8") === model(2, "// mine"));
  // a file that is new, and one that is gone
  writeFileSync(join(folder, "Newer.mo"), "model Newer\nend Newer;\n");
  await until("it is in the list", () => page.locator('.drawer .files .link:has-text("Newer.mo")').count());
  rmSync(path);
  await until("that it is gone", () => page.locator('.toast:has-text("removed by another program")').count());
  await page.keyboard.press("Control+s");
  await until("written again", () => { try { return readFileSync(path, "utf8") === model(2, "// mine"); } catch { return false; } });
  await done(page);
});
