// The list of variables, the toolbar and the statistics of a simulation report.
(() => {
  'use strict';
  const { data, byId, make, show } = page;
  const charts = makePlots(byId('plots'), data, () => fillList());
  const catalogue = charts.catalogue;

  // ---- List of variables ---------------------------------------------------------------------

  const ROW = 40;
  let shown = catalogue;

  function search() {
    const text = byId('search').value.trim();
    if (text.startsWith('/') && text.length > 1) {
      try {
        const pattern = new RegExp(text.slice(1).replace(/\/$/, ''), 'i');
        shown = catalogue.filter((signal) => pattern.test(signal.name));
      } catch {
        shown = [];
      }
    } else {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      shown = catalogue.filter((signal) => words.every((word) => signal.key.includes(word)));
    }
    byId('list').scrollTop = 0;
    fillList();
  }

  // Only the rows in sight exist, so that a hundred thousand variables scroll smoothly.
  function fillList() {
    const list = byId('list');
    const begin = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
    const end = Math.min(shown.length, begin + Math.ceil(list.clientHeight / ROW) + 8);
    byId('space').style.height = shown.length * ROW + 'px';
    byId('rows').style.top = begin * ROW + 'px';
    byId('count').textContent = shown.length === catalogue.length ? `(${catalogue.length})`
      : `(${shown.length} of ${catalogue.length})`;
    byId('rows').replaceChildren(...shown.slice(begin, end).map((signal) => {
      const item = make('label', 'item');
      const box = make('input');
      box.type = 'checkbox';
      box.checked = charts.active() !== null && charts.active().names.includes(signal.name);
      box.addEventListener('change', () => {
        if (charts.active()) charts.active().toggle(signal.name);
      });
      const text = make('div');
      const unit = signal.unit ? ` [${signal.unit}]` : '';
      const value = signal.parameter ? ' = ' + show(signal.value === null ? NaN : signal.value) : '';
      text.append(make('b', '', signal.name + value), make('small', '', (signal.description || '') + unit));
      item.title = signal.name + (signal.description ? '\n' + signal.description : '') + unit;
      item.append(box, text);
      return item;
    }));
  }

  // ---- Page ----------------------------------------------------------------------------------

  if (window.innerWidth <= 800) byId('picker').open = false;
  byId('picker').addEventListener('toggle', fillList);
  byId('search').addEventListener('input', search);
  byId('list').addEventListener('scroll', fillList);
  byId('add').addEventListener('click', () => charts.addPlot([]));
  byId('reset').addEventListener('click', charts.resetView);
  byId('events').addEventListener('change', (event) => {
    charts.showEvents(event.target.checked);
  });
  byId('eventsLabel').hidden = charts.events.length === 0;
  byId('eventsLabel').append(` (${charts.events.length})`);
  window.addEventListener('resize', fillList);

  if (data.results.length > 1) {
    data.results.forEach((result, k) => {
      const entry = make('span');
      entry.innerHTML = `<svg width="28" height="6"><line x1="0" y1="3" x2="28" y2="3" stroke="currentColor"
        stroke-width="2" stroke-dasharray="${charts.DASHES[k % charts.DASHES.length].join(' ')}"/></svg>`;
      entry.append(result.label);
      byId('key').append(entry);
    });
  }
  if (data.omitted) {
    byId('omitted').hidden = false;
    byId('omitted').textContent = data.omitted;
  }
  for (const section of data.statistics) {
    const card = make('div', 'card');
    const table = make('table');
    for (const [label, value] of section.rows) {
      const row = make('tr');
      row.append(make('td', '', label), make('td', '', value));
      table.append(row);
    }
    card.append(make('h2', '', section.title), table);
    byId('statistics').append(card);
  }

  let initial = data.plots;
  if (!initial.length) {
    const columns = new Set();  // no twins
    const moving = catalogue.filter((signal) => !signal.parameter && signal.value === undefined
      && columns.size < columns.add(signal.column).size);
    const plain = moving.filter((signal) => !signal.name.startsWith('der('));
    initial = [(plain.length ? plain : moving).slice(0, 4).map((signal) => signal.name)];
  }
  initial.forEach(charts.addPlot);
  charts.activate(charts.plots[0]);
  fillList();
})();
