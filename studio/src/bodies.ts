// Which bodies a multibody model has, and where they are: frames of the components and the lines between them.
import { request, type Curve } from "./rpc";
import type { Run, Translated } from "./state";

export interface Stick {
  component: string;
  from: string; // frames
  to: string;
}
export interface Motion {
  times: Float64Array;
  frames: Map<string, Curve[]>; // x, y, z
  sticks: Stick[];
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

export async function motionOf(model: Translated, run: Run): Promise<Motion | null> {
  const frames = framesOf(model);
  const sticks = sticksOf(frames);
  const used = [...new Set(sticks.flatMap((s) => [s.from, s.to]))];
  if (!used.length) return null;
  const names = used.flatMap((frame) => [1, 2, 3].map((i) => `${frame}.r_0[${i}]`));
  const got = await request("formola/curves", { runner: run.runner, run: run.id, names, points: 0 });
  const curves: Curve[] = got.curves;
  const map = new Map<string, Curve[]>();
  used.forEach((frame, i) => map.set(frame, curves.slice(3 * i, 3 * i + 3)));
  const times = curves.find((c) => c.t.length)?.t ?? new Float64Array();
  return { times, frames: map, sticks };
}
