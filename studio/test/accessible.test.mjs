// Keyboard and screen reader: what Chromium tells them of the page, and the main way from the start to a curve without a mouse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { forAllTests, openPage, textOf, until } from "./browser.mjs";

let browser, server;
forAllTests("accessible", (made) => ({ browser, server } = made));

const controls = new Set([
  "button", "link", "textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "slider", "spinbutton", "switch", "tab", "menuitem", "option", "treeitem",
  "tree", "dialog", "application", "progressbar", "image", "img", "radiogroup", "tablist", "DisclosureTriangle", "splitter",
]);

// What the screen reader would call nothing.
async function nameless(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const bad = nodes.filter((n) => !n.ignored && controls.has(n.role?.value) && !n.name?.value?.trim());
  const told = [];
  for (const n of bad) {
    const { node } = await client.send("DOM.describeNode", { backendNodeId: n.backendDOMNodeId }).catch(() => ({ node: {} }));
    told.push(`${n.role.value}: <${node.localName} ${(node.attributes ?? []).join(" ").slice(0, 120)}>`);
  }
  assert.ok(nodes.some((n) => !n.ignored && n.role?.value === "button"), "there are buttons");
  await client.detach();
  return told;
}
const fine = async (page, where) => assert.deepEqual(await nameless(page), [], where);
const ran = (page) => until("the run", () => page.evaluate(() => window.formolaRuns().at(-1)?.outcome === "finished"));
const focused = (page) => page.evaluate(() => { const e = document.activeElement; return e.getAttribute("aria-label") ?? e.textContent.trim(); });
async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.close({ runBeforeUnload: false });
}

test("every control has a name, in every pane", async () => {
  const page = await openPage(browser, server.address);
  await fine(page, "start page");
  await page.click('[data-example="Drive"]');
  await ran(page);
  await fine(page, "a model with its curves");
  for (const tool of ["components", "variables", "analyse", "runs", "files"]) {
    await page.click(`.rail [aria-label="${tool}"]`);
    await page.waitForSelector(".drawer > *");
    if (tool === "components") await page.click(".tree .branch");
    if (tool === "variables") await page.click(".tree .branch");
    if (tool === "analyse") await page.evaluate(() => document.querySelectorAll(".analyse details").forEach((each) => (each.open = true)));
    await fine(page, tool);
  }
  await page.click('.rail [aria-label="files"]');
  await page.click('.run [aria-label="experiment and method"]');
  await fine(page, "settings");
  await page.click('.run [aria-label="experiment and method"]');
  await page.click('.runs [aria-label^="what"]');
  await page.selectOption('[aria-label="add a slider"]', { index: 1 });
  await fine(page, "work and slider");
  await page.selectOption('[aria-label="see through"]', "inline:bdf");
  await page.waitForSelector(".seen");
  await page.click('.seen .link:has-text("incidence")');
  await page.waitForSelector(".structure canvas, .structure svg");
  await fine(page, "lens and matrices");
  await page.locator(".canvas").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".dialog[open]");
  await fine(page, "dialog");
  await page.keyboard.press("Escape");
  await page.click('[aria-label="icon of this class"]');
  await page.waitForSelector(".icon-editor[open]");
  await fine(page, "icon editor");
  await done(page);
});

test("from the start page to a curve with the keyboard alone", async () => {
  const page = await openPage(browser, server.address);
  // the first controls in the order of Tab are those that one reads first
  const order = [];
  for (let i = 0; i < 5; ++i) {
    await page.keyboard.press("Tab");
    order.push(await focused(page));
  }
  assert.match(order[0], /New model/);
  assert.match(order[1], /tour/);
  while (!/^Circuit/.test(await focused(page))) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await ran(page);
  // to the canvas, as everybody gets there
  for (let i = 0; i < 60 && !/^Diagram/.test(await focused(page)); ++i) await page.keyboard.press("Tab");
  assert.match(await focused(page), /^Diagram/);
  await page.keyboard.press("Tab");
  const told = await focused(page);
  assert.match(told, /^Diagram; \w+, Formola\.\S+ selected/, "what is selected is told");
  const heard = async (what) => until(`to hear ${what}`, async () => what.test(await page.locator(".spoken").textContent()));
  await heard(/^\w+, Formola\.\S+ selected$/);
  const before = await textOf(page);
  await page.keyboard.press("ArrowRight");
  await until("the move", async () => (await textOf(page)) !== before);
  await page.keyboard.press("Control+z");
  await until("undo", async () => (await textOf(page)) === before);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".dialog[open]");
  await page.keyboard.press("Escape");
  await until("the canvas again", async () => /^Diagram/.test(await focused(page)));
  // selects and inserts: the keys are the canvas's
  await page.keyboard.press("Control+a");
  await until("the selection", async () => (await page.locator(".marks .selected").count()) > 3);
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await page.waitForSelector(".quick input");
  await page.keyboard.type("conductor");
  await page.keyboard.press("Enter");
  await until("the conductor", async () => /Conductor conductor/.test(await textOf(page)));
  await page.keyboard.press("Delete");
  await until("no conductor", async () => (await textOf(page)) === before);
  const runs = await page.evaluate(() => window.formolaRuns().length);
  await page.keyboard.press("Control+Enter");
  await until("a second run", () => page.evaluate((n) => window.formolaRuns().length > n && window.formolaRuns().at(-1).outcome === "finished", runs));
  await heard(/^run \d+ finished, \d+ rows$/);
  await done(page);
});

test("a browser that is late to tell that a dialog was closed takes the focus from nothing", async () => {
  const page = await openPage(browser, server.address);
  await page.click('[data-example="Circuit"]');
  await ran(page);
  await page.locator(".canvas").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".dialog[open]");
  await page.evaluate(() => {
    const dialog = document.querySelector(".dialog");
    dialog.addEventListener("close", (e) => e.isTrusted && e.stopImmediatePropagation(), true);
    window.tellNow = () => dialog.dispatchEvent(new Event("close"));
  });
  await page.keyboard.press("Escape");
  await until("the canvas again", async () => /^Diagram/.test(await focused(page)));
  await page.keyboard.press("a");
  await page.waitForSelector(".quick input");
  await page.evaluate(() => window.tellNow());
  assert.equal(await focused(page), "insert a component");
  await page.keyboard.type("conductor");
  await page.keyboard.press("Enter");
  await until("the conductor", async () => /Conductor conductor/.test(await textOf(page)));
  await done(page);
});

test("the tour is gone through by the keyboard", async () => {
  const page = await openPage(browser, server.address);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  for (const title of ["One document", "Run it", "See through it"]) {
    await page.waitForSelector(`.tour[aria-label="${title}"]`);
    await until("the focus", () => page.evaluate(() => !!document.activeElement.closest(".tour .primary")));
    await fine(page, title);
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(".tour", { state: "detached" });
  await done(page);
});

test("values are read from a plot, and a part of the time is shown, by keys", async () => {
  const page = await openPage(browser, server.address);
  await page.click('[data-example="Circuit"]');
  await ran(page);
  await page.locator(".plot canvas").first().focus();
  const frame = () => page.evaluate(() => { const f = document.querySelector(".plot canvas").formolaFrame; return f ? [f.from, f.to] : [0, 0]; });
  await until("the whole time", async () => (await frame())[1] >= 0.02);
  const whole = await frame();
  await page.keyboard.press("ArrowRight");
  await until("what is read aloud", async () => /^time [\d.e-]+, [\w.]+ -?[\d.e-]+/.test(await page.locator(".spoken").textContent()));
  await until("a value", async () => /^-?[\d.e-]+$/.test(await page.locator(".legend b").first().textContent().catch(() => "")));
  await page.keyboard.press("+");
  await until("half of it", async () => Math.abs((await frame())[1] - (await frame())[0] - 0.5 * (whole[1] - whole[0])) < 1e-9);
  const [from] = await frame();
  await page.keyboard.press("PageDown");
  await until("the next part", async () => (await frame())[0] > from);
  await page.keyboard.press("Home");
  await until("all of it again", async () => (await frame())[1] === whole[1] && (await frame())[0] === whole[0]);
  await done(page);
});
