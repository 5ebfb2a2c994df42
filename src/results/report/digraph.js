// The structure digraph: equations on the left, unknowns on the right, coloured step by step by the
// two rules. Red: the equation is solved for the variable; blue: the variable is known there; black:
// still open.
class Digraph {
  constructor(host, system) {
    this.host = host;
    this.system = system;
    this.step = 0;
    const holder = page.make('div');
    holder.innerHTML = '<svg class="digraph"></svg>';
    this.svg = holder.firstChild;
    this.text = page.make('p', 'ruleText');
    const bar = page.make('div', 'stepBar');
    const button = (label, title, action) => {
      const b = page.make('button', '', label);
      b.type = 'button';
      b.title = title;
      b.addEventListener('click', action);
      bar.append(b);
      return b;
    };
    button('|‹', 'From the start', () => this.go(0));
    button('‹', 'One step back', () => this.go(this.step - 1));
    this.playButton = button('▶ Play', 'Play the steps', () => this.play());
    button('›', 'One step on', () => this.go(this.step + 1));
    button('›|', 'All steps', () => this.go(this.system.steps.length));
    this.slider = page.make('input');
    this.slider.type = 'range';
    this.slider.min = 0;
    this.slider.max = system.steps.length;
    this.slider.setAttribute('aria-label', 'step');
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    bar.append(this.slider);
    host.replaceChildren(bar, this.text, this.svg);
    new ResizeObserver(() => this.layout()).observe(host);
    page.onTheme(() => this.paint());
    this.layout();
    this.go(system.steps.length);
  }

  element(tag, attributes, text) {
    const e = document.createElementNS(this.svg.namespaceURI, tag);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  }

  layout() {
    const width = this.host.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    const system = this.system;
    const row = 27;
    const top = 16;
    const count = Math.max(system.rows.length, system.columns.length);
    const height = top + row * count;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('height', height);
    this.svg.setAttribute('width', width);
    const names = Math.min(width * 0.22, 150);
    const texts = Math.min(width * 0.46, 380);
    const x0 = texts + 12;
    const x1 = width - names - 12;
    const fits = (text, room) => {
      const most = Math.max(4, Math.floor(room / 7.3));
      return text.length > most ? text.slice(0, most - 1) + '…' : text;
    };
    this.svg.replaceChildren();
    this.edges = [];
    const y = (k) => top + row * (k + 0.5) - 8;
    for (let e = 0; e < system.rows.length; ++e) {
      for (let k = system.edgeStart[e]; k < system.edgeStart[e + 1]; ++k) {
        const v = system.edgeColumn[k];
        const line = this.element('line', { x1: x0, y1: y(e), x2: x1, y2: y(v) });
        this.svg.append(line);
        this.edges.push({ e, v, line });
      }
    }
    this.equationTexts = system.rows.map((text, e) => {
      const label = this.element('text', { x: 30, y: y(e) + 4.5 }, fits(text, texts - 34));
      label.append(this.element('title', {}, text));
      const number = this.element('text', { x: 22, y: y(e) + 4.5, 'text-anchor': 'end', class: 'number' });
      const dot = this.element('circle', { cx: x0, cy: y(e), r: 4 });
      this.svg.append(label, number, dot);
      return { label, number, dot };
    });
    this.variableTexts = system.columns.map((name, v) => {
      const label = this.element('text', { x: x1 + 10, y: y(v) + 4.5 }, fits(name, names - 4));
      label.append(this.element('title', {}, name));
      const dot = this.element('circle', { cx: x1, cy: y(v), r: 4 });
      this.svg.append(label, dot);
      return { label, dot };
    });
    this.paint();
  }

  go(step) {
    this.step = Math.min(Math.max(step, 0), this.system.steps.length);
    this.slider.value = this.step;
    this.paint();
  }

  play() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      if (this.step >= this.system.steps.length) this.go(0);
      this.timer = setInterval(() => {
        this.go(this.step + 1);
        if (this.step >= this.system.steps.length) this.play();
      }, 900);
    }
    this.playButton.textContent = this.timer ? '⏸ Pause' : '▶ Play';
  }

  paint() {
    if (!this.edges) return;
    const system = this.system;
    const solvedFor = new Map();
    const known = new Set();
    const numbers = new Map();
    system.steps.slice(0, this.step).forEach(([, e, v, number]) => {
      solvedFor.set(e, v);
      known.add(v);
      numbers.set(e, number);
    });
    const torn = new Set(system.steps.slice(0, this.step).filter(([rule]) => rule === 3).map(([, e]) => e));
    const now = this.step > 0 ? system.steps[this.step - 1] : null;
    const red = page.colour('--c1');
    const blue = page.colour('--c0');
    const black = page.colour('--ink');
    for (const { e, v, line } of this.edges) {
      const isRed = solvedFor.get(e) === v && !torn.has(e);
      const isBlue = !isRed && (solvedFor.has(e) || known.has(v));
      line.setAttribute('stroke', isRed ? red : isBlue ? blue : black);
      line.setAttribute('stroke-width', isRed ? (now && now[1] === e ? 4 : 2.6) : 1.4);
      line.setAttribute('opacity', isRed ? 1 : isBlue ? 0.42 : 0.75);
    }
    this.equationTexts.forEach(({ label, number, dot }, e) => {
      const isDone = solvedFor.has(e);
      const isNow = now && now[1] === e;
      label.setAttribute('fill', isNow ? red : black);
      label.setAttribute('font-weight', isNow ? 700 : 400);
      number.textContent = isDone ? numbers.get(e) + 1 : '·';
      const done = torn.has(e) ? page.colour('--event') : red;
      number.setAttribute('fill', isDone ? done : page.colour('--soft'));
      dot.setAttribute('fill', isDone ? done : black);
    });
    this.variableTexts.forEach(({ label, dot }, v) => {
      const isNow = now && now[2] === v;
      label.setAttribute('fill', isNow ? red : known.has(v) ? blue : black);
      label.setAttribute('font-weight', isNow ? 700 : 400);
      dot.setAttribute('fill', known.has(v) ? blue : black);
    });
    const open = system.rows.length - system.steps.length;
    if (!now) {
      this.text.textContent = 'All edges are black: nothing is decided yet.';
    } else {
      const [rule, e, v, number] = now;
      const name = system.columns[v];
      this.text.textContent = `Step ${this.step} of ${system.steps.length}, ${rule === 3 ? 'tearing' : `rule ${rule}`}: ` + (rule === 3
        ? `${name} counts as known: it is torn, and equation ${e + 1} is its residual.`
        : rule === 1
        ? `equation ${e + 1} has one black edge left, so it must be solved for ${name}; it becomes number ${number + 1}, from below.`
        : `${name} has one black edge left, so equation ${e + 1} must be solved for it; it becomes number ${number + 1}, from above.`);
      if (this.step === system.steps.length && open > 0) {
        this.text.textContent += ` ${open} equations stay open: algebraic loops, which tearing solves.`;
      }
    }
  }
}
