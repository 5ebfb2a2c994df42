// Questions to the model beside a run: linear systems, sweeps, methods side by side, fits, export; and the table of runs.
import { useState } from "preact/hooks";
import { Chart, type Series } from "./chart";
import { gesture } from "./document";
import { forget, kept, showKept, takeUp } from "./history";
import { show } from "./plot";
import { calibrate, compareMethods, exportAs, linearize, simulate, sweep } from "./running";
import { colour, save } from "./plots";
import { busy, compared, file, fitted, linear, say, textOf, translated, values } from "./state";
import { count } from "./units";

const freeParameters = () =>
  (translated.value?.variables ?? []).filter((v) => v.parameter && v.change > 0 && v.type === "Real" && v.value !== undefined && !v.hidden);

function Names({ id, accept }: { id: string; accept: (v: any) => boolean }) {
  return <datalist id={id}>{(translated.value?.variables ?? []).filter((v) => !v.hidden && accept(v)).slice(0, 3000).map((v) => <option key={v.name} value={v.name} />)}</datalist>;
}

function Linearize() {
  const [inputs, setInputs] = useState(""), [outputs, setOutputs] = useState(""), [at, setAt] = useState(""), [steady, setSteady] = useState(false);
  return (
    <details open>
      <summary>Linearise</summary>
      <p class="hint">A, B, C, D, poles and the frequency response at a point of the run. Inputs may be inputs of the model; outputs any variables.</p>
      <label>inputs<input value={inputs} placeholder="the model's own" list="analyse-inputs" onInput={(e) => setInputs(e.currentTarget.value)} aria-label="inputs" /></label>
      <label>outputs<input value={outputs} placeholder="the model's own" list="analyse-outputs" onInput={(e) => setOutputs(e.currentTarget.value)} aria-label="outputs" /></label>
      <label>at time<input value={at} placeholder="the start" inputMode="decimal" onInput={(e) => setAt(e.currentTarget.value)} aria-label="at time" /></label>
      <label class="tick"><input type="checkbox" checked={steady} onChange={(e) => setSteady(e.currentTarget.checked)} /> at a steady state near there</label>
      <Names id="analyse-inputs" accept={(v) => !v.parameter && v.change === 1 && v.type === "Real"} />
      <Names id="analyse-outputs" accept={(v) => !v.parameter && v.type === "Real"} />
      <button class="primary" disabled={!!busy.value} onClick={() => linearize(inputs, outputs, at, steady)}>Linearise</button>
    </details>
  );
}

function Sweep() {
  const free = freeParameters();
  const [name, setName] = useState(""), [from, setFrom] = useState(""), [to, setTo] = useState(""), [count, setCount] = useState("9");
  const base = free.find((v) => v.name === name)?.value ?? 0;
  const [low, high] = [base ? Math.min(base / 2, base * 2) : 0, base ? Math.max(base / 2, base * 2) : 1];
  const number = (text: string, other: number) => (text.trim() === "" || isNaN(Number(text)) ? other : Number(text));
  const many = Math.max(1, Math.min(20, Math.round(number(count, 9))));
  return (
    <details>
      <summary>Sweep a parameter</summary>
      <p class="hint">One run for each value, as a family of curves.</p>
      {!free.length && <p class="hint">Simulate first; then the parameters are listed.</p>}
      <label>parameter<select value={name} onChange={(e) => (setName(e.currentTarget.value), setFrom(""), setTo(""))} aria-label="parameter to sweep"><option value="">choose…</option>{free.map((v) => <option key={v.name} value={v.name}>{v.name}{v.text ? ` — ${v.text}` : ""}</option>)}</select></label>
      <label>from<input value={from} placeholder={show(low)} onInput={(e) => setFrom(e.currentTarget.value)} aria-label="from" /></label>
      <label>to<input value={to} placeholder={show(high)} onInput={(e) => setTo(e.currentTarget.value)} aria-label="to" /></label>
      <label>runs<input value={count} onInput={(e) => setCount(e.currentTarget.value)} aria-label="number of runs" /></label>
      <button class="primary" disabled={!name || !!busy.value} onClick={() => sweep(name, number(from, low), number(to, high), many)}>Run {many}</button>
    </details>
  );
}

function Methods() {
  const usual = ["ida", "inline:bdf", "inline:radau5", "cvode", "dopri5"];
  const [chosen, setChosen] = useState<string[]>(usual.slice(0, 3));
  const all = translated.value?.methods?.length ? usual.concat(translated.value.methods.filter((m) => !usual.includes(m) && !/bdf\d|auto/.test(m))) : usual;
  return (
    <details>
      <summary>Compare methods</summary>
      <p class="hint">The same run by each; how far the plotted curves are from a run with a hundredth of the tolerance.</p>
      <div class="ticks">{all.slice(0, 12).map((m) => <label key={m} class="tick"><input type="checkbox" checked={chosen.includes(m)} onChange={() => setChosen(chosen.includes(m) ? chosen.filter((c) => c !== m) : [...chosen, m])} /> {m}</label>)}</div>
      <button class="primary" disabled={!chosen.length || !!busy.value} onClick={() => compareMethods(chosen)}>Compare</button>
    </details>
  );
}

function Calibrate() {
  const free = freeParameters();
  const [data, setData] = useState({ name: "", text: "" }), [over, setOver] = useState<{ name: string; low: string; high: string }[]>([]), [signals, setSignals] = useState("");
  return (
    <details>
      <summary>Fit to measurements</summary>
      <p class="hint">A CSV file whose first column is the time and whose others are named as variables of the model; columns of inputs drive it.</p>
      <label>measurements<input type="file" accept=".csv,text/csv" aria-label="measurements" onChange={async (e) => { const given = e.currentTarget.files?.[0]; if (given) setData({ name: given.name, text: await given.text() }); }} /></label>
      <label>find<select value="" aria-label="parameter to find" onChange={(e) => { const name = e.currentTarget.value; if (name && !over.some((o) => o.name === name)) setOver([...over, { name, low: "", high: "" }]); e.currentTarget.value = ""; }}><option value="">+ parameter…</option>{free.map((v) => <option key={v.name} value={v.name}>{v.name}</option>)}</select></label>
      {over.map((o, i) => {
        const change = (part: object) => setOver(over.map((each, k) => (k === i ? { ...each, ...part } : each)));
        return <div class="bounds" key={o.name}><span>{o.name}</span><input placeholder="min" value={o.low} aria-label={`smallest ${o.name}`} onInput={(e) => change({ low: e.currentTarget.value })} /><input placeholder="max" value={o.high} aria-label={`largest ${o.name}`} onInput={(e) => change({ high: e.currentTarget.value })} /><button class="tiny" aria-label={`leave out ${o.name}`} onClick={() => setOver(over.filter((_, k) => k !== i))}>×</button></div>;
      })}
      <label>columns<input value={signals} placeholder="all that the model has" onInput={(e) => setSignals(e.currentTarget.value)} aria-label="columns" /></label>
      <button class="primary" disabled={!data.text || !over.length || !!busy.value} onClick={() => calibrate(data.text, over.map((o) => (o.low || o.high ? `${o.name}=${o.low}:${o.high}` : o.name)), signals)}>Fit</button>
    </details>
  );
}

function Export() {
  const write = async (format: "c" | "fmi2" | "fmi3") => {
    const bytes = await exportAs(format);
    if (!bytes) return;
    const name = `${(translated.value?.model ?? "model").split(".").pop()}.${format === "c" ? "c" : "fmu"}`;
    save(name, new Blob([bytes as BlobPart]));
    say(`${name}, ${(bytes.length / 1024).toFixed(0)} kB`);
  };
  return (
    <details>
      <summary>Export</summary>
      <p class="hint">A C program with a fixed step, or a Functional Mock-up Unit for other tools (model exchange and co-simulation in one).</p>
      <div class="row">
        <button class="ghost framed" disabled={!!busy.value} onClick={() => write("c")}>C program</button>
        <button class="ghost framed" disabled={!!busy.value} onClick={() => write("fmi2")}>FMU 2.0</button>
        <button class="ghost framed" disabled={!!busy.value} onClick={() => write("fmi3")}>FMU 3.0</button>
      </div>
    </details>
  );
}

export function Analyse() {
  return <div class="analyse"><Linearize /><Sweep /><Methods /><Calibrate /><Export /></div>;
}

// ---- the table of runs

export function RunTable() {
  const all = [...kept.value].reverse();
  return (
    <div class="history">
      {!all.length && <p class="empty">Runs are listed here, also those of earlier days.</p>}
      <ul>
        {all.map((k, i) => (
          <li key={`${k.when}${i}`} class={k.outcome === "finished" ? "" : "bad"}>
            <div><b>{k.model.split(".").pop()}</b><small>{k.when.slice(0, 10)} {k.when.slice(11, 16)}</small><button class="tiny" aria-label="remove" onClick={() => forget(k)}>×</button></div>
            <small>{k.method}{k.outcome === "finished" ? "" : `, ${k.outcome}`} · {count(k.steps, "step")} · {k.newton} Newton · {count(k.events, "event")} · {(1000 * k.seconds).toFixed(1)} ms</small>
            {Object.keys(k.set).length > 0 && <small>with {Object.entries(k.set).map(([n, v]) => `${n} = ${typeof v === "number" ? show(v) : v}`).join(", ")}</small>}
            <small>{Object.entries(k.last).slice(0, 4).map(([n, v]) => `${n} → ${show(v)}`).join(", ")}</small>
            {k.curves?.length ? <button class="link" title="its curves as they were, beside the present ones" onClick={() => showKept(k)}>show curves</button> : null}
            <button class="link" disabled={!!busy.value || k.file !== file.value?.path} title={k.file === file.value?.path ? "" : `of ${k.file}`} onClick={() => (takeUp(k), simulate(true))}>run again</button>
          </li>
        ))}
      </ul>
      {all.length > 0 && <button class="ghost" onClick={() => forget(null)}>forget all</button>}
    </div>
  );
}

// ---- results, beside the plots

const complex = ([re, im]: [number, number]) => (im ? `${show(re)} ${im < 0 ? "−" : "+"} ${show(Math.abs(im))}i` : show(re));

function Matrix({ name, rows, left, top }: { name: string; rows: number[][]; left: string[]; top: string[] }) {
  if (!rows.length || !rows[0]?.length) return null;
  return (
    <table class="matrix"><caption>{name}</caption><thead><tr><th />{top.map((t) => <th key={t}>{t}</th>)}</tr></thead><tbody>{rows.map((r, i) => <tr key={i}><th>{left[i]}</th>{r.map((v, j) => <td key={j}>{v === null ? "∞" : show(v)}</td>)}</tr>)}</tbody></table>
  );
}

export function LinearView() {
  const s = linear.value;
  const [channel, setChannel] = useState(0);
  if (!s) return null;
  const c = s.channels[Math.min(channel, s.channels.length - 1)];
  const poles: Series = { name: "pole", x: s.poles.map((p: any) => p[0]), y: s.poles.map((p: any) => p[1]), color: colour(1), marks: "cross" };
  const zeros: Series = { name: "zero", x: (c?.zeros ?? []).map((p: any) => p[0]), y: (c?.zeros ?? []).map((p: any) => p[1]), color: colour(0), marks: "ring" };
  const unstable = s.poles.filter((p: any) => p[0] > 1e-9).length;
  return (
    <aside class="panel" aria-label="the linear system">
      <button class="tiny close" aria-label="close" onClick={() => (linear.value = null)}>×</button>
      <h4>Linear at t = {show(s.time)}: {count(s.states.length, "state")}, {count(s.inputs.length, "input")}, {count(s.outputs.length, "output")}</h4>
      {s.channels.length > 1 && <select aria-label="channel" value={channel} onChange={(e) => setChannel(Number(e.currentTarget.value))}>{s.channels.map((each: any, i: number) => <option key={i} value={i}>{each.input} → {each.output}</option>)}</select>}
      {c ? (
        <>
          <Chart label={`gain from ${c.input} to ${c.output}`} height={140} x={{ log: true, title: "" }} y={{ title: "gain [dB]" }} series={[{ name: "gain", x: c.w, y: c.gain.map((v: any) => v ?? NaN), color: colour(0) }]} />
          <Chart label={`phase from ${c.input} to ${c.output}`} height={140} x={{ log: true, title: "frequency [rad/s]" }} y={{ title: "phase [°]" }} series={[{ name: "phase", x: c.w, y: c.phase.map((v: any) => v ?? NaN), color: colour(2) }]} />
        </>
      ) : (
        <p class="hint">No frequency response: {s.inputs.length ? "name outputs" : "the model has no inputs"}. The poles tell how it moves by itself.</p>
      )}
      <Chart label="poles and zeros" height={190} zero x={{ title: "real part [1/s]" }} y={{ title: "imaginary part" }} series={[poles, zeros]} />
      <p>{unstable ? `${unstable} poles right of the axis: unstable` : "no pole right of the axis"}</p>
      <table class="poles"><thead><tr><th>pole</th><th>frequency</th><th>damping</th></tr></thead><tbody>{s.poles.slice(0, 60).map((p: any, i: number) => { const w = Math.hypot(p[0], p[1]); return <tr key={i}><td>{complex(p)}</td><td>{show(w)} rad/s</td><td>{w ? show(-p[0] / w) : ""}</td></tr>; })}</tbody></table>
      <details><summary>A, B, C, D</summary><div class="matrices"><Matrix name="A" rows={s.A} left={s.states} top={s.states} /><Matrix name="B" rows={s.B} left={s.states} top={s.inputs} /><Matrix name="C" rows={s.C} left={s.outputs} top={s.states} /><Matrix name="D" rows={s.D} left={s.outputs} top={s.inputs} /></div></details>
    </aside>
  );
}

export function ComparedView() {
  const all = compared.value;
  if (!all) return null;
  return (
    <aside class="panel" aria-label="methods side by side">
      <button class="tiny close" aria-label="close" onClick={() => (compared.value = null)}>×</button>
      <h4>Methods side by side</h4>
      <table class="poles methods"><thead><tr><th>method</th><th>steps</th><th>rejected</th><th>Newton</th><th>time</th><th title="largest distance of the plotted curves, in parts of their range">deviation</th></tr></thead>
        <tbody>{all.map(({ method, result: r, deviation }) => (
          <tr key={method} class={r?.outcome === "finished" || r?.outcome === "terminated" ? "" : "bad"}>
            <th>{method}</th>
            {r?.steps === undefined ? <td colSpan={5} title={r?.message}>{String(r?.message ?? "failed").split("\n")[0]}</td> : <><td>{r.steps}</td><td>{r.rejected}</td><td>{r.newton + (r.blockNewton ?? 0)}</td><td>{(1000 * r.solver).toFixed(1)} ms</td><td>{deviation === null ? r.outcome : deviation.toExponential(1)}</td></>}
          </tr>
        ))}</tbody></table>
      <p class="hint">The deviation is that of the plotted curves from a run by ida with a hundredth of the tolerance.</p>
    </aside>
  );
}

export function FittedView() {
  const f = fitted.value;
  if (!f) return null;
  const interval = ([a, b]: [number | null, number | null]) => (a === null || b === null ? "not determined" : `${show(a)} … ${show(b)}`);
  const found = Object.fromEntries(f.parameters.map((p: any) => [p.name, p.value])) as Record<string, number>;
  const split = (name: string) => [name.slice(0, name.indexOf(".")), name.slice(name.indexOf(".") + 1)];
  const writable = textOf.value === "own" && f.parameters.every((p: any) => /^\w+\.\w+$/.test(p.name));
  return (
    <aside class="panel" aria-label="the fit">
      <button class="tiny close" aria-label="close" onClick={() => (fitted.value = null)}>×</button>
      <h4>{f.converged ? "Fitted" : `Not at the end: ${f.message}`}, {f.runs} runs</h4>
      <table class="poles"><thead><tr><th>parameter</th><th>was</th><th>fitted</th><th>{100 * f.confidence_level} % interval</th></tr></thead><tbody>{f.parameters.map((p: any) => <tr key={p.name}><th>{p.name}</th><td>{show(p.start)}</td><td>{show(p.value)}</td><td>{p.at_bound ? "at its bound" : interval(p.confidence_interval)}</td></tr>)}</tbody></table>
      {f.not_told_apart.map((g: string[]) => <p key={g.join()} class="bad">{g.length === 1 ? `${g[0]} has no influence on what was measured` : `only a combination of ${g.join(", ")} is determined`}</p>)}
      <table class="poles"><thead><tr><th>column</th><th>deviation before</th><th>after</th></tr></thead><tbody>{f.signals.map((s: any) => <tr key={s.name}><th>{s.name}</th><td>{show(s.deviation_before)}</td><td>{show(s.deviation)}</td></tr>)}</tbody></table>
      <div class="row">
        <button class="primary" disabled={!!busy.value} onClick={() => { values.value = { ...values.value, ...found }; simulate(true); }}>Run with these</button>
        {writable && <button class="ghost framed" onClick={() => gesture(Object.entries(found).map(([n, v]) => ({ do: "set", name: split(n)[0], path: split(n)[1], value: String(Number(v.toPrecision(8))) })))}>Write into the model</button>}
      </div>
    </aside>
  );
}
