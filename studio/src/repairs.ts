// What is wrong with the structure of a model, on its components; and repairs that are offered.
import { gesture, ownText, textsVersion } from "./document";
import { elbow, extentOf, fits, nameOfPort } from "./diagram";
import { drawn, textOf, type Drawn, type Finding, type Part, type Port, type Point } from "./state";

// Of a picture: asked for each finding.
const namesOf = new WeakMap<Drawn, Set<string>>();
function componentNames(now: Drawn) {
  let names = namesOf.get(now);
  if (!names) namesOf.set(now, (names = new Set(now.picture.components.map((c) => c.name))));
  return names;
}

// Names of components in a message: "R1" of "only differences of R1.p.v, ...".
export function componentsIn(finding: { message: string; relatedInformation?: { message: string }[] }, now: Drawn): string[] {
  const message = [finding.message, ...(finding.relatedInformation ?? []).map((r) => r.message)].join("\n");
  const names = componentNames(now);
  const found = new Set<string>();
  for (const [, name] of message.matchAll(/(?<![\w.])([A-Za-z_]\w*)(?:\[[^\]]*\])?\.\w/g)) if (names.has(name)) found.add(name);
  for (const [, name] of message.matchAll(/equation in ([A-Za-z_]\w*)/g)) if (names.has(name)) found.add(name);
  return [...found];
}

// Connectors that nothing is connected to. Several parts of the page ask for them with each key.
let lone: { of: Drawn; texts: number; ports: { part: Part; port: Port }[] } | null = null;
export function lonePorts(now: Drawn): { part: Part; port: Port }[] {
  if (lone?.of !== now || lone.texts !== textsVersion()) lone = { of: now, texts: textsVersion(), ports: findLonePorts(now) };
  return lone.ports;
}

function findLonePorts(now: Drawn) {
  const used = new Set(now.picture.connections.flatMap((w) => [w.from, w.to]).map((end) => end.replace(/\[[^\]]*\]/g, "")));
  // an equation may say what an input is: controller.u = tank.h
  const equations = ownText().replace(/\bconnect\s*\([^;]*;/g, "").replace(/\[[^\]]*\]/g, "");
  for (const [name] of equations.matchAll(/\b[A-Za-z_]\w*\.[A-Za-z_]\w*/g)) used.add(name);
  return now.picture.components.filter((part) => !part.absent && !part.connector).flatMap((part) => part.ports.filter((port) => port.name && !used.has(nameOfPort(part, port))).map((port) => ({ part, port })));
}

// What fixes the potential of a connector with these variables, in our library and in the standard one; the connector that does it.
const references: [kind: string, ours: string, standard: string, connector: string][] = [
  ["flow i, v", "Formola.Electrical.Ground", "Modelica.Electrical.Analog.Basic.Ground", "p"],
  ["flow tau, phi", "Formola.Rotational.Fixed", "Modelica.Mechanics.Rotational.Components.Fixed", "flange"],
  ["flow f, s", "Formola.Translational.Fixed", "Modelica.Mechanics.Translational.Components.Fixed", "flange"],
];

export interface Repair {
  label: string;
  apply: () => Promise<unknown>;
}

type Told = Pick<Finding, "severity" | "code" | "message">;
const isFloating = (all: Told[]) => all.some((f) => f.code === "OnlyDifferences" || /reference missing/.test(f.message));

// Components of which no connector is connected: the model is not composed yet, if there are several of them or nothing else.
export function loose(now: Drawn): Part[] {
  const open = new Map<Part, number>();
  for (const { part } of lonePorts(now)) open.set(part, (open.get(part) ?? 0) + 1);
  const all = [...open].filter(([part, count]) => count === part.ports.length).map(([part]) => part);
  return all.length > 1 || now.picture.components.length === 1 ? all : [];
}

// The sentence that helps most: what is missing, rather than what cannot be computed then.
export function headline(all: Told[]): string {
  const first = all.find((f) => f.severity === 1) ?? all[0], now = drawn.value;
  const differences = all.find((f) => f.code === "OnlyDifferences");
  if (!first || first.code !== "StructurallySingular" || !differences) return first?.message.split("\n")[0] ?? "";
  const missing = now && referenceFor(now, all)?.ours.split(".").pop();
  return `${missing === "Ground" ? "a ground is missing: " : missing ? "something fixed is missing: " : ""}${differences.message.split("\n")[0]}`;
}

function freshName(now: Drawn, stem: string) {
  const taken = new Set(now.picture.components.map((c) => c.name));
  for (let i = 0; ; ++i) if (!taken.has(stem + (i || ""))) return stem + (i || "");
}

// Below the connector, at the first place that is free.
function placeFor(now: Drawn, at: Point): Point {
  const taken = ([x, y]: Point) => now.picture.components.some((c) => x + 11 > c.box[0][0] && x - 11 < c.box[1][0] && y + 11 > c.box[0][1] && y - 11 < c.box[1][1]);
  for (let ring = 1; ring < 12; ++ring)
    for (const dx of [0, -10 * ring, 10 * ring]) {
      const p: Point = [Math.round(at[0]) + dx, Math.round(at[1]) - 20 - 6 * (ring - 1)];
      if (!taken(p)) return p;
    }
  return [Math.round(at[0]), Math.round(at[1]) - 30];
}

// The connector that gets a reference, and which one.
function referenceFor(now: Drawn, all: Told[]) {
  if (!isFloating(all)) return null;
  const told = all.filter((f) => f.code === "OnlyDifferences" || /reference missing/.test(f.message)).map((f) => f.message).join("\n");
  const named = new Set([...told.matchAll(/([A-Za-z_][\w.]*)\.\w+/g)].map((m) => m[1]));
  const ports = now.picture.components.flatMap((part) => part.ports.map((port) => ({ part, port }))).filter(({ part, port }) => named.has(nameOfPort(part, port)));
  // where people put it: at the negative pin of a source, the lowest one
  const rank = ({ part, port }: { part: Part; port: Port }) => (/Source|Voltage/.test(part.class) ? 0 : 2) + (/^n$|_n$|^flange_b$|^support$/.test(port.name) ? 0 : 1);
  const best = ports.sort((a, b) => rank(a) - rank(b) || a.port.at[1] - b.port.at[1])[0];
  const reference = best && references.find(([kind]) => kind === best.port.kind);
  if (!reference) return null;
  const [, ours, standard, connector] = reference;
  return { best, ours, standard, connector };
}

function addReference(now: Drawn, all: Finding[]): Repair | null {
  const found = referenceFor(now, all);
  if (!found) return null;
  const { best, ours, standard, connector } = found;
  const cls = best.part.class.startsWith("Modelica.") ? standard : ours;
  const name = freshName(now, cls.endsWith("Ground") ? "ground" : "fixed");
  const target = nameOfPort(best.part, best.port);
  const [x, y] = placeFor(now, best.port.at);
  const placed = now.picture.components.every((c) => c.placed || c.inherited);
  const fix = now.picture.components.filter((c) => !c.placed && !c.inherited).map((c) => ({ do: "place", name: c.name, extent: extentOf(c) }));
  const end: Port = { ...best.port, at: [x, cls.endsWith("Ground") ? y + 10 : y], outward: [0, 1] };
  return {
    label: `Add a ${cls.endsWith("Ground") ? "ground" : "fixed point"} at ${target}`,
    apply: () =>
      gesture([
        ...fix,
        { do: "add", type: cls, name, extent: [[x - 10, y - 10], [x + 10, y + 10]] },
        { do: "connect", a: `${name}.${connector}`, b: target, points: placed ? elbow(end, best.port.at, best.port) : [], color: best.port.color },
      ]),
  };
}

// Two open ends that fit and are not of one component.
function joinOpenEnds(now: Drawn): Repair | null {
  const open = lonePorts(now);
  const pairs: [typeof open[0], typeof open[0]][] = [];
  for (let i = 0; i < open.length; ++i)
    for (let k = i + 1; k < open.length; ++k) {
      if (open[i].part === open[k].part || !fits(open[i].port, open[k].port)) continue;
      if (pairs.length) return null; // which of them is meant?
      pairs.push([open[i], open[k]]);
    }
  if (!pairs.length) return null;
  const [a, b] = pairs[0];
  const ends = [nameOfPort(a.part, a.port), nameOfPort(b.part, b.port)];
  const placed = now.picture.components.every((c) => c.placed);
  return { label: `Connect ${ends[0]} with ${ends[1]}`, apply: () => gesture([{ do: "connect", a: ends[0], b: ends[1], points: placed ? elbow(a.port, b.port.at, b.port) : [], color: a.port.color }]) };
}

export function structuralRepairs(all: Finding[]): Repair[] {
  const now = drawn.value;
  if (!now || now.readOnly || textOf.value !== "own" || !all.some((f) => f.severity === 1)) return [];
  // what an unknown class would connect is not known
  if (now.picture.components.some((part) => !part.class)) return [];
  const repairs: Repair[] = [];
  // an open end explains more than a missing reference
  const join = joinOpenEnds(now);
  if (join) repairs.push(join);
  const ground = loose(now).length ? null : addReference(now, all);
  if (ground) repairs.push(ground);
  return repairs;
}
