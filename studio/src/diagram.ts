// The canvas: the picture of a class as SVG, and what one does on it with mouse, touch and keys.
import { effect, untracked } from "@preact/signals";
import { gesture, statementAt } from "./document";
import { redoText, reveal, undoText } from "./editor";
import { draw, make, rgb } from "./shapes";
import {
  complain, connecting, drawn, findings, lens, quick, rootClass, say, see, seenOld, selectedWire, selection, shownClass, spoken, stale, structural, textOf, view, work,
  type Drawn, type Extent, type Part, type Place, type Point, type Port, type Wire,
} from "./state";
import { openDialog } from "./actions";
import * as actions from "./actions";
import { componentsIn, lonePorts, loose } from "./repairs";

const GRID = 2;
const snap = (x: number) => Math.round(x / GRID) * GRID;

export const nameOfPort = (part: Part, port: Port) => (port.name ? `${part.name}.${port.name}` : part.name);

// As connect() needs it: what flows out of one must be able to flow into the other.
export function fits(a: Port, b: Port): boolean {
  if (a.kind !== b.kind && a.kind !== "expandable" && b.kind !== "expandable") return false;
  if (!a.causality && !b.causality) return true;
  return a.causality !== b.causality;
}

interface Drag {
  kind: "move" | "band" | "pan" | "wire" | "segment";
  start: Point; // world
  screen: Point;
  last: Point;
  moved: boolean;
  from?: { part: Part; port: Port };
  target?: { part: Part; port: Port } | null;
  wire?: number;
  segment?: number;
}

export class Diagram {
  private svg = make("svg", { class: "canvas", tabindex: 0, role: "application", "aria-label": "Diagram" });
  private world = make("g", { class: "world" });
  private back = make("g", { class: "ink" });
  private partLayer = make("g", { class: "ink" });
  private wireLayer = make("g", { class: "ink" });
  private marks = make("g", { class: "marks" });
  private portLayer = make("g", { class: "ports" });
  private over = make("g", { class: "over" });
  private grid = make("rect", { class: "grid" });
  private parts = new Map<string, { part: Part; element: SVGGElement }>();
  private wires = new Map<Wire, SVGGElement>();
  private shown: Drawn | null = null;
  private shownName = "";
  private scale = 3;
  private room = new DOMRect(); // of the canvas on the screen
  private at: Point = [0, 0];
  private drag: Drag | null = null;
  private previewed: { parts: SVGGElement[]; wires: { wire: Wire; first: boolean; last: boolean }[] } | null = null;
  private pointers = new Map<number, Point>();
  private pinch = 0;
  private stops: (() => void)[] = [];
  private fitted = false;
  private current = ""; // the component that Tab has led to
  private held: ReadonlySet<string> = new Set(); // those that the space bar keeps selected
  private wiresOf: ReadonlySet<string> = new Set(); // whose connections W goes through
  private touched = false; // the user has chosen what to see

  constructor(host: HTMLElement) {
    const pattern = make("pattern", { id: "dots", width: 10, height: 10, patternUnits: "userSpaceOnUse" });
    pattern.append(make("circle", { cx: 5, cy: 5, r: 0.35, class: "dot" }));
    const defs = make("defs");
    defs.append(pattern);
    this.grid.setAttribute("fill", "url(#dots)");
    this.world.append(this.grid, this.back, this.wireLayer, this.partLayer, this.marks, this.portLayer, this.over);
    this.svg.append(defs, this.world);
    host.append(this.svg);
    this.listen();
    const size = new ResizeObserver(() => {
      this.room = this.svg.getBoundingClientRect();
      if (!this.fitted || !this.touched) this.fit();
      else this.place();
    });
    size.observe(host);
    this.stops.push(() => size.disconnect());
    this.stops.push(effect(() => this.update(drawn.value)));
    this.stops.push(effect(() => this.showMarks()));
    this.stops.push(effect(() => {
      see.value;
      if (!this.touched) requestAnimationFrame(() => this.fit());
    }));
    this.stops.push(effect(() => void this.svg.classList.toggle("stale", stale.value)));
    this.stops.push(effect(() => void this.svg.classList.toggle("seen-before", seenOld.value)));
  }

  dispose() {
    for (const stop of this.stops) stop();
    this.svg.remove();
  }

  // ---- coordinates

  toWorld(x: number, y: number): Point {
    const box = this.room;
    return [(x - box.left - this.at[0]) / this.scale, -(y - box.top - this.at[1]) / this.scale];
  }
  private place() {
    this.world.setAttribute("transform", `translate(${this.at[0]} ${this.at[1]}) scale(${this.scale} ${-this.scale})`);
    this.svg.style.setProperty("--thin", String(1 / this.scale));
    const box = this.room;
    const a = this.toWorld(box.left, box.bottom), b = this.toWorld(box.right, box.top);
    const round = (v: number) => Math.floor(v / 10) * 10;
    this.grid.setAttribute("x", String(round(a[0])));
    this.grid.setAttribute("y", String(round(a[1])));
    this.grid.setAttribute("width", String(Math.max(0, b[0] - a[0] + 20)));
    this.grid.setAttribute("height", String(Math.max(0, b[1] - a[1] + 20)));
    this.grid.style.display = this.scale < 1 ? "none" : "";
    this.svg.classList.toggle("far", this.scale < 0.5); // texts would be specks
    view.value = view.peek() + 1;
    this.hideUnseen();
  }

  // Of large diagrams what lies outside is left out: laying out and painting it takes the time of a zoom.
  private hideUnseen() {
    const { width, height } = this.room;
    const many = this.parts.size > 150;
    const a = this.toWorld(this.room.left - width / 2, this.room.bottom + height / 2), b = this.toWorld(this.room.right + width / 2, this.room.top - height / 2);
    const set = (element: SVGElement, unseen: boolean) => {
      if (unseen !== (element.style.display === "none")) element.style.display = unseen ? "none" : "";
    };
    for (const { part, element } of this.parts.values()) {
      const [[x1, y1], [x2, y2]] = part.box;
      set(element, many && (x2 < a[0] || x1 > b[0] || y2 < a[1] || y1 > b[1]));
    }
    for (const [wire, group] of this.wires) {
      let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
      if (many) for (const [x, y] of wire.points) (x1 = Math.min(x1, x)), (x2 = Math.max(x2, x)), (y1 = Math.min(y1, y)), (y2 = Math.max(y2, y));
      set(group, many && (x2 < a[0] || x1 > b[0] || y2 < a[1] || y1 > b[1]));
    }
  }
  private bounds(): Extent {
    const picture = this.shown?.picture;
    let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
    const take = (x: number, y: number) => {
      x1 = Math.min(x1, x); x2 = Math.max(x2, x); y1 = Math.min(y1, y); y2 = Math.max(y2, y);
    };
    for (const c of picture?.components ?? []) { take(...c.box[0]); take(...c.box[1]); }
    for (const w of picture?.connections ?? []) for (const p of w.points) take(...p);
    if (x1 > x2) return picture?.extent ?? [[-100, -100], [100, 100]];
    return [[x1 - 8, y1 - 12], [x2 + 8, y2 + 12]];
  }
  fit() {
    const { width, height: whole } = this.room;
    if (!width || !this.shown) return;
    const [[x1, y1], [x2, y2]] = this.bounds();
    // above what lies in the lower left corner, or to the right of it, where the diagram is larger; under it if it would be hardly seen there
    const over = lens.peek() ? this.svg.parentElement?.parentElement?.querySelector(".seen")?.getBoundingClientRect() : undefined;
    const scaleIn = ([left, high]: number[]) => Math.max(0, Math.min((width - left) / (x2 - x1), high / (y2 - y1)));
    const all = [0, whole], rooms = over ? [[0, whole - over.height - 14], [over.width + 14, whole]] : [];
    const best = rooms.filter((room) => scaleIn(room) > 0.3 * scaleIn(all)).sort((a, b) => scaleIn(b) - scaleIn(a))[0] ?? all;
    const [left, height] = best;
    this.scale = Math.max(0.05, Math.min(8, 0.94 * scaleIn(best)));
    if (!this.shown.picture.components.length) this.scale = Math.min(this.scale, 3);
    this.at = [(left + width) / 2 - (this.scale * (x1 + x2)) / 2, height / 2 + (this.scale * (y1 + y2)) / 2];
    this.fitted = true;
    this.place();
    if (lens.peek()) untracked(() => this.showMarks());
  }
  zoom(factor: number, x?: number, y?: number) {
    const box = this.room;
    const px = (x ?? box.left + box.width / 2) - box.left, py = (y ?? box.top + box.height / 2) - box.top;
    const next = Math.max(0.05, Math.min(40, this.scale * factor));
    this.touched = true;
    this.at = [px - ((px - this.at[0]) * next) / this.scale, py - ((py - this.at[1]) * next) / this.scale];
    this.scale = next;
    this.place();
  }

  // ---- the picture

  private update(now: Drawn | null) {
    const before = this.shown;
    this.endPreview();
    this.shown = now;
    if (!now) {
      for (const layer of [this.back, this.partLayer, this.wireLayer, this.portLayer, this.over]) layer.replaceChildren();
      this.parts.clear();
      this.wires.clear();
      return;
    }
    const picture = now.picture;
    if (!before || before.picture.shapes.length + picture.shapes.length > 0) {
      this.back.replaceChildren();
      draw(picture.shapes, this.back);
    }
    this.updateParts(picture.components);
    this.updateWires();
    this.portLayer.replaceChildren();
    this.over.replaceChildren();
    const name = shownClass.peek();
    if (name !== this.shownName || !this.fitted) {
      this.shownName = name;
      this.touched = false;
      this.fit();
    } else this.hideUnseen();
  }

  // Only what has changed is drawn again.
  private updateParts(all: Part[]) {
    const names = new Set(all.map((c) => c.name));
    for (const [name, entry] of this.parts)
      if (!names.has(name)) {
        entry.element.remove();
        this.parts.delete(name);
      }
    let previous: Element | null = null;
    for (const part of all) {
      let entry = this.parts.get(part.name);
      if (!entry || entry.part !== part) {
        const element = make("g", { class: "part", "data-name": part.name, "aria-label": `${part.name}: ${part.class}` });
        if (part.absent) element.setAttribute("opacity", "0.25");
        const [[x1, y1], [x2, y2]] = part.box;
        element.append(make("rect", { class: "hit", x: x1, y: y1, width: x2 - x1, height: y2 - y1, fill: "transparent" }));
        draw(part.shapes, element);
        entry?.element.remove();
        entry = { part, element };
        this.parts.set(part.name, entry);
      }
      const next: Element | null = previous ? (previous as Element).nextElementSibling : this.partLayer.firstElementChild;
      if (next !== entry.element) this.partLayer.insertBefore(entry.element, next);
      previous = entry.element;
    }
  }

  private updateWires() {
    const before = this.wires;
    this.wires = new Map();
    const kept = new Set(this.shown!.picture.connections);
    for (const [wire, group] of before) if (!kept.has(wire)) group.remove();
    let next: Element | null = this.wireLayer.firstElementChild;
    this.shown!.picture.connections.forEach((wire, index) => {
      const group = before.get(wire) ?? this.drawWire(wire);
      this.wires.set(wire, group);
      if (group.dataset.wire !== String(index)) group.dataset.wire = String(index);
      if (group === next) next = next.nextElementSibling;
      else this.wireLayer.insertBefore(group, next);
    });
    // behind the last wire: dots
    while (this.wireLayer.childElementCount > this.wires.size) this.wireLayer.lastElementChild!.remove();
    for (const dot of this.shown!.picture.junctions)
      this.wireLayer.append(make("circle", { cx: dot.at[0], cy: dot.at[1], r: 0.8, fill: rgb(dot.color) }));
  }

  private drawWire(wire: Wire) {
    const group = make("g", { class: "wire" });
    if (wire.absent) group.setAttribute("opacity", "0.25");
    draw(wire.shapes, group);
    group.append(make("path", { class: "hit", d: pathOf(wire.points), fill: "none" }));
    return group;
  }

  // ---- selection, diagnostics, what the compiler knows

  private showMarks() {
    this.marks.replaceChildren();
    const now = drawn.value;
    if (!now) return;
    const picture = now.picture;
    const chosen = selection.value;
    for (const part of picture.components)
      if (chosen.has(part.name)) this.marks.append(frame(part.box, "selected", 1));
    const wire = picture.connections[selectedWire.value];
    if (wire) this.marks.append(make("path", { class: "selected-wire", d: pathOf(wire.points), fill: "none" }));
    if (textOf.value === "own") this.showFindings(now);
    if (textOf.value === "own" && !now.readOnly && (now.picture.connections.length || structural.value.length)) this.showOpenEnds(now);
    this.showWork(now);
    this.showSeen(now);
  }

  private showFindings(now: Drawn) {
    const holds = (place: Place, line: number, column: number) =>
      place !== null && (line > place[0] || (line === place[0] && column >= place[1])) && (line < place[2] || (line === place[2] && column <= place[3]));
    const single = findings.value.some((f) => f.severity === 1);
    // parts that wait for their lines have rings, and no marks yet
    const whole = single || (structural.value.some((f) => f.severity === 1) && loose(now).length > 0);
    for (const finding of [...findings.value, ...(whole ? [] : structural.value)]) {
      const kind = finding.severity === 1 ? "error" : "warning";
      const { line, character } = finding.range?.start ?? { line: -1, character: 0 };
      const w = now.places.connections.findIndex((p) => holds(p, line, character));
      if (w >= 0) this.markWire(now, w, kind, finding.message);
      const c = now.places.components.findIndex((p) => holds(p, line, character));
      if (c >= 0) this.markPart(now.picture.components[c], kind, finding.message);
      if (c >= 0) continue;
      // without a place in the picture: on the components that it names; of a connection that cannot be drawn, on those it would lead to
      const named = componentsIn(finding, now);
      const meant = named.length || w >= 0 || line < 0 ? named : componentsIn({ message: statementAt(line) }, now);
      for (const part of now.picture.components) if (meant.includes(part.name)) this.markPart(part, kind, finding.message);
    }
  }

  private markPart(part: Part, kind: string, message: string) {
    const mark = frame(part.box, `finding ${kind}`, 1);
    mark.setAttribute("data-of", part.name);
    mark.append(title(message));
    this.marks.append(mark, flag([part.box[1][0] + 2, part.box[1][1] + 2], kind, message));
  }
  private markWire(now: Drawn, index: number, kind: string, message: string) {
    const { points, from, to } = now.picture.connections[index];
    const mark = make("path", { class: `finding-wire ${kind}`, d: pathOf(points), fill: "none", "data-of": `${from}, ${to}` });
    mark.append(title(message));
    this.marks.append(mark, flag(middle(points), kind, message));
  }

  // Connectors that nothing is connected to: often meant so, but one wants to know.
  private showOpenEnds(now: Drawn) {
    for (const { part, port } of lonePorts(now)) {
      const ring = make("circle", { class: port.causality === "input" ? "open-end input" : "open-end", cx: port.at[0], cy: port.at[1], r: 2.2, "data-of": nameOfPort(part, port) });
      ring.append(title(`nothing is connected to ${nameOfPort(part, port)}`));
      this.marks.append(ring);
    }
  }

  // What a run took, on the components it came from.
  private showWork(now: Drawn) {
    const laid = work.value;
    if (!laid || lens.value || shownClass.value !== rootClass.value) return;
    for (const part of now.picture.components) {
      const one = laid.get(part.name);
      if (!one) continue;
      const mark = frame(part.box, "effort", 1);
      mark.style.fillOpacity = String(0.06 + 0.5 * one.part);
      mark.append(title(`${part.name}: ${one.text}`));
      this.marks.append(mark);
      if (one.part < 0.005) continue;
      const label = make("g", { class: "badge effort", transform: `translate(${part.box[1][0]} ${part.box[1][1]}) scale(1 -1)` });
      label.append(make("rect", { x: -6.5, y: -4.5, width: 13, height: 7, rx: 3.5 }));
      const text = make("text", { y: 1, "text-anchor": "middle", "font-size": 4.6 });
      text.textContent = `${(100 * one.part).toFixed(one.part < 0.1 ? 1 : 0)}%`;
      label.append(text, title(one.text));
      this.marks.append(label);
    }
  }

  private showSeen(now: Drawn) {
    const seen = see.value;
    if (!seen || seen.cls !== shownClass.value) return;
    const iterated = new Map<string, string[]>();
    for (const name of seen.iterated as string[]) {
      const top = name.replace(/^der\(|^\$\w+\(/, "").split(/[.[)]/)[0];
      iterated.set(top, [...(iterated.get(top) ?? []), name]);
    }
    const loops: any[] = seen.loops;
    for (const part of now.picture.components) {
      const inside = loops.findIndex((loop) => loop.components.includes(part.name));
      if (inside >= 0) {
        const mark = frame(part.box, `loop loop${inside % 6}`, 1);
        mark.append(title(`${part.name} is part of a ${loops[inside].kind} system of ${loops[inside].size} equations; torn: ${loops[inside].torn.join(", ") || "none"}`));
        this.marks.append(mark);
      }
      const torn = iterated.get(part.name);
      if (torn) {
        const badge = make("g", { class: "badge", transform: `translate(${part.box[0][0]} ${part.box[1][1]}) scale(1 -1)` });
        badge.append(make("rect", { x: -3.5, y: -4.5, width: 7, height: 7, rx: 3.5 }));
        const text = make("text", { y: 1.2, "text-anchor": "middle", "font-size": 5 });
        text.textContent = String(torn.length);
        badge.append(text, title(`iterated with ${lens.value}: ${torn.join(", ")}`));
        this.marks.append(badge);
      }
    }
    for (const [index, loop] of loops.entries())
      for (const wire of now.picture.connections) {
        const ends = [wire.from, wire.to].map((end) => end.split(/[.[]/)[0]);
        if (ends.every((end) => loop.components.includes(end)))
          this.marks.append(make("path", { class: `loop-wire loop${index % 6}`, d: pathOf(wire.points), fill: "none" }));
      }
    // over all else
    if (lens.value) for (const part of now.picture.components) for (const port of part.ports) this.showArrow(part, port, seen.ports[nameOfPort(part, port)]);
  }

  // A head that points to where values go: out of the component that determines them, or into it.
  private showArrow(part: Part, port: Port, ways: Record<string, string> | undefined) {
    if (!ways || part.connector) return;
    const entries = Object.entries(ways).filter(([, way]) => way !== "known");
    const size = Math.max(1, Math.min(1.6, 2.6 / this.scale)); // to be seen from afar
    entries.forEach(([name, sorted], index) => {
      // signals go the way they are declared, also where a sensor's output is another name of what it measures
      const way = port.causality === "output" ? "out" : port.causality === "input" ? "in" : sorted;
      const [ox, oy] = port.outward;
      const side = (index - (entries.length - 1) / 2) * 3.4 * size;
      const x = port.at[0] + ox * (1.6 + 1.6 * size) - oy * side, y = port.at[1] + oy * (1.6 + 1.6 * size) + ox * side;
      const angle = (Math.atan2(oy, ox) * 180) / Math.PI + (way === "in" ? 180 : 0);
      const both = way === "both";
      const arrow = make("path", { class: `arrow ${way}`, d: both ? "M-2 0L0 -1.3L2 0L0 1.3Z" : "M-1.7 -1.3L1.9 0L-1.7 1.3Z", transform: `translate(${x} ${y}) rotate(${angle}) scale(${size})` });
      arrow.append(title(`${nameOfPort(part, port)}${name ? "." + name : ""} is ${both ? "partly determined by, partly given to" : way === "out" ? "determined by" : "given to"} ${part.name}`));
      this.marks.append(arrow);
    });
  }

  // ---- mouse, touch

  private listen() {
    const svg = this.svg;
    svg.addEventListener("pointerdown", (e) => this.down(e));
    svg.addEventListener("pointermove", (e) => this.move(e));
    svg.addEventListener("pointerup", (e) => this.up(e));
    svg.addEventListener("pointercancel", (e) => this.cancel(e));
    svg.addEventListener("pointerleave", () => !this.drag && this.portLayer.replaceChildren());
    svg.addEventListener("dblclick", (e) => {
      const { part } = this.under(e);
      if (part) openDialog(part.name);
      else if (!this.readOnly()) quick.value = { x: e.clientX, y: e.clientY };
    });
    svg.addEventListener("contextmenu", (e) => e.preventDefault());
    svg.addEventListener("wheel", (e) => {
      e.preventDefault();
      if (e.shiftKey && !e.ctrlKey) {
        this.at = [this.at[0] - e.deltaX - e.deltaY, this.at[1]];
        return this.place();
      }
      this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), e.clientX, e.clientY);
    }, { passive: false });
    svg.addEventListener("keydown", (e) => this.key(e));
    svg.addEventListener("dragover", (e) => {
      if (e.dataTransfer?.types.includes("application/x-formola-class")) e.preventDefault();
    });
    svg.addEventListener("drop", (e) => {
      const cls = e.dataTransfer?.getData("application/x-formola-class");
      if (!cls) return;
      e.preventDefault();
      this.focus();
      this.insert(cls, this.toWorld(e.clientX, e.clientY));
    });
  }

  private readOnly() {
    return textOf.value !== "own" || !!this.shown?.readOnly;
  }
  // The component or connection there. Marks lie over them, and a captured pointer has the canvas as its target.
  private under(e: MouseEvent): { part: Part | null; wire: number } {
    const hit = document.elementsFromPoint(e.clientX, e.clientY).map((each) => each.closest<SVGGElement>(".canvas .part, .canvas .wire")).find(Boolean);
    const part = hit?.dataset.name === undefined ? undefined : this.shown?.picture.components.find((c) => c.name === hit.dataset.name);
    return { part: part ?? null, wire: Number(hit?.dataset.wire ?? -1) };
  }
  private nearPort(at: Point, reach: number, accept: (part: Part, port: Port) => boolean) {
    let best: { part: Part; port: Port } | null = null, least = reach;
    for (const part of this.shown?.picture.components ?? [])
      for (const port of part.ports) {
        const distance = Math.hypot(port.at[0] - at[0], port.at[1] - at[1]);
        if (distance < least && accept(part, port)) [best, least] = [{ part, port }, distance];
      }
    return best;
  }

  private down(e: PointerEvent) {
    this.room = this.svg.getBoundingClientRect();
    this.svg.focus({ preventScroll: true });
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    this.svg.setPointerCapture(e.pointerId);
    if (this.pointers.size === 2) {
      this.drag = null;
      const [a, b] = [...this.pointers.values()];
      this.pinch = Math.hypot(a[0] - b[0], a[1] - b[1]);
      return;
    }
    const start = this.toWorld(e.clientX, e.clientY);
    const base = { start, last: start, screen: [e.clientX, e.clientY] as Point, moved: false };
    if (e.button !== 0) {
      this.drag = { ...base, kind: "pan" };
      return;
    }
    const { part, wire } = this.under(e);
    const port = this.readOnly() ? null : this.nearPort(start, Math.max(2.4, 7 / this.scale), (p) => !p.absent);
    if (port && !e.shiftKey) {
      this.drag = { ...base, kind: "wire", from: port, target: null };
      return;
    }
    if (part) {
      if (e.shiftKey || e.ctrlKey || e.metaKey) {
        const next = new Set(selection.value);
        if (!next.delete(part.name)) next.add(part.name);
        selection.value = next;
      } else if (!selection.value.has(part.name)) selection.value = new Set([part.name]);
      selectedWire.value = -1;
      this.announce(part);
      this.drag = { ...base, kind: "move" };
    } else if (wire >= 0) {
      this.selectWire(wire);
      this.drag = { ...base, kind: "segment", wire, segment: nearestSegment(this.shown!.picture.connections[wire].points, start) };
    } else {
      if (!e.shiftKey) selection.value = new Set();
      selectedWire.value = -1;
      this.drag = { ...base, kind: e.pointerType === "touch" || e.altKey ? "pan" : "band" };
    }
  }

  private announce(part: Part) {
    const index = this.shown!.picture.components.indexOf(part);
    const place = this.shown!.places.components[index];
    if (place && textOf.value === "own") reveal(place[0], place[1], place[2], place[3]);
    this.tell(`${part.name}, ${part.class} selected`);
  }
  private tell(what: string) {
    this.svg.setAttribute("aria-label", `Diagram; ${what}`);
    spoken.value = what;
  }
  private selectWire(index: number) {
    selection.value = new Set();
    selectedWire.value = index;
    const wire = this.shown!.picture.connections[index], place = this.shown!.places.connections[index];
    if (place && textOf.value === "own") reveal(...place);
    this.tell(`connection of ${wire.from} and ${wire.to} selected`);
  }
  // The next connection: of what is selected, else of all.
  private nextWire(step: number) {
    const all = this.shown?.picture.connections ?? [];
    if (selection.value.size) this.wiresOf = selection.value;
    else if (selectedWire.value < 0) this.wiresOf = new Set();
    const mine = all.map((_, i) => i).filter((i) => !this.wiresOf.size || [all[i].from, all[i].to].some((end) => this.wiresOf.has(end.split(/[.[]/)[0])));
    if (!mine.length) return;
    const at = mine.indexOf(selectedWire.value);
    this.selectWire(mine[(at < 0 ? (step > 0 ? 0 : mine.length - 1) : at + step + mine.length) % mine.length]);
  }

  private move(e: PointerEvent) {
    if (this.pointers.has(e.pointerId)) this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.pointers.size === 2) {
      const [a, b] = [...this.pointers.values()];
      const now = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (this.pinch) this.zoom(now / this.pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      this.pinch = now;
      return;
    }
    const at = this.toWorld(e.clientX, e.clientY);
    if (!this.drag) return this.hover(at);
    const drag = this.drag;
    if (!drag.moved && Math.hypot(e.clientX - drag.screen[0], e.clientY - drag.screen[1]) < 4) return;
    drag.moved = true;
    if (drag.kind === "pan") {
      this.touched = true;
      this.at = [this.at[0] + e.movementX, this.at[1] + e.movementY];
      return this.place();
    }
    drag.last = at;
    const [dx, dy] = [snap(at[0] - drag.start[0]), snap(at[1] - drag.start[1])];
    if (drag.kind === "move" && !this.readOnly()) this.preview(dx, dy);
    if (drag.kind === "band") {
      this.over.replaceChildren(frame(ordered(drag.start, at), "band", 0));
    }
    if (drag.kind === "wire") this.stretch(drag, at);
    if (drag.kind === "segment" && !this.readOnly()) {
      const points = shifted(this.shown!.picture.connections[drag.wire!].points, drag.segment!, dx, dy);
      this.over.replaceChildren(make("path", { class: "new-wire", d: pathOf(points), fill: "none" }));
    }
  }

  private hover(at: Point) {
    if (this.readOnly()) return;
    const near = this.nearPort(at, Math.max(2.4, 7 / this.scale), (p) => !p.absent);
    this.portLayer.replaceChildren();
    if (!near) return;
    const dot = make("circle", { class: "port hot", cx: near.port.at[0], cy: near.port.at[1], r: 2 });
    dot.append(title(nameOfPort(near.part, near.port)));
    this.portLayer.append(dot);
  }

  // Components follow the pointer, and with them the ends of their lines.
  private preview(dx: number, dy: number) {
    const moved = (end: string) => selection.value.has(end.split(/[.[]/)[0]);
    this.previewed ??= {
      parts: [...selection.value].flatMap((name) => this.parts.get(name)?.element ?? []),
      wires: this.shown!.picture.connections.map((wire) => ({ wire, first: moved(wire.from), last: moved(wire.to) })).filter((each) => each.first || each.last),
    };
    for (const element of this.previewed.parts) element.setAttribute("transform", `translate(${dx} ${dy})`);
    this.marks.setAttribute("opacity", "0.4");
    for (const { wire, first, last } of this.previewed.wires) {
      const path = pathOf(follow(wire.points, first, last, dx, dy));
      for (const each of this.wires.get(wire)?.querySelectorAll("path") ?? []) each.setAttribute("d", path);
    }
  }
  // The next picture draws them where they are.
  private endPreview() {
    for (const element of this.previewed?.parts ?? []) element.removeAttribute("transform");
    for (const { wire } of this.previewed?.wires ?? []) {
      this.wires.get(wire)?.remove();
      this.wires.delete(wire);
    }
    this.previewed = null;
  }

  private stretch(drag: Drag, at: Point) {
    const from = drag.from!;
    const allowed = (part: Part, port: Port) => part !== from.part && !part.absent && fits(from.port, port);
    drag.target = this.nearPort(at, Math.max(5, 12 / this.scale), allowed);
    this.portLayer.replaceChildren();
    for (const part of this.shown!.picture.components)
      for (const port of part.ports)
        if (allowed(part, port)) {
          const hot = drag.target?.port === port;
          this.portLayer.append(make("circle", { class: hot ? "port fit hot" : "port fit", cx: port.at[0], cy: port.at[1], r: hot ? 3 : 2 }));
        }
    const end: Point = drag.target ? drag.target.port.at : at;
    const wire = make("path", { class: "new-wire", d: pathOf(elbow(from.port, end, drag.target?.port)), fill: "none" });
    this.over.replaceChildren(wire);
  }

  private cancel(e: PointerEvent) {
    this.pointers.delete(e.pointerId);
    this.drag = null;
    this.over.replaceChildren();
    this.portLayer.replaceChildren();
    if (this.shown) this.update(this.shown);
  }

  private up(e: PointerEvent) {
    this.pointers.delete(e.pointerId);
    this.pinch = 0;
    const drag = this.drag;
    this.drag = null;
    this.over.replaceChildren();
    this.marks.removeAttribute("opacity");
    if (!drag) return;
    this.portLayer.replaceChildren();
    if (!drag.moved) {
      // a click on a port that has a component around it selects that
      if (drag.kind === "wire") {
        selection.value = new Set([drag.from!.part.name]);
        selectedWire.value = -1;
        this.announce(drag.from!.part);
      }
      return;
    }
    const [dx, dy] = [snap(drag.last[0] - drag.start[0]), snap(drag.last[1] - drag.start[1])];
    if (drag.kind === "move" && !this.readOnly() && (dx || dy)) this.commitMove(dx, dy);
    if (drag.kind === "band") {
      const [[x1, y1], [x2, y2]] = ordered(drag.start, drag.last);
      const inside = this.shown!.picture.components.filter((c) => c.box[0][0] >= x1 && c.box[1][0] <= x2 && c.box[0][1] >= y1 && c.box[1][1] <= y2);
      selection.value = new Set([...(e.shiftKey ? selection.value : []), ...inside.map((c) => c.name)]);
    }
    if (drag.kind === "segment" && !this.readOnly() && (dx || dy)) this.shiftWire(drag.wire!, drag.segment!, dx, dy);
    if (drag.kind === "wire" && drag.target) this.connect(drag.from!, drag.target);
    else if (drag.kind === "wire" && this.nearPort(drag.last, 4, (p) => p !== drag.from!.part)) say("these connectors do not fit together", "error");
  }

  // ---- gestures

  // A diagram that was placed automatically gets its places written down, so that nothing jumps.
  private fixPlaces(): object[] {
    return (this.shown?.picture.components ?? [])
      .filter((c) => !c.placed && !c.inherited)
      .map((c) => ({ do: "place", name: c.name, extent: extentOf(c) }));
  }

  private commitMove(dx: number, dy: number) {
    const chosen = [...selection.value];
    const picture = this.shown!.picture;
    const own = picture.components.filter((c) => selection.value.has(c.name) && !c.inherited);
    if (own.length < chosen.length) say("inherited components keep their places", "info");
    if (!own.length) return this.update(this.shown);
    const gestures: object[] = [...this.fixPlaces(), ...own.map((c) => ({ do: "move", name: c.name, dx, dy }))];
    for (const wire of picture.connections) {
      const ends = [wire.from, wire.to].map((end) => selection.value.has(end.split(/[.[]/)[0]));
      if (ends[0] && ends[1] && !wire.routed)
        gestures.push({ do: "line", a: wire.from, b: wire.to, points: wire.points.map(([x, y]) => [x + dx, y + dy]), color: this.colorOf(wire.from) });
    }
    gesture(gestures).then((done) => done ?? (this.shown && this.update(this.shown)));
  }

  private shiftWire(index: number, segment: number, dx: number, dy: number) {
    const wire = this.shown!.picture.connections[index];
    const points = shifted(wire.points, segment, dx, dy);
    return gesture([...this.fixPlaces(), { do: "line", a: wire.from, b: wire.to, points, color: this.colorOf(wire.from) }]);
  }
  // The longest piece that an arrow key can move.
  private nudgeWire(dx: number, dy: number) {
    const points = this.shown?.picture.connections[selectedWire.value]?.points ?? [];
    let best = -1, longest = 0;
    for (let i = 0; i + 1 < points.length; ++i) {
      const [w, h] = [Math.abs(points[i + 1][0] - points[i][0]), Math.abs(points[i + 1][1] - points[i][1])];
      const across = dx ? h >= w : w > h;
      if (across && w + h > longest) (best = i), (longest = w + h);
    }
    if (best >= 0 && !this.readOnly()) this.shiftWire(selectedWire.value, best, dx, dy);
  }

  private colorOf(end: string): number[] | undefined {
    for (const part of this.shown?.picture.components ?? []) for (const port of part.ports) if (nameOfPort(part, port) === end.replace(/\[[^\]]*\]/g, "")) return port.color;
  }

  // Around the components, as the server finds it. A diagram that was placed automatically is placed anew.
  connect(from: { part: Part; port: Port }, to: { part: Part; port: Port }) {
    const [a, b] = [nameOfPort(from.part, from.port), nameOfPort(to.part, to.port)];
    return gesture([{ do: "connect", a, b, route: this.shown!.picture.components.every((c) => c.placed), color: from.port.color }]);
  }
  lightPorts(ports: Port[]) {
    this.portLayer.replaceChildren(...ports.map((port) => make("circle", { class: "port fit hot", cx: port.at[0], cy: port.at[1], r: 3 })));
  }

  async insert(cls: string, at: Point, name = "") {
    const [x, y] = [snap(at[0]), snap(at[1])];
    const names = await gesture([...this.fixPlaces(), { do: "add", type: cls, name, extent: [[x - 10, y - 10], [x + 10, y + 10]] }]);
    if (names?.length) {
      selection.value = new Set(names);
      // whoever was quick is typing the next one
      if (!document.activeElement || !document.activeElement.closest("input, textarea, select, dialog, .cm-editor")) this.focus();
    }
  }
  insertAtScreen(cls: string, x: number, y: number) {
    return this.insert(cls, this.toWorld(x, y));
  }
  insertFree(cls: string) {
    const box = this.room;
    return this.insert(cls, this.freePlace(this.toWorld(box.left + box.width / 2, box.top + box.height / 2)));
  }
  // The nearest place without a component, in rows and columns around a point: the next one to the right first.
  private freePlace([x, y]: Point): Point {
    const parts = this.shown?.picture.components ?? [];
    const taken = (p: Point) => parts.some((c) => p[0] + 18 > c.box[0][0] && p[0] - 18 < c.box[1][0] && p[1] + 18 > c.box[0][1] && p[1] - 18 < c.box[1][1]);
    const origin: Point = [10 * Math.round(x / 10), 10 * Math.round(y / 10)];
    const cells: [number, Point][] = [];
    const box = this.room, [a, b] = [this.toWorld(box.left, box.bottom), this.toWorld(box.right, box.top)];
    const seen = ([px, py]: Point) => px - 14 > a[0] && px + 14 < b[0] && py - 14 > a[1] && py + 14 < b[1];
    for (let i = -8; i <= 8; ++i)
      for (let k = -8; k <= 8; ++k) {
        const at: Point = [origin[0] + 40 * i, origin[1] + 40 * k];
        cells.push([Math.abs(i) + 2.2 * Math.abs(k) + (i < 0 ? 2 : 0) + (k > 0 ? 0.1 : 0) + (seen(at) ? 0 : 6), at]);
      }
    return cells.sort((p, q) => p[0] - q[0]).find(([, place]) => !taken(place))?.[1] ?? origin;
  }

  nudge(dx: number, dy: number) {
    if (selection.value.size && !this.readOnly()) this.commitMove(dx, dy);
  }
  turn(make: (name: string) => object) {
    if (selection.value.size && !this.readOnly()) gesture([...this.fixPlaces(), ...[...selection.value].map(make)]);
  }
  // All that is selected in one row or one column, by their middles.
  align(how: "row" | "column") {
    const parts = this.shown?.picture.components.filter((c) => selection.value.has(c.name) && !c.inherited) ?? [];
    if (parts.length < 2 || this.readOnly()) return;
    const axis = how === "row" ? 1 : 0;
    const at = (c: Part) => (c.box[0][axis] + c.box[1][axis]) / 2;
    const mean = snap(parts.reduce((sum, c) => sum + at(c), 0) / parts.length);
    const moves = parts.map((c) => ({ do: "move", name: c.name, dx: how === "column" ? mean - at(c) : 0, dy: how === "row" ? mean - at(c) : 0 }));
    gesture([...this.fixPlaces(), ...moves.filter((m) => m.dx || m.dy)]);
  }
  remove() {
    if (this.readOnly()) return;
    const wire = this.shown?.picture.connections[selectedWire.value];
    if (wire) {
      gesture([{ do: "disconnect", a: wire.from, b: wire.to }]);
      selectedWire.value = -1;
    } else if (selection.value.size) {
      gesture([...selection.value].map((name) => ({ do: "remove", name })));
      selection.value = new Set();
    }
  }

  async copy(cut = false) {
    const chosen = this.shown?.picture.components.filter((c) => selection.value.has(c.name)) ?? [];
    if (!chosen.length) return;
    await actions.copyParts(chosen, this.shown!, (end) => this.colorOf(end)).catch(complain);
    if (cut) this.remove();
    else say(`${chosen.length} copied`);
  }
  async paste() {
    const names = await actions.pasteParts().catch((why) => (complain(why), null));
    if (names?.length) selection.value = new Set(names);
  }

  // ---- keys

  key(e: KeyboardEvent) {
    const mod = e.ctrlKey || e.metaKey;
    const step = e.shiftKey ? 10 : GRID;
    const handled = () => e.preventDefault();
    const arrows: Record<string, Point> = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const letter = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (mod && letter === "z") return handled(), e.shiftKey ? redoText() : undoText();
    if (mod && letter === "y") return handled(), redoText();
    if (mod && letter === "c") return handled(), this.copy();
    if (mod && letter === "x") return handled(), this.copy(true);
    if (mod && letter === "v") return handled(), this.paste();
    if (mod && letter === "d") return handled(), this.copy().then(() => this.paste());
    if (mod && letter === "a") {
      selection.value = new Set(this.shown?.picture.components.map((c) => c.name));
      return handled();
    }
    if (mod && e.key === "Enter") return;
    if (mod) return;
    if (arrows[e.key]) {
      handled();
      if (selectedWire.value >= 0) return this.nudgeWire(...arrows[e.key]);
      if (selection.value.size) return this.nudge(...arrows[e.key]);
      this.at = [this.at[0] - arrows[e.key][0] * 8, this.at[1] + arrows[e.key][1] * 8];
      return this.place();
    }
    const one = selection.value.size === 1 ? [...selection.value][0] : "";
    switch (letter) {
      case "Tab": {
        const all = this.shown?.picture.components ?? [];
        if (!all.length) return;
        const index = selection.value.has(this.current) ? all.findIndex((c) => c.name === this.current) : all.findIndex((c) => selection.value.has(c.name));
        const next = e.shiftKey ? index - 1 : index + 1;
        selectedWire.value = -1;
        if (next < 0 || next >= all.length) return (selection.value = this.held = new Set());
        handled();
        selection.value = new Set([all[next].name, ...this.held]);
        this.current = all[next].name;
        return this.announce(all[next]);
      }
      case " ": {
        const name = this.current;
        if (!selection.value.has(name)) return;
        handled();
        this.held = new Set(this.held.has(name) ? [...this.held].filter((each) => each !== name) : [...this.held, name]);
        return this.tell(this.held.has(name) ? `${name} stays selected, with ${this.held.size - 1} others` : `${name} does not stay selected`);
      }
      case "Delete":
      case "Backspace":
        return handled(), this.remove();
      case "Escape":
        selection.value = this.held = new Set();
        selectedWire.value = -1;
        return;
      case "Enter":
        if (one) handled(), openDialog(one);
        return;
      case "r":
        return this.turn((name) => ({ do: "rotate", name, degrees: e.shiftKey ? -90 : 90 }));
      case "h":
        return this.turn((name) => ({ do: "flip", name, how: "horizontal" }));
      case "v":
        return this.turn((name) => ({ do: "flip", name, how: "vertical" }));
      case "x":
        return this.align("column");
      case "y":
        return this.align("row");
      case "w":
        return this.nextWire(e.shiftKey ? -1 : 1);
      case "c":
        if (one && !this.readOnly()) {
          handled();
          const box = this.screenBox(new Set([one]))!;
          connecting.value = { component: one, x: this.room.left + box.right + 12, y: this.room.top + box.top };
        }
        return;
      case "d":
        return actions.document_(this.shown?.picture.components.find((c) => c.name === one)?.class ?? shownClass.value);
      case "f":
        return this.fit();
      case "e":
        if (one && shownClass.value === rootClass.value) actions.equationsOf(one);
        return;
      case "o":
        if (one) actions.open(one);
        return;
      case "+":
      case "=":
        return this.zoom(1.25);
      case "-":
        return this.zoom(0.8);
      case "?":
        return handled(), actions.showKeys();
      case "a":
      case "/":
        if (this.readOnly()) return;
        handled();
        const box = this.room;
        quick.value = { x: box.left + box.width / 2, y: box.top + box.height / 3, free: true };
    }
  }

  focus() {
    this.svg.focus({ preventScroll: true });
  }
  // Where something of the picture is on the screen, for menus beside it.
  screenBox(names: ReadonlySet<string>): DOMRect | null {
    const parts = this.shown?.picture.components.filter((c) => names.has(c.name)) ?? [];
    if (!parts.length) return null;
    const xs = parts.flatMap((c) => [c.box[0][0], c.box[1][0]]), ys = parts.flatMap((c) => [c.box[0][1], c.box[1][1]]);
    const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return new DOMRect(this.at[0] + x1 * this.scale, this.at[1] - y2 * this.scale, (x2 - x1) * this.scale, (y2 - y1) * this.scale);
  }
  get width() {
    return this.room.width;
  }
  get svgElement() {
    return this.svg;
  }
}

// ---- geometry

const round = (x: number) => Math.round(x * 10) / 10;
const ordered = (a: Point, b: Point): Extent => [[Math.min(a[0], b[0]), Math.min(a[1], b[1])], [Math.max(a[0], b[0]), Math.max(a[1], b[1])]];
const pathOf = (points: Point[]) => points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");
const middle = (points: Point[]): Point => {
  const i = Math.max(0, Math.floor(points.length / 2) - 1);
  const [a, b] = [points[i], points[i + 1] ?? points[i]];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
};

function frame(box: Extent, name: string, grow: number) {
  const [[x1, y1], [x2, y2]] = box;
  return make("rect", { class: name, x: x1 - grow, y: y1 - grow, width: x2 - x1 + 2 * grow, height: y2 - y1 + 2 * grow, rx: grow ? 1.5 : 0 });
}
function title(text: string) {
  const element = make("title");
  element.textContent = text;
  return element;
}
function flag(at: Point, kind: string, message: string) {
  const group = make("g", { class: `flag ${kind}`, transform: `translate(${at[0]} ${at[1]}) scale(1 -1)`, role: "img", "aria-label": message });
  group.append(make("circle", { r: 3.2 }));
  const text = make("text", { y: 1.7, "text-anchor": "middle", "font-size": 5 });
  text.textContent = "!";
  group.append(text, title(message));
  return group;
}

// The extent whose first point is the icon's first one, flips included.
export function extentOf(part: Part): Extent {
  const m = part.placement;
  const map = ([x, y]: Point): Point => [round(m[0] * x + m[1] * y + m[4]), round(m[2] * x + m[3] * y + m[5])];
  return [map(part.icon[0]), map(part.icon[1])];
}

// Horizontal and vertical pieces that leave both ports straight.
export function elbow(from: Port, end: Point, to?: Port): Point[] {
  const [a, b] = [from.at, end];
  const across = Math.abs(from.outward[0]) >= Math.abs(from.outward[1]);
  const toAcross = to ? Math.abs(to.outward[0]) >= Math.abs(to.outward[1]) : across;
  if (a[0] === b[0] || a[1] === b[1]) return [a, b];
  if (across && toAcross) {
    const ahead = (b[0] - a[0]) * Math.sign(from.outward[0] || 1) > 0;
    const x = ahead ? snap((a[0] + b[0]) / 2) : a[0] + 6 * Math.sign(from.outward[0] || 1);
    return [a, [x, a[1]], [x, b[1]], b];
  }
  if (!across && !toAcross) {
    const ahead = (b[1] - a[1]) * Math.sign(from.outward[1] || 1) > 0;
    const y = ahead ? snap((a[1] + b[1]) / 2) : a[1] + 6 * Math.sign(from.outward[1] || 1);
    return [a, [a[0], y], [b[0], y], b];
  }
  return across ? [a, [b[0], a[1]], b] : [a, [a[0], b[1]], b];
}

// The ends move with their components; the next points give way so that pieces stay straight.
function follow(points: Point[], first: boolean, last: boolean, dx: number, dy: number): Point[] {
  if (first && last) return points.map(([x, y]) => [x + dx, y + dy]);
  const all = points.map((p) => [...p] as Point);
  const shift = (end: number, next: number) => {
    const old = points[end];
    all[end] = [old[0] + dx, old[1] + dy];
    if (points.length < 3) return;
    if (points[next][0] === old[0]) all[next][0] += dx;
    else if (points[next][1] === old[1]) all[next][1] += dy;
  };
  if (first) shift(0, 1);
  if (last) shift(points.length - 1, points.length - 2);
  return all;
}

function nearestSegment(points: Point[], at: Point): number {
  let best = 0, least = Infinity;
  for (let i = 0; i + 1 < points.length; ++i) {
    const [a, b] = [points[i], points[i + 1]];
    const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.max(0, Math.min(1, ((at[0] - a[0]) * ux + (at[1] - a[1]) * uy) / (ux * ux + uy * uy || 1)));
    const distance = Math.hypot(a[0] + t * ux - at[0], a[1] + t * uy - at[1]);
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

// A piece of a line moved across its direction; at the ends a new corner appears.
function shifted(points: Point[], segment: number, dx: number, dy: number): Point[] {
  const [a, b] = [points[segment], points[segment + 1]];
  const level = Math.abs(a[1] - b[1]) <= Math.abs(a[0] - b[0]);
  const [mx, my] = level ? [0, dy] : [dx, 0];
  const all = points.map((p) => [...p] as Point);
  all[segment] = [a[0] + mx, a[1] + my];
  all[segment + 1] = [b[0] + mx, b[1] + my];
  if (segment + 1 === points.length - 1) all.push(b);
  if (segment === 0) all.unshift(a);
  return all;
}
