// A first-year student: equations of a pendulum with a mistake, mended by what is proposed, run, and a value changed.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { forAllTests, openPage, textOf, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("student", (made) => ({ browser, server, folder } = made));

test("a pendulum whose g is not declared: the repair, the value that is missing, the swing", async () => {
  writeFileSync(join(folder, "Swing.mo"), `model Swing "a pendulum"
  parameter Real L = 1 "length";
  Real phi(start = 0.1, fixed = true);
  Real w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -g/L*phi;
  annotation (experiment(StopTime = 2));
end Swing;
`);
  const page = await openPage(browser, server.address);
  await page.click('.files .link:has-text("Swing.mo")');
  await until("what is wrong", async () => /'g' is not declared/.test(await page.locator(".count").textContent().catch(() => "")));
  assert.doesNotMatch(await page.locator(".nothing").textContent(), /runs as it is/);
  await page.click(`.repair:has-text("Declare 'g' as a parameter")`);
  await until("the declaration", async () => /\n  parameter Real g;\nequation/.test(await textOf(page)));
  // it has no value yet, and that is told, not guessed
  await until("what is missing now", async () => /\bg\b.*value|value.*\bg\b/.test(await page.locator(".count").getAttribute("title").catch(() => "")));
  const line = page.locator(".cm-line", { hasText: "parameter Real g" });
  await line.click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" = 9.81");
  await until("nothing is wrong", async () => (await page.locator(".count").count()) === 0);
  await until("that it runs", async () => /runs as it is/.test(await page.locator(".nothing").textContent()));
  await page.click("text=Simulate");
  await until("the run", () => page.evaluate(() => window.formolaRuns().at(-1)?.outcome === "finished"));
  const curve = await until("the curve", () => page.evaluate(() => { const c = window.formolaRuns().at(-1).curves.get("phi"); return c ? { t: [...c.t], y: [...c.y] } : null; }));
  curve.t.forEach((t, i) => assert.ok(Math.abs(curve.y[i] - 0.1 * Math.cos(Math.sqrt(9.81) * t)) < 1e-5, `at ${t}: ${curve.y[i]}`));
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
});
