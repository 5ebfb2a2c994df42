// What the page knows: the document, the picture, selections, runs.
import { computed, signal } from "@preact/signals";
import type { Curve } from "./rpc";

// ---- pictures, as src/draw/json_writer.cpp writes them
export type Point = [number, number];
export type Extent = [Point, Point];
export interface Shape {
  path?: string;
  line?: { color: number[]; pattern: string; thickness: number };
  fill?: { color: number[]; pattern: string; lineColor?: number[]; box?: number[] };
  text?: string;
  at?: Point;
  size?: number;
  angle?: number;
  align?: string;
  color?: number[];
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  font?: string;
  image?: string;
  box?: number[];
}
export interface Port {
  name: string;
  at: Point;
  outward: Point;
  color: number[];
  kind: string;
  causality: string;
}
export interface Part {
  name: string;
  class: string;
  box: Extent;
  icon: Extent;
  placement: number[];
  inherited: boolean;
  connector: boolean;
  absent: boolean;
  placed: boolean;
  ports: Port[];
  shapes: Shape[];
}
export interface Wire {
  from: string;
  to: string;
  points: Point[];
  absent: boolean;
  routed: boolean;
  shapes: Shape[];
}
export interface Picture {
  class: string;
  layer: string;
  extent: Extent;
  shapes: Shape[];
  components: Part[];
  connections: Wire[];
  junctions: { at: Point; color: number[] }[];
}
export type Place = [number, number, number, number] | null; // line, column, line, column
export interface Drawn {
  version: number;
  readOnly: boolean;
  serial: number;
  base?: number; // the picture whose components and connections are meant by numbers
  picture: Picture;
  places: { components: Place[]; connections: Place[] };
}

// ---- the document
export interface ClassEntry {
  name: string;
  kind: string;
  partial: boolean;
  package: boolean;
  own?: boolean; // of the open text, or of its library
  description: string;
  line?: number;
}
export interface Finding {
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  severity: number;
  message: string;
  code?: string;
  data?: { replaceBy?: string; title?: string; edits?: { range: Finding["range"]; newText: string }[] };
  relatedInformation?: { message: string }[];
}
// Of the structure: it may have no place in the text.
export interface StructureFinding extends Omit<Finding, "range"> {
  range: Finding["range"] | null;
}

export const project = signal<{ folder: string; files: string[]; version: string } | null>(null);
export const connected = signal(true);
export const returning = signal(false); // to a server that is being started again
export const file = signal<{ uri: string; path: string; isNew: boolean } | null>(null);
export const dirty = signal(false);
// What another program has written into the open file, which has changes of its own.
export const theirs = signal<{ text: string; stamp: string } | null>(null);
export const classes = signal<ClassEntry[]>([]);
// The class that is shown; further ones are those that one has descended into.
export interface Step {
  cls: string;
  label: string;
  uri: string; // of the file that was open then
}
export const trail = signal<Step[]>([]);
export const shownClass = computed(() => trail.value[trail.value.length - 1]?.cls ?? "");
export const rootClass = computed(() => trail.value[0]?.cls ?? "");
// Of the class that is run: one may have descended into other files.
export const rootUri = computed(() => trail.value[0]?.uri ?? file.value?.uri ?? "");
export const drawn = signal<Drawn | null>(null);
export const stale = signal(false); // the text is wrong: the picture is the last good one
export const findings = signal<Finding[]>([]);
export const structural = signal<StructureFinding[]>([]); // told when single equations are right
export const selection = signal<ReadonlySet<string>>(new Set());
export const selectedWire = signal<number>(-1);
export const view = signal(0); // another number whenever the canvas shows another part of the diagram
export const textOf = signal<"own" | "library">("own");

// ---- surroundings
export type Theme = "light" | "dark" | "auto";
export const theme = signal<Theme>("auto");
export const tool = signal<"none" | "library" | "files" | "variables" | "analyse" | "runs">("none");
export const pane = signal<"diagram" | "text" | "plots">("diagram"); // the one on a phone
export const lower = signal(false); // plots are open
// On a phone only they are seen then.
export function showPlots() {
  lower.value = true;
  pane.value = "plots";
  closeDrawer();
}
// On a phone it lies over everything else.
export function closeDrawer() {
  if (innerWidth <= 720) tool.value = "none";
}
export const textOpen = signal(true);
export const dialog = signal<any>(null);
export const quick = signal<{ x: number; y: number; free?: boolean } | null>(null); // free: near there
export const renaming = signal<{ x: number; y: number; old: string; position: { line: number; character: number } } | null>(null);
export const connecting = signal<{ component: string; x: number; y: number } | null>(null);
export const help = signal<{ cls: string; html: string; description: string; kind: string } | null>(null);
export const iconEdited = signal<{ cls: string; shapes: string[]; parts: Part[] } | null>(null);
export const tour = signal(-1);
export const started = signal(false);

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
}
export const toasts = signal<Toast[]>([]);
let toastId = 0;
export function say(text: string, kind: "info" | "error" = "info") {
  const one = { id: ++toastId, text, kind };
  toasts.value = [...toasts.value.slice(-3), one];
  setTimeout(() => (toasts.value = toasts.value.filter((t) => t !== one)), kind === "error" ? 9000 : 4500);
}
// For those who hear the page: what is selected, how a run ended, values that are read from a plot.
export const spoken = signal("");
export const complain = (why: unknown) => say(why instanceof Error ? why.message : String(why), "error");

// ---- runs
export interface Variable {
  name: string;
  type: string;
  change: number; // 0 never, 1 at a run, 2 by a translation
  text?: string;
  unit?: string;
  display?: string;
  hidden?: boolean;
  output?: boolean;
  sensor?: boolean;
  state?: boolean;
  parameter?: boolean;
  value?: number;
  string?: string; // of a String parameter
  min?: number;
  max?: number;
}
export interface Translated {
  runner: number;
  ok: boolean;
  model: string;
  diagnostics: string;
  findings?: StructureFinding[];
  equations: number;
  seconds: number;
  experiment: { start: number; stop: number; tolerance: number; interval: number; given: boolean };
  methods: string[];
  variables: Variable[];
}
export interface Run {
  id: number;
  runner: number;
  label: string;
  model: string;
  visible: boolean;
  outcome: string;
  result: any;
  start: number;
  stop: number;
  set: Record<string, number | string>;
  method: string;
  curves: Map<string, Curve>;
  family?: { name: string; value: number; part: number }; // of a sweep; part: 0 first, 1 last
}
export interface Plot {
  id: number;
  names: string[];
  from: number | null;
  to: number | null;
  difference?: boolean; // of the runs from the first one that is shown
}
export const translated = signal<Translated | null>(null);
export const translatedFor = signal(""); // class and version of the text
export const runs = signal<Run[]>([]);
export const plots = signal<Plot[]>([{ id: 1, names: [], from: null, to: null }]);
export const activePlot = signal(1);
export const progress = signal<{ runner: number; part: number; time: number; paused?: boolean } | null>(null);
export const busy = signal("");
export const sliders = signal<string[]>([]);
export const values = signal<Record<string, number>>({});
export const detailed = signal<number | null>(null); // the run whose work is shown
export const cursorTime = signal<number | null>(null);
export const settings = signal<{ start: string; stop: string; tolerance: string; method: string; intervals: string; step: string }>({
  start: "", stop: "", tolerance: "", method: "auto", intervals: "", step: "",
});
export const settingsOpen = signal(false);

// ---- seeing through
export const see = signal<any>(null);
export const seenOld = signal(false); // the text has changed since
export const lens = signal<string>(""); // "": off
export const determined = signal<any>(null);
// The sorted equations of a component or a line: the way back from the diagram to the curves.
export const equations = signal<{ of: string; all: any[] } | null>(null);
// What is laid on the components: numbers with a sentence each.
export const work = signal<Map<string, { part: number; text: string }> | null>(null);

// ---- questions
export const linear = signal<any>(null);
export const fitted = signal<any>(null);
export interface Compared {
  method: string;
  result: any;
  deviation: number | null;
}
export const matrices = signal<{ sources: any[]; systems: any[] } | null>(null);
export const compared = signal<Compared[] | null>(null);
