// What buttons, menus and keys do.
import { descend, gesture, save } from "./document";
import { request } from "./rpc";
import { complain, dialog, drawn, file, help, shownClass, type Drawn, type Extent, type Part } from "./state";
import { extentOf, type Diagram } from "./diagram";

let canvas: Diagram | null = null;
export const setCanvas = (one: Diagram | null) => (canvas = one);
export const theCanvas = () => canvas;
export const saveNow = () => save();
export const equationsOf = (component: string) => import("./running").then((running) => running.showEquations({ component }));

export async function openDialog(component: string) {
  try {
    dialog.value = await request("formola/parameters", { uri: file.value!.uri, class: shownClass.value, component });
  } catch (why) {
    complain(why);
  }
}

export function open(component: string) {
  const part = drawn.value?.picture.components.find((c) => c.name === component);
  if (part) descend(component, part.class);
}

export async function document_(cls: string) {
  try {
    const got = await request("formola/documentation", { uri: file.value!.uri, class: cls });
    help.value = { cls: got.class, html: got.info, description: got.description, kind: got.kind };
  } catch (why) {
    complain(why);
  }
}

// ---- clipboard: components with their values and the connections between them
interface Clip {
  parts: { type: string; name: string; modifiers: string; extent: Extent }[];
  wires: { a: string; b: string }[];
}
let clip: Clip | null = null;
let pasted = 0;

export async function copyParts(parts: Part[], shown: Drawn) {
  const names = new Set(parts.map((p) => p.name));
  const made: Clip = { parts: [], wires: [] };
  for (const part of parts) {
    const got = await request("formola/parameters", { uri: file.value!.uri, class: shownClass.value, component: part.name });
    const modifiers = got.parameters.filter((p: any) => p.value).map((p: any) => `${p.name} = ${p.value}`).join(", ");
    made.parts.push({ type: part.class, name: part.name, modifiers, extent: extentOf(part) });
  }
  for (const wire of shown.picture.connections)
    if ([wire.from, wire.to].every((end) => names.has(end.split(/[.[]/)[0]))) made.wires.push({ a: wire.from, b: wire.to });
  clip = made;
  pasted = 0;
}

export async function pasteParts(): Promise<string[] | null> {
  if (!clip) return null;
  const shift = 10 * ++pasted;
  const names = await gesture(
    clip.parts.map((p) => ({
      do: "add", type: p.type, name: p.name, modifiers: p.modifiers,
      extent: p.extent.map(([x, y]) => [x + shift, y - shift]),
    })),
  );
  if (!names) return null;
  const renamed = new Map(clip.parts.map((p, i) => [p.name, names[i]]));
  const wires = clip.wires.map((w) => {
    const other = (end: string) => end.replace(/^[^.[]+/, (first) => renamed.get(first) ?? first);
    return { do: "connect", a: other(w.a), b: other(w.b) };
  });
  if (wires.length) await gesture(wires);
  return names;
}
