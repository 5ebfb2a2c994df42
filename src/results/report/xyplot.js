// A picture of curves and points over any two quantities, with linear or logarithmic axes.
//
// curves(): [{x, y, colour, width, alpha, dash, marks}], read again at each redraw; marks: 'x' or 'o' instead of a line.
// options: {xLabel, yLabel, xLog, equal, zero, tight, include, yStep}. `near` is told the curve and index under the pointer, or null.
function makeXyPlot(host, curves, options, near = () => {}) {
  const { make, colour, ticks, tickText, prepare, show } = page;
  const canvas = make('canvas');
  const tip = make('div', 'tip');
  tip.hidden = true;
  host.append(canvas, tip);
  let hover = null;
  let area = null;
  let range = null;

  const toX = (value) => options.xLog ? Math.log10(value) : value;

  function bounds(list) {
    let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of list) {
      for (let i = 0; i < x.length; ++i) {
        const u = toX(x[i]);
        if (!Number.isFinite(u) || !Number.isFinite(y[i])) continue;
        x0 = Math.min(x0, u); x1 = Math.max(x1, u);
        y0 = Math.min(y0, y[i]); y1 = Math.max(y1, y[i]);
      }
    }
    if (options.include) {
      for (const [x, y] of options.include) {
        x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
      }
    }
    if (!(x0 <= x1)) return [0, 1, 0, 1];
    const widen = (low, high, part) => {
      const margin = high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)) ? part * (high - low) : Math.abs(low) * 0.05 || 1;
      return [low - margin, high + margin];
    };
    [x0, x1] = options.xLog ? [x0, x1] : widen(x0, x1, options.tight ? 0 : 0.06);
    return [x0, x1, ...widen(y0, y1, 0.07)];
  }

  // Round numbers; of angles multiples of options.yStep.
  function levels(y0, y1, count) {
    if (!options.yStep) return ticks(y0, y1, count);
    const step = options.yStep * Math.max(1, 2 ** Math.ceil(Math.log2((y1 - y0) / count / options.yStep)));
    const list = [];
    for (let k = Math.ceil(y0 / step); k * step <= y1; ++k) list.push(k * step);
    return { list, step };
  }

  function axes(g, width, height) {
    let [x0, x1, y0, y1] = range;
    g.font = '11.5px system-ui, sans-serif';
    const vertical = levels(y0, y1, Math.max(2, height / 48));
    const texts = vertical.list.map((y) => tickText(y, vertical.step));
    const left = 24 + Math.ceil(Math.max(...texts.map((text) => g.measureText(text).width), 16));
    area = { left, right: width - 12, top: 8, bottom: height - 38 };
    if (options.equal) {
      // The same length for a unit of both.
      const perX = (x1 - x0) / (area.right - area.left);
      const perY = (y1 - y0) / (area.bottom - area.top);
      const per = Math.max(perX, perY);
      const wx = per * (area.right - area.left) / 2;
      const wy = per * (area.bottom - area.top) / 2;
      [x0, x1, y0, y1] = [(x0 + x1) / 2 - wx, (x0 + x1) / 2 + wx, (y0 + y1) / 2 - wy, (y0 + y1) / 2 + wy];
    }
    area.px = (x) => area.left + (x - x0) / (x1 - x0) * (area.right - area.left);
    area.py = (y) => area.bottom - (y - y0) / (y1 - y0) * (area.bottom - area.top);
    g.lineWidth = 1;
    g.fillStyle = colour('--soft');
    const line = (ax, ay, bx, by, strong) => {
      g.strokeStyle = colour(strong ? '--soft' : '--grid');
      g.globalAlpha = strong ? 0.7 : 1;
      g.beginPath(); g.moveTo(ax, ay); g.lineTo(bx, by); g.stroke();
      g.globalAlpha = 1;
    };
    g.textAlign = 'right'; g.textBaseline = 'middle';
    const again = levels(y0, y1, Math.max(2, height / 48));
    for (const y of again.list) {
      const at = Math.round(area.py(y)) + 0.5;
      line(area.left, at, area.right, at, options.zero && Math.abs(y) < again.step * 1e-6);
      g.fillText(tickText(y, again.step), area.left - 5, at);
    }
    g.textAlign = 'center'; g.textBaseline = 'top';
    const across = options.xLog
      ? { list: Array.from({ length: Math.floor(x1 + 1e-9) - Math.ceil(x0 - 1e-9) + 1 }, (_, k) => Math.ceil(x0 - 1e-9) + k), step: 1 }
      : ticks(x0, x1, Math.max(2, (area.right - area.left) / 90));
    const stride = options.xLog ? Math.ceil(across.list.length * 46 / (area.right - area.left)) : 1;
    across.list.forEach((x, k) => {
      const at = Math.round(area.px(x)) + 0.5;
      line(at, area.top, at, area.bottom, options.zero && !options.xLog && Math.abs(x) < across.step * 1e-6);
      if (k % stride) return;
      g.fillText(options.xLog ? (Math.abs(x) <= 3 ? String(Number((10 ** x).toPrecision(1))) : '1e' + String(x).replace('-', '−')) : tickText(x, across.step), at, area.bottom + 5);
    });
    g.fillText(options.xLabel || '', (area.left + area.right) / 2, area.bottom + 21);
    g.save();
    g.translate(7, (area.top + area.bottom) / 2);
    g.rotate(-Math.PI / 2);
    g.textBaseline = 'middle';
    g.fillText(options.yLabel || '', 0, 0);
    g.restore();
    g.strokeStyle = colour('--line');
    g.strokeRect(area.left + 0.5, area.top + 0.5, area.right - area.left - 1, area.bottom - area.top - 1);
  }

  function mark(g, kind, x, y) {
    g.beginPath();
    if (kind === 'o') { g.arc(x, y, 5, 0, 7); g.stroke(); return; }
    if (kind === '.') { g.arc(x, y, 2.2, 0, 7); g.fill(); return; }
    g.moveTo(x - 5, y - 5); g.lineTo(x + 5, y + 5); g.moveTo(x - 5, y + 5); g.lineTo(x + 5, y - 5);
    g.stroke();
  }

  function draw() {
    const { g, width, height } = prepare(canvas);
    if (!width || !height) return;
    const list = curves();
    range = bounds(list);
    axes(g, width, height);
    g.save();
    g.beginPath();
    g.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    g.clip();
    for (const curve of list) {
      g.strokeStyle = g.fillStyle = curve.colour;
      g.lineWidth = curve.width || 1.7;
      g.globalAlpha = curve.alpha || 1;
      g.setLineDash(curve.dash || []);
      if (curve.marks) {
        for (let i = 0; i < curve.x.length; ++i) mark(g, curve.marks, area.px(toX(curve.x[i])), area.py(curve.y[i]));
        continue;
      }
      g.beginPath();
      let isDown = false;
      for (let i = 0; i < curve.x.length; ++i) {
        const u = toX(curve.x[i]);
        if (!Number.isFinite(u) || !Number.isFinite(curve.y[i])) { isDown = false; continue; }
        if (isDown) g.lineTo(area.px(u), area.py(curve.y[i])); else g.moveTo(area.px(u), area.py(curve.y[i]));
        isDown = true;
      }
      g.stroke();
    }
    g.setLineDash([]);
    g.globalAlpha = 1;
    g.restore();
    showNear(g, list);
  }

  // The point next to the pointer, with its numbers.
  function showNear(g, list) {
    tip.hidden = true;
    if (!hover) return;
    let best = null;
    list.forEach((curve) => {
      for (let i = 0; i < curve.x.length; ++i) {
        const distance = Math.hypot(area.px(toX(curve.x[i])) - hover[0], area.py(curve.y[i]) - hover[1]);
        if (distance < (best ? best.distance : 40)) best = { distance, curve, i };
      }
    });
    near(best && best.curve, best && best.i);
    if (!best) return;
    const { curve, i } = best;
    const x = area.px(toX(curve.x[i]));
    const y = area.py(curve.y[i]);
    g.fillStyle = curve.colour;
    g.beginPath(); g.arc(x, y, 3.5, 0, 7); g.fill();
    tip.textContent = curve.tip ? curve.tip(i) : show(curve.x[i], 5) + ', ' + show(curve.y[i], 5);
    tip.hidden = false;
    const onRight = x < (area.left + area.right) / 2;
    tip.style.left = onRight ? x + 10 + 'px' : 'auto';
    tip.style.right = onRight ? 'auto' : host.clientWidth - x + 10 + 'px';
    tip.style.top = Math.max(2, y - 26) + 'px';
  }

  canvas.addEventListener('pointermove', (event) => {
    const box = canvas.getBoundingClientRect();
    hover = [event.clientX - box.left, event.clientY - box.top];
    draw();
  });
  canvas.addEventListener('pointerleave', () => { hover = null; draw(); });
  new ResizeObserver(draw).observe(host);
  page.onTheme(draw);
  return { draw };
}
