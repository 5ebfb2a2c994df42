// The page of `formola demo`: every number on it was measured in the run that wrote it.
(() => {
  'use strict';
  const { data, byId, make, show, colour } = page;
  const methods = [...new Set(data.runs.map((run) => run.method))];
  const paintOf = (method) => `--c${[2, 0, 4, 1][methods.indexOf(method) % 4]}`;
  const shownRun = (method) => data.runs.find((run) => run.method === method && run.tolerance === data.shownTolerance);
  const baseline = shownRun(data.baseline);
  const atTarget = data.secondsAtTarget;
  const seconds = (value) => (value < 0.1 ? `${show(value * 1000, 3)} ms` : `${show(value, 3)} s`);
  const times = (value) => (value >= 10 ? value.toFixed(0) : value.toFixed(1));

  // ---- Head ----------------------------------------------------------------------------------

  const inlined = methods.filter((method) => method.startsWith('inline:') && atTarget[method]);
  const best = inlined.reduce((a, b) => (atTarget[a] <= atTarget[b] ? a : b), inlined[0]);
  const fewest = Math.min(...inlined.map((method) => shownRun(method).iterated));
  if (best) {
    const ratio = atTarget[data.baseline] / atTarget[best];
    const [from, to] = [baseline.iterated, fewest];
    byId('claim').textContent = (to < from ? `${from} unknowns to iterate become ${to}. ` : `${from} states, solved step by step inside the model. `)
      + (ratio > 1 ? `${times(ratio)} times as fast, at the same accuracy.` : 'Measured, not promised.');
  }
  for (const [value, label] of data.facts) {
    const box = make('div');
    box.append(make('b', '', Number(value).toLocaleString('en')), make('span', '', label));
    byId('figures').append(box);
  }

  // ---- Arm -----------------------------------------------------------------------------------

  const charts = makePlots(byId('plots'), data.plots, () => {}, (time) => { hovered = time; });
  let hovered = NaN;
  const result = data.plots.results[0];
  const curves = data.links.map((link) => charts.samples(result, link.angle));
  const arm = new ArmView(byId('arm'), data.base, data.links);
  const place = () => { arm.shift = window.innerWidth > 900 ? 0.36 : 0; };
  place();
  window.addEventListener('resize', place);
  const anglesAt = (time) => curves.map((curve) => (curve ? charts.valueAt(curve, time) : 0));
  const start = charts.first;
  const end = charts.last;
  const points = [];
  for (let i = 0; i <= 1500; ++i) {
    const joints = arm.pose(anglesAt(start + (end - start) * i / 1500));
    points.push(joints[joints.length - 1].next);
  }
  arm.setPath(points);

  let time = start;
  let isPlaying = !page.isCalm;
  let before = performance.now();
  let rest = 0;  // at the end the arm waits before it begins again
  function frame(now) {
    const passed = Math.min(0.1, Math.max(0, (now - before) / 1000));
    before = now;
    const isSeen = byId('hero').getBoundingClientRect().bottom > 0;
    if (isPlaying) {
      if (time >= end) {
        rest += passed;
        if (rest > 1.2) { time = start; rest = 0; }
      } else {
        time = Math.min(end, time + passed * Number(byId('rate').value));
      }
      byId('time').value = String(Math.round((time - start) / (end - start) * 1000));
    }
    if (arm.spin) arm.camera.turn += passed * 0.09;
    if (isSeen) {
      arm.setAngles(anglesAt(time), (time - start) / (end - start));
      arm.draw();
    }
    byId('clock').textContent = `t = ${time.toFixed(2)} s`;
    if (!Number.isFinite(hovered) && isPlaying && !isSeen) charts.setTime(time);
    requestAnimationFrame(frame);
  }
  const play = (wanted) => {
    isPlaying = wanted;
    byId('play').textContent = isPlaying ? '❚❚' : '▶';
  };
  play(isPlaying);
  byId('play').addEventListener('click', () => play(!isPlaying));
  byId('time').addEventListener('input', () => {
    time = start + Number(byId('time').value) / 1000 * (end - start);
    play(false);
  });
  requestAnimationFrame(frame);

  // ---- Comparison ----------------------------------------------------------------------------

  byId('runText').textContent = `Simulated ${show(end - start, 3)} s of motion, with the same compiled equations, ` +
    `at ${new Set(data.runs.map((run) => run.tolerance)).size} tolerances each. The error is the largest deviation of a joint angle from a tight reference.`;
  byId('barTitle').textContent = `Time for an error of ${show(data.targetError, 2)} ${data.errorUnit}, and speed against ${data.baseline}`;
  const slowest = Math.max(...methods.map((method) => atTarget[method] || 0));
  for (const method of methods) {
    const value = atTarget[method];
    if (!value) continue;
    const row = make('div', 'bar');
    const track = make('div', 'track');
    const fill = make('i');
    fill.style.setProperty('--colour', `var(${paintOf(method)})`);
    const ratio = atTarget[data.baseline] / value;
    const text = make('span', '', seconds(value) + (method === data.baseline ? '' : ` · ${times(ratio)} ×`));
    if (method !== data.baseline) text.append(make('span', 'wide', ' as fast'));
    const share = value / slowest;
    if (share > 0.62) {
      text.style.right = `${(1 - share) * 100}%`;
      text.style.color = 'var(--card)';
    } else {
      text.style.left = `${share * 100}%`;
    }
    track.append(fill, text);
    row.append(make('span', '', method), track);
    byId('bars').append(row);
    setTimeout(() => { fill.style.width = `${share * 100}%`; }, 200);
  }

  const table = byId('runs');
  const head = make('tr');
  // Narrow pages show the columns that matter most.
  const columns = ['method', 'tolerance', 'iterated on', 'steps', 'rejected', 'Newton iterations', 'factorizations', 'time', `error / ${data.errorUnit}`];
  const isWide = (column) => column >= 3 && column <= 6;
  columns.forEach((text, k) => head.append(make('th', isWide(k) ? 'wide' : '', text)));
  head.children[1].replaceChildren('tol', make('span', 'wide', 'erance'));
  table.append(head);
  for (const run of data.runs) {
    const row = make('tr', run.tolerance === data.shownTolerance ? 'shown' : '');
    const name = make('td');
    const mark = make('i');
    mark.style.setProperty('--colour', `var(${paintOf(run.method)})`);
    name.append(mark, run.method);
    row.append(name);
    [run.tolerance.toExponential(0).replace('-', '−'), run.iterated, run.steps.toLocaleString('en'), run.rejected.toLocaleString('en'),
      run.newton.toLocaleString('en'), run.factorizations.toLocaleString('en'), seconds(run.seconds), run.error.toExponential(1).replace('-', '−')]
      .forEach((text, k) => row.append(make('td', isWide(k + 1) ? 'wide' : '', text)));
    table.append(row);
  }
  byId('reference').textContent = data.reference + ' Times are the shortest of several rounds over all runs; times at equal error are interpolated between the runs.';

  function drawPrecision() {
    const canvas = byId('precision').firstChild;
    const { g, width, height } = page.prepare(canvas);
    if (!width) return;
    const xs = data.runs.map((run) => Math.log10(run.error)).filter(Number.isFinite);
    const ys = data.runs.map((run) => Math.log10(run.seconds)).filter(Number.isFinite);
    const [x0, x1] = [Math.floor(Math.min(...xs)), Math.ceil(Math.max(...xs))];
    const pad = 0.12;
    const [y0, y1] = [Math.min(...ys) - pad, Math.max(...ys) + pad];
    const left = 48;
    const right = 24;
    const bottom = height - 34;
    // Better is to the right (small error) and down (little time).
    const px = (x) => left + (x1 - x) / (x1 - x0) * (width - left - right);
    const every = px(0) - px(1) < 38 ? 2 : 1;  // decades between labels
    const py = (y) => bottom - (y - y0) / (y1 - y0) * (bottom - 8);
    g.font = '11.5px system-ui, sans-serif';
    g.lineWidth = 1;
    g.fillStyle = colour('--soft');
    g.strokeStyle = colour('--grid');
    g.textAlign = 'center';
    g.textBaseline = 'top';
    for (let x = x0; x <= x1; ++x) {
      g.beginPath();
      g.moveTo(px(x), 8);
      g.lineTo(px(x), bottom);
      g.stroke();
      if ((x - x1) % every === 0) g.fillText('1e' + String(x).replace('-', '−'), px(x), bottom + 4);
    }
    g.fillText(`error / ${data.errorUnit} (smaller to the right)`, (left + width) / 2, bottom + 19);
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    for (let e = -4; e < 3; ++e) {
      for (const m of [1, 2, 5]) {
        const y = Math.log10(m) + e;
        if (y < y0 || y > y1) continue;
        g.beginPath();
        g.moveTo(left, py(y));
        g.lineTo(width - right, py(y));
        g.stroke();
        g.fillText(seconds(10 ** y), left - 6, py(y));
      }
    }
    const labels = [];
    const points = [];
    for (const method of methods) {
      const runs = data.runs.filter((run) => run.method === method && run.error > 0).sort((a, b) => a.error - b.error);
      g.strokeStyle = g.fillStyle = colour(paintOf(method));
      g.lineWidth = 2.4;
      g.lineJoin = 'round';
      g.beginPath();
      runs.forEach((run, k) => g[k ? 'lineTo' : 'moveTo'](px(Math.log10(run.error)), py(Math.log10(run.seconds))));
      g.stroke();
      for (const run of runs) {
        g.beginPath();
        points.push({ x: px(Math.log10(run.error)), y: py(Math.log10(run.seconds)) });
        g.arc(points.at(-1).x, points.at(-1).y, 4.5, 0, 7);
        g.fill();
      }
      if (runs.length) labels.push({ method, x: px(Math.log10(runs[0].error)), y: py(Math.log10(runs[0].seconds)) });
    }
    // Names at the ends of the curves: above or below, where they hide no point and no other name.
    g.font = '600 12px system-ui, sans-serif';
    for (const label of labels) {
      const to = Math.min(width - 6, label.x + 8);
      const from = to - g.measureText(label.method).width;
      const hidden = (y) => points.filter((p) => p.x > from - 5 && p.x < to + 5 && Math.abs(p.y - y) < 12).length +
        labels.filter((other) => other.named && other.from < to && other.to > from && Math.abs(other.y - y) < 15).length;
      const end = label.y;
      label.y = [end - 14, end + 15, end - 28, end + 29].reduce((best, y) => hidden(y) < hidden(best) && y < bottom - 6 ? y : best);
      Object.assign(label, { from, to, named: true });
    }
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    g.lineWidth = 4;
    g.strokeStyle = colour('--card');  // names stay readable where they cross a curve
    for (const { method, to, y } of labels) {
      g.fillStyle = colour(paintOf(method));
      g.strokeText(method, to, y);
      g.fillText(method, to, y);
    }
  }
  byId('precision').append(make('canvas'));
  new ResizeObserver(drawPrecision).observe(byId('precision'));
  page.onTheme(drawPrecision);

  // ---- Matrices ------------------------------------------------------------------------------

  const [model, inlinedSystem] = data.structure.systems.map(decodeStructure);
  const matrix = (system, sorted, title, text) => {
    const card = make('div', 'card');
    const host = make('div');
    card.append(make('h3', '', title), host, make('p', '', text));
    byId('matrices').append(card);
    return new MatrixView(host, system, sorted, data.structure.sources);
  };
  const describe = (system, iterated) => {
    const loops = system.blocks.filter(([, size, , kind]) => size > 1 || kind !== 'assign');
    const largest = loops.reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0, 0, '']);
    return `${system.blocks.length - loops.length} assignments in sequence and ${loops.length} systems of equations; the largest has `
      + `${largest[1]} equations, ${largest[2]} after tearing`
      + (iterated > 0 && iterated < largest[2] ? `: ${iterated} that are iterated, the others linear and solved inside.` : '.');
  };
  matrix(model, 0, 'The model, as written', `${model.rows.length} equations after alias elimination, in the order of the components.`);
  const views = [matrix(model, 0, 'The model, sorted and torn', describe(model))];
  if (inlinedSystem) views.push(matrix(inlinedSystem, 0, `With ${inlinedSystem.title} inlined, sorted and torn`, describe(inlinedSystem, fewest)));
  // Sorting is shown when it comes into sight.
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      const view = views.find((each) => each.host === entry.target);
      setTimeout(() => view.animateTo(1, 2200), 500);
    }
  }, { threshold: 0.4 });
  views.forEach((view) => watcher.observe(view.host));

  // ---- Plots ---------------------------------------------------------------------------------

  data.plots.plots.forEach(charts.addPlot);
})();
