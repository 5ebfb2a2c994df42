// Helpers of the tests: the server, the browser, real mouse and keyboard.
import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

export const program = process.env.FORMOLA_PROGRAM;

export async function startServer(folder, ...options) {
  const child = spawn(program, ["studio", folder, "--no-open", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      const found = /(http:\S+)/.exec(String(data));
      if (found) resolve(found[1]);
    });
    child.on("exit", () => reject(new Error("the server ended: " + errors)));
  });
  return { address, child, stop: () => child.kill("SIGTERM") };
}

export async function startBrowser(...more) {
  return chromium.launch({
    timeout: 120000,
    executablePath: process.env.FORMOLA_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", ...more],
  });
}

// A server on a folder of its own and a browser, for all tests of a file, which takes them.
export function forAllTests(name, take, ...more) {
  const made = {};
  before(async () => {
    made.folder = mkdtempSync(join(tmpdir(), `${name}-`));
    made.server = await startServer(made.folder);
    made.browser = await startBrowser(...more);
    take(made);
  });
  after(async () => {
    await made.browser?.close();
    made.server?.stop();
    rmSync(made.folder, { recursive: true, force: true });
  });
}

// FORMOLA_LATE=300: what the server says comes up to so many milliseconds later, in its order, and the processor is slow by turns. What fails only then waits for too little.
const late = Number(process.env.FORMOLA_LATE ?? 0);
const comeLate = (most) => {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    #last = Promise.resolve();
    set onmessage(take) {
      super.onmessage = (message) => {
        const due = performance.now() + most * Math.random() ** 3;
        this.#last = this.#last.then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))).then(() => take(message));
      };
    }
  };
};

// A page whose errors count.
export async function openPage(browser, address, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  if (late) {
    await page.addInitScript(comeLate, late);
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: 1 + Math.floor(4 * Math.random()) });
  }
  page.setDefaultTimeout(60000);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error.stack ?? error)));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  return page;
}

export const textOf = (page) => page.evaluate(() => window.formolaText());
export const part = (page, name) => page.locator(`.canvas .part[data-name="${name}"] .hit`);

// What is asked of the page, a function with one argument, when two frames have not changed the answer: panes that open and pictures that come
// move what the mouse is led to. Nothing (null) is asked again.
export const steady = (page, what, ask, argument) =>
  until(what, async () => {
    const before = await page.evaluate(ask, argument);
    if (before === null) return null;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const after = await page.evaluate(ask, argument);
    return JSON.stringify(before) === JSON.stringify(after) ? after : null;
  });

// The middle of what a selector finds; elements come and go with each picture.
export const centre = (page, selector) =>
  steady(page, selector, (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  }, selector);
// The box of the first one that it finds.
export const boxOf = (page, selector) =>
  steady(page, selector, (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box ? { x: box.x, y: box.y, width: box.width, height: box.height } : null;
  }, selector);
// All gestures so far are in the text.
export const settled = (page) => page.evaluate(() => window.formolaSettled());
export const middle = (page, name) => centre(page, `.canvas .part[data-name="${name}"] .hit`);

export async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

// Patient: on a machine with much other work all of it takes longer, and only what fails waits to the end.
export async function until(what, ask, patience = Number(process.env.FORMOLA_PATIENCE ?? 60000)) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await ask();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// Where a port of a component is on the screen.
export const port = (page, component, name) =>
  steady(page, `${component}.${name}`, ([component, name]) => {
    const d = window.formolaDiagram;
    const p = d.shown?.picture.components.find((each) => each.name === component)?.ports.find((each) => each.name === name);
    if (!p) return null;
    const box = d.svgElement.getBoundingClientRect();
    return [box.left + d.at[0] + d.scale * p.at[0], box.top + d.at[1] - d.scale * p.at[1]];
  }, [component, name]);
