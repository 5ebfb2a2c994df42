// The shapes of an icon as they are written in its annotation: read, changed, and written again. What is not understood stays as it is.

export type XY = [number, number];
export interface IconShape {
  text: string; // as it was written; of a changed shape it is made anew
  kind: string;
  args: [name: string, value: string][];
  fixed: string; // why it cannot be changed here; "": it can
}
export const kinds = ["Rectangle", "Ellipse", "Line", "Polygon", "Text"] as const;

// Parts between commas that stand in no brackets and no text; null: brackets do not fit, or there are comments.
function split(text: string): string[] | null {
  const parts: string[] = [];
  let depth = 0, quoted = false, from = 0;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (quoted) {
      if (c === "\\") ++i;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if ("({[".includes(c)) ++depth;
    else if (")}]".includes(c)) --depth;
    else if (c === "/" && (text[i + 1] === "/" || text[i + 1] === "*")) return null;
    else if (c === "," && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
    if (depth < 0) return null;
  }
  if (depth || quoted) return null;
  return text.slice(from).trim() ? [...parts, text.slice(from)] : parts;
}

export function readShape(text: string): IconShape {
  const opaque = (fixed: string): IconShape => ({ text, kind: /^\s*([\w.]+)/.exec(text)?.[1] ?? "shape", args: [], fixed });
  const outer = /^\s*(\w+)\s*\(([\s\S]*)\)\s*$/.exec(text);
  const parts = outer && split(outer[2]);
  if (!outer || !parts) return opaque("it is edited as text");
  const args = parts.map((part) => /^\s*(\w+)\s*=\s*([\s\S]*?)\s*$/.exec(part));
  if (args.some((a) => !a)) return opaque("it is edited as text");
  const shape: IconShape = { text, kind: outer[1], args: args.map((a) => [a![1], a![2]]), fixed: "" };
  if (!(kinds as readonly string[]).includes(shape.kind)) shape.fixed = `a ${shape.kind} is edited as text`;
  else if (Number(valueOf(shape, "rotation") ?? 0) !== 0) shape.fixed = "a rotated shape is edited as text";
  else if (!pointsOf(shape).length) shape.fixed = "its place is computed; it is edited as text";
  return shape;
}

export const valueOf = (shape: IconShape, name: string) => shape.args.find(([n]) => n === name)?.[1];

// A shape with another value; it is written anew.
export function withValue(shape: IconShape, name: string, value: string): IconShape {
  const args: IconShape["args"] = shape.args.some(([n]) => n === name) ? shape.args.map(([n, v]) => [n, n === name ? value : v]) : [...shape.args, [name, value]];
  return { ...shape, args, text: `${shape.kind}(${args.map(([n, v]) => `${n}=${v}`).join(", ")})` };
}

const nameOfPoints = (shape: IconShape) => (shape.kind === "Line" || shape.kind === "Polygon" ? "points" : "extent");

function readPoints(text: string | undefined): XY[] {
  if (!text || !/^\{(\s*\{\s*[-+.\deE]+\s*,\s*[-+.\deE]+\s*\}\s*,?)*\s*\}$/.test(text)) return [];
  return [...text.matchAll(/\{\s*([-+.\deE]+)\s*,\s*([-+.\deE]+)\s*\}/g)].map((m): XY => [Number(m[1]), Number(m[2])]);
}
const originOf = (shape: IconShape) => readPoints(`{${valueOf(shape, "origin") ?? "{0,0}"}}`)[0] ?? null;

// Corners of an extent, or all points; in the coordinates of the icon. Empty: these are no plain numbers.
export function pointsOf(shape: IconShape): XY[] {
  const points = readPoints(valueOf(shape, nameOfPoints(shape))), origin = originOf(shape);
  if (!origin || (nameOfPoints(shape) === "extent" && points.length !== 2)) return [];
  return points.map(([x, y]) => [x + origin[0], y + origin[1]]);
}
const tidy = (x: number) => String(Math.round(x * 100) / 100 + 0);
export const writePoints = (points: XY[]) => `{${points.map(([x, y]) => `{${tidy(x)},${tidy(y)}}`).join(",")}}`;
export function withPoints(shape: IconShape, points: XY[]): IconShape {
  const [ox, oy] = originOf(shape) ?? [0, 0];
  return withValue(shape, nameOfPoints(shape), writePoints(points.map(([x, y]) => [x - ox, y - oy])));
}

// ---- colours: "#rrggbb" and {r,g,b}

const hex = (n: number) => Math.max(0, Math.min(255, Math.round(n))).toString(16).padStart(2, "0");
export function colourOf(shape: IconShape, name: string): string {
  const found = /^\{\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\}$/.exec(valueOf(shape, name) ?? "");
  return found ? `#${hex(Number(found[1]))}${hex(Number(found[2]))}${hex(Number(found[3]))}` : "#000000";
}
export const writeColour = (colour: string) => `{${[1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16)).join(",")}}`;
// How a line is coloured: a Line has another word for it than the border of a shape.
export const inkName = (shape: IconShape) => (shape.kind === "Line" ? "color" : shape.kind === "Text" ? "textColor" : "lineColor");
export const isFilled = (shape: IconShape) => !/None$/.test(valueOf(shape, "fillPattern") ?? "FillPattern.None");

export const textIn = (shape: IconShape) => {
  const raw = valueOf(shape, "textString") ?? '""';
  return /^"[\s\S]*"$/.test(raw) ? raw.slice(1, -1).replace(/\\(["\\])/g, "$1").replace(/\\n/g, "\n") : raw;
};
export const writeText = (text: string) => `"${text.replace(/(["\\])/g, "\\$1").replace(/\n/g, "\\n")}"`;

// A new shape as people begin it.
export function newShape(kind: string, points: XY[], ink: string, fill: string | null, text = "%name"): IconShape {
  const where = kind === "Line" || kind === "Polygon" ? "points" : "extent";
  const args: IconShape["args"] = [[where, writePoints(points)]];
  if (kind === "Line") args.push(["color", writeColour(ink)]);
  else if (kind === "Text") args.push(["textColor", writeColour(ink)], ["textString", writeText(text)]);
  else {
    args.push(["lineColor", writeColour(ink)]);
    if (fill) args.push(["fillColor", writeColour(fill)], ["fillPattern", "FillPattern.Solid"]);
  }
  const shape: IconShape = { text: "", kind, args, fixed: "" };
  return withValue(shape, args[0][0], args[0][1]);
}
