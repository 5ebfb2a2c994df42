// The icon of a class: its shapes are drawn, moved and coloured; OK is one change of the text.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { gesture } from "./document";
import {
  arrowKinds, arrowsOf, canBeSmooth, colourOf, drawnAs, fillPatternOf, fillPatterns, inkName, isSmooth, kinds, linePatternOf, linePatterns, nameOfThickness, newShape, pointsOf, readShape, textIn,
  thicknessOf, withArrows, withPoints, withValue, writeColour, writeText, type IconShape, type XY,
} from "./icon_shapes";
import { request } from "./rpc";
import { closing } from "./modal";
import { draw } from "./shapes";
import { complain, file, iconEdited, shownClass, toasts, type Part } from "./state";

const snap = (x: number) => Math.round(x / 2) * 2;
const path = (points: XY[], closed: boolean) => points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("") + (closed ? "Z" : "");

export async function editIcon() {
  try {
    const cls = shownClass.value;
    const [shapes, icon] = await Promise.all([request<string[]>("formola/shapes", { uri: file.value!.uri, class: cls }), request("formola/picture", { uri: file.value!.uri, class: cls, layer: "icon" })]);
    iconEdited.value = { cls, shapes, parts: icon.picture?.components ?? [] };
  } catch (why) {
    complain(why);
  }
}

function Shape({ shape, chosen }: { shape: IconShape; chosen: boolean }) {
  const place = useRef<SVGGElement>(null);
  const shapes = drawnAs(shape);
  useLayoutEffect(() => {
    place.current?.replaceChildren();
    if (place.current) draw(shapes, place.current, 0.6);
  });
  if (!shapes.length) return null;
  const [first] = shapes, [[x1, y1], [x2, y2]] = pointsOf(shape);
  return (
    <g class={chosen ? "chosen" : ""}>
      <g ref={place} pointer-events="none" />
      {first.path === undefined
        ? <rect x={Math.min(x1, x2)} y={Math.min(y1, y2)} width={Math.abs(x2 - x1)} height={Math.abs(y2 - y1)} fill="transparent" stroke="none" pointer-events="all" />
        : <path d={first.path} fill={shape.kind === "Line" ? "none" : "transparent"} stroke="transparent" stroke-width={Math.max(4, first.line!.thickness)} pointer-events={shape.kind === "Line" ? "stroke" : "all"} />}
    </g>
  );
}

// Connectors: they stay where the diagram has them.
function Ports({ parts }: { parts: Part[] }) {
  const place = useRef<SVGGElement>(null);
  useEffect(() => {
    place.current!.replaceChildren();
    for (const part of parts) draw(part.shapes, place.current!);
  }, [parts]);
  return <g class="ports-of-icon ink" ref={place} pointer-events="none" opacity={0.45} />;
}

export function IconEditor() {
  const given = iconEdited.value;
  return given && <Editor given={given} key={given.cls} />;
}

function Editor({ given }: { given: { cls: string; shapes: string[]; parts: Part[] } }) {
  const [shapes, setShapes] = useState<IconShape[]>(given.shapes.map(readShape));
  const [tool, setTool] = useState("Select"), [chosen, setChosen] = useState(-1);
  const [ink, setInk] = useState("#000000"), [fill, setFill] = useState("#ffffff"), [pattern, setPattern] = useState("None");
  const [open, setOpen] = useState<XY[]>([]); // of a line or polygon on its way
  const [problem, setProblem] = useState("");
  const box = useRef<HTMLDialogElement>(null), svg = useRef<SVGSVGElement>(null);
  const drag = useRef<{ start: XY; was: XY[]; handle: number } | null>(null);
  useEffect(() => box.current?.showModal(), []);
  const { close, events } = closing(iconEdited, given, box);
  const one = shapes[chosen];
  const change = (index: number, shape: IconShape) => setShapes(shapes.map((s, i) => (i === index ? shape : s)));
  const add = (shape: IconShape) => (setShapes([...shapes, shape]), setChosen(shapes.length), setTool("Select"), setOpen([]));
  const remove = () => (setShapes(shapes.filter((_, i) => i !== chosen)), setChosen(-1));
  const apply = async () => {
    if (await gesture([{ do: "icon", shapes: shapes.map((s) => s.text) }], { class: given.cls })) close();
    else setProblem(toasts.value[toasts.value.length - 1]?.text ?? "");
  };
  const at = (e: PointerEvent | MouseEvent): XY => {
    const m = svg.current!.getScreenCTM()!.inverse(), p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m);
    return [snap(p.x), snap(-p.y)];
  };
  const finish = () => {
    if (open.length >= (tool === "Polygon" ? 3 : 2)) add(newShape(tool, open, ink, fill, pattern));
    else setOpen([]);
  };
  const down = (e: PointerEvent) => {
    const p = at(e);
    if (tool === "Line" || tool === "Polygon") {
      const last = open[open.length - 1];
      return void (last && last[0] === p[0] && last[1] === p[1] ? finish() : setOpen([...open, p]));
    }
    svg.current!.setPointerCapture(e.pointerId);
    if (tool !== "Select") {
      drag.current = { start: p, was: [p, p], handle: -1 };
      setOpen([p, p]);
      return;
    }
    const target = e.target as Element, handle = target.getAttribute("data-handle");
    const index = handle ? chosen : Number(target.closest("[data-shape]")?.getAttribute("data-shape") ?? -1);
    setChosen(index);
    if (index >= 0) drag.current = { start: p, was: pointsOf(shapes[index]), handle: handle ? Number(handle) : -1 };
  };
  const move = (e: PointerEvent) => {
    const d = drag.current;
    if (!d) return;
    const p = at(e), [dx, dy] = [p[0] - d.start[0], p[1] - d.start[1]];
    if (tool !== "Select") return setOpen([d.start, p]);
    if (!dx && !dy && one && JSON.stringify(pointsOf(one)) === JSON.stringify(d.was)) return;
    change(chosen, withPoints(one, d.was.map(([x, y], i): XY => (d.handle < 0 || d.handle === i ? [x + dx, y + dy] : [x, y]))));
  };
  const up = () => {
    const d = drag.current;
    drag.current = null;
    if (!d || tool === "Select") return;
    const [a, b] = open;
    if (a && b && a[0] !== b[0] && a[1] !== b[1]) add(newShape(tool, [a, b], ink, fill, pattern));
    else setOpen([]);
  };
  const key = (e: KeyboardEvent) => {
    const step = e.shiftKey ? 10 : 2;
    const by: Record<string, XY> = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if ((e.target as Element).matches("input, select")) return;
    if (e.key === "Enter" && open.length) return e.preventDefault(), finish();
    if (!one || one.fixed) return;
    if (e.key === "Delete" || e.key === "Backspace") return e.preventDefault(), remove();
    const d = by[e.key];
    if (d) e.preventDefault(), change(chosen, withPoints(one, pointsOf(one).map(([x, y]): XY => [x + d[0], y + d[1]])));
  };
  const colour = (value: string) => (setInk(value), one && !one.fixed && change(chosen, withValue(one, inkName(one), writeColour(value))));
  const plain = one && !one.fixed ? one : null; // what can be changed
  const area = plain && plain.kind !== "Line" && plain.kind !== "Text" ? plain : null;
  const filling = (value: string) => (setFill(value), area && change(chosen, withValue(area, "fillColor", writeColour(value))));
  const patterned = (value: string) => {
    setPattern(value);
    if (!area) return;
    const coloured = value !== "None" && !area.args.some(([name]) => name === "fillColor") ? withValue(area, "fillColor", writeColour(fill)) : area;
    change(chosen, withValue(coloured, "fillPattern", `FillPattern.${value}`));
  };
  const order = (by: number) => {
    const to = chosen + by, next = [...shapes];
    if (!one || to < 0 || to >= shapes.length) return;
    [next[chosen], next[to]] = [next[to], next[chosen]];
    setShapes(next);
    setChosen(to);
  };
  const shownInk = one && !one.fixed ? colourOf(one, inkName(one)) : ink;
  const shownFill = area ? colourOf(area, "fillColor") : fill, shownPattern = area ? fillPatternOf(area) : pattern;
  const words = (all: readonly string[]) => all.map((w) => <option key={w} value={w}>{w.replace(/(?!^)([A-Z])/g, " $1").toLowerCase()}</option>);
  const points = one && !one.fixed ? pointsOf(one) : [];
  return (
    <dialog ref={box} class="dialog icon-editor" {...events} onKeyDown={key} aria-label={`icon of ${given.cls}`}>
      <header><div><b>Icon of {given.cls.split(".").pop()}</b><p>Choose a shape and drag; lines and polygons by clicks, the last one twice. What cannot be drawn here stays as it is written.</p></div></header>
      <div class="tools-of-icon" role="toolbar" aria-label="shapes to draw">
        {["Select", ...kinds].map((k) => <button key={k} class="ghost framed" aria-pressed={tool === k} onClick={() => (setTool(k), setOpen([]), k !== "Select" && setChosen(-1))}>{k.toLowerCase()}</button>)}
      </div>
      <div class="stage-of-icon">
        <svg ref={svg} viewBox="-112 -112 224 224" class={tool === "Select" ? "" : "drawing"} role="application" aria-label="drawing of the icon" tabindex={0} onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={() => ((drag.current = null), setOpen([]))}>
          <g transform="scale(1 -1)">
            <rect class="sheet" x={-100} y={-100} width={200} height={200} />
            {Array.from({ length: 19 }, (_, i) => -90 + 10 * i).map((v) => <path key={v} class="rule" d={`M${v} -100V100M-100 ${v}H100`} />)}
            <g class="ink">{shapes.map((s, i) => <g key={i} data-shape={i}><Shape shape={s} chosen={i === chosen} /></g>)}</g>
            <Ports parts={given.parts} />
            {open.length > 0 && <path class="open" d={tool === "Line" || tool === "Polygon" ? path(open, false) : path([open[0], [open[1][0], open[0][1]], open[1], [open[0][0], open[1][1]]], true)} />}
            {points.map(([x, y], i) => <rect key={i} data-handle={i} class="handle" x={x - 2.5} y={y - 2.5} width={5} height={5} />)}
          </g>
        </svg>
        <div class="list-of-icon">
          <label>line<input type="color" aria-label="colour of the line" value={shownInk} onInput={(e) => colour(e.currentTarget.value)} /></label>
          {plain && plain.kind !== "Text" && <label>stroke<select aria-label="pattern of the line" value={linePatternOf(plain)} onChange={(e) => change(chosen, withValue(plain, "pattern", `LinePattern.${e.currentTarget.value}`))}>{words(linePatterns)}</select></label>}
          {plain && plain.kind !== "Text" && <label>thickness<input type="number" aria-label="thickness of the line" min={0.25} max={20} step={0.25} value={thicknessOf(plain)} onChange={(e) => Number(e.currentTarget.value) > 0 && change(chosen, withValue(plain, nameOfThickness(plain), String(Number(e.currentTarget.value))))} /></label>}
          {plain?.kind === "Line" && (["begin", "end"] as const).map((where, i) => (
            <label key={where}>{where}<select aria-label={`arrow at the ${where}`} value={arrowsOf(plain)[i]} onChange={(e) => { const arrows = arrowsOf(plain); arrows[i] = e.currentTarget.value; change(chosen, withArrows(plain, arrows)); }}>{arrowKinds.map((k) => <option key={k} value={k}>{k === "None" ? "no arrow" : `${k.toLowerCase()} arrow`}</option>)}</select></label>
          ))}
          {plain && canBeSmooth(plain) && <label>smooth<input type="checkbox" aria-label="smooth" checked={isSmooth(plain)} onChange={(e) => change(chosen, withValue(plain, "smooth", `Smooth.${e.currentTarget.checked ? "Bezier" : "None"}`))} /></label>}
          {(area || !plain) && <label>inside<select aria-label="filling" value={shownPattern} onChange={(e) => patterned(e.currentTarget.value)}>{words(fillPatterns)}</select></label>}
          {(area || !plain) && shownPattern !== "None" && <label>its colour<input type="color" aria-label="colour of the inside" value={shownFill} onInput={(e) => filling(e.currentTarget.value)} /></label>}
          {plain?.kind === "Text" && <label>text<input aria-label="text" value={textIn(plain)} onInput={(e) => change(chosen, withValue(plain, "textString", writeText(e.currentTarget.value)))} /></label>}
          <ol aria-label="shapes">{shapes.map((s, i) => <li key={i}><button class="link" aria-current={i === chosen} title={s.fixed || s.text} onClick={() => (setChosen(i), setTool("Select"))}>{s.kind}{s.kind === "Text" && !s.fixed ? ` "${textIn(s).slice(0, 14)}"` : ""}{s.fixed && " (as text)"}</button></li>)}</ol>
          {one && <div class="row"><button class="ghost framed" onClick={() => order(1)} disabled={chosen + 1 === shapes.length}>forward</button><button class="ghost framed" onClick={() => order(-1)} disabled={!chosen}>back</button><button class="ghost framed" onClick={remove}>delete</button></div>}
        </div>
      </div>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <footer><button class="ghost" onClick={close}>Cancel</button><button class="primary" onClick={apply}>OK</button></footer>
    </dialog>
  );
}
