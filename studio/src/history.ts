// The table of runs that outlives the page: what was run, with which values, what it took and where it ended.
import { signal } from "@preact/signals";
import { request } from "./rpc";
import type { Curve } from "./rpc";
import { complain, file, plots, runs, settings, showPlots, theme, values, type Run } from "./state";

export interface Kept {
  when: string;
  file: string;
  model: string;
  method: string;
  outcome: string;
  set: Record<string, number | string>;
  settings: Record<string, string>;
  steps: number;
  newton: number;
  events: number;
  rows: number;
  seconds: number;
  last: Record<string, number>; // of what was plotted
  curves?: { name: string; data: string }[]; // of the newest runs: times and values, four bytes each, as base64
}

const most = 200;
const mostPoints = 400; // of a kept curve
const mostBytes = 1.5e6; // of all of them: the oldest runs lose theirs
export const kept = signal<Kept[]>([]);

export async function recall() {
  try {
    const [table, look] = await Promise.all([request<string | null>("formola/kept", { name: "runs" }), request<string | null>("formola/kept", { name: "look" })]);
    if (table) kept.value = (JSON.parse(table) as Kept[]).slice(-most);
    const { theme: chosen } = look ? JSON.parse(look) : { theme: "" };
    if (theme.value === "auto" && (chosen === "light" || chosen === "dark")) theme.value = chosen;
  } catch {
    // notes that cannot be read are no reason to stay away
  }
}

// ---- curves that are kept: reduced to what a plot shows, in single precision

const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));

// Of each part of the time the smallest and the largest value.
function packed({ t, y }: Curve): string {
  const rows: number[] = [];
  const size = Math.max(1, Math.ceil((2 * t.length) / mostPoints));
  for (let from = 0; from < t.length; from += size) {
    let low = from, high = from;
    for (let i = from; i < Math.min(t.length, from + size); ++i) {
      if (y[i] < y[low]) low = i;
      if (y[i] > y[high]) high = i;
    }
    rows.push(...(low === high ? [low] : [Math.min(low, high), Math.max(low, high)]));
  }
  if (t.length && rows[rows.length - 1] !== t.length - 1) rows.push(t.length - 1);
  return toText(new Uint8Array(new Float32Array([...rows.map((i) => t[i]), ...rows.map((i) => y[i])]).buffer));
}
function unpacked({ name, data }: { name: string; data: string }): Curve {
  const numbers = new Float32Array(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)).buffer);
  const count = numbers.length / 2;
  return { name, t: Float64Array.from(numbers.subarray(0, count)), y: Float64Array.from(numbers.subarray(count)), reduced: true, found: true };
}

function bounded(all: Kept[]): Kept[] {
  let bytes = 0;
  return all
    .slice(-most)
    .reverse()
    .map((one) => {
      bytes += (one.curves ?? []).reduce((sum, c) => sum + c.data.length, 0);
      if (bytes <= mostBytes || !one.curves) return one;
      const { curves: _, ...rest } = one;
      return rest;
    })
    .reverse();
}

// A run of earlier laid over those of today. Its process is gone: what was kept is all there is of it.
export function showKept(one: Kept) {
  const label = `${one.when.slice(0, 10)} ${one.when.slice(11, 16)}`;
  const id = Math.min(0, ...runs.value.map((r) => r.id)) - 1;
  const curves = new Map((one.curves ?? []).map((c) => [c.name, unpacked(c)]));
  const first = [...curves.values()][0];
  runs.value = [
    { id, runner: -1, label, model: one.model, visible: true, outcome: "kept", result: null, start: first?.t[0] ?? 0, stop: first?.t[first.t.length - 1] ?? 1, set: one.set, method: one.method, curves },
    ...runs.value,
  ];
  if (!plots.value.some((p) => p.names.some((name) => curves.has(name)))) plots.value = [{ id: 1, names: [...curves.keys()], from: null, to: null }];
  showPlots();
}

let writing = 0;
(window as any).formolaWriting = () => writing; // for tests
function write() {
  ++writing;
  request("formola/keep", { name: "runs", text: JSON.stringify(kept.value) }).catch(complain).finally(() => --writing);
}
export const keepLook = () => request("formola/keep", { name: "look", text: JSON.stringify({ theme: theme.value }) }).catch(() => 0);

export function remember(run: Run) {
  if (!run.result || run.label === "live") return;
  const last: Record<string, number> = {};
  for (const [name, curve] of run.curves) if (curve.y.length) last[name] = curve.y[curve.y.length - 1];
  const r = run.result;
  const curves = [...run.curves.values()].filter((c) => c.t.length).slice(0, 8).map((c) => ({ name: c.name, data: packed(c) }));
  kept.value = bounded([
    ...kept.value,
    {
      when: new Date().toISOString(), file: file.value?.path ?? "", model: run.model, method: r.method, outcome: r.outcome, set: run.set, settings: { ...settings.value }, steps: r.steps,
      newton: r.newton + (r.blockNewton ?? 0), events: r.stateEvents + r.timeEvents, rows: r.rows, seconds: r.solver, last, curves,
    },
  ]);
  write();
}

export function forget(one: Kept | null) {
  kept.value = one ? kept.value.filter((k) => k !== one) : [];
  write();
}

// Its settings and values again, as far as they are those of the present model.
export function takeUp(one: Kept) {
  settings.value = { ...settings.value, ...one.settings, method: one.settings.method ?? one.method };
  values.value = Object.fromEntries(Object.entries(one.set).filter((e): e is [string, number] => typeof e[1] === "number"));
}

export const runCount = () => runs.value.length;
