// Interactive plots of trajectories over time, with a common time axis.
//
// data: {results, tracks, events} as html_report.cpp writes them. `changed` is called when another
// plot became the active one or lost a curve, `hovered` with the time under the pointer or NaN.
function makePlots(container, data, changed = () => {}, hovered = () => {}) {
  const { make, bytesOf, show, colour, ticks, tickText } = page;
  const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
  const COLORS = 8;

  // ---- Data ----------------------------------------------------------------------------------

  let lines = 0;
  for (const result of data.results) {
    result.dash = DASHES[(result.points ? 0 : lines++) % DASHES.length];
    result.times = new Float64Array(bytesOf(result.time));
    result.cache = new Map();
    result.byName = new Map(result.signals.map((signal) => [signal.name, signal]));
  }

  // Samples of a signal as {t, y}; decoded when first wanted.
  function samples(result, name) {
    const signal = result.byName.get(name);
    if (!signal) return null;
    let y = result.cache.get(name);
    if (!y) {
      const n = result.times.length;
      const sign = signal.negated ? -1 : 1;
      if (signal.value !== undefined) {
        y = new Float64Array(n).fill(signal.value === null ? NaN : signal.value);
      } else {
        const column = result.columns[signal.column];
        const scaled = new Float32Array(bytesOf(column.data));
        y = new Float64Array(n);
        for (let i = 0; i < n; ++i) y[i] = sign * (column.offset + column.scale * scaled[i]);
      }
      result.cache.set(name, y);
    }
    return { t: result.times, y, holds: signal.discrete === true };
  }

  const catalogue = [];
  const seen = new Set();
  for (const result of data.results) {
    for (const signal of result.signals) {
      if (seen.has(signal.name)) continue;
      seen.add(signal.name);
      catalogue.push({ ...signal, key: (signal.name + ' ' + (signal.description || '')).toLowerCase() });
    }
  }
  const unitOf = new Map(catalogue.map((signal) => [signal.name, signal.unit || '']));

  let first = Infinity;
  let last = -Infinity;
  const cover = (times) => {
    if (!times.length) return;
    first = Math.min(first, times[0]);
    last = Math.max(last, times[times.length - 1]);
  };
  data.results.forEach((result) => cover(result.times));
  for (const track of data.tracks) {
    track.t = new Float64Array(bytesOf(track.time));
    track.y = new Float64Array(bytesOf(track.data));
    if (!data.results.length) cover(track.t);
  }
  if (!(first < last)) {
    first = Number.isFinite(first) ? first - 0.5 : 0;
    last = first + 1;
  }

  // Last index with t[i] <= time, or -1.
  function indexAt(t, time) {
    let low = 0;
    let high = t.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (t[middle] <= time) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  function valueAt(curve, time) {
    const { t, y } = curve;
    if (!t.length || time < t[0] || time > t[t.length - 1]) return NaN;
    const i = indexAt(t, time);
    if (curve.holds || i + 1 >= t.length) return y[i];
    return y[i] + (y[i + 1] - y[i]) * (time - t[i]) / (t[i + 1] - t[i]);
  }

  // ---- View ----------------------------------------------------------------------------------

  // margin: room for the numbers left of the plots, the same for all so that their times line up
  const view = { from: first, to: last, hover: NaN, events: true, margin: 0 };
  const plots = [];
  let active = null;
  let scheduled = false;

  function redraw() {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      plots.forEach((plot) => plot.draw());
      const margin = Math.max(...plots.map((plot) => plot.margin || 0));
      if (margin !== view.margin) {
        view.margin = margin;
        plots.forEach((plot) => plot.draw());
      }
    });
  }

  function setRange(from, to) {
    const whole = last - first;
    let width = Math.min(Math.max(to - from, whole * 1e-9), whole);
    from = Math.min(Math.max(from, first), last - width);
    view.from = from;
    view.to = from + width;
    redraw();
  }

  function resetView() {
    plots.forEach((plot) => { plot.yRange = null; });
    setRange(first, last);
  }

  class Plot {
    constructor(track) {
      this.track = track || null;
      this.names = [];
      this.hidden = new Set();
      this.slots = new Map();  // name → colour number
      this.yRange = null;
      this.root = make('div', 'card plot' + (track ? ' track' : ''));
      this.legend = make('div', 'legend');
      this.frame = make('div', 'frame');
      this.canvas = make('canvas');
      this.tip = make('div', 'tip');
      this.tip.hidden = true;
      this.frame.append(this.canvas, this.tip);
      this.root.append(this.legend, this.frame);
      this.outputs = new Map();
      this.pointers = new Map();
      this.root.addEventListener('pointerdown', () => { if (!track) activate(this); });
      this.listen();
      this.fillLegend();
    }

    toggle(name) {
      if (this.names.includes(name)) {
        this.names = this.names.filter((other) => other !== name);
        this.slots.delete(name);
      } else {
        const taken = new Set(this.slots.values());
        let slot = 0;
        while (taken.has(slot)) ++slot;
        this.slots.set(name, slot);
        this.names.push(name);
      }
      this.hidden.delete(name);
      this.yRange = null;
      this.fillLegend();
      redraw();
    }

    fillLegend() {
      this.legend.replaceChildren();
      this.outputs.clear();
      if (this.track) {
        const unit = this.track.unit ? ' [' + this.track.unit + ']' : '';
        const chip = make('span', 'chip');
        const output = make('output');
        const swatch = make('i');
        swatch.style.background = 'var(--c0)';
        chip.append(swatch, make('span', '', this.track.name + unit), output);
        this.outputs.set(this.track.name, output);
        this.legend.append(chip);
        return;
      }
      for (const name of this.names) {
        const chip = make('span', 'chip' + (this.hidden.has(name) ? ' off' : ''));
        const unit = unitOf.get(name);
        const swatch = make('i');
        swatch.style.background = `var(--c${this.slots.get(name) % COLORS})`;
        const output = make('output');
        const remove = make('button', '', '×');
        remove.type = 'button';
        remove.title = 'Remove ' + name;
        remove.addEventListener('click', (event) => {
          event.stopPropagation();
          this.toggle(name);
          changed();
        });
        chip.append(swatch, make('span', '', name + (unit ? ' [' + unit + ']' : '')), output, remove);
        chip.title = 'Click to hide or show';
        chip.addEventListener('click', () => {
          if (!this.hidden.delete(name)) this.hidden.add(name);
          this.fillLegend();
          redraw();
        });
        this.outputs.set(name, output);
        this.legend.append(chip);
      }
      if (!this.names.length) this.legend.append(make('span', 'empty', 'Pick variables from the list.'));
      const close = make('button', 'close', '×');
      close.type = 'button';
      close.title = 'Remove this plot';
      close.addEventListener('click', (event) => {
        event.stopPropagation();
        removePlot(this);
      });
      this.legend.append(close);
    }

    // One curve: its name; several: their unit, where they have one in common.
    axisTitle() {
      const bracketed = (unit) => (unit ? `[${unit}]` : '');
      if (this.track) return [this.track.name, bracketed(this.track.unit)].join(' ').trim();
      const names = this.names.filter((name) => !this.hidden.has(name));
      const units = [...new Set(names.map((name) => unitOf.get(name) || ''))];
      const title = names.length === 1 ? [names[0], bracketed(units[0])].join(' ').trim() : units.length === 1 ? bracketed(units[0]) : '';
      return title.length > 30 ? '…' + title.slice(-29) : title;
    }

    // [{curve, colour, dash, name}]
    curves() {
      if (this.track) {
        return [{ curve: this.track, colour: colour('--c0'), dash: [], name: this.track.name }];
      }
      const list = [];
      for (const name of this.names) {
        if (this.hidden.has(name)) continue;
        const paint = colour(`--c${this.slots.get(name) % COLORS}`);
        for (const result of data.results) {
          const curve = samples(result, name);
          if (curve) list.push({ curve, colour: paint, dash: result.dash, name, points: result.points });
        }
      }
      return list;
    }

    // Smallest and largest value shown in the time window, with a margin.
    fit(curves) {
      let low = Infinity;
      let high = -Infinity;
      for (const { curve } of curves) {
        const begin = Math.max(0, indexAt(curve.t, view.from));
        for (let i = begin; i < curve.t.length && curve.t[i] <= view.to; ++i) {
          const y = this.scaleY(curve.y[i]);
          if (!Number.isFinite(y)) continue;
          if (y < low) low = y;
          if (y > high) high = y;
        }
        for (const t of [view.from, view.to]) {
          const y = this.scaleY(valueAt(curve, t));
          if (!Number.isFinite(y)) continue;
          low = Math.min(low, y);
          high = Math.max(high, y);
        }
      }
      if (!(low <= high)) return [0, 1];
      const tiny = Math.max(Math.abs(low), Math.abs(high)) * 1e-12;
      if (high - low <= tiny) {
        const margin = Math.abs(low) * 0.05 || 1;
        return [low - margin, high + margin];
      }
      const margin = (high - low) * 0.06;
      return [low - margin, high + margin];
    }

    scaleY(value) {
      return this.track && this.track.logarithmic ? Math.log10(value) : value;
    }

    draw() {
      const ratio = window.devicePixelRatio || 1;
      const width = this.frame.clientWidth;
      const height = this.frame.clientHeight;
      if (!width || !height) return;
      if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
      }
      const g = this.canvas.getContext('2d');
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      g.clearRect(0, 0, width, height);
      g.font = '11.5px system-ui, sans-serif';
      const curves = this.curves();
      const [low, high] = this.yRange || this.fit(curves);
      const isLog = this.track && this.track.logarithmic;
      const vertical = ticks(low, high, Math.max(2, height / 45));
      const yTexts = vertical.list.map((y) => isLog
        ? (Math.abs(y - Math.round(y)) < 1e-6 ? '1e' + String(Math.round(y)).replace('-', '−') : show(10 ** y, 2))
        : tickText(y, vertical.step));
      const title = this.axisTitle();
      this.margin = Math.min(width * 0.4, (title ? 28 : 12) + Math.ceil(Math.max(...yTexts.map((text) => g.measureText(text).width), 20)));
      const area = { left: Math.max(view.margin, this.margin), right: width - 8, top: 6, bottom: height - 36 };
      const px = (t) => area.left + (t - view.from) / (view.to - view.from) * (area.right - area.left);
      const py = (y) => area.bottom - (y - low) / (high - low) * (area.bottom - area.top);
      this.area = area;
      this.yShown = [low, high];

      g.lineWidth = 1;
      g.strokeStyle = colour('--grid');
      g.fillStyle = colour('--soft');
      g.textAlign = 'right';
      g.textBaseline = 'middle';
      vertical.list.forEach((y, k) => {
        const at = Math.round(py(y)) + 0.5;
        g.beginPath();
        g.moveTo(area.left, at);
        g.lineTo(area.right, at);
        g.stroke();
        g.fillText(yTexts[k], area.left - 6, at);
      });
      const horizontal = ticks(view.from, view.to, Math.max(2, (area.right - area.left) / 95));
      g.textAlign = 'center';
      g.textBaseline = 'top';
      for (const t of horizontal.list) {
        const at = Math.round(px(t)) + 0.5;
        g.beginPath();
        g.moveTo(at, area.top);
        g.lineTo(at, area.bottom);
        g.stroke();
        const text = tickText(t, horizontal.step);
        const half = g.measureText(text).width / 2;
        g.fillText(text, Math.min(Math.max(at, half), width - half), area.bottom + 6);
      }
      g.textAlign = 'right';
      g.fillText('time [s]', area.right, area.bottom + 21);
      if (title) {
        g.save();
        g.translate(4, (area.top + area.bottom) / 2);
        g.rotate(-Math.PI / 2);
        g.textAlign = 'center';
        g.fillText(title, 0, 0);
        g.restore();
      }

      g.save();
      g.beginPath();
      g.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      g.clip();
      if (view.events) this.drawEvents(g, px, area);
      for (const item of curves) this.drawCurve(g, item, px, py, area);
      g.restore();
      g.strokeStyle = colour('--line');
      g.strokeRect(area.left + 0.5, area.top + 0.5, area.right - area.left - 1, area.bottom - area.top - 1);
      this.drawHover(g, curves, px, py, area);
      this.drawSelection(g, area);
    }

    // Lines from top to bottom; where they stand too close to see anything else, short marks.
    drawEvents(g, px, area) {
      const pixels = [];
      for (let i = Math.max(0, indexAt(eventTimes, view.from)); i < eventTimes.length; ++i) {
        if (eventTimes[i] > view.to) break;
        const pixel = Math.round(px(eventTimes[i]));
        if (pixel !== pixels[pixels.length - 1]) pixels.push(pixel);
      }
      const dense = 8 * pixels.length > px(view.to) - px(view.from);
      const top = dense ? area.bottom - 6 : area.top;
      g.strokeStyle = colour('--event');
      g.globalAlpha = 0.55;
      g.setLineDash(dense ? [] : [3, 3]);
      g.beginPath();
      for (const pixel of pixels) {
        g.moveTo(pixel + 0.5, top);
        g.lineTo(pixel + 0.5, area.bottom);
      }
      g.stroke();
      g.setLineDash([]);
      g.globalAlpha = 1;
    }

    drawCurve(g, item, px, py, area) {
      const { t, y, holds } = item.curve;
      const begin = Math.max(0, indexAt(t, view.from) - 1);
      let end = indexAt(t, view.to) + 1;
      if (end < t.length) ++end;
      g.strokeStyle = item.colour;
      g.fillStyle = item.colour;
      g.lineWidth = 1.6;
      g.lineJoin = 'round';
      g.setLineDash(item.dash);
      g.beginPath();
      let isDown = false;
      const go = (x, v) => {
        if (!Number.isFinite(v)) { isDown = false; return; }
        if (isDown) g.lineTo(x, v); else g.moveTo(x, v);
        isDown = true;
      };
      const pixels = area.right - area.left;
      if (end - begin > 4 * pixels) {
        // More samples than pixels: first, lowest, highest and last of every pixel column.
        let i = begin;
        while (i < end) {
          const column = Math.floor(px(t[i]));
          let low = Infinity;
          let high = -Infinity;
          const enter = py(this.scaleY(y[i]));
          let leave = enter;
          for (; i < end && Math.floor(px(t[i])) === column; ++i) {
            leave = py(this.scaleY(y[i]));
            if (leave < low) low = leave;
            if (leave > high) high = leave;
          }
          go(column, enter);
          if (low < high) { go(column, low); go(column, high); }
          go(column, leave);
        }
      } else {
        let before = NaN;
        for (let i = begin; i < end; ++i) {
          const x = px(t[i]);
          const v = py(this.scaleY(y[i]));
          if (holds && isDown) go(x, before);
          go(x, v);
          before = v;
        }
      }
      if (!item.points) g.stroke();
      g.setLineDash([]);
      if (item.points || end - begin < pixels / 14) {
        for (let i = begin; i < end; ++i) {
          const v = py(this.scaleY(y[i]));
          if (!Number.isFinite(v)) continue;
          g.beginPath();
          g.arc(px(t[i]), v, item.points ? 1.8 : 2.4, 0, 7);
          g.fill();
        }
      }
    }

    drawHover(g, curves, px, py, area) {
      const time = view.hover;
      const isShown = time >= view.from && time <= view.to;
      this.tip.hidden = !isShown;
      const texts = new Map();
      if (isShown) {
        const x = px(time);
        g.strokeStyle = colour('--soft');
        g.globalAlpha = 0.6;
        g.beginPath();
        g.moveTo(Math.round(x) + 0.5, area.top);
        g.lineTo(Math.round(x) + 0.5, area.bottom);
        g.stroke();
        g.globalAlpha = 1;
        for (const item of curves) {
          if (item.points) continue;
          const value = valueAt(item.curve, time);
          texts.set(item.name, (texts.has(item.name) ? texts.get(item.name) + ' | ' : '') + show(value));
          const v = py(this.scaleY(value));
          if (v >= area.top && v <= area.bottom) {
            g.fillStyle = item.colour;
            g.beginPath();
            g.arc(x, v, 3.5, 0, 7);
            g.fill();
          }
        }
        let text = 't = ' + show(time, 7);
        if (view.events) {
          const tolerance = (view.to - view.from) / (area.right - area.left) * 5;
          const event = nearestEvent(time, tolerance);
          if (event) text += ' · ' + (event.label || 'event') + ' at ' + show(event.time, 8);
        }
        this.tip.textContent = text;
        const onRight = x < (area.left + area.right) / 2;
        this.tip.style.left = onRight ? x + 10 + 'px' : 'auto';
        this.tip.style.right = onRight ? 'auto' : this.frame.clientWidth - x + 10 + 'px';
      }
      for (const [name, output] of this.outputs) output.textContent = texts.get(name) || '';
    }

    drawSelection(g, area) {
      const drag = this.drag;
      if (!drag || !drag.moved) return;
      const box = this.selectedBox(area);
      g.fillStyle = colour('--select');
      g.strokeStyle = colour('--accent');
      g.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
      g.strokeRect(box.x0 + 0.5, box.y0 + 0.5, box.x1 - box.x0 - 1, box.y1 - box.y0 - 1);
    }

    // A flat drag selects time only, a tall one also values.
    selectedBox(area) {
      const { x, y, toX, toY } = this.drag;
      const clampX = (v) => Math.min(Math.max(v, area.left), area.right);
      const clampY = (v) => Math.min(Math.max(v, area.top), area.bottom);
      const isTall = Math.abs(toY - y) > 36;
      return {
        x0: clampX(Math.min(x, toX)), x1: clampX(Math.max(x, toX)),
        y0: isTall ? clampY(Math.min(y, toY)) : area.top,
        y1: isTall ? clampY(Math.max(y, toY)) : area.bottom,
        isTall,
      };
    }

    timeAt(x) {
      const { left, right } = this.area;
      return view.from + (x - left) / (right - left) * (view.to - view.from);
    }

    zoomAround(time, factor) {
      setRange(time - (time - view.from) * factor, time + (view.to - time) * factor);
    }

    listen() {
      const frame = this.frame;
      const place = (event) => {
        const box = frame.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
      };
      frame.addEventListener('wheel', (event) => {
        const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
        if (!this.area || !(sideways || page.zoomsByWheel(event))) return;
        event.preventDefault();
        if (sideways) {
          const shift = event.deltaX / (this.area.right - this.area.left) * (view.to - view.from);
          setRange(view.from + shift, view.to + shift);
        } else {
          this.zoomAround(this.timeAt(place(event)[0]), Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400))));
        }
      }, { passive: false });
      frame.addEventListener('dblclick', resetView);
      frame.addEventListener('pointerdown', (event) => {
        if (!this.area || event.button !== 0) return;
        frame.setPointerCapture(event.pointerId);
        const [x, y] = place(event);
        this.pointers.set(event.pointerId, x);
        if (this.pointers.size === 2) {
          const [a, b] = [...this.pointers.values()];
          this.drag = null;
          this.pinch = { a: this.timeAt(a), b: this.timeAt(b) };
        } else if (event.pointerType === 'touch') {
          this.pan = { x, from: view.from, to: view.to };
        } else {
          this.drag = { x, y, toX: x, toY: y, moved: false };
        }
      });
      frame.addEventListener('pointermove', (event) => {
        if (!this.area) return;
        const [x, y] = place(event);
        view.hover = this.timeAt(x);
        hovered(view.hover);
        if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, x);
        if (this.pinch && this.pointers.size === 2) {
          // The two times under the fingers stay under the fingers.
          const [a, b] = [...this.pointers.values()];
          const { left, right } = this.area;
          if (Math.abs(b - a) > 8) {
            const perPixel = (this.pinch.b - this.pinch.a) / (b - a);
            if (perPixel > 0) {
              const from = this.pinch.a - (a - left) * perPixel;
              setRange(from, from + (right - left) * perPixel);
            }
          }
        } else if (this.pan && this.pointers.has(event.pointerId)) {
          const { left, right } = this.area;
          const shift = (this.pan.x - x) / (right - left) * (this.pan.to - this.pan.from);
          setRange(this.pan.from + shift, this.pan.to + shift);
        } else if (this.drag) {
          Object.assign(this.drag, { toX: x, toY: y });
          if (Math.abs(x - this.drag.x) > 4) this.drag.moved = true;
        }
        redraw();
      });
      const release = (event) => {
        this.pointers.delete(event.pointerId);
        this.pinch = null;
        this.pan = null;
        const drag = this.drag;
        if (drag && drag.moved && event.type === 'pointerup') {
          const box = this.selectedBox(this.area);
          const [low, high] = this.yShown;
          const { top, bottom } = this.area;
          const valueOf = (y) => low + (bottom - y) / (bottom - top) * (high - low);
          if (box.isTall) this.yRange = [valueOf(box.y1), valueOf(box.y0)];
          if (box.x1 - box.x0 > 3) setRange(this.timeAt(box.x0), this.timeAt(box.x1));
        }
        this.drag = null;
        redraw();
      };
      frame.addEventListener('pointerup', release);
      frame.addEventListener('pointercancel', release);
      frame.addEventListener('pointerleave', () => {
        if (this.pointers.size) return;
        view.hover = NaN;
        hovered(NaN);
        redraw();
      });
    }
  }

  // ---- Events --------------------------------------------------------------------------------

  const events = data.events;
  const eventTimes = Float64Array.from(events, (event) => event.time);

  function nearestEvent(time, tolerance) {
    const i = indexAt(eventTimes, time);
    let best = null;
    for (const k of [i, i + 1]) {
      if (k < 0 || k >= events.length) continue;
      const distance = Math.abs(events[k].time - time);
      if (distance <= tolerance && (!best || distance < Math.abs(best.time - time))) best = events[k];
    }
    return best;
  }

  // ---- Plots ---------------------------------------------------------------------------------

  function activate(plot) {
    if (active === plot) return;
    active = plot;
    plots.forEach((other) => other.root.classList.toggle('active', other === plot && plotCount() > 1));
    changed();
  }

  const plotCount = () => plots.filter((plot) => !plot.track).length;

  function addPlot(names) {
    const plot = new Plot(null);
    const firstTrack = plots.findIndex((other) => other.track);
    if (firstTrack < 0) {
      plots.push(plot);
      container.append(plot.root);
    } else {
      container.insertBefore(plot.root, plots[firstTrack].root);
      plots.splice(firstTrack, 0, plot);
    }
    names.filter((name) => unitOf.has(name)).forEach((name) => plot.toggle(name));
    observer.observe(plot.frame);
    active = null;
    activate(plot);
    redraw();
  }

  function removePlot(plot) {
    observer.unobserve(plot.frame);
    plots.splice(plots.indexOf(plot), 1);
    plot.root.remove();
    if (plotCount() === 0) addPlot([]);
    active = null;
    activate(plots.find((other) => !other.track));
  }

  const observer = new ResizeObserver(redraw);

  for (const track of data.tracks) {
    const plot = new Plot(track);
    plots.push(plot);
    container.append(plot.root);
    observer.observe(plot.frame);
  }
  page.onTheme(redraw);
  window.addEventListener('resize', redraw);
  return {
    DASHES, catalogue, events, plots, addPlot, resetView, redraw, activate,
    samples, valueAt, first, last,
    active: () => active,
    showEvents: (on) => { view.events = on; redraw(); },
    // A vertical line at this time, e.g. where an animation stands.
    setTime: (time) => { view.hover = time; redraw(); },
  };
}
