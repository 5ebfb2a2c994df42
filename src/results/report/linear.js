// The page of a linear system: Bode and Nyquist diagrams, poles and zeros, matrices.
(() => {
  'use strict';
  const { data, byId, make, show, colour } = page;

  const fill = (select, names) => names.forEach((name, k) => {
    const option = make('option', '', name);
    option.value = k;
    select.append(option);
  });
  fill(byId('input'), data.inputs);
  fill(byId('output'), data.outputs);
  const channel = () => data.channels.find((each) => each.input === Number(byId('input').value)
    && each.output === Number(byId('output').value)) || null;

  // ---- Frequency response --------------------------------------------------------------------

  function derived(one) {
    if (one.magnitude) return one;
    const n = one.re.length;
    one.magnitude = new Array(n);
    one.phase = new Array(n);
    let turns = 0;
    for (let i = 0; i < n; ++i) {
      one.magnitude[i] = 20 * Math.log10(Math.hypot(one.re[i], one.im[i]));
      let angle = Math.atan2(one.im[i], one.re[i]) * 180 / Math.PI + turns;
      if (i > 0) {
        while (angle - one.phase[i - 1] > 180) { angle -= 360; turns -= 360; }
        while (angle - one.phase[i - 1] < -180) { angle += 360; turns += 360; }
      }
      one.phase[i] = angle;
    }
    return one;
  }

  // Where the loop that this channel would close has its margins.
  function margins(one) {
    const { magnitude, phase } = derived(one);
    const words = [];
    for (let i = 1; i < magnitude.length; ++i) {
      if ((magnitude[i - 1] > 0) !== (magnitude[i] > 0) && Number.isFinite(magnitude[i - 1]) && Number.isFinite(magnitude[i])) {
        const part = magnitude[i - 1] / (magnitude[i - 1] - magnitude[i]);
        const at = phase[i - 1] + part * (phase[i] - phase[i - 1]);
        words.push(`phase margin ${show(180 + at, 3)}° at ${show(one.w[i], 3)} rad/s`);
        break;
      }
    }
    return words.join(', ');
  }

  const tips = (one) => (i) => `${show(one.w[i], 4)} rad/s: ${show(derived(one).magnitude[i], 4)} dB, ${show(one.phase[i], 4)}°`;
  const line = (y) => () => {
    const one = channel();
    return one ? [{ x: one.w, y: derived(one)[y], colour: colour('--c0'), tip: tips(one) }] : [];
  };
  const plots = [
    makeXyPlot(byId('magnitude'), line('magnitude'), { xLog: true, xLabel: 'angular frequency in rad/s', yLabel: 'dB' }),
    makeXyPlot(byId('phase'), line('phase'), { xLog: true, xLabel: 'angular frequency in rad/s', yLabel: 'degrees', yStep: 45 }),
    makeXyPlot(byId('nyquist'), () => {
      const one = channel();
      if (!one) return [];
      // Close to a pole on the axis the curve goes far away: shown up to a hundred times its typical size.
      const sizes = one.re.map((re, i) => Math.hypot(re, one.im[i])).filter(Number.isFinite).sort((a, b) => a - b);
      const most = Math.max(2, 20 * (sizes[Math.floor(sizes.length * 0.75)] || 1));
      const keep = (values) => values.map((value, i) => Math.hypot(one.re[i], one.im[i]) <= most ? value : NaN);
      const paint = colour('--c0');
      return [
        { x: keep(one.re), y: keep(one.im), colour: paint, tip: tips(one) },
        { x: keep(one.re), y: keep(one.im).map((value) => -value), colour: paint, dash: [5, 4], alpha: 0.7, tip: tips(one) },
        { x: [-1], y: [0], colour: colour('--c1'), marks: 'x', tip: () => '−1' },
      ];
    }, { xLabel: 'real part', yLabel: 'imaginary part', equal: true, zero: true }),
    makeXyPlot(byId('map'), () => {
      const one = channel();
      const list = [{ x: data.poles.map((p) => p[0]), y: data.poles.map((p) => p[1]), colour: colour('--c1'), marks: 'x' }];
      if (one) list.push({ x: one.zeros.map((z) => z[0]), y: one.zeros.map((z) => z[1]), colour: colour('--c0'), marks: 'o' });
      return list;
    }, { xLabel: 'real part in 1/s', yLabel: 'imaginary part in rad/s', zero: true, include: [[0, 0]] }),
  ];

  // ---- Root locus ----------------------------------------------------------------------------

  const STOPS = [[11, 98, 196], [15, 139, 157], [42, 143, 92], [208, 122, 0], [209, 73, 91]];
  const paint = (part) => {
    const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
    const i = Math.min(Math.floor(at), STOPS.length - 2);
    return `rgb(${STOPS[i].map((c, k) => Math.round(c + (at - i) * (STOPS[i + 1][k] - c))).join(',')})`;
  };
  if (data.locus.length) {
    byId('locusCard').hidden = false;
    byId('parameter').textContent = data.parameter;
    const bar = make('i');
    bar.style.background = `linear-gradient(90deg, ${STOPS.map((c) => `rgb(${c.join(',')})`).join(', ')})`;
    byId('locusScale').append(show(data.locus[0].value, 4), bar, show(data.locus[data.locus.length - 1].value, 4));
    plots.push(makeXyPlot(byId('locus'), () => data.locus.map(({ value, poles }, k) => ({
      x: poles.map((p) => p[0]), y: poles.map((p) => p[1]), marks: '.', colour: paint(k / Math.max(data.locus.length - 1, 1)),
      tip: (i) => `${data.parameter} = ${show(value, 5)}: ${show(poles[i][0], 5)} ${poles[i][1] < 0 ? '−' : '+'} ${show(Math.abs(poles[i][1]), 5)} i`,
    })), { xLabel: 'real part in 1/s', yLabel: 'imaginary part in rad/s', zero: true, include: [[0, 0]] }));
  }

  function refresh() {
    const one = channel();
    byId('margins').textContent = one ? margins(one) : '';
    plots.forEach((plot) => plot.draw());
  }
  byId('input').addEventListener('change', refresh);
  byId('output').addEventListener('change', refresh);
  if (!data.channels.length) {
    byId('nothing').hidden = false;
    byId('nothing').textContent = 'There is no input or no output: name them by --inputs and --outputs.';
    byId('bode').hidden = true;
    byId('nyquist').parentElement.hidden = true;
  }

  // ---- Tables --------------------------------------------------------------------------------

  const row = (cells, tag = 'td') => {
    const line = make('tr');
    cells.forEach((cell) => line.append(make(tag, '', cell)));
    return line;
  };
  byId('poles').append(row(['pole', 'frequency in rad/s', 'damping', 'time constant in s'], 'th'));
  for (const [re, im] of data.poles) {
    const size = Math.hypot(re, im);
    const text = im === 0 ? show(re) : `${show(re)} ${im < 0 ? '−' : '+'} ${show(Math.abs(im))} i`;
    byId('poles').append(row([text, show(size, 5), size > 0 ? show(-re / size, 4) : '–', re !== 0 ? show(-1 / re, 5) : '∞']));
  }
  const MOST = 30;
  const add = (name, values, rows, columns) => {
    if (!rows.length || !columns.length) return;
    const box = make('div', 'scroll');
    const table = make('table');
    const head = make('tr');
    head.append(make('th', '', ''));
    columns.slice(0, MOST).forEach((each) => head.append(make('th', '', each)));
    table.append(head);
    values.slice(0, MOST).forEach((numbers, i) => {
      const line = make('tr');
      line.append(make('th', '', rows[i]));
      numbers.slice(0, MOST).forEach((x) => line.append(make('td', x === 0 ? 'none' : '', show(x, 5))));
      table.append(line);
    });
    box.append(table);
    byId('tables').append(make('h3', '', name), box);
    if (rows.length > MOST || columns.length > MOST) {
      byId('tables').append(make('p', 'note', `The first ${MOST} rows and columns of ${rows.length} × ${columns.length}; --json has all.`));
    }
  };
  add('A', data.A, data.states, data.states);
  add('B', data.B, data.states, data.inputs);
  add('C', data.C, data.outputs, data.states);
  add('D', data.D, data.outputs, data.inputs);
  refresh();
})();
