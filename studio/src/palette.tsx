// What can be put into a diagram: libraries as a tree, search, and quick insertion by typing.
import { effect, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { document_, theCanvas } from "./actions";
import { ownText } from "./document";
import { request } from "./rpc";
import { iconElement } from "./shapes";
import { complain, drawn, file, quick, shownClass, type ClassEntry } from "./state";
import { Icon } from "./icons";
import { TypingBox } from "./typing_box";

const icons = new Map<string, any>();
const iconVersion = signal(0);
let wanted = new Set<string>();
function wantIcon(cls: string) {
  if (icons.has(cls) || wanted.has(cls)) return;
  wanted.add(cls);
  if (wanted.size === 1)
    setTimeout(async () => {
      const all = [...wanted];
      wanted = new Set();
      const got = await request("formola/icons", { classes: all, uri: file.value?.uri }).catch(() => ({}));
      for (const cls of all) icons.set(cls, got[cls] ?? null);
      iconVersion.value++;
    }, 10);
}

// Own classes look otherwise when their text has changed.
let own: string[] = [];
effect(() => {
  drawn.value;
  const old = [...icons.keys()].filter((cls) => own.includes(cls.split(".")[0]));
  if (!old.length) return;
  for (const cls of old) icons.delete(cls);
  iconVersion.value = iconVersion.peek() + 1;
});

export function ClassIcon({ cls, size = 26 }: { cls: string; size?: number }) {
  const place = useRef<HTMLSpanElement>(null);
  iconVersion.value;
  useEffect(() => {
    wantIcon(cls);
    const icon = icons.get(cls);
    place.current!.replaceChildren(...(icon ? [iconElement(icon, size)] : []));
  });
  return <span class="class-icon" ref={place} />;
}

// from: with its package, where classes of several stand in one list.
function Entry({ entry, active, insert, from }: { entry: ClassEntry; active?: boolean; insert?: (cls: string) => void; from?: boolean }) {
  const short = entry.name.split(".").pop()!;
  return (
    <div
      class={active ? "entry active" : "entry"}
      draggable
      role="option"
      aria-selected={!!active}
      data-class={entry.name}
      title={`${entry.name}\n${entry.description}`}
      onDragStart={(e) => {
        e.dataTransfer!.setData("application/x-formola-class", entry.name);
        e.dataTransfer!.effectAllowed = "copy";
      }}
      onDblClick={() => (insert ? insert(entry.name) : theCanvas()?.insertFree(entry.name))}
      onClick={() => insert?.(entry.name)}
    >
      <ClassIcon cls={entry.name} />
      <span class="names"><b>{short}{from && <em>{entry.name.slice(0, -short.length - 1)}</em>}</b><small>{entry.description || entry.name}</small></span>
      {!insert && <button class="tiny" aria-label={`insert ${short}`} title="insert" onClick={(e) => (e.stopPropagation(), theCanvas()?.insertFree(entry.name))}>+</button>}
      {!insert && <button class="tiny" aria-label={`documentation of ${short}`} title="documentation" onClick={(e) => (e.stopPropagation(), document_(entry.name))}>?</button>}
    </div>
  );
}

const canBeInserted = (c: ClassEntry) => (c.kind === "model" || c.kind === "block" || c.kind === "connector") && !c.partial && c.name !== shownClass.value;

function Branch({ entry, depth }: { entry: ClassEntry; depth: number }) {
  const [open, setOpen] = useState(false);
  const [children, setChildren] = useState<ClassEntry[] | null>(null);
  const toggle = async () => {
    setOpen(!open);
    if (!children || own.includes(entry.name.split(".")[0])) setChildren(await request("formola/library", { class: entry.name, uri: file.value?.uri }).catch((why) => (complain(why), [])));
  };
  const shown = (children ?? []).filter((c) => c.package || canBeInserted(c));
  return (
    <li role="treeitem" aria-expanded={open}>
      <button class="branch" style={{ paddingLeft: `${8 + 12 * depth}px` }} onClick={toggle} title={entry.description}>
        <i class={open ? "caret open" : "caret"} />{entry.name.split(".").pop()}
      </button>
      {open && (
        <ul role="group">
          {shown.map((c) => (c.package ? <Branch entry={c} depth={depth + 1} key={c.name} /> : <li key={c.name} role="treeitem" style={{ paddingLeft: `${10 + 12 * depth}px` }}><Entry entry={c} /></li>))}
          {children && !shown.length && <li class="empty">nothing to insert here</li>}
        </ul>
      )}
    </li>
  );
}

export function Palette() {
  const [query, setQuery] = useState("");
  const [libraries, setLibraries] = useState<ClassEntry[]>([]);
  const [hits, setHits] = useState<ClassEntry[]>([]);
  useEffect(() => {
    request("formola/library", { class: "", uri: file.value?.uri }).then((all: ClassEntry[]) => {
      own = all.filter((l) => l.own).map((l) => l.name);
      setLibraries(all.filter((l) => (l.own ? l.package || canBeInserted(l) : !/^Modelica(Services|Reference|Test)|Complex|ObsoleteModelica/.test(l.name))));
    }, complain);
  }, [file.value?.uri, shownClass.value]);
  useEffect(() => {
    if (!query.trim()) return setHits([]);
    const timer = setTimeout(() => request("formola/search", { query, uri: file.value?.uri, libraries: libraries.map((l) => l.name) }).then(setHits, complain), 60);
    return () => clearTimeout(timer);
  }, [query, libraries]);
  return (
    <div class="palette">
      <input class="search" type="search" placeholder="Search components…" aria-label="Search components" value={query} onInput={(e) => setQuery(e.currentTarget.value)} />
      {query.trim() ? (
        <div role="listbox" aria-label="components" class="entries">
          {hits.map((h) => <Entry entry={h} key={h.name} from />)}
          {!hits.length && <p class="empty">nothing found</p>}
        </div>
      ) : (
        <ul role="tree" aria-label="libraries" class="tree">{libraries.map((l) => (l.package ? <Branch entry={l} depth={0} key={l.name} /> : <li key={l.name} role="treeitem"><Entry entry={l} /></li>))}</ul>
      )}
      <p class="hint">Drag a component into the diagram, or click its +.<span class="by-key"> Or press <kbd>A</kbd> there and type.</span></p>
    </div>
  );
}

// The libraries whose names the text has, before ours.
const used = () => [...new Set([...ownText().matchAll(/\b([A-Z]\w*)\./g)].map((m) => m[1]).filter((name) => name !== "Formola" && !own.includes(name))), "Formola"];

// Type a few letters where the component shall stand.
export function QuickInsert() {
  const place = quick.value;
  if (!place) return null;
  return (
    <TypingBox<ClassEntry>
      key={`${place.x},${place.y}`} label="insert a component" placeholder="insert: resistor, inertia, step …" place={place}
      search={async (query) => (query.trim() ? (await request<ClassEntry[]>("formola/search", { query, uri: file.value?.uri, libraries: used() })).slice(0, 8) : [])}
      row={(hit, active, choose) => <Entry entry={hit} key={hit.name} active={active} insert={choose} from />}
      choose={(hit) => (place.free ? theCanvas()?.insertFree(hit.name) : theCanvas()?.insertAtScreen(hit.name, place.x, place.y))}
      close={() => {
        quick.value = null;
        theCanvas()?.focus();
      }}
    />
  );
}

export { Icon };
