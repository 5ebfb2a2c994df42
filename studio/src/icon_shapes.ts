// The shapes of an icon as they are written in its annotation: read, changed, and written again. What is not understood stays as it is.

import type { Shape } from "./state";

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

// ---- how lines and insides look

export const linePatterns = ["Solid", "Dash", "Dot", "DashDot", "DashDotDot", "None"] as const;
export const fillPatterns = ["None", "Solid", "HorizontalCylinder", "VerticalCylinder", "Sphere", "Horizontal", "Vertical", "Cross", "Forward", "Backward", "CrossDiag"] as const;
export const arrowKinds = ["None", "Open", "Filled", "Half"] as const;
const lastWord = (text: string | undefined, none: string) => /(\w+)\s*$/.exec(text ?? "")?.[1] ?? none;
export const fillPatternOf = (shape: IconShape) => lastWord(valueOf(shape, "fillPattern"), "None");
export const linePatternOf = (shape: IconShape) => lastWord(valueOf(shape, "pattern"), "Solid");
export const nameOfThickness = (shape: IconShape) => (shape.kind === "Line" ? "thickness" : "lineThickness");
export const thicknessOf = (shape: IconShape) => Number(valueOf(shape, nameOfThickness(shape)) ?? 0.25) || 0.25;
export const canBeSmooth = (shape: IconShape) => shape.kind === "Line" || shape.kind === "Polygon";
export const isSmooth = (shape: IconShape) => lastWord(valueOf(shape, "smooth"), "None") === "Bezier";
// At the first point and at the last one.
export function arrowsOf(shape: IconShape): [string, string] {
  const words = (valueOf(shape, "arrow") ?? "").replace(/[{}\s]/g, "").split(",").map((w) => lastWord(w, "None"));
  return words.length === 2 ? [words[0], words[1]] : ["None", "None"];
}
export const withArrows = (shape: IconShape, arrows: string[]) => withValue(shape, "arrow", `{${arrows.map((a) => `Arrow.${a}`).join(",")}}`);

// ---- as it is drawn: what formola draw makes of it (src/draw/primitives.cpp)

const pathThrough = (points: XY[], closed: boolean) => points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("") + (closed ? "Z" : "");
const between = ([a, b]: XY, [c, d]: XY): XY => [(a + c) / 2, (b + d) / 2];

// Curves from the middle of each side to that of the next; a line begins and ends straight.
function smoothPath(points: XY[], closed: boolean): string {
  if (points.length < 3) return pathThrough(points, closed);
  const last = points[points.length - 1], all = closed && last[0] === points[0][0] && last[1] === points[0][1] ? points.slice(0, -1) : points, n = all.length;
  const middle = (i: number) => between(all[(i + n) % n], all[(i + 1) % n]);
  const curve = (i: number) => `Q${all[i].join(" ")} ${middle(i).join(" ")}`; // from the middle before it
  if (closed) return `M${middle(n - 1).join(" ")}${all.map((_, i) => curve(i)).join("")}Z`;
  return `M${all[0].join(" ")}L${middle(0).join(" ")}${all.slice(1, -1).map((_, i) => curve(i + 1)).join("")}L${all[n - 1].join(" ")}`;
}

function arrowHead(kind: string, tip: XY, from: XY, size: number): string {
  const [dx, dy] = [tip[0] - from[0], tip[1] - from[1]], length = Math.hypot(dx, dy);
  if (kind === "None" || !length) return "";
  const [ux, uy] = [dx / length, dy / length], base: XY = [tip[0] - size * ux, tip[1] - size * uy], side: XY = [(-uy * size) / 3, (ux * size) / 3];
  const points: XY[] = [[base[0] + side[0], base[1] + side[1]], tip];
  if (kind !== "Half") points.push([base[0] - side[0], base[1] - side[1]]);
  return pathThrough(points, kind === "Filled");
}

const lower = (word: string) => word[0].toLowerCase() + word.slice(1);
const numbers = (colour: string) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));

export function drawnAs(shape: IconShape): Shape[] {
  const points = pointsOf(shape);
  if (shape.fixed || points.length < 2) return [];
  const color = numbers(colourOf(shape, inkName(shape)));
  const [[x1, y1], [x2, y2]] = [[Math.min(...points.map((p) => p[0])), Math.min(...points.map((p) => p[1]))], [Math.max(...points.map((p) => p[0])), Math.max(...points.map((p) => p[1]))]];
  const [w, h] = [x2 - x1, y2 - y1];
  if (shape.kind === "Text") {
    const text = textIn(shape), size = Math.max(2, Math.min(h / 1.15 || w, w / (0.58 * Math.max(1, text.length)) || h));
    return [{ text, at: [x1 + w / 2, y1 + h / 2], size, color }];
  }
  const line = { color, pattern: lower(linePatternOf(shape)), thickness: thicknessOf(shape) };
  if (shape.kind === "Line") {
    const size = Number(valueOf(shape, "arrowSize") ?? 3) || 3, [first, last] = arrowsOf(shape), n = points.length;
    const heads = ([[first, arrowHead(first, points[0], points[1], size)], [last, arrowHead(last, points[n - 1], points[n - 2], size)]] as const).filter(([, d]) => d);
    return [{ path: isSmooth(shape) ? smoothPath(points, false) : pathThrough(points, false), line }, ...heads.map(([kind, d]) => ({ path: d, line: { ...line, pattern: "solid" }, fill: kind === "Filled" ? { color, pattern: "solid" } : undefined }))];
  }
  const fill = { color: numbers(colourOf(shape, "fillColor")), pattern: lower(fillPatternOf(shape)), lineColor: color, box: [w / 2, 0, 0, h / 2, x1 + w / 2, y1 + h / 2] };
  if (shape.kind === "Polygon") return [{ path: isSmooth(shape) ? smoothPath(points, true) : pathThrough(points, true), line, fill }];
  if (shape.kind === "Ellipse") return [{ path: `M${x1} ${y1 + h / 2}A${w / 2} ${h / 2} 0 1 0 ${x2} ${y1 + h / 2}A${w / 2} ${h / 2} 0 1 0 ${x1} ${y1 + h / 2}Z`, line, fill }];
  const r = Math.min(Number(valueOf(shape, "radius") ?? 0) || 0, w / 2, h / 2);
  const arc = (x: number, y: number) => `A${r} ${r} 0 0 1 ${x} ${y}`;
  return [{ path: r > 0 ? `M${x1 + r} ${y1}H${x2 - r}${arc(x2, y1 + r)}V${y2 - r}${arc(x2 - r, y2)}H${x1 + r}${arc(x1, y2 - r)}V${y1 + r}${arc(x1 + r, y1)}Z` : pathThrough([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], true), line, fill }];
}

export const textIn = (shape: IconShape) => {
  const raw = valueOf(shape, "textString") ?? '""';
  return /^"[\s\S]*"$/.test(raw) ? raw.slice(1, -1).replace(/\\(["\\])/g, "$1").replace(/\\n/g, "\n") : raw;
};
export const writeText = (text: string) => `"${text.replace(/(["\\])/g, "\\$1").replace(/\n/g, "\\n")}"`;

// A new shape as people begin it.
export function newShape(kind: string, points: XY[], ink: string, fill: string, pattern: string, text = "%name"): IconShape {
  const where = kind === "Line" || kind === "Polygon" ? "points" : "extent";
  const args: IconShape["args"] = [[where, writePoints(points)]];
  if (kind === "Line") args.push(["color", writeColour(ink)]);
  else if (kind === "Text") args.push(["textColor", writeColour(ink)], ["textString", writeText(text)]);
  else {
    args.push(["lineColor", writeColour(ink)]);
    if (pattern !== "None") args.push(["fillColor", writeColour(fill)], ["fillPattern", `FillPattern.${pattern}`]);
  }
  const shape: IconShape = { text: "", kind, args, fixed: "" };
  return withValue(shape, args[0][0], args[0][1]);
}
