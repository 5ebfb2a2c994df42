// What buttons, menus and keys do.
import { descend, gesture } from "./document";
import { request } from "./rpc";
import { complain, dialog, drawn, file, help, shownClass, type Drawn, type Extent, type Part, type Point } from "./state";
import { extentOf, type Diagram } from "./diagram";

let canvas: Diagram | null = null;
export const setCanvas = (one: Diagram | null) => (canvas = one);
export const theCanvas = () => canvas;
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

// The keys of the canvas, where documentation is read.
const keys: [string, string][] = [
  ["A, /", "insert a component by typing its name"], ["C", "connect the selected component, by typing"], ["Tab, Shift+Tab", "next, previous component"], ["Space", "keep it selected while Tab goes on"],
  ["W, Shift+W", "next, previous connection, of what is selected or of all"], ["arrow keys", "move what is selected, a piece of a line too (Shift: further)"], ["R, H, V", "rotate, flip"], ["X, Y", "in one column, in one row"],
  ["Enter", "values"], ["O", "open the component"], ["E", "its equations"], ["D", "its documentation"], ["Del", "delete"], ["Ctrl+C, X, V, D, A", "copy, cut, paste, duplicate, select all"], ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["+, −, F", "zoom, fit"], ["Esc", "nothing selected"], ["Ctrl+Enter", "simulate"], ["Ctrl+S", "save (Shift: all files)"], ["F12, F2 in the text", "to the definition (Ctrl+click, too), a new name"], ["in a plot", "arrow keys read values, + and − zoom, PageUp and PageDown go on, Home: the whole time"],
];
export function showKeys() {
  const rows = keys.map(([key, what]) => `<tr><td><b>${key}</b></td><td>${what}</td></tr>`).join("");
  help.value = help.value?.cls === "Keys" ? null : { cls: "Keys", html: `<table>${rows}</table>`, description: "On the canvas", kind: "" };
}

// ---- clipboard: components as they are written, and the connections between them
interface Clip {
  parts: { type: string; name: string; subscripts: string; modifiers: string; description: string; extent: Extent }[];
  wires: { a: string; b: string; points: Point[]; color?: number[] }[];
}
let clip: Clip | null = null;
let pasted = 0;

const rootOf = (end: string) => end.split(/[.[]/)[0];

export async function copyParts(parts: Part[], shown: Drawn, colorOf: (end: string) => number[] | undefined) {
  const index = new Map(parts.map((p, i) => [p.name, i]));
  const made: Clip = { parts: [], wires: [] };
  for (const part of parts) {
    const got = await request("formola/parameters", { uri: file.value!.uri, class: shownClass.value, component: part.name });
    made.parts.push({ type: part.class, name: part.name, subscripts: got.subscripts ?? "", modifiers: got.modifiers ?? "", description: got.description, extent: extentOf(part) });
  }
  for (const wire of shown.picture.connections)
    if ([wire.from, wire.to].every((end) => index.has(rootOf(end)))) {
      // as the server knows what is added: by its number
      const [a, b] = [wire.from, wire.to].map((end) => `$${index.get(rootOf(end))}${end.slice(rootOf(end).length)}`);
      made.wires.push({ a, b, points: wire.points, color: colorOf(wire.from) });
    }
  clip = made;
  pasted = 0;
}

export async function pasteParts(): Promise<string[] | null> {
  if (!clip) return null;
  const shift = 10 * ++pasted;
  const moved = ([x, y]: Point): Point => [x + shift, y - shift];
  return gesture([
    ...clip.parts.map(({ extent, ...part }) => ({ do: "add", ...part, extent: extent.map(moved) })),
    ...clip.wires.map(({ points, ...wire }) => ({ do: "connect", ...wire, points: points.map(moved) })),
  ]);
}
