// Helpers of the tests: the server, the browser, real mouse and keyboard.
import { chromium } from "playwright-core";
import { spawn } from "node:child_process";

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
    executablePath: process.env.FORMOLA_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", ...more],
  });
}

// A page whose errors count.
export async function openPage(browser, address, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error.stack ?? error)));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  return page;
}

export const textOf = (page) => page.evaluate(() => window.formolaText());
export const part = (page, name) => page.locator(`.canvas .part[data-name="${name}"] .hit`);

// The middle of what a selector finds, at one moment; elements come and go with each picture.
export const centre = (page, selector) =>
  until(selector, () =>
    page.evaluate((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
    }, selector));
export const middle = (page, name) => centre(page, `.canvas .part[data-name="${name}"] .hit`);

export async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

export async function until(what, ask, patience = 8000) {
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
  page.evaluate(([component, name]) => {
    const d = window.formolaDiagram;
    const c = d.shown.picture.components.find((each) => each.name === component);
    const p = c.ports.find((each) => each.name === name);
    const box = d.svgElement.getBoundingClientRect();
    return [box.left + d.at[0] + d.scale * p.at[0], box.top + d.at[1] - d.scale * p.at[1]];
  }, [component, name]);
