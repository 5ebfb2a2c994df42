// The page of a sweep: families of curves with a slider through the cases, final values, percentiles.
(() => {
  'use strict';
  const { data, byId, make, show, colour, bytesOf } = page;
  const cases = data.cases.map((each) => ({
    ...each,
    time: new Float64Array(bytesOf(each.time)),
    curves: each.curves.map((curve) => new Float64Array(bytesOf(curve))),
  }));
  let chosen = 0;
  let alone = false;

  // ---- Colours from the smallest to the largest value of a parameter -----------------------------

  const numeric = data.names.map((_, k) => cases.some((each) => Number.isFinite(each.numbers[k]))
    && new Set(cases.map((each) => each.numbers[k])).size > 1);
  data.names.forEach((name, k) => {
    if (!numeric[k]) return;
    for (const id of ['by', 'over']) {
      const option = make('option', '', name);
      option.value = k;
      byId(id).append(option);
    }
  });
  const varies = numeric.some(Boolean);
  byId('byLabel').hidden = !varies;
  const extent = (k) => {
    const values = cases.map((each) => each.numbers[k]).filter(Number.isFinite);
    return [Math.min(...values), Math.max(...values)];
  };
  // Blue over green to orange: told apart by most eyes, on light and dark.
  const STOPS = [[11, 98, 196], [15, 139, 157], [42, 143, 92], [208, 122, 0], [209, 73, 91]];
  const paint = (part) => {
    const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
    const i = Math.min(Math.floor(at), STOPS.length - 2);
    const mix = STOPS[i].map((c, k) => Math.round(c + (at - i) * (STOPS[i + 1][k] - c)));
    return `rgb(${mix.join(',')})`;
  };
  const colourOf = (each) => {
    if (!varies) return colour('--c0');
    const k = Number(byId('by').value);
    const [low, high] = extent(k);
    return paint((each.numbers[k] - low) / (high - low || 1));
  };

  // ---- Families ----------------------------------------------------------------------------------

  const valueOf = (each, k) => each.numbers[k] === null ? each.texts[k] : show(each.numbers[k], 6);
  const describe = (each) => data.names.map((name, k) => `${name} = ${valueOf(each, k)}`).join(', ');
  const plots = data.variables.map((variable, v) => {
    const card = make('section', 'card');
    const host = make('div', 'xy');
    card.append(make('h2', '', variable.name + (variable.unit ? ` [${variable.unit}]` : '')), host);
    byId('families').append(card);
    return makeXyPlot(host, () => {
      const list = [];
      const alpha = Math.max(0.12, Math.min(0.75, 12 / cases.length));
      if (!alone) {
        cases.forEach((each, i) => {
          if (i !== chosen) list.push({ x: each.time, y: each.curves[v], colour: colourOf(each), width: 1.2, alpha, tip: () => describe(each), number: i });
        });
      }
      const each = cases[chosen];
      if (each) list.push({ x: each.time, y: each.curves[v], colour: alone ? colour('--c0') : colour('--ink'), width: 2.4, tip: (i) => `t = ${show(each.time[i], 5)}: ${show(each.curves[v][i])}`, number: chosen });
      return list;
    }, { xLabel: 'time in s', tight: true });
  });

  // ---- Final values ------------------------------------------------------------------------------

  const ends = [];
  if (varies) {
    data.variables.forEach((variable, v) => {
      const box = make('div');
      const host = make('div', 'xy');
      box.append(make('h3', '', variable.name + (variable.unit ? ` [${variable.unit}]` : '')), host);
      byId('finals').append(box);
      ends.push(makeXyPlot(host, () => {
        const k = Number(byId('over').value);
        const good = cases.filter((each) => Number.isFinite(each.numbers[k]));
        const last = (each) => each.curves[v][each.curves[v].length - 1];
        const list = [{ x: good.map((each) => each.numbers[k]), y: good.map(last), colour: colour('--c0'), marks: '.', tip: (i) => describe(good[i]) + ': ' + show(last(good[i])) }];
        const each = cases[chosen];
        if (each) list.push({ x: [each.numbers[k]], y: [last(each)], colour: colour('--c1'), marks: 'o' });
        return list;
      }, { get xLabel() { return data.names[Number(byId('over').value)]; } }));
    });
  } else {
    byId('end').hidden = true;
  }

  if (data.percentiles.length) {
    byId('percentiles').hidden = false;
    const head = make('tr');
    ['', '5 %', '25 %', '50 %', '75 %', '95 %', 'mean', 'deviation'].forEach((text) => head.append(make('th', '', text)));
    byId('table').append(head);
    for (const { name, values } of data.percentiles) {
      const line = make('tr');
      line.append(make('td', '', name));
      values.forEach((value) => line.append(make('td', '', show(value === null ? NaN : value, 5))));
      byId('table').append(line);
    }
  }

  // ---- The slider --------------------------------------------------------------------------------

  function refresh() {
    const each = cases[chosen];
    const line = byId('values');
    line.replaceChildren();
    if (each) {
      const count = make('span');
      count.append(make('b', '', `${each.number}`), ` of ${data.count}`);
      line.append(count);
      data.names.forEach((name, k) => {
        const entry = make('span');
        entry.append(name + ' = ', make('b', '', valueOf(each, k)));
        line.append(entry);
      });
    }
    if (varies) {
      const [low, high] = extent(Number(byId('by').value));
      const bar = make('i');
      bar.style.background = `linear-gradient(90deg, ${STOPS.map((c) => `rgb(${c.join(',')})`).join(', ')})`;
      byId('scale').replaceChildren(show(low, 4), bar, show(high, 4));
    }
    [...plots, ...ends].forEach((plot) => plot.draw());
  }
  byId('case').max = Math.max(cases.length - 1, 0);
  byId('case').addEventListener('input', () => { chosen = Number(byId('case').value); refresh(); });
  byId('all').addEventListener('click', () => {
    alone = !alone;
    byId('all').setAttribute('aria-pressed', alone);
    refresh();
  });
  byId('by').addEventListener('change', refresh);
  byId('over').addEventListener('change', refresh);
  if (data.left) {
    byId('left').hidden = false;
    byId('left').textContent = data.left;
  }
  refresh();
})();
