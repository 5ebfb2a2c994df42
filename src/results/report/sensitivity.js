// The page of sensitivities: a bar for each parameter, and its influence over time.
(() => {
  'use strict';
  const { data, byId, make, show, colour, bytesOf } = page;
  const array = (bytes) => new Float64Array(bytesOf(bytes));
  const time = array(data.time);
  const signals = data.signals.map((each) => ({ ...each, values: array(each.values), effects: each.effects.map(array) }));
  const COLOURS = 6;
  const MOST_BARS = 40;
  const unitOf = (each) => each.unit && each.unit !== '1' ? ` ${each.unit}` : '';
  signals.forEach((signal, k) => {
    const option = make('option', '', signal.name);
    option.value = k;
    byId('signal').append(option);
  });
  let drawn = new Map(); // parameter -> colour

  const signal = () => signals[Number(byId('signal').value)];
  function extreme(effect) {
    if (byId('when').value === 'end') return effect.length - 1;
    let at = 0;
    effect.forEach((value, i) => { if (Math.abs(value) > Math.abs(effect[at])) at = i; });
    return at;
  }

  const effects = makeXyPlot(byId('effects'), () => [...drawn].map(([k, name]) => ({
    x: time, y: signal().effects[k], colour: colour(name), width: 1.6,
    tip: (i) => `${data.parameters[k].name}, t = ${show(time[i], 5)}: ${show(signal().effects[k][i], 4)}${unitOf(signal())}`,
  })), { xLabel: 'time in s', tight: true });
  const curve = makeXyPlot(byId('curve'), () => [{
    x: time, y: signal().values, colour: colour('--c0'), width: 1.8,
    tip: (i) => `t = ${show(time[i], 5)}: ${show(signal().values[i])}${unitOf(signal())}`,
  }], { xLabel: 'time in s', tight: true });

  function free() {
    const used = new Set(drawn.values());
    for (let k = 0; k < COLOURS; ++k) if (!used.has(`--c${k}`)) return `--c${k}`;
    return '';
  }

  function bars() {
    const one = signal();
    const list = one.effects.map((effect, k) => ({ k, at: extreme(effect), effect }))
      .map((each) => ({ ...each, value: each.effect[each.at] }))
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const most = Math.abs(list[0]?.value) || 1;
    const host = byId('bars');
    host.replaceChildren();
    const without = [];
    list.forEach(({ k, at, value }, place) => {
      const parameter = data.parameters[k];
      if (value === 0) { without.push(parameter.name); return; }
      if (place >= MOST_BARS) return;
      const bar = make('button', 'bar');
      bar.type = 'button';
      bar.setAttribute('aria-pressed', drawn.has(k));
      bar.title = `1 %: ${parameter.name} from ${show(parameter.value, 5)} to ${show(parameter.value + parameter.change, 5)}${unitOf(parameter)}`
        + (byId('when').value === 'largest' ? `; largest at t = ${show(time[at], 5)}` : '');
      const name = make('span', 'name', parameter.name + ' ');
      name.append(make('small', '', show(parameter.value, 4) + unitOf(parameter)));
      const rail = make('span', 'rail');
      const fill = make('i');
      const part = 50 * Math.abs(value) / most;
      fill.style.left = `${value < 0 ? 50 - part : 50}%`;
      fill.style.width = `${part}%`;
      fill.style.background = drawn.has(k) ? colour(drawn.get(k)) : 'var(--soft)';
      rail.append(fill);
      bar.append(name, rail, make('span', 'number', (value > 0 ? '+' : '') + show(value, 3) + unitOf(one)));
      bar.addEventListener('click', () => {
        if (drawn.has(k)) drawn.delete(k); else if (free()) drawn.set(k, free());
        refresh();
      });
      host.append(bar);
    });
    const rest = Math.max(list.length - without.length - MOST_BARS, 0);
    byId('without').hidden = !without.length && !rest;
    byId('without').textContent = (rest ? `${rest} more have less influence. ` : '')
      + (without.length ? `Without influence: ${without.join(', ')}` : '');
    return list;
  }

  function refresh() {
    byId('signalName').textContent = signal().name + (signal().unit ? ` [${signal().unit}]` : '');
    bars();
    effects.draw();
    curve.draw();
  }
  function begin() {
    drawn = new Map();
    bars().slice(0, 4).forEach(({ k, value }) => { if (value !== 0) drawn.set(k, free()); });
    refresh();
  }
  byId('signal').addEventListener('change', begin);
  byId('when').addEventListener('change', refresh);
  begin();
})();
