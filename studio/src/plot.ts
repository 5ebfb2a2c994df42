// Curves over time on a canvas, and the same as SVG.
import type { Curve } from "./rpc";

export interface Line {
  label: string;
  curve: Curve;
  color: string;
  dash: number[];
  width: number;
}
export interface Look {
  ink: string;
  soft: string;
  grid: string;
  paper: string;
}
interface Pen {
  line(points: ArrayLike<number>, color: string, width: number, dash: number[]): void; // x, y, x, y, …
  text(text: string, x: number, y: number, color: string, align: "left" | "right" | "center", size: number, turned?: boolean): void;
  clip(x: number, y: number, w: number, h: number): void;
  unclip(): void;
}

export interface Frame {
  x: number; y: number; w: number; h: number;
  from: number; to: number; low: number; high: number;
}

export function ticks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0) || !isFinite(span)) return [low];
  const raw = span / Math.max(1, count), power = 10 ** Math.floor(Math.log10(raw)), ratio = raw / power;
  const step = (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10) * power;
  const all: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) all.push(i * step);
  return all;
}
export function show(value: number, step = 0): string {
  if (value === 0 || Math.abs(value) < step * 1e-6) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(3).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(6)));
}

export function ranges(lines: Line[], from: number | null, to: number | null, start: number, stop: number) {
  let a = from ?? Infinity, b = to ?? -Infinity, low = Infinity, high = -Infinity;
  for (const { curve } of lines) {
    if (!curve.t.length) continue;
    if (from === null) a = Math.min(a, curve.t[0]);
    if (to === null) b = Math.max(b, curve.t[curve.t.length - 1]);
  }
  if (from === null && isFinite(start)) a = Math.min(a, start);
  if (to === null && isFinite(stop)) b = Math.max(b, stop);
  if (!(a < b)) [a, b] = [isFinite(a) ? a : 0, (isFinite(a) ? a : 0) + 1];
  for (const { curve } of lines)
    for (let i = 0; i < curve.t.length; ++i) {
      if (curve.t[i] < a || curve.t[i] > b) continue;
      const y = curve.y[i];
      if (y < low) low = y;
      if (y > high) high = y;
    }
  if (!isFinite(low)) [low, high] = [0, 1];
  if (low === high) {
    const pad = Math.abs(low) * 0.1 || 1;
    [low, high] = [low - pad, high + pad];
  }
  const pad = 0.06 * (high - low);
  return { from: a, to: b, low: low - pad, high: high + pad };
}

function paint(pen: Pen, lines: Line[], frame: Frame, titles: { x: string; y: string }, look: Look, events: number[]) {
  const { x, y, w, h, from, to, low, high } = frame;
  const px = (t: number) => x + ((t - from) / (to - from)) * w, py = (v: number) => y + h - ((v - low) / (high - low)) * h;
  const xs = ticks(from, to, w / 90), ys = ticks(low, high, h / 38);
  for (const t of xs) {
    pen.line([px(t), y, px(t), y + h], look.grid, 1, []);
    const label = show(t, (xs[1] ?? 0) - xs[0]), edge = px(t) + 3.2 * label.length > x + w + 12; // the last one stays inside
    pen.text(label, edge ? x + w + 12 : px(t), y + h + 15, look.soft, edge ? "right" : "center", 11);
  }
  for (const v of ys) {
    pen.line([x, py(v), x + w, py(v)], look.grid, 1, []);
    pen.text(show(v, (ys[1] ?? 0) - ys[0]), x - 7, py(v) + 4, look.soft, "right", 11);
  }
  pen.text(titles.x, x + w, y + h + 29, look.soft, "right", 11);
  if (titles.y) pen.text(titles.y, 12, y + h / 2, look.soft, "center", 11, true);
  pen.clip(x, y, w, h);
  if (events.length <= 60) for (const t of events) if (t >= from && t <= to) pen.line([px(t), y, px(t), y + h], look.soft, 0.6, [2, 3]);
  for (const line of lines) {
    const { t, y: v } = line.curve;
    let run: number[] = [];
    for (let i = 0; i < t.length; ++i) {
      if (!isFinite(v[i])) {
        if (run.length > 2) pen.line(run, line.color, line.width, line.dash);
        run = [];
        continue;
      }
      run.push(px(t[i]), py(v[i]));
    }
    if (run.length > 2) pen.line(run, line.color, line.width, line.dash);
  }
  pen.unclip();
}

export function frameOf(width: number, height: number, lines: Line[], from: number | null, to: number | null, start: number, stop: number, title: string): Frame {
  const left = 58 + (title ? 14 : 0);
  return { x: left, y: 10, w: Math.max(20, width - left - 14), h: Math.max(20, height - 50), ...ranges(lines, from, to, start, stop) };
}

export function paintCanvas(canvas: HTMLCanvasElement, lines: Line[], frame: Frame, titles: { x: string; y: string }, look: Look, events: number[]) {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const g = canvas.getContext("2d")!;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = look.paper;
  g.fillRect(0, 0, width, height);
  g.lineJoin = "round";
  paint(
    {
      line(p, color, thick, dash) {
        g.beginPath();
        g.moveTo(p[0], p[1]);
        for (let i = 2; i < p.length; i += 2) g.lineTo(p[i], p[i + 1]);
        g.strokeStyle = color;
        g.lineWidth = thick;
        g.setLineDash(dash);
        g.stroke();
      },
      text(text, x, y, color, align, size, turned) {
        g.save();
        g.translate(x, y);
        if (turned) g.rotate(-Math.PI / 2);
        g.fillStyle = color;
        g.textAlign = align;
        g.font = `${size}px system-ui, sans-serif`;
        g.fillText(text, 0, 0);
        g.restore();
      },
      clip(x, y, w, h) {
        g.save();
        g.beginPath();
        g.rect(x, y, w, h);
        g.clip();
      },
      unclip: () => g.restore(),
    },
    lines, frame, titles, look, events,
  );
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);

export function paintSvg(width: number, height: number, lines: Line[], frame: Frame, titles: { x: string; y: string }, look: Look, events: number[]): string {
  let body = "";
  const n = (v: number) => v.toFixed(2);
  paint(
    {
      line(p, color, thick, dash) {
        let d = "";
        for (let i = 0; i < p.length; i += 2) d += `${i ? "L" : "M"}${n(p[i])} ${n(p[i + 1])}`;
        body += `<path d="${d}" fill="none" stroke="${color}" stroke-width="${thick}" stroke-dasharray="${dash.join(" ")}" stroke-linejoin="round"/>`;
      },
      text(text, x, y, color, align, size, turned) {
        const anchor = align === "left" ? "start" : align === "right" ? "end" : "middle";
        body += `<text transform="translate(${n(x)} ${n(y)})${turned ? " rotate(-90)" : ""}" fill="${color}" font-size="${size}" text-anchor="${anchor}">${escape(text)}</text>`;
      },
      clip(x, y, w, h) {
        body += `<clipPath id="c"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath><g clip-path="url(#c)">`;
      },
      unclip: () => (body += "</g>"),
    },
    lines, frame, titles, look, events,
  );
  lines.forEach((line, i) => (body += `<text x="${frame.x + 8}" y="${frame.y + 14 + 14 * i}" font-size="11" fill="${line.color}">${escape(line.label)}</text>`));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="system-ui, sans-serif"><rect width="100%" height="100%" fill="${look.paper}"/>${body}</svg>`;
}

// The value at a time, between the rows.
export function valueAt(curve: Curve, time: number): number | null {
  const { t, y } = curve;
  if (!t.length || time < t[0] || time > t[t.length - 1]) return null;
  let a = 0, b = t.length - 1;
  while (b - a > 1) {
    const m = (a + b) >> 1;
    if (t[m] <= time) a = m;
    else b = m;
  }
  const span = t[b] - t[a];
  return span > 0 ? y[a] + ((time - t[a]) / span) * (y[b] - y[a]) : y[b];
}
