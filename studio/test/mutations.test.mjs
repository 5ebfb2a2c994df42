// Good models with one mistake each: the mark sits on what was changed, and a repair that is offered works. FORMOLA_MUTATIONS says how many
// of them (12 of all); "all" for all.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, startBrowser, startServer, textOf, until } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const source = (name) => readFileSync(join(here, "..", "examples", `${name}.mo`), "utf8");
const first = (end) => end.split(/[.[]/)[0];

// {file, text, ends | component | line, repair}
function mutations() {
  const all = [];
  const add = (model, text, rest) => all.push({ name: `M${String(all.length + 1).padStart(2, "0")}`, model, text, ...rest });
  for (const model of ["Circuit", "Drive", "Rectifier", "Tanks"]) {
    const text = source(model);
    const connections = [...text.matchAll(/^ *connect\((.*?), (.*?)\)[^;]*;\n/gm)];
    const parts = [...text.matchAll(/^ *((?:Formola\.)[\w.]+) (\w+)(\([^;]*?\))?(?= "|\s+annotation|;)/gm)];
    // cut connections
    for (const [whole, a, b] of connections.slice(0, 5)) add(model, text.replace(whole, ""), { what: `cut ${a}, ${b}`, cut: [a, b] });
    // a mistyped component in a connection
    const [whole, a, b] = connections[connections.length - 1];
    add(model, text.replace(whole, whole.replace(b, b.replace(/^(\w+?)(\w)\./, "$1$2$2."))), { what: `mistyped ${b}`, line: [a, b], repair: true });
    // a mistyped connector
    add(model, text.replace(connections[0][0], connections[0][0].replace(connections[0][1], connections[0][1] + "q")), { what: `no such connector ${connections[0][1]}q`, line: [connections[0][1], connections[0][2]] });
    // mistyped classes
    for (const [declared, cls, name] of parts.slice(0, 2)) {
      const last = cls.split(".").pop();
      add(model, text.replace(declared, declared.replace(cls, cls.slice(0, -last.length) + last.slice(0, -2) + last.slice(-1))), { what: `mistyped class of ${name}`, component: name, repair: last.length > 5 });
    }
    // a mistyped parameter
    const modified = parts.find(([, , , list]) => list && /\((\w+) = /.test(list));
    if (modified) {
      const parameter = /\((\w+) = /.exec(modified[3])[1];
      add(model, text.replace(modified[0], modified[0].replace(`(${parameter} =`, `(${parameter}${parameter.slice(-1)} =`)), { what: `mistyped ${parameter} of ${modified[2]}`, component: modified[2] });
    }
  }
  // grounds that are gone
  for (const model of ["Circuit", "Drive"]) {
    const text = source(model);
    const gone = text.replace(/^ *Formola\.Electrical\.Ground ground[\s\S]*?;\n/m, "").replace(/^ *connect\([^;]*\bground\.p[^;]*;\n/gm, "");
    add(model, gone, { what: "no ground", among: /^(source|resistor|coil|capacitor|motor)$/, repair: /ground/, told: /a ground is missing: .*differences of/ });
  }
  // connectors of different kinds
  const circuit = source("Circuit").replace("equation\n", "  Formola.Rotational.Inertia wheel(J = 1)\n    annotation (Placement(transformation(extent = {{60, -60}, {80, -40}})));\nequation\n");
  for (const pin of ["resistor.n", "coil.n", "source.p"])
    add("Circuit", circuit.replace("equation\n", `equation\n  connect(${pin}, wheel.flange_a);\n`), { what: `${pin} with a flange`, line: [pin, "wheel.flange_a"] });
  assert.ok(all.length >= 40);
  const wanted = process.env.FORMOLA_MUTATIONS ?? "12";
  const step = wanted === "all" ? 1 : Math.max(1, all.length / Number(wanted));
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

test("the mark sits on the mistake, and the offered repair works", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mutations-"));
  const all = mutations();
  for (const m of all) writeFileSync(join(folder, `${m.name}.mo`), m.text);
  const server = await startServer(folder);
  const browser = await startBrowser();
  const failures = [];
  let repaired = 0;
  try {
    const page = await openPage(browser, server.address);
    await page.locator(".files .link", { hasText: `${all[0].name}.mo` }).click();
    await page.click('.rail [aria-label="files"]');
    for (const m of all) {
      const fail = (why) => failures.push(`${m.name} ${m.model}, ${m.what}: ${why}`);
      if (m !== all[0]) await page.locator(".drawer .files .link", { hasText: `${m.name}.mo` }).click();
      // what is wrong with this text is told, with all of its marks; asked again until it is as it should be
      const complaints = async (judge) => {
        let told = ["it was not checked"];
        await until("marks", async () => {
          const marks = await page.evaluate((name) => {
            const checked = document.body.dataset.checked === `${name}.mo ${window.formolaVersion()}` && window.formolaDiagram.shown;
            return checked && {
              errors: [...document.querySelectorAll(".marks .finding, .marks .finding-wire")].map((e) => e.getAttribute("data-of")),
              open: [...document.querySelectorAll(".marks .open-end")].map((e) => e.getAttribute("data-of")),
              count: document.querySelector(".count.error")?.textContent ?? "",
              repairs: [...document.querySelectorAll(".repair")].map((e) => e.textContent),
            };
          }, m.name);
          if (marks) told = judge(marks);
          return told.length === 0;
        }).catch(() => told.forEach(fail));
        return told.length === 0;
      };
      const well = await complaints((marks) => {
        const told = [];
        if (m.cut) {
          // an end that is open now is marked so; an error, if there is one, sits on one of both components
          const others = m.text.match(/connect\([^;]*/g)?.join("\n") ?? "";
          for (const end of m.cut) if (!new RegExp(`[( ]${end.replace(/[.[\]]/g, "\\$&")}[,)]`).test(others) && !marks.open.includes(end)) told.push(`${end} is open, marked are ${marks.open}`);
          if (marks.count && !marks.errors.some((of) => m.cut.map(first).includes(of))) told.push(`the error sits on ${marks.errors}`);
        } else {
          if (!marks.count) told.push("no error is told");
          if (m.component && !marks.errors.includes(m.component)) told.push(`the mark is on ${marks.errors}`);
          if (m.line && !marks.errors.some((of) => of === m.line.join(", ") || m.line.map(first).includes(of))) told.push(`the mark is on ${marks.errors}`);
          if (m.among && !marks.errors.some((of) => m.among.test(of))) told.push(`the mark is on ${marks.errors}`);
        }
        if (m.told && !m.told.test(marks.count)) told.push(`told is ${marks.count}`);
        if (m.repair && !marks.repairs.length) told.push("no repair is offered");
        return told;
      });
      if (well && (await page.locator(".repair").count())) {
        const before = await textOf(page);
        await page.locator(".repair", m.repair instanceof RegExp ? { hasText: m.repair } : {}).first().click();
        await until("the repaired text", async () => (await textOf(page)) !== before);
        if (await complaints((marks) => (marks.count ? [`after its repair: ${marks.count}`] : []))) ++repaired;
        // closing an unsaved text would be asked about
        await page.locator(".canvas").focus();
        await page.keyboard.press("Control+z");
        await until("undo", async () => (await textOf(page)) === before);
      }
    }
    assert.deepEqual(page.problems, []);
  } finally {
    await browser.close();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${all.length} mistakes, ${repaired} repaired as offered`);
  assert.deepEqual(failures, []);
});
