// Simulations: translate when the text has changed, run, keep curves, run again while sliders move.
import { batch } from "@preact/signals";
import { textsVersion } from "./document";
import { valueAt } from "./plot";
import { headline } from "./repairs";
import { on, request, type Curve } from "./rpc";
import {
  activePlot, busy, complain, file, lens, lower, plots, progress, rootClass, rootUri, runs, say, see, seenOld, settings, spoken, showPlots, sliders, stale, translated,
  translatedFor, values, drawn, shownClass, determined, equations, findings, structural, linear, fitted, compared, matrices, type Compared, type Plot, type Run, type Translated,
} from "./state";
import { remember } from "./history";
import { count } from "./units";

let nextRun = 0;
const points = 1500;

const wanted = () => [...new Set(plots.value.flatMap((p) => p.names))];
const keyOfText = () => `${rootUri.value}|${rootClass.value}|${textsVersion()}`;

async function translate(): Promise<Translated | null> {
  if (translated.value && translatedFor.value === keyOfText()) return translated.value;
  const key = keyOfText();
  busy.value = "translating";
  const got = await request<Translated>("formola/translate", { uri: rootUri.value, class: rootClass.value });
  if (!got.ok) {
    if (got.findings?.length && !findings.value.some((f) => f.severity === 1)) structural.value = got.findings;
    // as the canvas tells it, without a place in some file
    const told = got.findings?.some((f) => f.severity === 1) && headline(got.findings);
    say(told || firstLine(got.diagnostics) || "the model cannot be translated", "error");
    return null;
  }
  const other = translated.value?.model !== got.model;
  batch(() => {
    translated.value = got;
    translatedFor.value = key;
    if (other) {
      values.value = {};
      sliders.value = [];
    }
  });
  if (other || !wanted().length) choosePlots(got);
  return got;
}

const firstLine = (text: string) => text.split("\n").find((line) => line.includes("error")) ?? text.split("\n")[0];

// What one wants to see first: outputs and what sensors measure, then signals, then states; what lies inside of blocks last.
export function interesting(all: Translated): string[] {
  const plain = all.variables.filter((v) => !v.parameter && !v.hidden && v.type === "Real");
  const known = new Set(plain.map((v) => v.name));
  const depth = (name: string) => name.split(".").length;
  const parts = rootClass.value === shownClass.value ? (drawn.value?.picture.components ?? []) : [];
  const outputsOf = (accept: (cls: string) => boolean) =>
    parts.filter((c) => accept(c.class)).flatMap((c) => c.ports.filter((p) => p.causality === "output" && p.name).map((p) => `${c.name}.${p.name}`));
  const blocks = new Set(parts.filter((c) => /\.Blocks\./.test(c.class)).map((c) => c.name));
  const inBlock = (name: string) => blocks.has(name.split(".")[0]);
  const sensed = [...plain.filter((v) => v.sensor).map((v) => v.name), ...outputsOf((cls) => /Sensor/.test(cls))];
  const signals = outputsOf((cls) => /\.Blocks\./.test(cls) && !/\.Constant$/.test(cls));
  const states = plain.filter((v) => v.state && depth(v.name) <= 2 && !inBlock(v.name)).map((v) => v.name);
  const ordered = [
    ...plain.filter((v) => v.output && depth(v.name) === 1).map((v) => v.name),
    ...(sensed.length ? [...sensed, ...signals, ...states] : [...states, ...signals]),
    ...plain.filter((v) => depth(v.name) === 1).map((v) => v.name),
    ...plain.filter((v) => v.state).map((v) => v.name),
    ...plain.map((v) => v.name).sort((a, b) => depth(a) - depth(b)),
  ];
  return [...new Set(ordered)].filter((name) => known.has(name)).slice(0, 3);
}

// Quantities of different units do not share an axis.
function choosePlots(all: Translated) {
  const byUnit = new Map<string, string[]>();
  for (const name of interesting(all)) {
    const unit = all.variables.find((v) => v.name === name)?.unit ?? "";
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), name]);
  }
  const groups = [...byUnit.values()].slice(0, innerWidth > 900 ? 3 : 2);
  plots.value = (groups.length ? groups : [[]]).map((names, i) => ({ id: i + 1, names, from: null, to: null }));
  activePlot.value = 1;
}

function optionsOf() {
  const s = settings.value;
  const number = (text: string) => (text.trim() === "" || isNaN(Number(text)) ? undefined : Number(text));
  return {
    start: number(s.start), stop: number(s.stop), tolerance: number(s.tolerance), step: number(s.step), method: s.method,
    intervals: number(s.intervals) === undefined ? undefined : Math.round(number(s.intervals)!),
  };
}

// look: on a phone to the plots.
export async function simulate(look = false) {
  if (busy.value || !file.value) return;
  if (stale.value) return say("the text has errors; mend them first", "error");
  try {
    const got = await translate();
    if (got && look) showPlots();
    if (got) await run(got, false);
  } catch (why) {
    if (String(why).includes("cancelled")) say("cancelled");
    else complain(why);
    if (String(why).includes("ended")) translated.value = null;
  } finally {
    busy.value = "";
    progress.value = null;
  }
}

interface Special {
  label?: string;
  set?: Record<string, number>;
  method?: string;
  family?: Run["family"];
  quiet?: boolean; // not for the table of runs
}

async function run(got: Translated, live: boolean, special: Special = {}) {
  busy.value = "running";
  const reuse = live ? runs.value.find((r) => r.label === "live") : undefined;
  const id = reuse?.id ?? ++nextRun;
  const options = { ...optionsOf(), ...(special.method ? { method: special.method } : {}) };
  const set = { ...values.value, ...special.set };
  const start = options.start ?? got.experiment.start, stop = options.stop ?? got.experiment.stop;
  const made: Run = {
    id, runner: got.runner, label: live ? "live" : (special.label ?? `run ${id}`), model: got.model, visible: true, outcome: "running", result: reuse?.result ?? null,
    start, stop, set, method: options.method, curves: reuse?.curves ?? new Map(), family: special.family,
  };
  batch(() => {
    lower.value = true;
    const others = runs.value.filter((r) => r.id !== id);
    // a sweep counts as one
    const single = others.filter((r) => !r.family).slice(-11);
    runs.value = [...others.filter((r) => r.family || single.includes(r)), made];
    if (!live) progress.value = { runner: got.runner, part: 0, time: start };
  });
  const result = await request("formola/simulate", { runner: got.runner, run: id, names: wanted(), points, set, steps: true, ...options });
  const curves = new Map<string, Curve>(result.curves.map((c: Curve) => [c.name, c]));
  runs.value = runs.value.map((r) => (r.id === id ? { ...r, outcome: result.outcome, result, curves } : r));
  const done = runs.value.find((r) => r.id === id);
  if (done && !live && !special.quiet) remember(done);
  // while a slider is dragged the list of runs tells it
  if (live || special.quiet) return done;
  spoken.value = `${made.label} ${result.outcome}, ${count(result.rows, "row")}`;
  if (result.outcome === "failed") say(firstLine(result.message), "error");
  for (const warning of result.warnings.slice(0, 2)) say(warning);
  return done;
}

export function cancel() {
  if (progress.value) request("formola/cancel", { runner: progress.value.runner }).catch(() => 0);
  else if (translated.value) request("formola/cancel", { runner: translated.value.runner }).catch(() => 0);
}

// Between two steps; curves so far can be looked at meanwhile.
export function pause(go: boolean) {
  const at = progress.value;
  if (at) request("formola/pause", { runner: at.runner, go }).catch(complain);
}

on("formola/progress", (p, curves) => {
  batch(() => {
    progress.value = { runner: p.runner, part: (p.time - p.start) / (p.stop - p.start || 1), time: p.time, paused: p.paused };
    runs.value = runs.value.map((r) => (r.id === p.run ? { ...r, curves: new Map(curves.map((c) => [c.name, c])) } : r));
  });
});
on("formola/ended", ({ runner }) => {
  if (translated.value?.runner === runner) translatedFor.value = "";
});

// ---- curves of what is chosen later, and of a part of the time

export async function fetchCurves(run: Run, names: string[], from?: number, to?: number): Promise<Curve[]> {
  if (run.runner < 0) return []; // of earlier days: there is no more than was kept
  const got = await request("formola/curves", { runner: run.runner, run: run.id, names, points, from, to });
  return got.curves ?? [];
}

export async function togglePlotted(name: string, plot = activePlot.value) {
  plots.value = plots.value.map((p) =>
    p.id !== plot ? p : { ...p, names: p.names.includes(name) ? p.names.filter((n) => n !== name) : [...p.names, name] },
  );
  lower.value = true;
  await completeCurves();
}

export async function completeCurves() {
  for (const run of runs.value) {
    const missing = wanted().filter((name) => !run.curves.has(name));
    if (!missing.length || (run.outcome === "running" && !progress.value?.paused)) continue;
    const got = await fetchCurves(run, missing).catch(() => []);
    const curves = new Map(run.curves);
    for (const curve of got) curves.set(curve.name, curve);
    for (const name of missing) if (!curves.has(name)) curves.set(name, { name, t: new Float64Array(), y: new Float64Array(), reduced: false, found: false });
    runs.value = runs.value.map((r) => (r.id === run.id ? { ...r, curves } : r));
  }
}

export function addPlot() {
  const id = Math.max(0, ...plots.value.map((p) => p.id)) + 1;
  plots.value = [...plots.value, { id, names: [], from: null, to: null }];
  activePlot.value = id;
}
export function removePlot(id: number) {
  const left: Plot[] = plots.value.filter((p) => p.id !== id);
  plots.value = left.length ? left : [{ id: 1, names: [], from: null, to: null }];
  activePlot.value = plots.value[0].id;
}
// All plots show the same part of the time.
export function zoomPlots(from: number | null, to: number | null) {
  plots.value = plots.value.map((p) => ({ ...p, from, to }));
}

// ---- sliders: one run at a time, then with the newest values

let pending = false;
let sliding = false;
let lastSlide = -Infinity;
// For how many milliseconds no slider has moved.
export const slidersRest = () => (sliding ? 0 : performance.now() - lastSlide);
export const latency: number[] = [];
(window as any).formolaLatency = latency;
(window as any).formolaRuns = () => runs.value; // for tests

export async function slide(name: string, value: number) {
  values.value = { ...values.value, [name]: value };
  pending = true;
  if (sliding || busy.value === "running") return;
  sliding = true;
  while (pending) {
    pending = false;
    const began = performance.now();
    try {
      const got = await translate();
      if (!got) break;
      await run(got, true);
      latency.push(performance.now() - began);
    } catch (why) {
      complain(why);
      break;
    } finally {
      busy.value = "";
      progress.value = null;
    }
  }
  sliding = false;
  lastSlide = performance.now();
}

// ---- seeing through

export async function look(method: string) {
  lens.value = method;
  if (!method) {
    see.value = null;
    return;
  }
  try {
    busy.value = "translating";
    const got = await translate();
    if (!got) return;
    const ports = (drawn.value?.picture.components ?? []).flatMap((c) => c.ports.map((p) => (p.name ? `${c.name}.${p.name}` : c.name)));
    const answer = await request("formola/see", { runner: got.runner, method, ports });
    // the largest first: these are what one looks for
    answer.loops.sort((a: any, b: any) => b.size - a.size);
    batch(() => {
      see.value = { ...answer, cls: shownClass.value };
      seenOld.value = keyOfText() !== translatedFor.value;
    });
  } catch (why) {
    complain(why);
    lens.value = "";
  } finally {
    busy.value = "";
  }
}

export async function showMatrices() {
  if (!translated.value) return;
  try {
    matrices.value = await request("formola/matrices", { runner: translated.value.runner, method: lens.value || "ida" });
    showPlots();
  } catch (why) {
    complain(why);
  }
}

// A question to the translated model; progress and complaints as for a run.
async function ask<T>(what: string, question: (got: Translated) => Promise<T>): Promise<T | null> {
  if (busy.value || !file.value) return null;
  if (stale.value) return say("the text has errors; mend them first", "error"), null;
  try {
    const got = await translate();
    if (!got) return null;
    busy.value = what;
    lower.value = true;
    return await question(got);
  } catch (why) {
    complain(why);
    return null;
  } finally {
    busy.value = "";
    progress.value = null;
  }
}

const splitNames = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

export async function linearize(inputs: string, outputs: string, at: string, steady: boolean) {
  const answer = await ask("linearising", (got) =>
    request("formola/linearize", {
      runner: got.runner, set: values.value, ...optionsOf(), inputs: splitNames(inputs), outputs: splitNames(outputs), steady, ...(at.trim() ? { at: Number(at) } : {}),
    }));
  if (answer) linear.value = answer;
  if (answer) showPlots();
}

// One run for each value; a family of curves.
export async function sweep(name: string, from: number, to: number, count: number) {
  runs.value = runs.value.filter((r) => !r.family);
  let stopped = false;
  await ask("running", async (got) => {
    for (let i = 0; i < count && !stopped; ++i) {
      const part = count > 1 ? i / (count - 1) : 0, value = from + part * (to - from);
      const done = await run(got, false, { label: `${name} = ${Number(value.toPrecision(6))}`, set: { [name]: value }, family: { name, value, part }, quiet: true });
      stopped = done?.outcome === "cancelled";
      if (done?.outcome === "failed") say(`${name} = ${value}: ${firstLine(done.result.message)}`, "error");
    }
  });
  showPlots();
}

// The same question to several methods. The first one, with a tolerance a hundred times smaller, says what is right.
export async function compareMethods(methods: string[]) {
  compared.value = null;
  const table: Compared[] = [];
  await ask("running", async (got) => {
    const tolerance = (optionsOf().tolerance ?? got.experiment.tolerance) / 100;
    const names = wanted();
    const reference = await request("formola/simulate", { runner: got.runner, run: ++nextRun, names, points, set: values.value, ...optionsOf(), method: "ida", tolerance }).catch(() => null);
    for (const method of methods) {
      try {
        const done = await run(got, false, { method, label: method, quiet: true });
        const finished = done?.outcome === "finished" || done?.outcome === "terminated";
        table.push({ method, result: done?.result, deviation: finished && reference?.outcome === "finished" ? deviation([...done!.curves.values()], reference.curves) : null });
      } catch (why) {
        table.push({ method, result: { outcome: "failed", message: String((why as Error).message ?? why) }, deviation: null });
        runs.value = runs.value.filter((r) => r.outcome !== "running");
      }
      compared.value = [...table];
    }
  });
  showPlots();
}

// The largest distance of curves, in parts of their range, at the times of the rows of the first ones.
export function deviation(some: Curve[], others: Curve[]): number {
  let worst = 0;
  for (const curve of some) {
    const other = others.find((c) => c.name === curve.name);
    if (!other?.t.length) continue;
    let low = Infinity, high = -Infinity;
    for (const v of other.y) (low = Math.min(low, v)), (high = Math.max(high, v));
    const size = high - low || Math.max(Math.abs(high), 1e-12);
    // a jump at an event may come a little earlier or later: what lies between the values on both sides is right
    for (let i = 0; i < curve.t.length; ++i) {
      const t = curve.t[i], near = between(other, t, 1e-6 * (other.t[other.t.length - 1] - other.t[0]));
      if (near) worst = Math.max(worst, Math.max(near[0] - curve.y[i], curve.y[i] - near[1], 0) / size);
    }
  }
  return worst;
}
function between(curve: Curve, time: number, slack: number): [number, number] | null {
  const at = [valueAt(curve, time - slack), valueAt(curve, time), valueAt(curve, time + slack)].filter((v): v is number => v !== null);
  return at.length ? [Math.min(...at), Math.max(...at)] : null;
}

export async function calibrate(data: string, over: string[], signals: string) {
  const answer = await ask("fitting", (got) => {
    const options = optionsOf();
    return request("formola/calibrate", { runner: got.runner, set: values.value, ...options, hasStop: options.stop !== undefined, data, over, signals: splitNames(signals) });
  });
  if (!answer) return;
  fitted.value = answer;
  showPlots();
}

export async function exportAs(format: "c" | "fmi2" | "fmi3"): Promise<Uint8Array | null> {
  const answer = await ask("writing", (got) => request("formola/export", { runner: got.runner, format }));
  return answer ? Uint8Array.from(atob(answer.bytes), (c) => c.charCodeAt(0)) : null;
}

// The equations of a component of the model, or of a line of its text.
export async function showEquations(of: { component: string } | { line: number }) {
  const all = await ask("translating", (got) => request("formola/equations", { runner: got.runner, ...of }));
  if (!all) return;
  equations.value = { of: "component" in of ? of.component : `line ${of.line + 1}`, all };
  determined.value = null;
}

export async function explain(name: string) {
  if (!translated.value) return;
  try {
    determined.value = await request("formola/determines", { runner: translated.value.runner, name });
    equations.value = null;
    showPlots();
  } catch (why) {
    complain(why);
  }
}
