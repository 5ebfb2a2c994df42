// Small diagrams with two axes, linear or logarithmic: frequency responses, poles, step sizes.
import { show, ticks } from "./plot";

export interface Series {
  name: string;
  x: number[];
  y: number[];
  color: string;
  marks?: "cross" | "ring"; // points instead of a line
  onPick?: (index: number) => void;
}

interface Axis {
  log?: boolean;
  title: string;
}

const decades = (low: number, high: number) => {
  const all: number[] = [];
  const step = Math.max(1, Math.ceil((Math.log10(high) - Math.log10(low)) / 9));
  for (let k = Math.ceil(Math.log10(low) - 1e-9); k <= Math.log10(high) + 1e-9; k += step) all.push(10 ** k);
  return all.length ? all : [low, high];
};
const power = (v: number) => {
  const k = Math.round(Math.log10(v));
  return Math.abs(Math.log10(v) - k) < 1e-6 && (k < -2 || k > 3) ? `1e${k}` : show(v);
};

export function Chart({ series, x, y, width = 360, height = 170, zero = false, label }: { series: Series[]; x: Axis; y: Axis; width?: number; height?: number; zero?: boolean; label: string }) {
  const good = (axis: Axis, v: number) => isFinite(v) && (!axis.log || v > 0);
  const range = (axis: Axis, values: number[]): [number, number] => {
    let low = Infinity, high = -Infinity;
    for (const v of values) if (good(axis, v)) (low = Math.min(low, v)), (high = Math.max(high, v));
    if (!(low <= high)) return axis.log ? [0.1, 10] : [0, 1];
    if (axis.log) return low === high ? [low / 3, high * 3] : [low, high];
    if (zero) (low = Math.min(low, 0)), (high = Math.max(high, 0));
    const pad = (high - low) * 0.08 || Math.abs(low) * 0.1 || 1;
    return [low - pad, high + pad];
  };
  const [x1, x2] = range(x, series.flatMap((s) => s.x));
  const [y1, y2] = range(y, series.flatMap((s) => s.y));
  const box = { l: 52, t: 8, w: width - 64, h: height - 42 };
  const part = (axis: Axis, v: number, a: number, b: number) => (axis.log ? Math.log(v / a) / Math.log(b / a) : (v - a) / (b - a));
  const px = (v: number) => box.l + box.w * part(x, v, x1, x2), py = (v: number) => box.t + box.h * (1 - part(y, v, y1, y2));
  const xs = x.log ? decades(x1, x2) : ticks(x1, x2, box.w / 80), ys = y.log ? decades(y1, y2) : ticks(y1, y2, box.h / 30);
  const path = (s: Series) => {
    let d = "", pen = false;
    s.x.forEach((v, i) => {
      const ok = good(x, v) && good(y, s.y[i]);
      if (ok) d += `${pen ? "L" : "M"}${px(v).toFixed(1)} ${py(s.y[i]).toFixed(1)}`;
      pen = ok;
    });
    return d;
  };
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {xs.map((v) => <g key={v}><line x1={px(v)} x2={px(v)} y1={box.t} y2={box.t + box.h} /><text x={px(v)} y={box.t + box.h + 14} text-anchor="middle">{x.log ? power(v) : show(v, xs[1] - xs[0])}</text></g>)}
      {ys.map((v) => <g key={v}><line x1={box.l} x2={box.l + box.w} y1={py(v)} y2={py(v)} /><text x={box.l - 6} y={py(v) + 4} text-anchor="end">{y.log ? power(v) : show(v, ys[1] - ys[0])}</text></g>)}
      {zero && <><line class="axis" x1={px(0)} x2={px(0)} y1={box.t} y2={box.t + box.h} /><line class="axis" x1={box.l} x2={box.l + box.w} y1={py(0)} y2={py(0)} /></>}
      <text class="title" x={box.l + box.w} y={height - 4} text-anchor="end">{x.title}</text>
      <text class="title" transform={`translate(11 ${box.t + box.h / 2}) rotate(-90)`} text-anchor="middle">{y.title}</text>
      {series.map((s) =>
        s.marks ? (
          s.x.map((v, i) => (good(x, v) && good(y, s.y[i]) ? (
            <path key={`${s.name}${i}`} d={s.marks === "cross" ? "M-4 -4L4 4M-4 4L4 -4" : "M4 0a4 4 0 11-8 0 4 4 0 018 0"} transform={`translate(${px(v)} ${py(s.y[i])})`} stroke={s.color}><title>{`${s.name}: ${show(v)}${s.y[i] ? ` ${s.y[i] < 0 ? "−" : "+"} ${show(Math.abs(s.y[i]))}i` : ""}`}</title></path>
          ) : null))
        ) : (
          <path key={s.name} d={path(s)} stroke={s.color} />
        ),
      )}
    </svg>
  );
}
