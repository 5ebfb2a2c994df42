// The studio in a real browser, with real mouse and keyboard. Run by tests/tools/test_studio.py: node --test.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { boxOf, centre, drag, forAllTests, middle, openPage, part, program, settled, steady, textOf, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("studio", (made) => ({ browser, server, folder } = made));

async function example(name, options) {
  const page = await openPage(browser, server.address, options);
  await page.click(`[data-example="${name}"]`);
  await page.waitForSelector(".canvas .part, .nothing");
  await until("the run", () => page.locator(".runs small").first().textContent().then((t) => /rows/.test(t), () => false));
  return page;
}
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}
const changedLines = (a, b) => {
  const [x, y] = [a.split("\n"), b.split("\n")];
  assert.equal(x.length, y.length);
  return x.flatMap((line, i) => (line === y[i] ? [] : [[line, y[i]]]));
};

test("a dragged component is one patch of its placement, and undo restores every byte", async () => {
  const page = await example("Drive");
  const before = await textOf(page);
  const [x, y] = await middle(page, "load");
  await drag(page, [x, y], [x + 30, y - 40]);
  const after = await until("the patch", async () => ((await textOf(page)) !== before ? textOf(page) : null));
  const changed = changedLines(before, after);
  assert.equal(changed.length, 1);
  assert.match(changed[0][0], /extent = \{\{66, 0\}, \{86, 20\}\}/);
  assert.match(changed[0][1], /Placement\(transformation\(extent = /);
  await page.keyboard.press("Control+z");
  await until("undo", async () => (await textOf(page)) === before);
  await until("the picture", async () => {
    const again = await middle(page, "load").catch(() => [0, 0]);
    return Math.abs(again[0] - x) < 1 && Math.abs(again[1] - y) < 1;
  });
  await done(page);
});

test("simulate draws curves that are those of the command line", async () => {
  const page = await example("Circuit");
  const rows = Number(/(\d+) rows/.exec(await page.locator(".runs small").first().textContent())[1]);
  const file = join(folder, "circuit.mo"), out = join(folder, "circuit.csv");
  writeFileSync(file, await textOf(page));
  execFileSync(program, ["simulate", file, "--output", out], { stdio: "ignore" });
  const lines = readFileSync(out, "utf8").trim().split("\n");
  assert.equal(lines.length - 1, rows);
  const [head, ...table] = lines.map((line) => line.split(","));
  const curves = await page.evaluate(() => [...window.formolaRuns().at(-1).curves.values()].map((c) => [c.name, [...c.y]]));
  assert.ok(curves.length > 1);
  for (const [name, y] of curves) {
    const column = head.findIndex((each) => each.replaceAll('"', "") === name);
    y.forEach((v, i) => assert.ok(Math.abs(v - Number(table[i][column])) < 1e-9, `${name}, row ${i}`));
  }
  await done(page);
});

test("typing moves the picture; half-typed text keeps it", async () => {
  const page = await example("Circuit");
  await part(page, "coil").waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type("\n  Formola.Electrical.Resistor extra(");
  await until("the note that the text is wrong", () => page.locator(".banner").isVisible());
  assert.ok(await part(page, "coil").isVisible());
  // the closing bracket was put there by the editor
  await page.keyboard.type("R = 5) annotation (Placement(transformation(extent = {{80, 20}, {100, 40}})));");
  await until("the new component", () => part(page, "extra").count());
  await done(page);
});

// The same numbers on every machine.
function randomNumbers(seed) {
  return () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
}

test("fifty random gestures are taken back to the last byte", async () => {
  const page = await example("Rectifier");
  const before = await textOf(page);
  const random = randomNumbers(7);
  const names = await page.evaluate(() => window.formolaDiagram.shown.picture.components.map((c) => c.name));
  let last = before;
  for (let i = 0; i < 50; ++i) {
    // the buttons beside what is selected may lie over its neighbours, and what is told in the corners over others
    await page.keyboard.press("Escape");
    await page.waitForSelector(".handles", { state: "detached" });
    await page.keyboard.press("f");
    const left = await steady(page, "components that can be reached", () => {
      const free = [...document.querySelectorAll(".canvas .part")].filter((part) => {
        const box = part.querySelector(".hit").getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".canvas .part, .canvas .marks");
      });
      return free.length ? free.map((part) => part.dataset.name) : null;
    });
    const name = left[Math.floor(random() * left.length)];
    const [x, y] = await middle(page, name);
    const kind = Math.floor(random() * 6);
    if (kind < 3) await drag(page, [x, y], [x + 120 * (random() - 0.5), y + 90 * (random() - 0.5)]);
    else {
      // A click hits nothing where the picture is exchanged between the press of the button and its release.
      const changed = () => until("a change", async () => (await textOf(page)) !== last, 8000).then(() => true, () => false);
      await until("what the key does", async () => {
        await page.mouse.click(...(await middle(page, name)));
        await page.keyboard.press(["r", "h", "Control+d"][kind - 3]);
        if (await changed()) return true;
        await page.keyboard.press("Escape");
        await page.waitForSelector(".handles", { state: "detached" });
        return false;
      });
    }
    await settled(page);
    last = await textOf(page);
  }
  assert.notEqual(last, before);
  assert.ok(names.length > 5);
  await page.locator(".canvas").focus();
  for (let i = 0; i < 130; ++i) await page.keyboard.press("Control+z");
  await until("the text of the beginning", async () => (await textOf(page)) === before);
  await done(page);
});

test("a wrong declaration is marked on its component, and on the text", async () => {
  const page = await example("Circuit");
  await page.locator(".cm-line", { hasText: "Inductor coil" }).click();
  // Inductor coil(L = ...) -> Inductr: the class is not found
  const word = await steady(page, "the word", () => {
    const element = [...document.querySelectorAll(".cm-line")].find((line) => line.textContent.includes("Inductor coil"));
    if (!element) return null;
    const range = document.createRange(), walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.data.includes("Inductor")) {
        range.setStart(node, node.data.indexOf("Inductor"));
        range.setEnd(node, node.data.indexOf("Inductor") + 8);
        const box = range.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      }
    return null;
  });
  await page.mouse.dblclick(...word);
  await page.keyboard.type("Inductr");
  // of the whole word: half of it may have been marked meanwhile
  await until("the mark", () => page.evaluate(() => /Inductr/.test(document.querySelector(".marks .flag.error title")?.textContent ?? "")));
  await until("the mark on the coil", async () => {
    const [mark, coil] = [await centre(page, ".marks .finding.error"), await middle(page, "coil")];
    return Math.hypot(mark[0] - coil[0], mark[1] - coil[1]) < 3;
  });
  // the offered repair works
  await page.click(".repair");
  await until("a model without errors", async () => (await page.locator(".marks .finding.error").count()) === 0);
  assert.match(await textOf(page), /Electrical\.Inductor coil/);
  await done(page);
});

test("a repair is made where the mistake is by now, though it was found in an older text", async () => {
  const text = "model Late\n  Formola.Electrical.Resistr r(R = 1);\nend Late;\n";
  writeFileSync(join(folder, "Late.mo"), text);
  const page = await openPage(browser, server.address);
  await page.click("text=Late.mo");
  await page.waitForSelector(".repair");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  // the line above and the click in one breath: the findings are those of the text before
  await page.evaluate(async () => {
    const before = window.formolaText();
    document.execCommand("insertText", false, "// a word before it ");
    while (window.formolaText() === before) await new Promise((resolve) => setTimeout(resolve));
    document.querySelector(".repair").click();
  });
  const wanted = `// a word before it ${text.replace("Resistr", "Resistor")}`;
  await until("the repaired text", async () => (await textOf(page)) === wanted);
  await done(page);
  rmSync(join(folder, "Late.mo"));
});

test("a slider runs the model again, and its last curve is that of the command line", async () => {
  const page = await example("Circuit");
  await page.selectOption('[aria-label="add a slider"]', "resistor.R");
  const slider = page.locator('.slider input[type="range"]');
  const box = await boxOf(page, '.slider input[type="range"]');
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 0; i < 12; ++i) await page.mouse.move(box.x + box.width * (0.3 + 0.04 * i), box.y + box.height / 2);
  let turn = 0;
  await until("three runs while the slider is dragged", async () => {
    await page.mouse.move(box.x + box.width * (0.5 + 0.02 * (++turn % 10)), box.y + box.height / 2);
    return (await page.evaluate(() => window.formolaLatency.length)) > 2;
  });
  await page.mouse.up();
  const value = Number(await slider.inputValue());
  await until("the run with the last value", () => page.evaluate((value) => {
    const live = window.formolaRuns().find((r) => r.label === "live");
    return live?.result && live.outcome === "finished" && Math.abs(live.set["resistor.R"] - value) < 1e-12;
  }, value));
  const rows = Number(/(\d+) rows/.exec(await page.locator(".runs li", { hasText: "live" }).textContent())[1]);
  const file = join(folder, "slider.mo"), out = join(folder, "slider.csv");
  writeFileSync(file, await textOf(page));
  execFileSync(program, ["simulate", file, "--set", `resistor.R=${value}`, "--output", out], { stdio: "ignore" });
  const [head, ...table] = readFileSync(out, "utf8").trim().split("\n").map((line) => line.split(","));
  assert.equal(table.length, rows);
  const column = head.findIndex((name) => name.replaceAll('"', "") === "capacitor.v");
  const shown = await page.evaluate(() => [...window.formolaRuns().find((r) => r.label === "live").curves.get("capacitor.v").y]);
  shown.forEach((v, i) => assert.ok(Math.abs(v - Number(table[i][column])) < 1e-9, `row ${i}`));
  await done(page);
});

test("scripts in the documentation of a model do not run", async () => {
  const text = `model Evil
  Real x = time;
  annotation (Documentation(info = "<html><p onclick='window.bad=1' id='app'>kept</p><script>window.bad=1</script><img src=x onerror='window.bad=1'><iframe src='javascript:parent.bad=1'></iframe><a href='javascript:window.bad=1'>link</a><svg onload='window.bad=1'></svg><style>*{display:none}</style></html>"));
end Evil;
`;
  writeFileSync(join(folder, "Evil.mo"), text);
  const page = await openPage(browser, server.address);
  await page.click("text=Evil.mo");
  await page.waitForSelector(".nothing");
  await page.click('.rail [aria-label="documentation"]');
  await page.waitForSelector(".documentation .html p");
  assert.equal(await page.locator(".documentation .html p").textContent(), "kept");
  await page.locator(".documentation .html").click();
  await page.waitForTimeout(100);
  assert.equal(await page.evaluate(() => window.bad), undefined);
  assert.equal(await page.locator(".documentation .html").evaluate((e) => e.querySelectorAll("script,img,iframe,svg,style,[onclick],[href]").length), 0);
  await done(page);
  rmSync(join(folder, "Evil.mo"));
});

test("on a phone a model is read, run and plotted", async () => {
  const page = await example("Drive", { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  await page.tap('.phone button:has-text("plots")');
  assert.ok(await page.locator(".plot canvas").first().isVisible());
  await page.tap('.phone button:has-text("text")');
  assert.ok(await page.locator(".cm-content").isVisible());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 375, `nothing is wider than the screen: ${wide}`);
  await done(page);
});

test("a component is dragged from the library into the diagram", async () => {
  const page = await example("Circuit");
  await page.click('.rail [aria-label="components"]');
  await page.fill(".palette .search", "conductor");
  const entry = page.locator('.entry[data-class="Formola.Electrical.Conductor"]');
  await entry.waitFor();
  await entry.dragTo(page.locator(".host"), { targetPosition: { x: 120, y: 60 } });
  await until("the conductor", () => part(page, "conductor").count());
  assert.match(await textOf(page), /Formola\.Electrical\.Conductor conductor\s+annotation \(Placement/);
  await done(page);
});
