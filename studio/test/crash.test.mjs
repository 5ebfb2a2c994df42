// Processes that are killed while the page is open: the text stays, and what was asked for can be asked again.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { drag, forAllTests, middle, openPage, textOf, until } from "./browser.mjs";

let browser, server, folder;
forAllTests("crash", (made) => ({ browser, server, folder } = made));

const childrenOf = (process) => spawnSync("ps", ["-o", "pid=", "--ppid", String(process)], { encoding: "utf8" }).stdout.split(/\s+/).filter(Boolean).map(Number);

const model = `model Long
  Formola.Rotational.Inertia wheel(J = 1, w(start = 1, fixed = true)) annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  Real x(start = 1, fixed = true);
equation
  der(x) = sin(1000*time)*x;
  annotation (experiment(StopTime = 1e6, Interval = 1e5));
end Long;
`;

// With a change that is not saved.
async function opened() {
  writeFileSync(join(folder, "Long.mo"), model);
  const page = await openPage(browser, server.address);
  await page.click('.files .link:has-text("Long.mo")');
  await until("the picture", () => page.evaluate(() => !!window.formolaDiagram?.shown));
  return { page, text: await moved(page) };
}
async function moved(page) {
  const before = await textOf(page), [x, y] = await middle(page, "wheel");
  await drag(page, [x, y], [x + 40, y + 30]);
  return until("the move", async () => ((await textOf(page)) !== before ? textOf(page) : null));
}
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}

test("a simulation that is killed is told; the text is as it was, and the model runs again", async () => {
  const { page, text } = await opened();
  const [session] = childrenOf(server.child.pid);
  const runs = () => page.evaluate(() => window.formolaRuns().length);
  for (const turn of [1, 2]) {
    await page.click("text=Simulate");
    await until("the run", () => page.locator('.run button:has-text("Pause")').count());
    for (const child of childrenOf(session)) process.kill(child, "SIGKILL");
    await page.locator(".toast.error", { hasText: "ended" }).first().waitFor();
    await until("it can be run again", () => page.locator('.run button:has-text("Simulate")').count());
    assert.equal(await runs(), turn);
  }
  assert.equal(await textOf(page), text);
  await done(page);
});

test("a server that is killed comes back, and the page with its text and its undo", async () => {
  const { page, text } = await opened();
  const [session] = childrenOf(server.child.pid);
  process.kill(session, "SIGSEGV");
  await page.locator(".toast.error", { hasText: "started again" }).waitFor();
  assert.equal(await textOf(page), text);
  const further = await moved(page);
  await page.keyboard.press("Control+z");
  await until("undo of the move since", async () => (await textOf(page)) === text);
  await page.keyboard.press("Control+z");
  await until("undo of the one before", async () => (await textOf(page)) === model);
  assert.notEqual(further, text);
  await page.keyboard.press("Control+y");
  await until("redo", async () => (await textOf(page)) === text);
  await page.keyboard.press("Control+s");
  await until("the saved file", () => readFileSync(join(folder, "Long.mo"), "utf8") === text);
  await done(page);
});
