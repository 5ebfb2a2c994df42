// Runs that stand still, runs of earlier days, Newton's work, names of events; parameters that are records.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { forAllTests, middle, openPage, program, steady, textOf, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("work", (made) => ({ browser, server, folder } = made));

async function opened(name, text) {
  writeFileSync(join(folder, `${name}.mo`), text);
  const page = await openPage(browser, server.address);
  await page.click(`.files .link:has-text("${name}.mo")`);
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  return page;
}
const ran = (page) => until("the run", () => page.evaluate(() => window.formolaRuns().at(-1)?.outcome === "finished"));
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}
const last = (page, name) => page.evaluate((name) => window.formolaRuns().at(-1)?.curves.get(name)?.t.at(-1) ?? -1, name);

test("a run stands still, shows what it has, and goes on", async () => {
  const page = await opened("Swing", `model Swing
  output Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real double = 2*x;
equation
  der(x) = v;
  der(v) = -x;
  annotation (experiment(StopTime = 1e8, Interval = 1000));
end Swing;
`);
  await page.click("text=Simulate");
  await until("some rows", async () => (await last(page, "x")) > 0);
  await page.click('.run button:has-text("Pause")');
  await page.waitForSelector('.run button:has-text("Go on")');
  const stood = await last(page, "x");
  // another variable is given meanwhile, up to where the run stands
  await page.click('.rail [aria-label="variables"]');
  await page.click('.leaf:has-text("double") input');
  await until("its curve", async () => (await last(page, "double")) > 0);
  assert.equal(await last(page, "double"), stood);
  assert.equal(await last(page, "x"), stood, "it stands");
  await page.click('.run button:has-text("Go on")');
  await until("more rows", async () => (await last(page, "x")) > stood);
  await page.click('.run button:has-text("Stop")');
  await until("the end", () => page.evaluate(() => window.formolaRuns().at(-1).outcome === "cancelled"));
  // one that stands can be ended, too
  await page.click("text=Simulate");
  await page.click('.run button:has-text("Pause")');
  await page.waitForSelector('.run button:has-text("Go on")');
  await page.click('.run button:has-text("Stop")');
  await until("the end of the second", () => page.evaluate(() => window.formolaRuns().at(-1).outcome === "cancelled"));
  await done(page);
});

test("curves of a run outlive the page", async () => {
  const text = `model Decay
  output Real y(start = 1, fixed = true);
equation
  der(y) = -y;
  annotation (experiment(StopTime = 3));
end Decay;
`;
  const page = await opened("Decay", text);
  await page.click("text=Simulate");
  await ran(page);
  await until("what is kept of it", () => page.evaluate(() => window.formolaWriting() === 0));
  await done(page);
  const later = await opened("Decay", text);
  await later.click('.rail [aria-label="runs"]');
  await later.locator('.history .link:has-text("show curves")').first().click();
  const curve = await until("the curve", () => later.evaluate(() => {
    const c = window.formolaRuns()[0]?.curves.get("y");
    return c ? { t: [...c.t], y: [...c.y], outcome: window.formolaRuns()[0].outcome } : null;
  }));
  assert.equal(curve.outcome, "kept");
  assert.equal(curve.t[0], 0);
  assert.ok(Math.abs(curve.t.at(-1) - 3) < 1e-6);
  assert.ok(curve.t.length > 100 && curve.t.length <= 410, `${curve.t.length} points`);
  curve.t.forEach((t, i) => assert.ok(Math.abs(curve.y[i] - Math.exp(-t)) < 1e-5, `at ${t}`));
  // beside a run of today
  await later.click("text=Simulate");
  await ran(later);
  await until("both curves", () => later.evaluate(() => document.querySelector(".plot canvas")?.formolaLines?.filter((l) => l.curve.name === "y").length === 2));
  await done(later);
});

test("Newton's iterations of each block: their sum is that of the command line", async () => {
  const page = await opened("Loops", `model Loops
  model Pair
    parameter Real c = 1;
    Real a, b;
    Real u;
  equation
    a + b^3 = c*u;
    b + a^3 = u;
  end Pair;
  Pair calm(c = 1.1) annotation (Placement(transformation(extent = {{-40, -10}, {-20, 10}})));
  Pair wild(c = 2) annotation (Placement(transformation(extent = {{20, -10}, {40, 10}})));
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  calm.u = 0.01*x;
  wild.u = x*(1 + sin(30*time));
  annotation (experiment(StopTime = 2));
end Loops;
`);
  await page.click('.run [aria-label="experiment and method"]');
  await page.locator(".popover select").selectOption("ida");
  await page.click("text=Done");
  await page.click("text=Simulate");
  await ran(page);
  execFileSync(program, ["simulate", "Loops.mo", "Loops", "--method", "ida", "--report", "loops.json", "-q", "--output", "loops.csv"], { cwd: folder, stdio: "ignore" });
  const report = JSON.parse(readFileSync(join(folder, "loops.json"), "utf8"));
  const blocks = await page.evaluate(() => window.formolaRuns().at(-1).result.iterated);
  assert.equal(blocks.reduce((sum, b) => sum + b.iterations, 0), report.block_newton_iterations);
  const of = (name) => blocks.filter((b) => b.unknowns.some((u) => u.startsWith(name))).reduce((sum, b) => sum + b.iterations, 0);
  assert.ok(of("wild") > of("calm"), `${of("wild")} and ${of("calm")}`);
  await page.click('.runs [aria-label^="what"]');
  await page.waitForSelector('[aria-label="the work of a run"] .limits');
  if (await page.locator(".laid").count()) await page.click(".laid button:has-text(\"Newton\")");
  await until("both components", async () => (await page.locator(".marks .effort title").allTextContents()).filter((t) => /Newton/.test(t)).length >= 2);
  await done(page);
});

test("a model of which nothing is plotted runs, too", async () => {
  const page = await opened("Quiet", `model Quiet
  parameter Integer n = 3;
  Boolean on = time > 0.5;
  annotation (experiment(StopTime = 1));
end Quiet;
`);
  await page.click("text=Simulate");
  await ran(page);
  await page.click('.rail [aria-label="variables"]');
  await page.click('.leaf:has-text("on") input');
  const curve = await until("the curve", () => page.evaluate(() => { const c = window.formolaRuns()[0].curves.get("on"); return c?.t.length ? { t: [...c.t], y: [...c.y] } : null; }));
  curve.t.forEach((t, i) => Math.abs(t - 0.5) > 1e-9 && assert.equal(curve.y[i], t > 0.5 ? 1 : 0));
  await done(page);
});

test("a run that the model ends tells so, with its rows", async () => {
  const page = await opened("Ends", `model Ends
  output Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.4 then
    terminate("far enough");
  end when;
  annotation (experiment(StopTime = 1));
end Ends;
`);
  await page.click("text=Simulate");
  await until("the run", () => page.evaluate(() => window.formolaRuns().at(-1)?.outcome === "terminated"));
  await until("what is told of it", async () => /^run 1\s*ended by the model · .* · \d+ rows/.test(await page.locator(".runs label").first().textContent()));
  await done(page);
});

test("events have the names of what happened", async () => {
  const page = await opened("Bounce", `model Bounce
  output Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.7*pre(v));
  end when;
  annotation (experiment(StopTime = 1));
end Bounce;
`);
  await page.click("text=Simulate");
  await ran(page);
  const { events, names } = await page.evaluate(() => { const r = window.formolaRuns().at(-1).result; return { events: r.events, names: r.eventNames }; });
  assert.ok(Math.abs(events[0] - Math.sqrt(2 / 9.81)) < 1e-6);
  assert.equal(names[0], "h < 0.0 begins to hold");
  const [x, y] = await steady(page, "the plot of all of it", (t) => {
    const c = document.querySelector(".plot canvas"), f = c?.formolaFrame, box = c?.getBoundingClientRect();
    return !f || f.to < 1 || !c.formolaLines.length ? null : [box.x + f.x + ((t - f.from) / (f.to - f.from)) * f.w, box.y + f.y + 40];
  }, events[0]);
  await page.mouse.move(x, y);
  await until("the name beside the pointer", async () => /h < 0.0 begins to hold/.test((await page.locator(".overlay .event").first().textContent().catch(() => "")) ?? ""));
  await page.mouse.move(x, 5);
  await until("no name where nobody points", async () => (await page.locator(".overlay .event").count()) === 0);
  await done(page);
});

test("fields of a record are edited as parameters", async () => {
  const text = `package Records
  record Data
    Real R(unit = "Ohm") = 1 "Resistance";
    Real alpha = 0;
  end Data;
  model Part
    parameter Data data;
    Real v = data.R*time;
  end Part;
  model Whole
    Part part annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  end Whole;
end Records;
`;
  const page = await opened("Records", text);
  await page.selectOption('[aria-label="class"]', "Records.Whole");
  const edit = async () => {
    await page.mouse.dblclick(...(await middle(page, "part")));
    await page.waitForSelector(".dialog[open]");
  };
  await edit();
  const field = page.locator('[id="field-data.R"]');
  assert.equal(await field.getAttribute("placeholder"), "1");
  await field.fill("5");
  await page.click(".dialog .primary");
  const changed = await until("the value", async () => ((await textOf(page)) !== text ? textOf(page) : null));
  assert.equal(changed, text.replace("Part part annotation", "Part part(data(R=5)) annotation"));
  writeFileSync(join(folder, "Changed.mo"), changed);
  execFileSync(program, ["simulate", "Changed.mo", "Records.Whole", "--output", "changed.csv", "-q"], { cwd: folder, stdio: "ignore" });
  const [head, ...rows] = readFileSync(join(folder, "changed.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  assert.ok(Math.abs(Number(rows.at(-1)[head.findIndex((n) => n.includes("part.v"))]) - 5) < 1e-9);
  await edit();
  assert.equal(await field.inputValue(), "5");
  await field.fill("");
  await page.click(".dialog .primary");
  await until("the old text", async () => (await textOf(page)) === text);
  await done(page);
});
