// Stability domains, order stars and damping plots, computed here from the polynomials of each formula.
(() => {
  'use strict';
  const { data, byId, make, show, colour, ticks, tickText } = page;
  const methods = data.methods;
  const COLORS = 8;

  // ---- The factors ---------------------------------------------------------------------------

  // Value of a real polynomial at x + iy.
  function evaluate(p, x, y) {
    let re = 0;
    let im = 0;
    for (let i = p.length - 1; i >= 0; --i) {
      const t = re * x - im * y + p[i];
      im = re * y + im * x;
      re = t;
    }
    return [re, im];
  }

  // ln of the largest |ζ| at z = x + iy, for one step of size h.
  function growth(method, x, y) {
    const p = method.polynomial.map((each) => evaluate(each, x, y));
    const n = p.length - 1;
    const size = (c) => Math.hypot(c[0], c[1]);
    if (n === 1) return Math.log(size(p[0]) / size(p[1])) / method.steps;
    // Weierstrass, Durand and Kerner.
    const [lr, li] = p[n];
    const scale = lr * lr + li * li;
    const a = p.map(([re, im]) => [(re * lr + im * li) / scale, (im * lr - re * li) / scale]);
    let radius = 0;
    for (let i = 0; i < n; ++i) radius = Math.max(radius, size(a[i]));
    radius = Math.min(1 + radius, 2 * (1 + radius) ** (1 / n));
    const re = new Float64Array(n);
    const im = new Float64Array(n);
    for (let i = 0; i < n; ++i) {
      const r = radius * (0.6 + 0.4 * i / n);
      re[i] = r * Math.cos(0.4 + 2 * Math.PI * i / n);
      im[i] = r * Math.sin(0.4 + 2 * Math.PI * i / n);
    }
    for (let round = 0; round < 60; ++round) {
      let change = 0;
      for (let i = 0; i < n; ++i) {
        let vr = 1;
        let vi = 0;
        for (let k = n - 1; k >= 0; --k) {
          const t = vr * re[i] - vi * im[i] + a[k][0];
          vi = vr * im[i] + vi * re[i] + a[k][1];
          vr = t;
        }
        let dr = 1;
        let di = 0;
        for (let j = 0; j < n; ++j) {
          if (j === i) continue;
          const br = re[i] - re[j];
          const bi = im[i] - im[j];
          const t = dr * br - di * bi;
          di = dr * bi + di * br;
          dr = t;
        }
        const d = dr * dr + di * di || 1e-300;
        const sr = (vr * dr + vi * di) / d;
        const si = (vi * dr - vr * di) / d;
        re[i] -= sr;
        im[i] -= si;
        change = Math.max(change, Math.abs(sr) + Math.abs(si));
      }
      if (change < 1e-10 * (1 + radius)) break;
    }
    let largest = 0;
    for (let i = 0; i < n; ++i) largest = Math.max(largest, Math.hypot(re[i], im[i]));
    return Math.log(largest) / method.steps;
  }

  // ---- Stability domain and order star -------------------------------------------------------

  // What is shaded: where |ζ| ≤ 1, or where |ζ| ≥ |exp z|, the order star (Wanner, Hairer, Nørsett
  // 1978). Of multistep formulas ζ is the largest factor.
  let star = false;
  const shaded = (method, x, y) => star ? x - growth(method, x, y) : growth(method, x, y);
  const domains = [];

  class Domain {
    constructor(host, items, range) {
      this.host = host;
      this.items = items;  // {method, slot}
      this.whole = range;
      this.range = { ...range };
      this.canvas = make('canvas');
      this.readout = make('div', 'readout');
      this.readout.hidden = true;
      host.append(this.canvas, this.readout);
      this.pointers = new Map();
      this.cache = new Map();
      domains.push(this);
      this.listen();
      new ResizeObserver(() => this.redraw()).observe(host);
      page.onTheme(() => this.redraw());
    }

    redraw() {
      if (this.scheduled) return;
      this.scheduled = true;
      requestAnimationFrame(() => {
        this.scheduled = false;
        this.draw();
      });
    }

    // Values on a grid over the view; symmetric about the real axis.
    grid(method, nx, ny, box) {
      const key = [star, nx, ny, box.x0, box.x1, box.y0, box.y1].join();
      const known = this.cache.get(method);
      if (known && known.key === key) return known.values;
      const values = new Float32Array(nx * ny);
      for (let j = 0; j < ny; ++j) {
        const y = box.y0 + (box.y1 - box.y0) * j / (ny - 1);
        for (let i = 0; i < nx; ++i) {
          const v = shaded(method, box.x0 + (box.x1 - box.x0) * i / (nx - 1), y);
          values[j * nx + i] = Number.isFinite(v) ? Math.max(-30, Math.min(30, v)) : v > 0 ? 30 : -30;
        }
      }
      this.cache.set(method, { key, values });
      return values;
    }

    box(width, height) {
      const { x, y, unit } = this.range;
      const scale = Math.min(width, height) / unit;
      return { x0: x - width / 2 / scale, x1: x + width / 2 / scale, y0: y - height / 2 / scale, y1: y + height / 2 / scale, scale };
    }

    draw() {
      const { g, width, height } = page.prepare(this.canvas);
      if (!width || !height) return;
      const box = this.box(width, height);
      const px = (x) => (x - box.x0) * box.scale;
      const py = (y) => height - (y - box.y0) * box.scale;
      const cell = 3;
      const nx = Math.ceil(width / cell) + 1;
      const ny = Math.ceil(height / cell) + 1;
      const fine = { x0: box.x0, x1: box.x0 + (nx - 1) * cell / box.scale, y0: box.y0, y1: box.y0 + (ny - 1) * cell / box.scale };
      g.fillStyle = colour('--page');
      g.fillRect(0, 0, width, height);
      const alpha = this.items.length === 1 ? 0.2 : Math.max(0.07, 0.2 / Math.sqrt(this.items.length));
      const lines = [];
      for (const { method, slot } of this.items) {
        const values = this.grid(method, nx, ny, fine);
        const paint = colour(`--c${slot % COLORS}`);
        g.fillStyle = paint;
        g.globalAlpha = alpha;
        this.fill(g, values, nx, ny, cell, height);
        g.globalAlpha = 1;
        lines.push({ values, paint });
      }
      this.axes(g, box, px, py, width, height);
      g.lineWidth = 2;
      for (const { values, paint } of lines) {
        g.strokeStyle = paint;
        this.contour(g, values, nx, ny, cell, height);
      }
    }

    // The part of every grid row where the value is at most 0, with interpolated ends.
    fill(g, values, nx, ny, cell, height) {
      g.beginPath();
      for (let j = 0; j < ny; ++j) {
        const y = height - (j + 0.5) * cell;
        let begin = -1;
        for (let i = 0; i < nx; ++i) {
          const v = values[j * nx + i];
          const isIn = v <= 1e-9;
          if (isIn && begin < 0) {
            const w = i > 0 ? values[j * nx + i - 1] : 0;
            begin = i > 0 && w > 0 ? (i - 1 + w / (w - v)) * cell : i * cell;
          }
          if ((!isIn || i === nx - 1) && begin >= 0) {
            const w = i > 0 ? values[j * nx + i - 1] : 0;
            const end = !isIn && v - w > 0 ? (i - 1 + -w / (v - w)) * cell : i * cell;
            g.rect(begin, y, end - begin, cell);
            begin = -1;
          }
        }
      }
      g.fill();
    }

    // Marching squares at the edge of what is shaded.
    contour(g, values, nx, ny, cell, height) {
      const at = (v, w) => v / (v - w);
      g.beginPath();
      for (let j = 0; j + 1 < ny; ++j) {
        for (let i = 0; i + 1 < nx; ++i) {
          const a = values[j * nx + i];
          const b = values[j * nx + i + 1];
          const c = values[(j + 1) * nx + i + 1];
          const d = values[(j + 1) * nx + i];
          const signs = (a > 1e-9) + 2 * (b > 1e-9) + 4 * (c > 1e-9) + 8 * (d > 1e-9);
          if (signs === 0 || signs === 15) continue;
          const points = [];
          if ((a > 1e-9) !== (b > 1e-9)) points.push([i + at(a, b), j]);
          if ((b > 1e-9) !== (c > 1e-9)) points.push([i + 1, j + at(b, c)]);
          if ((c > 1e-9) !== (d > 1e-9)) points.push([i + at(d, c), j + 1]);
          if ((d > 1e-9) !== (a > 1e-9)) points.push([i, j + at(a, d)]);
          for (let k = 0; k + 1 < points.length; k += 2) {
            g.moveTo(points[k][0] * cell, height - points[k][1] * cell);
            g.lineTo(points[k + 1][0] * cell, height - points[k + 1][1] * cell);
          }
        }
      }
      g.stroke();
    }

    axes(g, box, px, py, width, height) {
      const step = ticks(box.x0, box.x1, width / 75);
      const vertical = ticks(box.y0, box.y1, height / 60);
      g.font = '11.5px system-ui, sans-serif';
      g.lineWidth = 1;
      for (const x of step.list) {
        g.strokeStyle = Math.abs(x) < step.step * 1e-6 ? colour('--soft') : colour('--line');
        g.globalAlpha = Math.abs(x) < step.step * 1e-6 ? 0.9 : 0.55;
        g.beginPath();
        g.moveTo(Math.round(px(x)) + 0.5, 0);
        g.lineTo(Math.round(px(x)) + 0.5, height);
        g.stroke();
      }
      for (const y of vertical.list) {
        g.strokeStyle = Math.abs(y) < vertical.step * 1e-6 ? colour('--soft') : colour('--line');
        g.globalAlpha = Math.abs(y) < vertical.step * 1e-6 ? 0.9 : 0.55;
        g.beginPath();
        g.moveTo(0, Math.round(py(y)) + 0.5);
        g.lineTo(width, Math.round(py(y)) + 0.5);
        g.stroke();
      }
      g.globalAlpha = 1;
      g.fillStyle = colour('--soft');
      g.textAlign = 'center';
      g.textBaseline = 'bottom';
      for (const x of step.list) if (px(x) > 16 && px(x) < width - 16) g.fillText(tickText(x, step.step), px(x), height - 3);
      g.textAlign = 'left';
      g.textBaseline = 'middle';
      for (const y of vertical.list) if (py(y) > 12 && py(y) < height - 24) g.fillText(tickText(y, vertical.step) + 'i', 4, py(y) - 7);
    }

    listen() {
      const host = this.host;
      const place = (event) => {
        const area = host.getBoundingClientRect();
        return { x: event.clientX - area.left, y: event.clientY - area.top };
      };
      const zoom = (p, factor) => {
        const box = this.box(host.clientWidth, host.clientHeight);
        const x = box.x0 + p.x / box.scale;
        const y = box.y1 - p.y / box.scale;
        const unit = Math.min(Math.max(this.range.unit * factor, 1e-3), 1e4);
        const f = unit / this.range.unit;
        this.range = { unit, x: x + (this.range.x - x) * f, y: y + (this.range.y - y) * f };
        this.redraw();
      };
      host.addEventListener('wheel', (event) => {
        if (!page.zoomsByWheel(event)) return;
        event.preventDefault();
        zoom(place(event), Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400))));
      }, { passive: false });
      host.addEventListener('dblclick', () => {
        this.range = { ...this.whole };
        this.redraw();
      });
      host.addEventListener('pointerdown', (event) => {
        host.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, place(event));
      });
      host.addEventListener('pointermove', (event) => {
        const p = place(event);
        const before = this.pointers.get(event.pointerId);
        const box = this.box(host.clientWidth, host.clientHeight);
        if (before && this.pointers.size === 1) {
          this.range.x -= (p.x - before.x) / box.scale;
          this.range.y += (p.y - before.y) / box.scale;
          this.redraw();
        } else if (before && this.pointers.size === 2) {
          const other = [...this.pointers.entries()].find(([id]) => id !== event.pointerId)[1];
          const distance = (q) => Math.max(1, Math.hypot(q.x - other.x, q.y - other.y));
          zoom(other, distance(before) / distance(p));
        }
        if (before) this.pointers.set(event.pointerId, p);
        const x = box.x0 + p.x / box.scale;
        const y = box.y1 - p.y / box.scale;
        const texts = this.items.slice(0, 6).map(({ method }) => show(Math.exp(star ? -shaded(method, x, y) : growth(method, x, y)), 3));
        this.readout.hidden = false;
        this.readout.textContent = `z = ${show(x, 3)} ${y < 0 ? '−' : '+'} ${show(Math.abs(y), 3)}i   ${star ? '|ζ/exp z|' : '|ζ|'} = ${texts.join(', ')}`;
      });
      for (const name of ['pointerup', 'pointercancel']) {
        host.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
      }
      host.addEventListener('pointerleave', () => { this.readout.hidden = true; });
    }
  }

  // ---- Damping -------------------------------------------------------------------------------

  class Damping {
    constructor(host, items) {
      this.host = host;
      this.items = items;
      this.canvas = make('canvas');
      this.readout = make('div', 'readout');
      this.readout.hidden = true;
      host.append(this.canvas, this.readout);
      this.hover = NaN;
      host.addEventListener('pointermove', (event) => {
        this.hover = event.clientX - host.getBoundingClientRect().left;
        this.redraw();
      });
      host.addEventListener('pointerleave', () => {
        this.hover = NaN;
        this.redraw();
      });
      new ResizeObserver(() => this.redraw()).observe(host);
      page.onTheme(() => this.redraw());
    }

    redraw() {
      if (this.scheduled) return;
      this.scheduled = true;
      requestAnimationFrame(() => {
        this.scheduled = false;
        this.draw();
      });
    }

    // −σ = |λh| from 0.1 to 1000 on a logarithmic axis.
    draw() {
      const { g, width, height } = page.prepare(this.canvas);
      if (!width || !height) return;
      const from = -1;
      const to = 3;
      const low = -2;
      const high = 8;
      const left = 34;
      const bottom = height - 22;
      const px = (e) => left + (e - from) / (to - from) * (width - left - 8);
      const py = (d) => bottom - (Math.max(low, Math.min(high, d)) - low) / (high - low) * (bottom - 8);
      g.fillStyle = colour('--page');
      g.fillRect(0, 0, width, height);
      g.font = '11.5px system-ui, sans-serif';
      g.lineWidth = 1;
      g.fillStyle = colour('--soft');
      g.textAlign = 'center';
      g.textBaseline = 'top';
      for (let e = from; e <= to; ++e) {
        g.strokeStyle = colour('--line');
        g.beginPath();
        g.moveTo(Math.round(px(e)) + 0.5, 8);
        g.lineTo(Math.round(px(e)) + 0.5, bottom);
        g.stroke();
        g.fillText('−' + String(Number((10 ** e).toPrecision(1))), px(e) - (e === to ? 14 : 0), bottom + 5);
      }
      g.textAlign = 'right';
      g.textBaseline = 'middle';
      for (let d = low; d <= high; d += 2) {
        g.strokeStyle = d === 0 ? colour('--soft') : colour('--line');
        g.beginPath();
        g.moveTo(left, Math.round(py(d)) + 0.5);
        g.lineTo(width - 8, Math.round(py(d)) + 0.5);
        g.stroke();
        g.fillText(String(d).replace('-', '−'), left - 6, py(d));
      }
      const points = 400;
      const trace = (f) => {
        g.beginPath();
        let isDown = false;
        for (let i = 0; i <= points; ++i) {
          const e = from + (to - from) * i / points;
          const d = f(10 ** e);
          const isIn = d > low && d < high;
          const x = px(e);
          if (isDown || isIn) {
            if (isDown) g.lineTo(x, py(d)); else g.moveTo(x, py(d));
          }
          isDown = isIn;
        }
        g.stroke();
      };
      g.setLineDash([5, 4]);
      g.strokeStyle = colour('--soft');
      g.lineWidth = 1.5;
      trace((s) => s);
      g.setLineDash([]);
      g.lineWidth = 2.2;
      for (const { method, slot } of this.items) {
        g.strokeStyle = colour(`--c${slot % COLORS}`);
        trace((s) => -growth(method, -s, 0));
      }
      this.readout.hidden = !(this.hover >= left);
      if (this.hover >= left) {
        const s = 10 ** (from + (this.hover - left) / (width - left - 8) * (to - from));
        g.strokeStyle = colour('--soft');
        g.lineWidth = 1;
        g.beginPath();
        g.moveTo(this.hover, 8);
        g.lineTo(this.hover, bottom);
        g.stroke();
        const texts = this.items.slice(0, 6).map(({ method }) => show(-growth(method, -s, 0), 3));
        this.readout.textContent = `z = −${show(s, 3)}   exact ${show(s, 3)}   damping ${texts.join(', ')}`;
      }
    }
  }

  // ---- Page ----------------------------------------------------------------------------------

  // A view that shows the interesting part of all formulas in it.
  function rangeOf(list) {
    const names = list.map((method) => method.name + (method.embedding ? '*' : ''));
    const far = Math.max(...list.map((method) => {
      if (method.embedding) return 22;
      const order = Number((/bdf(\d)/.exec(method.name) || [0, 0])[1]);
      if (order) return [6, 9, 15, 26, 46, 64][order - 1];
      if (/radau5|lobatto4/.test(method.name)) return 22;
      if (/radau3|sdirk4/.test(method.name)) return 18;
      if (/am\d/.test(method.name)) return 13;
      return 7;
    }));
    const isExplicit = names.every((name) => /euler|rk4/.test(name));
    return { x: isExplicit ? -1 : far * 0.16, y: 0, unit: far };
  }

  const slotOf = new Map();
  methods.forEach((method) => {
    const peers = methods.filter((other) => other.family === method.family);
    slotOf.set(method, peers.indexOf(method));
  });

  const chosen = new Map();  // method → colour number
  const start = methods.filter((method) => !method.embedding && /radau|lobatto/.test(method.name));
  start.forEach((method, k) => chosen.set(method, k));
  const compareItems = [];
  const fillChosen = () => compareItems.splice(0, compareItems.length, ...[...chosen].map(([method, slot]) => ({ method, slot })));
  fillChosen();
  const domain = new Domain(document.querySelector('#compare .domain'), compareItems, rangeOf(start));
  const damping = new Damping(document.querySelector('#compare .damping'), compareItems);
  for (const method of methods) {
    const chip = make('button', 'pick');
    chip.type = 'button';
    chip.append(make('i'), method.title);
    const paint = () => {
      chip.setAttribute('aria-pressed', String(chosen.has(method)));
      chip.style.setProperty('--colour', chosen.has(method) ? `var(--c${chosen.get(method) % COLORS})` : 'var(--soft)');
    };
    chip.addEventListener('click', () => {
      if (!chosen.delete(method)) {
        const taken = new Set(chosen.values());
        let slot = 0;
        while (taken.has(slot)) ++slot;
        chosen.set(method, slot);
      }
      fillChosen();
      if (chosen.size) {
        domain.whole = rangeOf([...chosen.keys()]);
        domain.range = { ...domain.whole };
      }
      paint();
      domain.redraw();
      damping.redraw();
    });
    paint();
    byId('chips').append(chip);
  }

  const views = [...document.querySelectorAll('#views button')];
  views.forEach((button, k) => button.addEventListener('click', () => {
    star = k === 1;
    views.forEach((each) => each.setAttribute('aria-pressed', String(each === button)));
    document.querySelector('#compare h3').textContent = `${button.textContent}, z = λh`;
    domains.forEach((each) => each.redraw());
  }));

  const facts = byId('facts');
  const head = make('tr');
  for (const text of ['formula', 'method', 'order', 'stages', '|ζ| at −∞', 'A(α)', 'local error']) head.append(make('th', '', text));
  facts.append(head);
  const superscript = (n) => [...String(n)].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]).join('');
  for (const method of methods) {
    const row = make('tr');
    const ratio = 1 / method.error;
    const error = Math.abs(ratio - Math.round(ratio)) < 1e-6 * Math.abs(ratio)
      ? `${ratio < 0 ? '−' : ''}z${superscript(method.order + 1)}/${Math.abs(Math.round(ratio))}`
      : `${show(method.error, 4)} z${superscript(method.order + 1)}`;
    for (const text of [method.title, method.name, method.order, method.stages,
      method.infinity === null ? '∞' : show(method.infinity, 4),
      method.angle === 90 ? 'A-stable' : method.angle === 0 ? '–' : method.angle.toFixed(2) + '°', error]) {
      row.append(make('td', '', text));
    }
    facts.append(row);
  }

  const FIGURES = {
    'Fully implicit Runge–Kutta': 'Cellier and Kofman, Figs 8.5 and 8.6',
    'Explicit states of inline:mixed':
      'z: h times the eigenvalue of the explicit states with the answer of the implicit ones, which see BDF of the same order',
    'Blended embeddings': 'Cellier and Kofman, Figs 8.19 to 8.24; damping per step',
  };
  const groups = [];
  for (const method of methods) {
    if (!groups.length || groups[groups.length - 1].family !== method.family) groups.push({ family: method.family, list: [] });
    groups[groups.length - 1].list.push(method);
  }
  for (const { family, list } of groups) {
    const card = make('section', 'card');
    const title = make('div', 'head');
    title.append(make('h2', '', family));
    if (FIGURES[family]) title.append(make('span', 'note', FIGURES[family]));
    const key = make('div', 'key');
    const items = list.map((method) => ({ method, slot: slotOf.get(method) }));
    for (const { method, slot } of items) {
      const entry = make('span');
      entry.style.setProperty('--colour', `var(--c${slot % COLORS})`);
      entry.append(make('i'), method.title);
      key.append(entry);
    }
    const plots = make('div', 'pairPlots');
    const left = make('div', 'domain');
    const right = make('div', 'damping');
    plots.append(left, right);
    card.append(title, key, plots);
    byId('families').append(card);
    new Domain(left, items, rangeOf(list));
    new Damping(right, items);
  }
})();
