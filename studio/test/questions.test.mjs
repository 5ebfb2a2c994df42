// What is asked of a model beside runs, and what the compiler knows, in the page; each against the command line.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drag, middle, openPage, program, startBrowser, startServer, textOf, until } from "./browser.mjs";

let browser, server, folder, state;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "questions-"));
  state = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = join(folder, ".state");
  mkdirSync(process.env.XDG_STATE_HOME);
  server = await startServer(folder);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  server?.stop();
  if (state === undefined) delete process.env.XDG_STATE_HOME;
  else process.env.XDG_STATE_HOME = state;
  rmSync(folder, { recursive: true, force: true });
});

const ran = (page) => until("the run", () => page.locator(".runs small").first().textContent().then((t) => /rows/.test(t), () => false));
async function opened(name, text) {
  writeFileSync(join(folder, `${name}.mo`), text);
  const page = await openPage(browser, server.address);
  await page.click(`.files .link:has-text("${name}.mo")`);
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  return page;
}
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}
const analyse = (page, name) => page.click(`.analyse summary:has-text("${name}")`);
const command = (...given) => execFileSync(program, given, { encoding: "utf8", cwd: folder });

const oscillator = `model Servo
  input Real u(start = 0);
  output Real s(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
  parameter Real d = 0.5 "Damping";
  parameter Real c = 4 "Stiffness";
equation
  der(s) = v;
  der(v) = u - d*v - c*s;
  annotation (experiment(StopTime = 5));
end Servo;
`;

test("linearise: the poles and the response are those of the command line", async () => {
  const page = await opened("Servo", oscillator);
  await page.click('.rail [aria-label="analyse"]');
  await page.click('.analyse .primary:has-text("Linearise")');
  await page.waitForSelector(".panel .poles tbody tr");
  const told = await page.locator(".panel .poles tbody td:first-child").allTextContents();
  const wanted = JSON.parse(command("linearize", "Servo.mo", "--json"));
  assert.equal(told.length, wanted.poles.length);
  told.forEach((text, i) => {
    const [, re, sign, im] = /^(-?[\d.e-]+)(?: ([−+]) ([\d.e-]+)i)?$/.exec(text);
    assert.ok(Math.abs(Number(re) - wanted.poles[i][0]) < 1e-4);
    assert.ok(Math.abs((sign === "−" ? -1 : 1) * Number(im ?? 0) - wanted.poles[i][1]) < 1e-4);
  });
  assert.equal(await page.locator('.panel .chart[aria-label^="gain"]').count(), 1);
  // two poles, -0.25 +- i sqrt(4 - 1/16): 1/4 at low frequencies, -12.04 dB
  const path = await page.locator('.panel .chart[aria-label^="gain"] > path').getAttribute("d");
  assert.ok(path.length > 100);
  await done(page);
});

test("sweep: a family of runs, each that of the command line", async () => {
  const page = await opened("Sweep", oscillator.replaceAll("Servo", "Sweep").replace("input Real u(start = 0);", "Real u = 1;"));
  await page.click("text=Simulate");
  await ran(page);
  await page.click('.rail [aria-label="analyse"]');
  await analyse(page, "Sweep a parameter");
  await page.selectOption('[aria-label="parameter to sweep"]', "c");
  await page.fill('.analyse [aria-label="from"]', "2");
  await page.fill('.analyse [aria-label="to"]', "8");
  await page.fill('.analyse [aria-label="number of runs"]', "4");
  await page.click('.analyse .primary:has-text("Run 4")');
  await until("four runs", () => page.locator(".family small", { hasText: "4 runs" }).count());
  await until("all of them", () => page.evaluate(() => !document.querySelector(".danger")));
  const last = await page.evaluate(() => window.formolaRuns().filter((r) => r.family).map((r) => [r.family.value, r.curves.get("s").y.at(-1)]));
  assert.deepEqual(last.map(([c]) => c), [2, 4, 6, 8]);
  command("sweep", "Sweep.mo", "--set", "c={2,4,6,8}", "--output", "cases.csv", "-q");
  const [head, ...rows] = readFileSync(join(folder, "cases.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  const column = head.findIndex((name) => name.replaceAll('"', "") === "final(s)");
  rows.forEach((row, i) => assert.ok(Math.abs(Number(row[column]) - last[i][1]) < 1e-9, `${row[column]} ${last[i][1]}`));
  await done(page);
});

test("fit: the parameter that made the measurements is found", async () => {
  const text = oscillator.replaceAll("Servo", "Fit").replace("input Real u(start = 0);", "Real u = 1;");
  // the closed form for c = 5, d = 0.6
  const w = Math.sqrt(5 - 0.09);
  const rows = Array.from({ length: 60 }, (_, i) => i / 12).map((t) => [t, 0.2 * (1 - Math.exp(-0.3 * t) * (Math.cos(w * t) + (0.3 / w) * Math.sin(w * t)))]);
  writeFileSync(join(folder, "measured.csv"), "time,s\n" + rows.map((r) => r.join(",")).join("\n") + "\n");
  const page = await opened("Fit", text);
  await page.click("text=Simulate");
  await ran(page);
  await page.click('.rail [aria-label="analyse"]');
  await analyse(page, "Fit to measurements");
  await page.setInputFiles('[aria-label="measurements"]', join(folder, "measured.csv"));
  for (const name of ["c", "d"]) await page.selectOption('[aria-label="parameter to find"]', name);
  await page.click('.analyse .primary:has-text("Fit")');
  await page.waitForSelector('.panel[aria-label="the fit"]');
  const values = await page.locator('.panel[aria-label="the fit"] table').first().locator("tbody td:nth-child(3)").allTextContents();
  assert.ok(Math.abs(Number(values[0]) - 5) < 1e-3, values[0]);
  assert.ok(Math.abs(Number(values[1]) - 0.6) < 1e-3, values[1]);
  await done(page);
});

test("methods side by side, the C program, and a table of runs that outlives the server", async () => {
  const page = await opened("Methods", oscillator.replaceAll("Servo", "Methods").replace("input Real u(start = 0);", "Real u = 1;"));
  await page.click("text=Simulate");
  await ran(page);
  await page.click('.rail [aria-label="analyse"]');
  await analyse(page, "Compare methods");
  await page.click('.analyse .primary:has-text("Compare")');
  await until("three methods", async () => (await page.locator('.panel[aria-label="methods side by side"] tbody tr').count()) === 3);
  const deviations = await page.locator('.panel[aria-label="methods side by side"] tbody td:last-child').allTextContents();
  for (const each of deviations) assert.ok(Number(each) < 1e-3, each);
  await page.click('.plot [aria-label="difference of the runs"] >> nth=0');
  const differences = await until("differences of three runs from the first", async () => {
    const lines = await page.evaluate(() => (document.querySelector(".plot canvas")?.formolaLines ?? []).map((l) => [l.label, Math.max(...[...l.curve.y].map(Math.abs))]));
    return lines.length && lines.every(([label]) => label.startsWith("Δ")) ? lines : null;
  });
  for (const [label, most] of differences) assert.ok(most < 1e-3, `${label}: ${most}`);
  await analyse(page, "Export");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click('.analyse button:has-text("C program")')]);
  const text = readFileSync(await file.path(), "utf8");
  assert.equal(text, command("translate", "Methods.mo", "--to", "c"));
  await done(page);
  // another server, as after a restart
  const again = await startServer(folder);
  try {
    const later = await openPage(browser, again.address);
    await later.click('.files .link:has-text("Methods.mo")');
    await later.click('.rail [aria-label="runs"]');
    const first = later.locator(".history li").first();
    assert.match(await first.textContent(), /Methods.*inline:bdf.*steps/);
    await first.locator("text=run again").click();
    await ran(later);
    await done(later);
  } finally {
    again.stop();
  }
});

test("from a component to its equations, to a curve, and back; the work of a run lies on the components", async () => {
  const page = await openPage(browser, server.address);
  await page.click('[data-example="Drive"]');
  await ran(page);
  await page.mouse.click(...(await middle(page, "load")));
  await page.keyboard.press("e");
  await page.waitForSelector('.determined[aria-label="equations"] li');
  const equations = await page.locator(".equations code").allTextContents();
  assert.ok(equations.some((e) => e.includes("load.J*load.a")), equations.join("\n"));
  await page.click('.equations [aria-label="plot load.w"]');
  await until("the curve", () => page.locator(".legend .link", { hasText: /^load\.w$/ }).count());
  await page.click('.legend .link:text-is("load.w")');
  await page.waitForSelector('.determined[aria-label="where it comes from"]');
  assert.match(await page.locator(".determined").textContent(), /load/);
  await page.click('.determined [aria-label="close"]');
  await page.click('.runs [aria-label^="what run"]');
  await page.waitForSelector(".marks .badge.effort");
  const parts = await page.locator(".marks .badge.effort text").allTextContents();
  const sum = parts.reduce((total, text) => total + Number.parseFloat(text), 0);
  assert.ok(sum > 90 && sum < 101, parts.join(" "));
  assert.equal(await page.locator('.chart[aria-label="sizes of the steps over time"] > path').count(), 1);
  await done(page);
});

test("what is laid over the diagram leaves its components to the mouse", async () => {
  const page = await openPage(browser, server.address);
  await page.click('[data-example="Drive"]');
  await ran(page);
  await page.selectOption('[aria-label="see through"]', "inline:bdf");
  await page.waitForSelector(".marks .loop");
  await until("the whole diagram beside the panel", () => page.evaluate(() => {
    const panel = document.querySelector(".seen").getBoundingClientRect();
    const clear = (b) => b.right <= panel.left || b.left >= panel.right || b.bottom <= panel.top || b.top >= panel.bottom;
    return [...document.querySelectorAll(".canvas .part .hit")].every((part) => clear(part.getBoundingClientRect()));
  }));
  const at = await middle(page, "gear");
  assert.ok(await page.evaluate(([x, y]) => !!document.elementFromPoint(x, y).closest(".marks"), at), "the painted loop lies over it");
  await page.mouse.click(...at);
  await until("what was clicked", async () => /; gear, .* selected/.test(await page.locator(".canvas").getAttribute("aria-label")));
  const before = await textOf(page), [x, y] = await middle(page, "gear");
  await drag(page, [x, y], [x + 12, y + 30]);
  const moved = await until("the move", async () => ((await textOf(page)) !== before ? textOf(page) : null));
  assert.match(moved.split("\n").filter((line, i) => line !== before.split("\n")[i]).join(), /^ *annotation \(Placement/);
  await page.close({ runBeforeUnload: false });
});

test("what is iterated can be chosen: a residue in an equation of the text", async () => {
  const page = await opened("Loop", `model Loop
  Real a, b, x(start = 1, fixed = true);
equation
  der(x) = -a;
  a + b^3 = 2*x;
  b + a^3 = x;
  annotation (experiment(StopTime = 1));
end Loop;
`);
  await page.selectOption('[aria-label="see through"]', "ida");
  await page.waitForSelector(".seen li");
  const torn = /torn: (\w+)/.exec(await page.locator(".seen li").first().textContent())[1];
  const other = torn === "a" ? "b" : "a";
  await page.click('.seen [aria-label^="pin what is iterated"]');
  await page.click(`.pins button:text-is("${other}")`);
  await until("the term", async () => (await textOf(page)).includes(`+ residue(${other})`));
  // what is seen is that of the text before, and says so
  assert.match(await page.locator(".seen .old").textContent(), /has changed since/);
  await page.click('.seen .link:has-text("look again")');
  await page.waitForSelector(".seen .old", { state: "detached" });
  await until("another torn variable", async () => new RegExp(`torn: ${other}`).test(await page.locator(".seen li").first().textContent().catch(() => "")));
  await page.locator(".canvas").focus();
  await page.keyboard.press("Control+z");
  await until("undo", async () => !(await textOf(page)).includes("residue"));
  await done(page);
});

test("an unknown of a component is pinned in an equation of the model that uses it", async () => {
  const page = await opened("Nest", `model Nest
  model Half
    Real a;
    Real u;
  equation
    a + 0.3*a^3 = u;
  end Half;
  Half h;
  Real b(start = 1);
  Real x(start = 1, fixed = true);
equation
  der(x) = -b;
  h.u = 2*x - b^3;
  b = 0.5*h.a + 0.1*h.u;
  annotation (experiment(StopTime = 1));
end Nest;
`);
  await page.selectOption('[aria-label="class"]', "Nest");
  await page.selectOption('[aria-label="see through"]', "ida");
  await until("what is torn", async () => /torn: b/.test(await page.locator(".seen li").first().textContent().catch(() => "")));
  await page.click('.seen [aria-label^="pin what is iterated"]');
  await page.click('.pins button:text-is("h.a")');
  await until("the term", async () => /b = 0\.5\*h\.a \+ 0\.1\*h\.u \+ residue\(h\.a\);/.test(await textOf(page)));
  await page.click('.seen .link:has-text("look again")');
  await until("another torn variable", async () => /torn: h\.a/.test(await page.locator(".seen li").first().textContent().catch(() => "")));
  await done(page);
});

test("a loop inside of a component is pinned by a statement of its own", async () => {
  const page = await opened("Outside", `package Outside
  model Pair
    input Real x;
    Real a, b;
  equation
    a + 0.1*b^3 = x + 0.8*x^3;
    b + 0.1*a^3 = 2*x + 0.1*x^3;
  end Pair;
  model Use
    Pair h(x = x);
    Real x(start = 1, fixed = true);
  equation
    der(x) = -0.5*h.b;
    annotation (experiment(StopTime = 1));
  end Use;
end Outside;
`);
  await page.selectOption('[aria-label="class"]', "Outside.Use");
  await page.selectOption('[aria-label="see through"]', "ida");
  await until("what is torn", async () => /torn: h\.a/.test(await page.locator(".seen li").first().textContent().catch(() => "")));
  await page.click('.seen [aria-label^="pin what is iterated"]');
  await page.click('.pins button:text-is("h.b")');
  await until("the statement", async () => /der\(x\) = -0\.5\*h\.b;\n    residue\(h\.b\);\n/.test(await textOf(page)));
  await page.click('.seen .link:has-text("look again")');
  await until("another torn variable", async () => /torn: h\.b/.test(await page.locator(".seen li").first().textContent().catch(() => "")));
  await done(page);
});

test("a replaceable class is exchanged in the dialog, and put back", async () => {
  const text = `package Choices
  partial model Law
    input Real x;
    output Real y;
  end Law;
  model Straight
    extends Law;
  equation
    y = x;
  end Straight;
  model Cubic
    extends Law;
  equation
    y = x^3;
  end Cubic;
  model Part
    parameter Real k = 1;
    replaceable model L = Straight constrainedby Law annotation (choicesAllMatching = true);
    L law(x = time);
    Real z = k*law.y;
  end Part;
  model Whole
    Part part(k = 2) annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
    annotation (experiment(StopTime = 2));
  end Whole;
end Choices;
`;
  const page = await opened("Choices", text);
  await page.selectOption('[aria-label="class"]', "Choices.Whole");
  await page.mouse.dblclick(...(await middle(page, "part")));
  await page.waitForSelector(".dialog[open]");
  await page.selectOption("#field-L", "Choices.Cubic");
  await page.click(".dialog .primary");
  const changed = await until("the redeclaration", async () => ((await textOf(page)) !== text ? textOf(page) : null));
  assert.equal(changed, text.replace("part(k = 2)", "part(k = 2, redeclare model L = Choices.Cubic)"));
  writeFileSync(join(folder, "Changed.mo"), changed);
  command("simulate", "Changed.mo", "Choices.Whole", "--output", "changed.csv", "-q");
  const [head, ...rows] = readFileSync(join(folder, "changed.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  assert.ok(Math.abs(Number(rows.at(-1)[head.findIndex((n) => n.includes("part.z"))]) - 16) < 1e-9);
  await page.mouse.dblclick(...(await middle(page, "part")));
  await page.waitForSelector(".dialog[open]");
  assert.equal(await page.locator("#field-L").inputValue(), "Choices.Cubic");
  await page.selectOption("#field-L", "");
  await page.click(".dialog .primary");
  await until("the old text", async () => (await textOf(page)) === text);
  await done(page);
});

test("values are read and written in other units; the text keeps that of the model", async () => {
  const text = `model Units
  type Angle = Real(unit = "rad", displayUnit = "deg");
  model Arm
    parameter Angle phi = 0;
    parameter Real T(unit = "K", displayUnit = "degC") = 293.15;
  end Arm;
  Arm arm(phi = 1.5) annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
end Units;
`;
  const page = await opened("Units", text);
  await page.selectOption('[aria-label="class"]', "Units").catch(() => 0);
  const edit = async () => {
    await page.mouse.dblclick(...(await middle(page, "arm")));
    await page.waitForSelector(".dialog[open]");
  };
  await edit();
  assert.ok(Math.abs(Number(await page.locator("#field-phi").inputValue()) - (1.5 * 180) / Math.PI) < 1e-9);
  assert.equal(await page.locator("#field-T").getAttribute("placeholder"), "20");
  await page.locator("#field-phi").fill("90");
  await page.locator("#field-T").fill("-10.5");
  await page.click(".dialog .primary");
  const changed = await until("the values", async () => ((await textOf(page)) !== text ? textOf(page) : null));
  assert.equal(changed, text.replace("phi = 1.5", "phi = 1.5707963267948966, T = 262.65"));
  await edit();
  await page.locator("#field-phi").fill("2*3");
  assert.equal(await page.locator('[aria-label="unit of phi"]').inputValue(), "", "expressions are in the unit of the model");
  await page.click(".dialog .primary");
  await until("the expression", async () => (await textOf(page)).includes("phi = 2*3"));
  await done(page);
});
