// The structure incidence matrix on a canvas: zoom, pan, blocks and torn variables; it can move from
// the order as written to the sorted one.

// Decodes a system of structure_page.cpp once.
function decodeStructure(system) {
  const numbers = (text) => new Uint32Array(page.bytesOf(text));
  const inverse = (order, size) => {
    const at = new Uint32Array(size);
    for (let i = 0; i < size; ++i) at[i] = i;
    order.forEach((item, position) => { at[item] = position; });
    return at;
  };
  const decoded = {
    ...system,
    edgeStart: numbers(system.edgeStart),
    edgeColumn: numbers(system.edgeColumn),
    rowOrder: numbers(system.rowOrder),
    columnOrder: numbers(system.columnOrder),
    torn: numbers(system.torn),
    source: new Int32Array(page.bytesOf(system.source)),
    differentiated: new Set(numbers(system.differentiated)),
  };
  decoded.rowPlace = inverse(decoded.rowOrder, system.rows.length);
  decoded.columnPlace = inverse(decoded.columnOrder, system.columns.length);
  decoded.isTorn = new Uint8Array(system.rows.length);
  decoded.torn.forEach((position) => { decoded.isTorn[position] = 1; });
  // Runs of torn variables in each block: those of linear parts inside of it, its own at the end.
  decoded.bands = system.blocks.map(([start, size, torn]) => {
    const runs = [];
    if (torn === 0 || torn === size) return runs;
    for (let k = start; k < start + size; ++k) {
      if (!decoded.isTorn[k]) continue;
      if (k > start && decoded.isTorn[k - 1]) runs[runs.length - 1][1] = k + 1;
      else runs.push([k, k + 1]);
    }
    return runs;
  });
  return decoded;
}

class MatrixView {
  // sorted: 0 as written, 1 sorted, between: on the way
  constructor(host, system, sorted, sources) {
    this.system = system;
    this.sources = sources;
    this.sorted = sorted;
    this.rows = system.rows.length;
    this.columns = system.columns.length;
    // Room for the names of the columns, which stand at 60 degrees.
    const longest = system.columns.reduce((most, name) => Math.max(most, MatrixView.label(name).length), 0);
    this.head = Math.ceil(20 + 6.2 * longest * 0.87);
    this.tail = Math.ceil(6.2 * longest * 0.5);
    this.canvas = page.make('canvas');
    this.tip = page.make('div', 'matrixTip');
    this.tip.hidden = true;
    this.host = host;
    host.classList.add('matrix');
    host.replaceChildren(this.canvas, this.tip);
    this.pointers = new Map();
    this.hover = null;
    this.view = null;  // {scale, x, y}: cell (0, 0) stands at (x, y)
    this.listen();
    new ResizeObserver(() => { this.view = null; this.redraw(); }).observe(host);
    page.onTheme(() => this.redraw());
  }

  static label(name) {
    return name.length > 18 ? '…' + name.slice(-17) : name;
  }

  redraw() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.draw();
    });
  }

  // Goes to the given order within `duration` milliseconds.
  animateTo(sorted, duration = 1400) {
    const from = this.sorted;
    const start = performance.now();
    const token = (this.token = {});
    const step = (now) => {
      if (token !== this.token) return;
      const t = page.isCalm ? 1 : Math.min(1, (now - start) / duration);
      this.sorted = from + (sorted - from) * (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);
      this.draw();
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  fit(width, height) {
    const most = Math.max(this.rows, this.columns, 1);
    const labelled = Math.min(width - 44 - this.tail, height - this.head) / most;
    if (labelled >= 8) {
      const scale = Math.min(labelled, 64);
      return { scale, x: 44 + (width - 44 - this.tail - scale * this.columns) / 2, y: this.head };
    }
    const scale = Math.min(width, height) / most;
    return { scale, x: (width - scale * this.columns) / 2, y: (height - scale * this.rows) / 2, bare: true };
  }

  draw() {
    const { g, width, height, ratio } = page.prepare(this.canvas);
    if (!width || !height) return;
    if (!this.view) this.view = this.fit(width, height);
    const { scale, x: left, y: top } = this.view;
    const system = this.system;
    const t = this.sorted;
    g.fillStyle = page.colour('--page');
    g.fillRect(0, 0, width, height);
    g.fillStyle = page.colour('--card');
    g.fillRect(left, top, scale * this.columns, scale * this.rows);
    if (t > 0) this.drawBlocks(g, t, width, height);
    if (scale >= 9) this.drawGrid(g, width, height);

    // Entries: plain, of torn variables, on the diagonal.
    const paints = [page.colour('--ink'), page.colour('--event'), page.colour('--c1')];
    const size = Math.max(scale * (scale > 6 ? 0.78 : 1), Math.max(1, Math.min(1.35, 1200 / Math.max(this.rows, 1))));
    const shift = (scale - size) / 2;
    const paths = [[], [], []];
    for (let row = 0; row < this.rows; ++row) {
      const place = system.rowPlace[row];
      const y = top + scale * (row + (place - row) * t);
      if (y < -scale || y > height) continue;
      for (let k = system.edgeStart[row]; k < system.edgeStart[row + 1]; ++k) {
        const column = system.edgeColumn[k];
        const position = system.columnPlace[column];
        const x = left + scale * (column + (position - column) * t);
        if (x < -scale || x > width) continue;
        const kind = position === place ? 2 : system.isTorn[position] ? 1 : 0;
        paths[kind].push(x + shift, y + shift);
      }
    }
    const many = paths[0].length + paths[1].length + paths[2].length > 160000;
    if (many) {
      this.drawDense(g, paths, paints, width, height, ratio, size);
    } else {
      paths.forEach((points, kind) => {
        g.fillStyle = paints[kind];
        g.globalAlpha = kind === 0 ? 0.82 : 1;
        for (let i = 0; i < points.length; i += 2) g.fillRect(points[i], points[i + 1], size, size);
      });
      g.globalAlpha = 1;
    }
    g.strokeStyle = page.colour('--line');
    g.lineWidth = 1;
    g.strokeRect(left + 0.5, top + 0.5, scale * this.columns - 1, scale * this.rows - 1);
    if (scale >= 8 && !this.view.bare) this.drawLabels(g, width, height);
    this.drawHover(g, width, height);
  }

  // Very many entries: straight into the pixels.
  drawDense(g, paths, paints, width, height, ratio, size) {
    const image = g.getImageData(0, 0, Math.round(width * ratio), Math.round(height * ratio));
    const pixels = new Uint32Array(image.data.buffer);
    const extent = Math.max(1, Math.round(size * ratio));
    paths.forEach((points, kind) => {
      g.fillStyle = paints[kind];
      const hex = g.fillStyle;
      const value = (255 << 24 | parseInt(hex.slice(5, 7), 16) << 16 | parseInt(hex.slice(3, 5), 16) << 8
        | parseInt(hex.slice(1, 3), 16)) >>> 0;
      for (let i = 0; i < points.length; i += 2) {
        const x0 = Math.round(points[i] * ratio);
        const y0 = Math.round(points[i + 1] * ratio);
        for (let y = Math.max(0, y0); y < Math.min(image.height, y0 + extent); ++y) {
          for (let x = Math.max(0, x0); x < Math.min(image.width, x0 + extent); ++x) {
            pixels[y * image.width + x] = value;
          }
        }
      }
    });
    g.putImageData(image, 0, 0);
  }

  drawBlocks(g, t, width, height) {
    const { scale, x: left, y: top } = this.view;
    const paints = { linear: page.colour('--c0'), nonlinear: page.colour('--c3'), mixed: page.colour('--c2'), assign: page.colour('--c0') };
    this.system.blocks.forEach(([start, size, , kind], b) => {
      if (size < 2) return;
      const x = left + scale * start;
      const y = top + scale * start;
      const extent = scale * size;
      if (x > width || y > height || x + extent < 0 || y + extent < 0) return;
      g.globalAlpha = 0.16 * t;
      g.fillStyle = paints[kind];
      g.fillRect(x, y, extent, extent);
      // Torn variables stand after what is computed from them, in the columns; their residuals in the rows.
      g.fillStyle = page.colour('--event');
      g.globalAlpha = 0.22 * t;
      for (const [from, to] of this.system.bands[b]) {
        const before = scale * (from - start);
        const band = scale * (to - from);
        g.fillRect(x + before, y, band, before + band);
        g.fillRect(x, y + before, before, band);
      }
      g.globalAlpha = t;
      g.strokeStyle = paints[kind];
      g.lineWidth = 1.2;
      g.strokeRect(x + 0.5, y + 0.5, Math.max(extent - 1, 1), Math.max(extent - 1, 1));
    });
    g.globalAlpha = 1;
  }

  drawGrid(g, width, height) {
    const { scale, x: left, y: top } = this.view;
    g.strokeStyle = page.colour('--grid');
    g.lineWidth = 1;
    g.beginPath();
    const right = Math.min(width, left + scale * this.columns);
    const bottom = Math.min(height, top + scale * this.rows);
    for (let k = Math.max(0, Math.floor(-left / scale)); k <= this.columns && left + k * scale <= width; ++k) {
      const x = Math.round(left + k * scale) + 0.5;
      g.moveTo(x, Math.max(0, top));
      g.lineTo(x, bottom);
    }
    for (let k = Math.max(0, Math.floor(-top / scale)); k <= this.rows && top + k * scale <= height; ++k) {
      const y = Math.round(top + k * scale) + 0.5;
      g.moveTo(Math.max(0, left), y);
      g.lineTo(right, y);
    }
    g.stroke();
  }

  // Equation and column at a place of the canvas, or null.
  at(x, y) {
    const { scale, x: left, y: top } = this.view;
    const i = Math.floor((y - top) / scale);
    const j = Math.floor((x - left) / scale);
    if (i < 0 || j < 0 || i >= this.rows || j >= this.columns) return null;
    const isSorted = this.sorted > 0.5;
    const row = isSorted && i < this.system.rowOrder.length ? this.system.rowOrder[i] : i;
    const column = isSorted && j < this.system.columnOrder.length ? this.system.columnOrder[j] : j;
    return { i, j, row, column };
  }

  drawLabels(g, width, height) {
    const { scale, x: left, y: top } = this.view;
    g.fillStyle = page.colour('--page');
    g.globalAlpha = 0.92;
    g.fillRect(0, 0, width, this.head - 2);
    g.fillRect(0, 0, 42, height);
    g.globalAlpha = 1;
    g.fillStyle = page.colour('--soft');
    g.font = `${Math.max(8, Math.min(11, scale - 1))}px system-ui, sans-serif`;
    g.textBaseline = 'middle';
    const first = Math.max(0, Math.floor((this.head - 2 - top) / scale));
    g.textAlign = 'right';
    for (let i = first; i < this.rows; ++i) {
      const y = top + (i + 0.5) * scale;
      if (y > height) break;
      const hit = this.at(left + scale / 2, y);
      if (hit) g.fillText(String(hit.row + 1), Math.max(36, left - 8), y);
    }
    g.textAlign = 'left';
    for (let j = Math.max(0, Math.floor((42 - left) / scale)); j < this.columns; ++j) {
      const x = left + (j + 0.5) * scale;
      if (x > width) break;
      const hit = this.at(x, top + scale / 2);
      if (!hit) continue;
      g.save();
      g.translate(x, this.head - 8);
      g.rotate(-Math.PI / 3);
      g.fillText(MatrixView.label(this.system.columns[hit.column]), 0, 0);
      g.restore();
    }
  }

  drawHover(g, width, height) {
    const hit = this.hover && this.at(this.hover.x, this.hover.y);
    this.tip.hidden = !hit;
    if (!hit) return;
    const { scale, x: left, y: top } = this.view;
    g.fillStyle = page.colour('--accent');
    g.globalAlpha = 0.13;
    g.fillRect(Math.max(0, left), top + hit.i * scale, Math.min(width, scale * this.columns), Math.max(scale, 1));
    g.fillRect(left + hit.j * scale, Math.max(0, top), Math.max(scale, 1), Math.min(height, scale * this.rows));
    g.globalAlpha = 1;
    const system = this.system;
    const place = system.rowPlace[hit.row];
    const unknown = system.columnOrder[place];
    const text = page.make('div');
    text.append(page.make('small', '', `equation ${hit.row + 1} → ${place + 1}`), page.make('br'),
      page.make('code', '', system.rows[hit.row]), page.make('br'),
      page.make('small', '', (system.isTorn[place] ? 'residual, torn variable ' : 'solved for ') + system.columns[unknown]));
    if (hit.column !== unknown) text.append(page.make('br'), page.make('small', '', 'column ' + system.columns[hit.column]));
    const source = this.sources && this.sources[system.source[hit.row]];
    if (source) text.append(page.make('br'), page.make('small', '', `${source[0]}:${source[1]}`));
    this.tip.replaceChildren(text);
    const box = this.tip.getBoundingClientRect();
    const x = this.hover.x + 16 + box.width > width ? Math.max(4, this.hover.x - box.width - 12) : this.hover.x + 16;
    const y = this.hover.y + 16 + box.height > height ? Math.max(4, this.hover.y - box.height - 12) : this.hover.y + 16;
    this.tip.style.left = x + 'px';
    this.tip.style.top = y + 'px';
  }

  zoom(x, y, factor) {
    const view = this.view;
    const whole = this.fit(this.host.clientWidth, this.host.clientHeight).scale;
    const scale = Math.min(Math.max(view.scale * factor, whole * 0.8), 60);
    view.x = x - (x - view.x) * scale / view.scale;
    view.y = y - (y - view.y) * scale / view.scale;
    view.scale = scale;
    view.bare = view.bare && scale < 13;
    // Unless zoomed in, a finger scrolls the page.
    this.host.style.touchAction = scale > whole * 1.02 ? 'none' : 'pan-y';
    this.redraw();
  }

  listen() {
    const host = this.host;
    const place = (event) => {
      const box = host.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    host.addEventListener('wheel', (event) => {
      if (!this.view || !page.zoomsByWheel(event)) return;
      event.preventDefault();
      const p = place(event);
      this.zoom(p.x, p.y, Math.exp(-Math.max(-1, Math.min(1, event.deltaY / 300))));
    }, { passive: false });
    host.addEventListener('dblclick', () => { this.view = null; this.redraw(); });
    host.addEventListener('pointerdown', (event) => {
      host.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, place(event));
    });
    host.addEventListener('pointermove', (event) => {
      if (!this.view) return;
      const p = place(event);
      const before = this.pointers.get(event.pointerId);
      if (before && this.pointers.size === 1) {
        this.view.x += p.x - before.x;
        this.view.y += p.y - before.y;
      } else if (before && this.pointers.size === 2) {
        const other = [...this.pointers.entries()].find(([id]) => id !== event.pointerId)[1];
        const distance = (a) => Math.hypot(a.x - other.x, a.y - other.y);
        this.zoom(other.x, other.y, distance(p) / Math.max(1, distance(before)));
      }
      if (before) this.pointers.set(event.pointerId, p);
      this.hover = event.pointerType === 'touch' && before ? null : p;
      this.redraw();
    });
    const release = (event) => {
      const start = this.pointers.get(event.pointerId);
      this.pointers.delete(event.pointerId);
      if (event.pointerType === 'touch' && start) { this.hover = start; this.redraw(); }
    };
    host.addEventListener('pointerup', release);
    host.addEventListener('pointercancel', release);
    host.addEventListener('pointerleave', () => {
      if (this.pointers.size) return;
      this.hover = null;
      this.redraw();
    });
  }
}
