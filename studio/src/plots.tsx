// The lower part: plots, runs, sliders, and where a curve comes from.
import { effect, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { frameOf, paintCanvas, paintSvg, show, valueAt, type Frame, type Line, type Look } from "./plot";
import type { Curve } from "./rpc";
import { addPlot, completeCurves, explain, fetchCurves, removePlot, showEquations, slide, togglePlotted, zoomPlots } from "./running";
import {
  activePlot, complain, cursorTime, detailed, determined, equations, file, plots, rootClass, runs, selection, settings, shownClass, sliders, spoken, theme,
  translated, values, tool, textOf, work, type Plot, type Run, type Variable,
} from "./state";
import { reveal } from "./editor";
import { Icon } from "./icons";
import { count, pretty } from "./units";
import { Matrices } from "./matrices";
import { Animation, hasBodies } from "./animation";
import { ComparedView, FittedView, LinearView } from "./analyse";
import { Chart } from "./chart";
import { backToOwnText, showLibraryLine } from "./document";

const light = ["#4f46e5", "#e11d48", "#059669", "#d97706", "#0284c7", "#9333ea", "#65a30d", "#db2777"];
const dark = ["#a5a0ff", "#fb7185", "#34d399", "#fbbf24", "#38bdf8", "#c084fc", "#a3e635", "#f472b6"];
export const colour = (i: number) => (document.documentElement.dataset.theme === "dark" ? dark : light)[i % light.length];
// Of a family: from pale to full.
const shade = (i: number, part: number) => {
  const full = colour(i);
  return `${full}${Math.round(70 + 185 * part).toString(16).padStart(2, "0")}`;
};
// Whether somebody reads from a plot: an animation that goes on alone has the line, but no names of events.
const pointed = signal(false);
const dashes = [[], [6, 4], [2, 3], [8, 3, 2, 3], [12, 4]];

const lookNow = (): Look => {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string) => style.getPropertyValue(name).trim();
  return { ink: get("--ink"), soft: get("--soft"), grid: get("--line"), paper: get("--paper") };
};

export function save(name: string, blob: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function linesOf(plot: Plot, all: Run[], detail: Map<string, Curve>): Line[] {
  const shown = all.filter((r) => r.visible);
  const lines: Line[] = [];
  const of = (run: Run, name: string) => detail.get(`${run.id}|${name}`) ?? run.curves.get(name);
  shown.forEach((run, k) => {
    const age = shown.length - 1 - k;
    plot.names.forEach((name, i) => {
      let curve = of(run, name);
      if (!curve?.t.length) return;
      if (plot.difference && shown.length > 1) {
        const first = of(shown[0], name);
        if (k === 0 || !first?.t.length) return;
        curve = { ...curve, y: curve.y.map((v, row) => v - (valueAt(first, curve!.t[row]) ?? NaN)), reduced: curve.reduced || first.reduced };
      }
      const unit = translated.value?.variables.find((v) => v.name === name)?.unit;
      lines.push({
        label: `${plot.difference && shown.length > 1 ? "Δ " : ""}${name}${unit ? ` [${pretty(unit)}]` : ""}${shown.length > 1 ? ` · ${run.label}` : ""}`,
        curve, color: run.family ? shade(i, run.family.part) : colour(i), dash: run.family ? [] : dashes[age % dashes.length], width: run.family || age ? 1.2 : 1.8,
      });
    });
  });
  return lines;
}

function PlotView({ plot }: { plot: Plot }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = useRef<{ frame: Frame | null; lines: Line[]; detail: Map<string, Curve>; from: number }>({ frame: null, lines: [], detail: new Map(), from: NaN });
  theme.value; // colours follow it
  const [readout, setReadout] = useState<string[]>([]);
  const [band, setBand] = useState<[number, number] | null>(null);
  const [reduced, setReduced] = useState(false);
  const units = [...new Set(plot.names.map((n) => translated.value?.variables.find((v) => v.name === n)?.unit ?? ""))];
  const titles = { x: "time [s]", y: plot.difference && runs.value.filter((r) => r.visible).length > 1 ? `difference from ${runs.value.find((r) => r.visible)!.label}` : plot.names.length === 1 ? plot.names[0] + (units[0] ? ` [${pretty(units[0])}]` : "") : units.length === 1 && units[0] ? `[${pretty(units[0])}]` : "" };

  const paint = () => {
    const c = canvas.current;
    if (!c || !c.clientWidth) return;
    const last = runs.value[runs.value.length - 1];
    const lines = linesOf(plot, runs.value, plot.from === null ? new Map() : state.current.detail);
    const frame = frameOf(c.clientWidth, c.clientHeight, lines, plot.from, plot.to, last?.start ?? 0, last?.stop ?? 1, titles.y);
    state.current.frame = frame;
    state.current.lines = lines;
    setReduced(lines.some((l) => l.curve.reduced));
    Object.assign(c, { formolaLines: lines, formolaFrame: frame }); // for tests
    paintCanvas(c, lines, frame, titles, lookNow(), last?.result?.events ?? []);
    c.setAttribute("aria-label", `Plot of ${plot.names.join(", ") || "nothing yet"}`);
  };
  useEffect(() => {
    const size = new ResizeObserver(paint);
    size.observe(canvas.current!);
    const stop = effect(() => {
      runs.value; theme.value;
      requestAnimationFrame(paint);
    });
    return () => (size.disconnect(), stop());
  }, [plot]);
  // zoomed: the true curve of that part
  useEffect(() => {
    state.current.detail = new Map();
    if (plot.from === null || plot.to === null) return;
    for (const run of runs.value.filter((r) => r.visible)) {
      const coarse = plot.names.filter((n) => run.curves.get(n)?.reduced);
      if (coarse.length)
        fetchCurves(run, coarse, plot.from, plot.to).then((all) => {
          for (const curve of all) state.current.detail.set(`${run.id}|${curve.name}`, curve);
          paint();
        }, () => 0);
    }
  }, [plot.from, plot.to, plot.names]);

  const timeAt = (e: PointerEvent) => {
    const f = state.current.frame!;
    const x = e.clientX - canvas.current!.getBoundingClientRect().left;
    return f.from + (Math.max(0, Math.min(f.w, x - f.x)) / f.w) * (f.to - f.from);
  };
  const lookAt = (t: number) => {
    pointed.value = true;
    cursorTime.value = t;
    const read = plot.names.map((n) => {
      const line = state.current.lines.filter((l) => l.curve.name === n).pop();
      const v = line ? valueAt(line.curve, t) : null;
      return v === null ? "" : show(v);
    });
    setReadout(read);
    return read;
  };
  const readAloud = (t: number) => {
    const read = lookAt(t);
    spoken.value = [`time ${show(Number(t.toPrecision(4)))}`, ...plot.names.map((n, i) => read[i] && `${n} ${read[i]}`).filter(Boolean)].join(", ");
  };
  const keys = (e: KeyboardEvent) => {
    const f = state.current.frame;
    if (!f || e.ctrlKey || e.metaKey || e.altKey) return;
    const span = f.to - f.from, t = Math.max(f.from, Math.min(f.to, cursorTime.value ?? (f.from + f.to) / 2));
    const zoom = (from: number, to: number) => zoomPlots(from, to);
    const does: Record<string, () => void> = {
      ArrowLeft: () => readAloud(Math.max(f.from, t - span / (e.shiftKey ? 10 : 100))),
      ArrowRight: () => readAloud(Math.min(f.to, t + span / (e.shiftKey ? 10 : 100))),
      "+": () => zoom(t - (t - f.from) / 2, t + (f.to - t) / 2),
      "=": () => does["+"](),
      "-": () => (plot.from === null ? 0 : zoom(t - 2 * (t - f.from), t + 2 * (f.to - t))),
      PageUp: () => plot.from !== null && zoom(f.from - span / 2, f.to - span / 2),
      PageDown: () => plot.from !== null && zoom(f.from + span / 2, f.to + span / 2),
      Home: () => zoomPlots(null, null),
    };
    if (!does[e.key]) return;
    e.preventDefault();
    does[e.key]();
  };
  const exportAs = (kind: string) => {
    const name = (translated.value?.model ?? "plot").split(".").pop()!;
    if (kind === "png") canvas.current!.toBlob((blob) => blob && save(`${name}.png`, blob));
    if (kind === "svg") save(`${name}.svg`, new Blob([paintSvg(canvas.current!.clientWidth, canvas.current!.clientHeight, state.current.lines, state.current.frame!, titles, lookNow(), [])], { type: "image/svg+xml" }));
    if (kind === "csv") exportCsv(plot, name);
  };
  return (
    <section class={activePlot.value === plot.id ? "plot active" : "plot"} onPointerDown={() => (activePlot.value = plot.id)}>
      <header>
        <div class="legend">
          {plot.names.map((name, i) => (
            <span class="chip" key={name}>
              <i style={{ background: colour(i) }} />
              <button class="link" title="which equation determines it?" onClick={() => explain(name)}>{name}</button>
              {readout[i] && <b>{readout[i]}</b>}
              <button class="tiny" aria-label={`remove ${name}`} onClick={() => togglePlotted(name, plot.id)}>×</button>
            </span>
          ))}
          {!plot.names.length && <em>choose variables on the left</em>}
          {reduced && <span class="note" title="There are more rows than pixels: of each part the extreme values are drawn. Zoom in for all rows.">reduced</span>}
        </div>
        <div class="tools">
          {plot.from !== null && <button class="ghost" onClick={() => zoomPlots(null, null)}>whole time</button>}
          {runs.value.filter((r) => r.visible).length > 1 && <button class="ghost" title={`difference from ${runs.value.find((r) => r.visible)!.label}`} aria-label="difference of the runs" aria-pressed={!!plot.difference} onClick={() => (plots.value = plots.value.map((p) => (p.id === plot.id ? { ...p, difference: !p.difference } : p)))}>Δ</button>}
          {["csv", "png", "svg"].map((kind) => <button class="ghost" key={kind} title={`save as ${kind.toUpperCase()}`} onClick={() => exportAs(kind)}>{kind}</button>)}
          <button class="ghost" aria-label="remove this plot" onClick={() => removePlot(plot.id)}>×</button>
        </div>
      </header>
      <div class="surface">
        <canvas
          ref={canvas}
          role="application"
          aria-roledescription="plot"
          tabIndex={0}
          title="drag, or + and -: a part of the time; arrow keys: read values; Home: the whole time"
          onKeyDown={keys}
          onBlur={() => { setReadout([]); pointed.value = false; }}
          onPointerDown={(e) => {
            state.current.from = timeAt(e);
            canvas.current!.setPointerCapture(e.pointerId);
          }}
          onPointerMove={(e) => {
            if (!state.current.frame) return;
            const t = timeAt(e);
            lookAt(t);
            if (!isNaN(state.current.from) && e.buttons) setBand([state.current.from, t]);
          }}
          onPointerLeave={() => { setReadout([]); pointed.value = false; if (isNaN(state.current.from)) cursorTime.value = null; }}
          onPointerUp={(e) => {
            const [a, b] = [state.current.from, timeAt(e)].sort((p, q) => p - q);
            const f = state.current.frame!;
            state.current.from = NaN;
            setBand(null);
            if (b - a > (f.to - f.from) * 0.01) zoomPlots(a, b);
          }}
          onDblClick={() => zoomPlots(null, null)}
        />
        <Overlay state={state.current} band={band} />
      </div>
    </section>
  );
}

// What happened at the event nearest to a time; "": there is none within some pixels of it.
function eventNear(time: number, reach: number): string {
  const r = runs.value[runs.value.length - 1]?.result;
  let name = "", least = reach;
  (r?.events ?? []).forEach((at: number, i: number) => {
    if (Math.abs(at - time) < least) (least = Math.abs(at - time)), (name = r.eventNames?.[i] ?? "event");
  });
  return name;
}

function Overlay({ state, band }: { state: { frame: Frame | null }; band: [number, number] | null }) {
  const f = state.frame, t = cursorTime.value;
  if (!f) return null;
  const event = t === null || !pointed.value ? "" : eventNear(t, (5 * (f.to - f.from)) / f.w);
  const left = t !== null && t > (f.from + f.to) / 2; // of the line
  const px = (v: number) => f.x + ((v - f.from) / (f.to - f.from)) * f.w;
  // a long name goes over the line rather than beyond the edge
  const letter = 6, most = Math.floor(f.w / letter);
  const name = event.length > most ? `${event.slice(0, most - 1)}…` : event;
  const beside = t === null || letter * name.length + 6 < (left ? px(t) - f.x : f.x + f.w - px(t));
  return (
    <svg class="overlay" aria-hidden="true">
      {t !== null && t >= f.from && t <= f.to && <line x1={px(t)} x2={px(t)} y1={f.y} y2={f.y + f.h} />}
      {band && <rect x={Math.min(px(band[0]), px(band[1]))} width={Math.abs(px(band[1]) - px(band[0]))} y={f.y} height={f.h} />}
      {t !== null && <text x={px(t) + (left ? -6 : 6)} text-anchor={left ? "end" : "start"} y={f.y + 12}>t = {show(t)}{event && <tspan class="event" x={beside ? px(t) + (left ? -6 : 6) : left ? f.x : f.x + f.w} text-anchor={left === beside ? "end" : "start"} dy="14">{name}</tspan>}</text>}
    </svg>
  );
}

// All rows of the last visible run, not what is drawn of them.
async function exportCsv(plot: Plot, name: string) {
  const run = [...runs.value].reverse().find((r) => r.visible && r.runner >= 0);
  if (!run) return complain("of runs of earlier days only what is drawn was kept: run it again for all rows");
  try {
    const { request } = await import("./rpc");
    const got = await request("formola/curves", { runner: run.runner, run: run.id, names: plot.names, points: 0 });
    const curves: Curve[] = got.curves;
    let text = ["time", ...curves.map((c) => `"${c.name}"`)].join(",") + "\n";
    for (let i = 0; i < (curves[0]?.t.length ?? 0); ++i) text += [curves[0].t[i], ...curves.map((c) => c.y[i])].join(",") + "\n";
    save(`${name}.csv`, new Blob([text], { type: "text/csv" }));
  } catch (why) {
    complain(why);
  }
}

function Sliders() {
  const all = translated.value?.variables ?? [];
  const free = all.filter((v) => v.parameter && v.change > 0 && (v.type === "Real" || v.type === "Integer") && v.value !== undefined && !v.hidden);
  if (!free.length) return null;
  const slow = free.filter((v) => v.change > 1);
  const entries = (some: Variable[]) => some.map((v) => <option key={v.name} value={v.name}>{v.name}{v.text ? ` — ${v.text}` : ""}</option>);
  return (
    <div class="sliders">
      <select aria-label="add a slider" value="" onChange={(e) => {
        const name = e.currentTarget.value;
        if (name && !sliders.value.includes(name)) sliders.value = [...sliders.value, name];
        e.currentTarget.value = "";
      }}>
        <option value="">+ slider for a parameter…</option>
        {entries(free.filter((v) => v.change === 1))}
        {slow.length > 0 && <optgroup label="slower: each value translates the model">{entries(slow)}</optgroup>}
      </select>
      {sliders.value.map((name) => {
        const v = all.find((each) => each.name === name);
        if (!v) return null;
        const base = v.value!, now = values.value[name] ?? base;
        let low = Math.min(0, 4 * base), high = Math.max(0, 4 * base) || 1;
        if (base > 0) low = base / 20;
        if (v.min !== undefined) low = Math.max(low, v.min);
        if (v.max !== undefined) high = Math.min(high, v.max);
        return (
          <label class="slider" key={name}>
            <span>{name} <b>{show(now)}</b>{v.unit ? ` ${pretty(v.unit)}` : ""}</span>
            <input type="range" min={low} max={high} step={v.type === "Integer" ? 1 : (high - low) / 400} value={now}
              onInput={(e) => slide(name, Number(e.currentTarget.value))} aria-label={name} />
            <button class="tiny" aria-label={`reset ${name}`} title={`back to ${show(base)}`} onClick={() => slide(name, base)}>↺</button>
            <button class="tiny" aria-label={`remove the slider of ${name}`} onClick={() => (sliders.value = sliders.value.filter((n) => n !== name))}>×</button>
          </label>
        );
      })}
    </div>
  );
}

function Runs() {
  if (!runs.value.length) return null;
  const change = (id: number, part: Partial<Run>) => {
    runs.value = runs.value.map((r) => (r.id === id ? { ...r, ...part } : r));
    completeCurves();
  };
  const family = runs.value.filter((r) => r.family);
  return (
    <ul class="runs" aria-label="runs">
      {family.length > 0 && (
        <li class="family">
          <label><input type="checkbox" checked={family.some((r) => r.visible)} onChange={(e) => { const visible = e.currentTarget.checked; runs.value = runs.value.map((r) => (r.family ? { ...r, visible } : r)); completeCurves(); }} />
            {family[0].family!.name} <small>{show(family[0].family!.value)} … {show(family[family.length - 1].family!.value)}, {family.length} runs</small></label>
          <button class="tiny" aria-label="remove the sweep" onClick={() => (runs.value = runs.value.filter((x) => !x.family))}>×</button>
        </li>
      )}
      {runs.value.filter((r) => !r.family).map((r) => (
        <li key={r.id}>
          <label title={r.result ? `${count(r.result.steps, "step")}, ${count(r.result.newton, "Newton iteration")}, ${count(r.result.stateEvents + r.result.timeEvents, "event")}, ${(1000 * r.result.solver).toFixed(1)} ms in the solver` : ""}>
            <input type="checkbox" checked={r.visible} onChange={(e) => change(r.id, { visible: e.currentTarget.checked })} />
            {r.label}
            <small>{r.outcome === "running" ? "running…" : r.outcome === "finished" || r.outcome === "terminated" ? `${r.outcome === "terminated" ? "ended by the model · " : ""}${r.result.method} · ${r.result.rows} rows · ${r.result.seconds < 1 ? (1000 * r.result.seconds).toFixed(0) + " ms" : r.result.seconds.toFixed(1) + " s"}` : r.outcome === "kept" ? "as it was drawn then" : r.outcome}</small>
          </label>
          {r.result && <button class="tiny" title="what it took" aria-label={`what ${r.label} took`} onClick={() => (detailed.value = detailed.value === r.id ? null : r.id)}>i</button>}
          <button class="tiny" aria-label={`remove ${r.label}`} onClick={() => (runs.value = runs.value.filter((x) => x.id !== r.id))}>×</button>
        </li>
      ))}
    </ul>
  );
}

// What opens is seen at once, also on a phone.
function useInView(what: unknown) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => void (what && box.current?.scrollIntoView({ block: "nearest", inline: "nearest" })), [what]);
  return box;
}

function Determined() {
  const d = determined.value;
  const box = useInView(d);
  if (!d) return null;
  return (
    <aside class="determined" ref={box} aria-label="where it comes from">
      <button class="tiny" aria-label="close" onClick={() => (determined.value = null)}>×</button>
      <h4>{d.variable}</h4>
      {d.alias && <p>is another name of <code>{d.alias}</code></p>}
      {d.role === "state" && <p>is a state: its derivative is computed, and the method integrates it</p>}
      {d.role === "known" && <p>is known before the simulation starts</p>}
      {d.equation && (
        <>
          <p><code>{d.equation}</code></p>
          <p>
            block {d.block} of {d.blocks}
            {d.size > 1 ? `, a ${d.kind} system of ${d.size} equations` : ", computed directly"}
            {d.differentiated ? "; the equation was differentiated" : ""}
          </p>
          {d.component && <p>from <button class="link" onClick={() => (selection.value = new Set([d.component.split(/[.[]/)[0]]))}>{d.component}</button></p>}
          <SourceLink d={d} />
          {d.text && <pre>{d.text}</pre>}
          {d.component && <p><button class="link" onClick={() => showEquations({ component: d.component.split(/[.[]/)[0] })}>all equations of {d.component.split(/[.[]/)[0]}</button></p>}
        </>
      )}
    </aside>
  );
}

// To the line of the own text, or of a library.
function SourceLink({ d }: { d: any }) {
  if (!d.file) return null;
  const own = file.value && decodeURIComponent(file.value.uri).endsWith(d.file);
  if (own) return <p><button class="link" onClick={() => (backToOwnText(), reveal(d.line))}>line {d.line + 1} of the text</button></p>;
  return <p class="path"><button class="link" onClick={() => showLibraryLine(rootClass.value, d.file, d.line)}>{d.file.split("/").slice(-2).join("/")}, line {d.line + 1}</button>{textOf.value === "library" && shownClass.value === rootClass.value && <> · <button class="link" onClick={backToOwnText}>back to the own text</button></>}</p>;
}

// The way back: what the equations of a component determine, to be plotted.
function Equations() {
  const shown = equations.value;
  const box = useInView(shown);
  if (!shown) return null;
  const plotted = new Set(plots.value.flatMap((p) => p.names));
  return (
    <aside class="determined" ref={box} aria-label="equations">
      <button class="tiny" aria-label="close" onClick={() => (equations.value = null)}>×</button>
      <h4>Equations of {shown.of}</h4>
      {!shown.all.length && <p>None are left after sorting: its variables are other names of those of its neighbours, or are known.</p>}
      <ol class="equations">
        {shown.all.slice(0, 120).map((e, i) => {
          const plain = (e.variable ?? "").replace(/^der\((.*)\)$/, "$1");
          return (
            <li key={i}>
              <code>{e.equation}</code>
              {e.variable && <small>for <button class="link" onClick={() => explain(plain)}>{e.variable}</button>{e.size > 1 ? `, in a ${e.kind} block of ${e.size}` : ""} <button class="tiny" title={plotted.has(plain) ? "out of the plot" : "plot it"} aria-label={`plot ${plain}`} aria-pressed={plotted.has(plain)} onClick={() => togglePlotted(plain)}><Icon name="chart" /></button></small>}
            </li>
          );
        })}
      </ol>
    </aside>
  );
}

// What Newton's method solves in a run, the most laborious first. An iteration costs more the more unknowns there are.
interface Labour {
  unknowns: string[];
  size: number;
  iterations: number;
  part: number;
}
function labourOf(r: any): Labour[] {
  const all: any[] = (r?.iterated ?? []).filter((b: any) => b.iterations > 0);
  const total = all.reduce((sum, b) => sum + b.iterations * b.unknowns.length, 0);
  return all.map((b) => ({ ...b, part: (b.iterations * b.unknowns.length) / total })).sort((a, b) => b.part - a.part);
}

// Why it took so long: which states did not let the steps grow, or what Newton's method iterates; laid on the components.
type Laid = "states" | "newton";
function layWork(run: Run | undefined, what: Laid) {
  const r = run?.result;
  if (!r) return (work.value = null);
  const total = Math.max(1, (r.limiting ?? []).reduce((sum: number, l: any) => sum + l.steps, 0));
  const first = (name: string) => name.replace(/^der\(|^\$\w+\(/, "").split(/[.[)]/)[0];
  const all = new Map<string, { part: number; text: string }>();
  const add = (component: string, part: number, text: string) => {
    const old = all.get(component);
    all.set(component, { part: (old?.part ?? 0) + part, text: old ? `${old.text}\n${text}` : text });
  };
  if (what === "states") for (const l of r.limiting ?? []) add(first(l.state), l.steps / total, `the error of ${l.state} limited ${l.steps} of ${r.steps} steps`);
  else
    for (const block of labourOf(r)) {
      const by = new Map<string, string[]>();
      for (const name of block.unknowns) by.set(first(name), [...(by.get(first(name)) ?? []), name]);
      for (const [component, names] of by)
        add(component, (block.part * names.length) / block.unknowns.length, `Newton's method: ${block.iterations} iterations of ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""}`);
    }
  work.value = all;
}

function Work() {
  const run = runs.value.find((r) => r.id === detailed.value);
  const r = run?.result;
  const labour = labourOf(r);
  const [chosen, setChosen] = useState<Laid | null>(null);
  const laid = chosen ?? (r?.limiting?.length || !labour.length ? "states" : "newton");
  useEffect(() => {
    layWork(run, laid);
    return () => void (work.value = null);
  }, [run?.id, r, laid]);
  const box = useInView(run?.id);
  if (!run || !r) return null;
  const steps = Math.max(1, r.steps);
  return (
    <aside class="determined" ref={box} aria-label="the work of a run">
      <button class="tiny" aria-label="close" onClick={() => (detailed.value = null)}>×</button>
      <h4>{run.label}, {r.method}</h4>
      <p>{count(r.steps, "step")} ({r.rejected} rejected), {count(r.newton, "Newton iteration")}, {count(r.stateEvents, "state event")}, {count(r.timeEvents, "time event")}, {(1000 * r.solver).toFixed(1)} ms in the solver, {(1000 * r.seconds).toFixed(1)} ms with all else{r.translated ? ", translated again for these values" : ""}</p>
      {Object.keys(run.set).length > 0 && <p>with {Object.entries(run.set).map(([k, v]) => `${k} = ${typeof v === "number" ? show(v) : v}`).join(", ")}</p>}
      {r.stepSizes?.length > 1 && <Chart label="sizes of the steps over time" width={272} height={150} x={{ title: "time [s]" }} y={{ log: true, title: "step [s]" }} series={[{ name: "step", x: r.stepSizes.map((p: any) => p[0]), y: r.stepSizes.map((p: any) => p[1]), color: colour(0) }]} />}
      <p>{why(r)}</p>
      {r.message && <pre>{r.message}</pre>}
      {r.limiting?.length > 0 && labour.length > 0 && (
        <p class="laid" role="radiogroup" aria-label="on the diagram">
          {([["states", "what limits steps"], ["newton", "Newton's work"]] as const).map(([what, text]) => <button key={what} role="radio" aria-checked={laid === what} onClick={() => setChosen(what)}>{text}</button>)}
        </p>
      )}
      {laid === "newton" && labour.length > 0 && (
        <>
          <p>Newton's method iterates</p>
          <ul class="limits">
            {labour.slice(0, 12).map((b, i) => (
              <li key={i} title={`${b.unknowns.join(", ")}: ${b.size} equations before tearing`}><i style={{ width: `${Math.max(2, 100 * b.part)}%` }} /><button class="link" onClick={() => (selection.value = new Set(b.unknowns.map((name) => name.replace(/^der\(|^\$\w+\(/, "").split(/[.[)]/)[0])))}>{b.unknowns.slice(0, 3).join(", ")}{b.unknowns.length > 3 && ` and ${b.unknowns.length - 3} more`}</button><small>{b.iterations} times</small></li>
            ))}
          </ul>
        </>
      )}
      {laid === "states" && r.limiting?.length > 0 && (
        <>
          <p>Steps were kept short by the error of</p>
          <ul class="limits">
            {r.limiting.map((l: any) => (
              <li key={l.state}><i style={{ width: `${Math.max(2, (100 * l.steps) / steps)}%` }} /><button class="link" onClick={() => (selection.value = new Set([l.state.split(/[.[]/)[0]]))}>{l.state}</button><small>{l.steps}</small></li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

// The most telling sentence about a run.
function why(r: any): string {
  const events = r.stateEvents + r.timeEvents, steps = Math.max(1, r.steps);
  if (events > 0.2 * steps) return `It starts anew after each of ${events} events: ${(steps / (events + 1)).toFixed(1)} steps between two of them.`;
  if (r.rejected > 0.3 * steps) return `A third of its attempts or more were rejected: the solution changes abruptly, or a tolerance is not met by Newton's method.`;
  const top = r.limiting?.[0];
  const newton = (r.newton + (r.blockNewton ?? 0)) / steps;
  if (newton > 6) return `Newton's method takes ${newton.toFixed(1)} iterations in each step: a strongly nonlinear loop.`;
  if (top && top.steps > 0.5 * steps) return `One state limits most of the steps: ${top.state}.`;
  return `${newton.toFixed(1)} Newton iterations in each step; nothing stands out.`;
}

export function Lower() {
  return (
    <div class="lower">
      <div class="plots">
        <LinearView />
        <ComparedView />
        <FittedView />
        <Matrices />
        {hasBodies() && runs.value.length > 0 && <Animation />}
        {plots.value.map((p) => <PlotView plot={p} key={p.id} />)}
        <Determined />
        <Equations />
        <Work />
      </div>
      <div class="lowbar">
        <div class="controls"><Sliders /><Runs /></div>
        <button class="ghost" onClick={() => (tool.value = tool.value === "variables" ? "none" : "variables")}><Icon name="list" /> variables</button>
        <button class="ghost" onClick={addPlot}><Icon name="plus" /> plot</button>
        {settings.value.method && <span class="note">{settings.value.method}</span>}
      </div>
    </div>
  );
}
