// Which bodies a multibody model has, and where they are: frames of the components and the lines between them.
import { request, type Curve } from "./rpc";
import type { Run, Translated } from "./state";

export interface Stick {
  component: string;
  from: string; // frames
  to: string;
}
// A visualizer of Modelica.Mechanics.MultiBody (Visualizers.Advanced.Shape): a solid at a place of its own.
export interface Solid {
  name: string;
  kind: string; // "box", "cylinder", ...
  curves: Map<string, Curve>; // by the part of the name behind it: "r[1]", "R.T[1,2]", "length"
}
export interface Motion {
  times: Float64Array;
  frames: Map<string, Curve[]>; // x, y, z
  sticks: Stick[];
  solids: Solid[];
}

// Frames have a position r_0, in Formola.MultiBody and in Modelica.Mechanics.MultiBody alike.
export function framesOf(model: Translated): string[] {
  const names = new Set(model.variables.map((v) => v.name));
  return model.variables.filter((v) => v.name.endsWith(".r_0[1]") && /\bframe_\w+\.r_0\[1\]$/.test(v.name) && names.has(v.name.replace("[1]", "[3]"))).map((v) => v.name.slice(0, -".r_0[1]".length));
}

export function sticksOf(frames: string[]): Stick[] {
  const byComponent = new Map<string, string[]>();
  for (const frame of frames) {
    const component = frame.slice(0, frame.lastIndexOf("."));
    byComponent.set(component, [...(byComponent.get(component) ?? []), frame]);
  }
  // inside of a component that has frames itself there is nothing more to see
  const sticks: Stick[] = [];
  for (const [component, own] of byComponent) for (const to of own.slice(1)) sticks.push({ component, from: own[0], to });
  return sticks;
}

const solidParts = [
  ...[1, 2, 3].flatMap((i) => ["r", "r_shape", "lengthDirection", "widthDirection", "color"].map((part) => `${part}[${i}]`)),
  ...[1, 2, 3].flatMap((i) => [1, 2, 3].map((k) => `R.T[${i},${k}]`)),
  "length", "width", "height",
];
const mostSolids = 120;

// The letters at the axes of the world are left out.
export function solidsOf(model: Translated): { name: string; kind: string }[] {
  const names = new Set(model.variables.map((v) => v.name));
  const kinds = new Map(model.variables.filter((v) => v.string !== undefined).map((v) => [v.name, v.string!]));
  return model.variables
    .filter((v) => v.name.endsWith(".lengthDirection[1]") && !/_label\./.test(v.name))
    .map((v) => v.name.slice(0, -".lengthDirection[1]".length))
    .filter((name) => ["r[1]", "R.T[1,1]", "r_shape[1]", "length", "width", "height", "extra"].every((part) => names.has(`${name}.${part}`)))
    .slice(0, mostSolids)
    .map((name) => ({ name, kind: kinds.get(`${name}.shapeType`) ?? "box" }));
}

// fine: with all rows of the result.
export async function motionOf(model: Translated, run: Run, fine = true): Promise<Motion | null> {
  const frames = framesOf(model);
  const sticks = sticksOf(frames);
  const used = [...new Set(sticks.flatMap((s) => [s.from, s.to]))];
  if (!used.length) return null;
  const found = solidsOf(model);
  const names = [...used.flatMap((frame) => [1, 2, 3].map((i) => `${frame}.r_0[${i}]`)), ...found.flatMap((s) => solidParts.map((part) => `${s.name}.${part}`))];
  // all rows, unless these are more than anybody sees
  const points = !fine ? 150 : names.length * (run.result?.rows ?? 0) > 3e6 ? 1000 : 0;
  const got = await request("formola/curves", { runner: run.runner, run: run.id, names, points });
  const curves: Curve[] = got.curves;
  const map = new Map<string, Curve[]>();
  used.forEach((frame, i) => map.set(frame, curves.slice(3 * i, 3 * i + 3)));
  const solids = found.map((s, i) => ({ ...s, curves: new Map(solidParts.map((part, k) => [part, curves[3 * used.length + i * solidParts.length + k]])) }));
  const times = curves.find((c) => c.t.length)?.t ?? new Float64Array();
  return { times, frames: map, sticks, solids };
}
