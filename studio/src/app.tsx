// The page: bars, panes and what lies over them.
import { useEffect, useRef, useState } from "preact/hooks";
import { document_, open, openDialog, setCanvas, showKeys, theCanvas } from "./actions";
import { Analyse, RunTable } from "./analyse";
import { Connecting } from "./connect";
import { Diagram } from "./diagram";
import { Documentation, ParameterDialog, RunSettings } from "./dialogs";
import { allFiles, applyRepair, ascend, gesture, newModel, openFile, ownText, present, save, saveAll, settle, showClass, unsaved } from "./document";
import { appendToEquation, history_, mountEditor, redoText, replaceRange, reveal, undoText } from "./editor";
import { editIcon, IconEditor } from "./icon_editor";
import { Icon } from "./icons";
import { Palette, QuickInsert } from "./palette";
import { Lower } from "./plots";
import { Rename } from "./rename";
import { headline, loose, structuralRepairs } from "./repairs";
import { cancel, explain, look, pause, showEquations, showMatrices, simulate } from "./running";
import { Start, Tour } from "./start";
import {
  busy, classes, closeDrawer, compared, connected, dirty, drawn, file, findings, fitted, help, lens, linear, lower, matrices, pane, progress, project, returning, rootClass, rootUri, see, seenOld, selectedWire, selection,
  say, settingsOpen, shownClass, spoken, stale, started, structural, textOf, textOpen, theirs, theme, toasts, tool, trail, view, type Finding,
} from "./state";
import { count } from "./units";
import { Variables } from "./variables";

function Bar() {
  const models = classes.value.filter((c) => !c.package);
  return (
    <header class="bar">
      <button class="brand" title="start page" aria-label="start page" onClick={() => (started.value = false)}>
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="8" /><path d="M9 24c4 0 4-16 8-16s2 6 6 6M11 17h8" /></svg>
      </button>
      <div class="where">
        <span class="file" title={file.value ? `${project.value?.folder}/${file.value.path}` : ""}>{file.value?.path}{dirty.value && <i title="not saved">●</i>}</span>
        {models.length > 1 && trail.value.length === 1 ? (
          <select aria-label="class" value={shownClass.value} onChange={(e) => showClass(e.currentTarget.value)}>{models.map((c) => <option key={c.name} value={c.name}>{c.name}</option>)}</select>
        ) : (
          <nav class="crumbs" aria-label="where you are">{trail.value.map((t, i) => <button key={i} class="link" disabled={i === trail.value.length - 1} onClick={() => ascend(i)}>{t.label}</button>)}</nav>
        )}
        {drawn.value?.readOnly && <span class="note">library, read only</span>}
      </div>
      <div class="group">
        <button class="ghost" title="undo (Ctrl+Z)" aria-label="undo" disabled={!history_.value.undo} onClick={undoText}><Icon name="undo" /></button>
        <button class="ghost" title="redo (Ctrl+Y)" aria-label="redo" disabled={!history_.value.redo} onClick={redoText}><Icon name="redo" /></button>
        {textOf.value === "own" && drawn.value && !drawn.value.readOnly && <button class="ghost icon-button" title="draw the icon of this class" aria-label="icon of this class" onClick={editIcon}><Icon name="shapes" /></button>}
        <button class="ghost" title="save (Ctrl+S)" aria-label="save" disabled={!dirty.value} onClick={save}><Icon name="save" /></button>
        {unsaved.value.some((path) => path !== file.value?.path) && <button class="ghost framed" title={`save all (Ctrl+Shift+S): ${unsaved.value.join(", ")}`} onClick={saveAll}>Save {unsaved.value.length}</button>}
      </div>
      <span class="spring" />
      <div class="group lens" title="see through: which way things are computed, loops, what a method iterates">
        <Icon name="eye" />
        <select aria-label="see through" value={lens.value} onChange={(e) => look(e.currentTarget.value)}>
          <option value="">see through…</option>
          <option value="ida">sorted equations (ida)</option>
          <option value="inline:bdf">inline:bdf</option>
          <option value="inline:radau5">inline:radau5</option>
          <option value="inline:be">inline:be</option>
        </select>
      </div>
      <div class="group run">
        {busy.value ? (
          <>
            {progress.value && (progress.value.paused
              ? <button class="ghost framed" onClick={() => pause(true)}><Icon name="play" /> Go on</button>
              : <button class="ghost framed" title="stand still between two steps" onClick={() => pause(false)}><Icon name="pause" /> Pause</button>)}
            <button class="danger" onClick={cancel}><Icon name="stop" /> Stop</button>
          </>
        ) : (
          <button class="primary" title="simulate (Ctrl+Enter)" onClick={() => simulate(true)}><Icon name="play" /> Simulate</button>
        )}
        <button class="ghost" aria-label="experiment and method" title="experiment and method" aria-expanded={settingsOpen.value} onClick={() => (settingsOpen.value = !settingsOpen.value)}><Icon name="gear" /></button>
        <RunSettings />
      </div>
      <button class="ghost" aria-label="text" title="show or hide the text" aria-pressed={textOpen.value} onClick={() => (textOpen.value = !textOpen.value)}><Icon name="text" /></button>
      <button class="ghost plotted" aria-label="plots" title="show or hide the plots" aria-pressed={lower.value} onClick={() => (lower.value = !lower.value)}><Icon name="chart" /></button>
      <button class="ghost theme" aria-label="light or dark" title="light or dark" onClick={() => (theme.value = document.documentElement.dataset.theme === "dark" ? "light" : "dark")}><Icon name={document.documentElement.dataset.theme === "dark" ? "moon" : "sun"} /></button>
      {busy.value && <div class={progress.value ? "progress" : "progress endless"} role="progressbar" aria-label={busy.value} aria-valuenow={progress.value ? Math.round(100 * progress.value.part) : undefined}><i style={{ width: progress.value ? `${100 * progress.value.part}%` : "30%" }} /></div>}
    </header>
  );
}

function Side() {
  const choose = (name: typeof tool.value) => (tool.value = tool.value === name ? "none" : name);
  return (
    <aside class={tool.value === "none" ? "side" : "side open"}>
      <nav class="rail" aria-label="tools">
        <button aria-pressed={tool.value === "library"} title="components" aria-label="components" onClick={() => choose("library")}><Icon name="library" /></button>
        <button aria-pressed={tool.value === "variables"} title="variables" aria-label="variables" onClick={() => choose("variables")}><Icon name="list" /></button>
        <button aria-pressed={tool.value === "analyse"} title="analyse: linearise, sweep, compare, fit, export" aria-label="analyse" onClick={() => choose("analyse")}><Icon name="flask" /></button>
        <button aria-pressed={tool.value === "runs"} title="runs, also earlier ones" aria-label="runs" onClick={() => choose("runs")}><Icon name="clock" /></button>
        <button aria-pressed={tool.value === "files"} title="files" aria-label="files" onClick={() => choose("files")}><Icon name="folder" /></button>
        <span class="spring" />
        <button title="documentation of this class" aria-label="documentation" onClick={() => { closeDrawer(); if (help.value) help.value = null; else document_(shownClass.value); }}><Icon name="help" /></button>
      </nav>
      {tool.value !== "none" && (
        <div class="drawer">
          {tool.value === "library" && <Palette />}
          {tool.value === "variables" && <Variables />}
          {tool.value === "analyse" && <Analyse />}
          {tool.value === "runs" && <RunTable />}
          {tool.value === "files" && (
            <>
            <NewModel />
            <ul class="files">{allFiles.value.map((f) => <li key={f}><button class="link" aria-current={f === file.value?.path} onClick={() => { closeDrawer(); openFile(f); }}>{f}{unsaved.value.includes(f) && <i title="not saved">●</i>}</button></li>)}{!allFiles.value.length && <li class="empty">no files yet</li>}</ul>
            </>
          )}
        </div>
      )}
    </aside>
  );
}

function NewModel() {
  const [name, setName] = useState("");
  const wrong = name !== "" && !/^[A-Za-z_]\w*$/.test(name);
  return (
    <form class="new-model" onSubmit={(e) => (e.preventDefault(), name && !wrong && (closeDrawer(), newModel(name), setName("")))}>
      <input aria-label="name of a new model" placeholder="New model…" value={name} class={wrong ? "outside" : ""} title={wrong ? "letters, digits and _, no digit first" : "in a file beside the one that is open"} spellcheck={false} autocomplete="off" onInput={(e) => setName(e.currentTarget.value.trim())} />
      <button class="ghost framed" disabled={!name || wrong}>Create</button>
    </form>
  );
}

// Where the mistake is by now: more may have been typed since it was found.
function correct(finding: Finding) {
  const at = present(finding.range);
  if (at) replaceRange(at, finding.data!.replaceBy!);
  else say("the text has changed there meanwhile", "error");
}

function Canvas() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const diagram = new Diagram(host.current!);
    setCanvas(diagram);
    (window as any).formolaDiagram = diagram;
    return () => {
      diagram.dispose();
      setCanvas(null);
    };
  }, []);
  const empty = drawn.value && !drawn.value.picture.components.length && !drawn.value.picture.shapes.length;
  const text = findings.value, structure = text.some((f) => f.severity === 1) ? [] : structural.value;
  const told = [...text, ...structure] as Finding[];
  const written = empty && /^\s*(equation|algorithm)\b/m.test(ownText());
  const errors = told.filter((f) => f.severity === 1).length;
  const own = textOf.value === "own";
  const spelling = own ? text.find((f) => f.data?.replaceBy) : undefined;
  const proposed = own ? text.find((f) => f.data?.edits) : undefined;
  const repairs = own ? [
    ...(spelling ? [{ label: `Change to ${spelling.data!.replaceBy}`, apply: async () => correct(spelling) }] : []),
    ...(proposed ? [{ label: proposed.data!.title!, apply: async () => applyRepair(proposed) }] : []),
    ...structuralRepairs(told),
  ] : [];
  const first = told.find((f) => f.severity === 1) ?? told[0];
  // parts that wait for their lines are no mistake yet
  const waiting = errors && !text.some((f) => f.severity === 1) && own && drawn.value ? loose(drawn.value) : [];
  return (
    <div class="diagram">
      <div class="host" ref={host} />
      <Handles />
      {empty && textOf.value === "own" && (
        <div class="nothing">
          <p>{drawn.value!.readOnly || written ? "This class has no diagram: it is made of equations." : "No components here yet."}</p>
          {!drawn.value!.readOnly && <p>{written ? `${errors ? "" : "It runs as it is. "}To draw, press` : "Press"} <kbd>A</kbd> or double-click and type the name of a component, or open the library on the left.</p>}
        </div>
      )}
      {stale.value && <div class="banner" role="status">The text is being changed; this is the last good picture.</div>}
      <div class="corner">
        <button class="ghost keys" aria-label="keys" title="keys (?)" onClick={showKeys}>⌨</button>
        <button class="ghost" aria-label="zoom in" onClick={() => theCanvas()?.zoom(1.25)}>+</button>
        <button class="ghost" aria-label="zoom out" onClick={() => theCanvas()?.zoom(0.8)}>−</button>
        <button class="ghost" aria-label="fit" title="fit (F)" onClick={() => theCanvas()?.fit()}><Icon name="fit" /></button>
      </div>
      {(repairs.length > 0 || first) && (
        <div class="told">
          {repairs.length > 0 && <div class="repairs">{repairs.map((r) => <button key={r.label} class="repair" onClick={() => r.apply()}>{r.label}</button>)}</div>}
          {first && (
            <button class={waiting.length ? "count pending" : errors ? "count error" : "count"} title={told.map((f) => f.message).join("\n\n")} onClick={() => { const r = first.range && (present(first.range) ?? first.range); if (!r) return; pane.value = "text"; textOpen.value = true; reveal(r.start.line, r.start.character, r.end.line, r.end.character); }}>
              {waiting.length ? "not composed yet" : errors ? count(errors, "error") : count(told.length, "warning")}
              <span>{waiting.length ? `nothing is connected to ${waiting.slice(0, 4).map((p) => p.name).join(", ")}${waiting.length > 4 ? ", …" : ""}` : headline(told)}</span>
            </button>
          )}
        </div>
      )}
      <Seen />
    </div>
  );
}

function Seen() {
  const s = see.value;
  if (!s || !lens.value) return null;
  return (
    <aside class="seen" aria-label="see through">
      <button class="tiny" aria-label="close" onClick={() => look("")}>×</button>
      <p><b>{lens.value}</b>: {count(s.equations, "equation")}, {count(s.states, "state")}{s.aliases ? `, ${s.aliases} alias${s.aliases === 1 ? "" : "es"} removed` : ""}</p>
      {seenOld.value && <p class="old" role="status">The text has changed since. <button class="link" onClick={() => look(lens.value)}>look again</button></p>}
      <p>largest block {s.largest}; {s.iterated.length ? <>{s.iterated.length} iterated: <NameList names={s.iterated} most={3} /></> : "nothing is iterated"}</p>
      <ul>{s.loops.slice(0, 5).map((l: any, i: number) => <Loop key={i} l={l} i={i} />)}</ul>
      {s.loops.length > 5 && <p>and {s.loops.length - 5} smaller ones</p>}
      <p><button class="link" onClick={showMatrices}>incidence matrices and digraph</button></p>
      <p class="key"><span><i class="out">▶</i> determined by the component</span> <span><i class="in">▶</i> given to it</span>{s.iterated.length > 0 && <span><i class="dot">n</i> iterated in it</span>}</p>
    </aside>
  );
}

const NameList = ({ names, most }: { names: string[]; most: number }) => (
  <>{names.slice(0, most).map((name, i) => <span key={name}>{i > 0 && ", "}<button class="link" title="which equation determines it?" onClick={() => explain(name.replace(/^der\((.*)\)$/, "$1"))}>{name}</button></span>)}{names.length > most && ", …"}</>
);

// A loop with its torn variables. One is pinned by a term residue(x) in an equation of the model's own text; where all equations stand in libraries, by a statement of its own.
function Loop({ l, i }: { l: any; i: number }) {
  const [open, setOpen] = useState(false);
  // the values at inner stages of a step follow that of the model
  const candidates = [...new Set<string>([...l.torn, ...l.unknowns].map((n) => n.replace(/^\$\d+\./, "")))].filter((n) => /^(der\()?[A-Za-z_][\w.[\]]*\)?$/.test(n)).slice(0, 12);
  const text = open ? ownText().replace(/\s/g, "") : "";
  const pinned = (name: string) => text.includes(`residue(${name})`);
  const pin = (name: string) => {
    if (!l.own.length) return void gesture([{ do: "pin", name }], { class: rootClass.value });
    // the equation in which it stands; else the first one
    const word = new RegExp(`(?<![\\w.])${name.replace(/^der\((.*)\)$/, "$1").replace(/[.[\]]/g, "\\$&")}(?![\\w.])`);
    const equation = l.own.find((e: any) => word.test(e.text)) ?? l.own[0];
    appendToEquation(equation.endLine, equation.text, ` + residue(${name})`);
  };
  const why = !candidates.length ? "residue(x) cannot be written: the unknowns of this loop have no names in the text."
    : file.value?.uri !== rootUri.value || textOf.value !== "own" ? "residue(x) is written into the model that is run: go back to it first." : "";
  return (
    <li onPointerEnter={() => (selection.value = new Set(l.components))} onPointerLeave={() => (selection.value = new Set())}>
      <i class={`swatch loop${i % 6}`} /> {l.kind}, {l.size} equations{l.torn.length > 0 && <>; torn: <NameList names={l.torn} most={3} /></>}
      {l.torn.length > 0 && <button class="tiny" title={why || "choose what is iterated: residue(x) in the text"} aria-label={`pin what is iterated in loop ${i + 1}`} aria-expanded={open} onClick={() => (why ? say(why, "error") : setOpen(!open))}><Icon name="pin" /></button>}
      {open && <div class="pins">{candidates.map((name) => <button key={name} class="ghost framed" disabled={pinned(name)} onClick={() => pin(name)}>{name}</button>)}</div>}
    </li>
  );
}

// Buttons beside what is selected.
function Handles() {
  const names = selection.value;
  drawn.value;
  view.value;
  const box = names.size ? theCanvas()?.screenBox(names) : null;
  if (!box && selectedWire.value < 0) return null;
  const own = textOf.value === "own" && !drawn.value?.readOnly;
  const canvas = theCanvas()!;
  const one = names.size === 1 ? [...names][0] : "";
  const place = box ? { left: `${Math.max(4, Math.min(box.x + box.width / 2 - 105, canvas.width - 40 * (own ? (one ? 7 : 5) : 3)))}px`, top: `${Math.max(4, box.y - 46)}px` } : { left: "12px", top: "12px" };
  return (
    <div class="handles" style={place} role="toolbar" aria-label="selection">
      {one && <button title="values (Enter)" aria-label="values" onClick={() => openDialog(one)}><Icon name="edit" /></button>}
      {one && <button title="open (O)" aria-label="open" onClick={() => open(one)}><Icon name="enter" /></button>}
      {own && box && <button title="rotate (R)" aria-label="rotate" onClick={() => canvas.turn((name) => ({ do: "rotate", name, degrees: 90 }))}><Icon name="rotate" /></button>}
      {own && box && <button title="flip (H)" aria-label="flip" onClick={() => canvas.turn((name) => ({ do: "flip", name, how: "horizontal" }))}><Icon name="flip" /></button>}
      {own && names.size > 1 && <button title="in one row" aria-label="in one row" onClick={() => canvas.align("row")}><Icon name="row" /></button>}
      {own && names.size > 1 && <button title="in one column" aria-label="in one column" onClick={() => canvas.align("column")}><Icon name="column" /></button>}
      {one && trail.value.length === 1 && <button title="its equations, and what they determine (E)" aria-label="equations" onClick={() => showEquations({ component: one })}><Icon name="sum" /></button>}
      {one && <button title="documentation" aria-label="documentation" onClick={() => document_(drawn.value!.picture.components.find((c) => c.name === one)!.class)}><Icon name="help" /></button>}
      {own && <button title="delete (Del)" aria-label="delete" onClick={() => canvas.remove()}><Icon name="trash" /></button>}
    </div>
  );
}

function TextPane() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => mountEditor(host.current!), []);
  return <div class="text" ref={host} />;
}

function Splitter({ name, label, vertical }: { name: string; label: string; vertical?: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  const [part, setPart] = useState(0); // of the window, in percent; 0: not moved yet
  const set = (value: number) => {
    const next = Math.round(Math.max(12, Math.min(80, value)));
    document.documentElement.style.setProperty(name, `${next}%`);
    setPart(next);
  };
  const at = (x: number, y: number) => (vertical ? (innerHeight - y) / innerHeight : (innerWidth - x) / innerWidth) * 100;
  const keys = (e: KeyboardEvent) => {
    const step = { ArrowLeft: 4, ArrowUp: 4, ArrowRight: -4, ArrowDown: -4 }[e.key];
    if (!step || vertical !== /Up|Down/.test(e.key)) return;
    e.preventDefault();
    const box = bar.current!.getBoundingClientRect();
    set(at(box.x, box.y) + step);
  };
  return (
    <div
      class={vertical ? "splitter flat" : "splitter"} ref={bar} role="separator" tabIndex={0} aria-label={label} aria-orientation={vertical ? "horizontal" : "vertical"} aria-valuemin={12} aria-valuemax={80}
      aria-valuenow={part || undefined} onKeyDown={keys} onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)} onPointerMove={(e) => e.buttons && set(at(e.clientX, e.clientY))}
    />
  );
}

export function App() {
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && e.key === "Enter") return e.preventDefault(), void simulate();
      if (e.defaultPrevented) return; // the text or the canvas has done it
      if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "s") return e.preventDefault(), void (e.shiftKey ? saveAll() : save());
      // where nothing has the focus the canvas means it
      if (e.target === document.body && started.value && !document.querySelector("dialog[open]")) theCanvas()?.key(e);
    };
    const leave = (e: BeforeUnloadEvent) => {
      if (unsaved.value.length) e.preventDefault();
    };
    addEventListener("keydown", keys);
    addEventListener("beforeunload", leave);
    return () => (removeEventListener("keydown", keys), removeEventListener("beforeunload", leave));
  }, []);
  const open_ = started.value;
  return (
    <>
      {!open_ && <Start />}
      <div class={`studio show-${pane.value}${open_ ? "" : " away"}${textOpen.value ? "" : " no-text"}${lower.value ? " with-plots" : ""}${linear.value || compared.value || fitted.value || matrices.value ? " with-panel" : ""}`}>
        <Bar />
        <div class="body">
          <Side />
          <div class="main">
            {theirs.value && (
              <div class="choice" role="alert">
                <span><b>{file.value?.path}</b> was changed by another program, and here.</span>
                <button class="ghost framed" onClick={() => settle(true)}>Take the file's text</button>
                <button class="ghost framed" onClick={() => settle(false)}>Keep mine</button>
              </div>
            )}
            <div class="upper">
              <Canvas />
              <Splitter name="--text-width" label="width of the text" vertical={false} />
              <TextPane />
              <Documentation />
            </div>
            {lower.value && <Splitter name="--plots-height" label="height of the plots" vertical />}
            {lower.value && <Lower />}
          </div>
        </div>
        <nav class="phone" aria-label="panes">
          {(["diagram", "text", "plots"] as const).map((p) => <button key={p} aria-pressed={pane.value === p} onClick={() => { pane.value = p; closeDrawer(); if (p === "plots") lower.value = true; if (p === "text") textOpen.value = true; }}><Icon name={p === "diagram" ? "cube" : p === "text" ? "text" : "chart"} />{p}</button>)}
        </nav>
      </div>
      <QuickInsert />
      <Connecting />
      <Rename />
      <ParameterDialog />
      <IconEditor />
      <Tour />
      <div class="toasts" role="status" aria-live="polite">{toasts.value.map((t) => <div class={`toast ${t.kind}`} key={t.id}>{t.text}</div>)}</div>
      <div class="spoken" role="status">{spoken.value}</div>
      {!connected.value && returning.value && <div class="gone" role="alert"><p><b>The server crashed.</b> It is being started again …</p></div>}
      {!connected.value && !returning.value && <div class="gone" role="alert"><p><b>The server is gone.</b> Start <code>formola studio</code> again and open the address that it prints. {dirty.value ? "Your text is still here: copy it from the text pane before you leave." : ""}</p></div>}
    </>
  );
}
