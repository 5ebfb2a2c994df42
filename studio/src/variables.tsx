// All variables of the translated model as a tree, with search.
import { useMemo, useState } from "preact/hooks";
import { explain, togglePlotted } from "./running";
import { pretty } from "./units";
import { activePlot, plots, translated, type Variable } from "./state";

interface Node {
  name: string;
  children: Map<string, Node>;
  variable?: Variable;
}

// The parts of a name: a, b[2] and c of a.b[2].c; of der(a.x) they are a and der(x).
function partsOf(name: string): string[] {
  const [, open, inner, close] = /^((?:der\()*)(.*?)(\)*)$/.exec(name)!;
  if (open.length !== 4 * close.length) return name.split(".");
  const parts = inner.split(".");
  return [...parts.slice(0, -1), open + parts[parts.length - 1] + close];
}

function treeOf(all: Variable[]): Node {
  const root: Node = { name: "", children: new Map() };
  for (const v of all) {
    let at = root;
    for (const part of partsOf(v.name)) {
      if (!at.children.has(part)) at.children.set(part, { name: part, children: new Map() });
      at = at.children.get(part)!;
    }
    at.variable = v;
  }
  return root;
}

function Leaf({ v, label }: { v: Variable; label: string }) {
  const plotted = plots.value.find((p) => p.id === activePlot.value)?.names.includes(v.name) ?? false;
  return (
    <label class="leaf" title={`${v.name}${v.text ? "\n" + v.text : ""}`}>
      <input type="checkbox" checked={plotted} onChange={() => togglePlotted(v.name)} />
      <span>{label}</span>
      {v.state && <em title="a state">x</em>}
      {v.unit && <small>{pretty(v.unit)}</small>}
      <button class="tiny" title="which equation determines it?" aria-label={`explain ${v.name}`} onClick={(e) => (e.preventDefault(), explain(v.name))}>=</button>
    </label>
  );
}

function Branch({ node, depth }: { node: Node; depth: number }) {
  const [open, setOpen] = useState(false);
  const kids = [...node.children.values()].sort((a, b) => Number(!!a.children.size) - Number(!!b.children.size) || a.name.localeCompare(b.name, undefined, { numeric: true }));
  return (
    <li role="treeitem" aria-expanded={node.children.size ? open : undefined}>
      {node.variable && <div style={{ paddingLeft: `${12 * depth}px` }}><Leaf v={node.variable} label={node.name} /></div>}
      {node.children.size > 0 && (
        <button class="branch" style={{ paddingLeft: `${8 + 12 * depth}px` }} onClick={() => setOpen(!open)}><i class={open ? "caret open" : "caret"} />{node.name}</button>
      )}
      {open && <ul role="group">{kids.map((k) => <Branch node={k} depth={depth + 1} key={k.name} />)}</ul>}
    </li>
  );
}

export function Variables() {
  const [query, setQuery] = useState("");
  const [parameters, setParameters] = useState(false);
  const all = useMemo(() => (translated.value?.variables ?? []).filter((v) => (parameters || !v.parameter) && !v.hidden && v.type !== "String"), [translated.value, parameters]);
  const root = useMemo(() => treeOf(all), [all]);
  if (!translated.value) return <p class="empty">Simulate the model, then its variables are listed here.</p>;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length ? all.filter((v) => words.every((w) => v.name.toLowerCase().includes(w) || v.text?.toLowerCase().includes(w))).slice(0, 200) : [];
  const top = [...root.children.values()].sort((a, b) => Number(!!a.children.size) - Number(!!b.children.size) || a.name.localeCompare(b.name));
  return (
    <div class="variables">
      <input class="search" type="search" placeholder={`Search ${all.length} variables…`} aria-label="Search variables" value={query} onInput={(e) => setQuery(e.currentTarget.value)} />
      <label class="check"><input type="checkbox" checked={parameters} onChange={(e) => setParameters(e.currentTarget.checked)} /> with parameters</label>
      {words.length ? <div>{hits.map((v) => <Leaf key={v.name} v={v} label={v.name} />)}{!hits.length && <p class="empty">nothing found</p>}</div> : <ul role="tree" aria-label="variables" class="tree">{top.map((n) => <Branch node={n} depth={0} key={n.name} />)}</ul>}
    </div>
  );
}
