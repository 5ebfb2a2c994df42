// Shapes of drawings as SVG. The world's y points up; texts are turned back.
import type { Shape } from "./state";

const NS = "http://www.w3.org/2000/svg";
export function make<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number> = {}): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

export const rgb = (c: number[]) => `rgb(${c[0]},${c[1]},${c[2]})`;
const dashes: Record<string, string> = {
  dash: "2.4 1.4", dot: "0.4 1.2", dashDot: "2.4 1.2 0.4 1.2", dashDotDot: "2.4 1.2 0.4 1.2 0.4 1.2",
};

// Gradients and hatchings, by what they look like.
const known = new Map<string, string>();
let definitions: SVGDefsElement | null = null;
function defs(): SVGDefsElement {
  if (!definitions) {
    const holder = make("svg", { width: 0, height: 0, "aria-hidden": "true", class: "defs" });
    definitions = make("defs");
    holder.append(definitions);
    document.body.append(holder);
  }
  return definitions;
}

function fillOf(fill: NonNullable<Shape["fill"]>): string {
  if (fill.pattern === "none") return "none";
  if (fill.pattern === "solid") return rgb(fill.color);
  const key = JSON.stringify(fill);
  const found = known.get(key);
  if (found) return `url(#${found})`;
  const id = `fill${known.size}`;
  known.set(key, id);
  const inner = rgb(fill.color), line = rgb(fill.lineColor ?? fill.color), m = fill.box ?? [1, 0, 0, 1, 0, 0];
  const transform = `matrix(${m[0]} ${m[2]} ${m[1]} ${m[3]} ${m[4]} ${m[5]})`;
  const stop = (offset: number, color: string) => make("stop", { offset, "stop-color": color });
  if (fill.pattern === "sphere") {
    const g = make("radialGradient", { id, cx: 0, cy: 0, r: 1, gradientUnits: "userSpaceOnUse", gradientTransform: transform });
    g.append(stop(0, inner), stop(1, line));
    defs().append(g);
  } else if (fill.pattern.endsWith("Cylinder")) {
    const along = fill.pattern === "horizontalCylinder" ? { x1: 0, y1: -1, x2: 0, y2: 1 } : { x1: -1, y1: 0, x2: 1, y2: 0 };
    const g = make("linearGradient", { id, ...along, gradientUnits: "userSpaceOnUse", gradientTransform: transform });
    g.append(stop(0, line), stop(0.5, inner), stop(1, line));
    defs().append(g);
  } else {
    const s = 2.5, h = s / 2, p = fill.pattern;
    let d = "";
    if (p === "horizontal" || p === "cross") d += `M0 ${h}H${s}`;
    if (p === "vertical" || p === "cross") d += `M${h} 0V${s}`;
    if (p === "forward" || p === "crossDiag") d += `M0 0L${s} ${s}M-1 ${s - 1}L1 ${s + 1}M${s - 1} -1L${s + 1} 1`;
    if (p === "backward" || p === "crossDiag") d += `M0 ${s}L${s} 0M-1 1L1 -1M${s - 1} ${s + 1}L${s + 1} ${s - 1}`;
    const g = make("pattern", { id, patternUnits: "userSpaceOnUse", width: s, height: s });
    g.append(make("rect", { width: s, height: s, fill: inner }), make("path", { d, stroke: line, "stroke-width": 0.3, fill: "none" }));
    defs().append(g);
  }
  return `url(#${id})`;
}

export function draw(shapes: Shape[], into: SVGElement, thinnest = 0.25) {
  for (const shape of shapes) {
    if (shape.path !== undefined) {
      const line = shape.line!;
      const fill = shape.fill ? fillOf(shape.fill) : "none";
      if (line.pattern === "none" && fill === "none") continue;
      const path = make("path", { d: shape.path, fill });
      if (line.pattern !== "none") {
        path.setAttribute("stroke", rgb(line.color));
        path.setAttribute("stroke-width", String(Math.max(line.thickness, thinnest)));
        if (dashes[line.pattern]) path.setAttribute("stroke-dasharray", dashes[line.pattern]);
      }
      into.append(path);
    } else if (shape.text !== undefined) {
      const anchor = shape.align === "left" ? "start" : shape.align === "right" ? "end" : "middle";
      const text = make("text", {
        transform: `translate(${shape.at![0]} ${shape.at![1]}) scale(1 -1) rotate(${-(shape.angle ?? 0)})`,
        y: 0.35 * shape.size!, "font-size": shape.size!, "text-anchor": anchor, fill: rgb(shape.color!),
      });
      if (shape.bold) text.setAttribute("font-weight", "bold");
      if (shape.italic) text.setAttribute("font-style", "italic");
      if (shape.underline) text.setAttribute("text-decoration", "underline");
      if (shape.font) text.setAttribute("font-family", shape.font);
      text.textContent = shape.text;
      into.append(text);
    } else if (shape.image && /^data:image\//.test(shape.image)) {
      const m = shape.box!;
      into.append(make("image", { x: -1, y: -1, width: 2, height: 2, preserveAspectRatio: "none", href: shape.image, transform: `matrix(${m[0]} ${m[2]} ${m[1]} ${m[3]} ${m[4]} ${m[5]}) scale(1 -1)` }));
    }
  }
}

// A small picture of an icon, for lists.
export function iconElement(icon: { extent: [number[], number[]]; shapes: Shape[]; components: { shapes: Shape[] }[] }, size: number): SVGSVGElement {
  const [[x1, y1], [x2, y2]] = icon.extent;
  const svg = make("svg", { viewBox: `${x1 - 4} ${-y2 - 4} ${x2 - x1 + 8} ${y2 - y1 + 8}`, width: size, height: size, class: "icon", "aria-hidden": "true" });
  const world = make("g", { transform: "scale(1 -1)", class: "ink" });
  // names and values are too small to be read here
  const drawn = (shapes: Shape[]) => shapes.filter((s) => s.text === undefined || s.text.length <= 4);
  draw(drawn(icon.shapes), world, 4);
  for (const part of icon.components) draw(drawn(part.shapes), world, 4);
  svg.append(world);
  return svg;
}
