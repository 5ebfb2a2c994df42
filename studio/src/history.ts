// The table of runs that outlives the page: what was run, with which values, what it took and where it ended.
import { signal } from "@preact/signals";
import { request } from "./rpc";
import { complain, file, runs, settings, theme, values, type Run } from "./state";

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
}

const most = 200;
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

const write = () => request("formola/keep", { name: "runs", text: JSON.stringify(kept.value) }).catch(complain);
export const keepLook = () => request("formola/keep", { name: "look", text: JSON.stringify({ theme: theme.value }) }).catch(() => 0);

export function remember(run: Run) {
  if (!run.result || run.label === "live") return;
  const last: Record<string, number> = {};
  for (const [name, curve] of run.curves) if (curve.y.length) last[name] = curve.y[curve.y.length - 1];
  const r = run.result;
  kept.value = [
    ...kept.value,
    {
      when: new Date().toISOString(), file: file.value?.path ?? "", model: run.model, method: r.method, outcome: r.outcome, set: run.set, settings: { ...settings.value }, steps: r.steps,
      newton: r.newton + (r.blockNewton ?? 0), events: r.stateEvents + r.timeEvents, rows: r.rows, seconds: r.solver, last,
    },
  ].slice(-most);
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
