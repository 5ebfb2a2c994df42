// The list of variables, the toolbar and the statistics of a simulation report.
(() => {
  'use strict';
  const { data, byId, make, show } = page;
  const charts = makePlots(byId('plots'), data, () => fillList());
  const catalogue = charts.catalogue;

  // ---- List of variables ---------------------------------------------------------------------

  const ROW = 40;
  const isOpen = new Set();  // branches of the tree, by their path
  let shown = [];            // {signal, label, depth}, or {path, label, depth, count} for a branch

  // The parts of a name: a, b[2] and c of a.b[2].c; of der(a.x) they are a and der(x).
  const partsOf = (name) => {
    const [, open, inner, close] = /^((?:der\()*)(.*?)(\)*)$/.exec(name);
    if (open.length !== 4 * close.length) return name.split('.');
    const parts = inner.split('.');
    return [...parts.slice(0, -1), open + parts[parts.length - 1] + close];
  };

  // Variables of the model first, then a branch for each component; what is closed is not listed.
  const root = { leaves: [], branches: new Map(), count: 0 };
  for (const signal of catalogue) {
    const parts = partsOf(signal.name);
    let at = root;
    ++at.count;
    for (const part of parts.slice(0, -1)) {
      if (!at.branches.has(part)) at.branches.set(part, { leaves: [], branches: new Map(), count: 0 });
      at = at.branches.get(part);
      ++at.count;
    }
    at.leaves.push({ signal, label: parts[parts.length - 1] });
  }
  function rowsOf(branch, path, depth, rows) {
    for (const leaf of branch.leaves) rows.push({ ...leaf, depth });
    for (const [label, inner] of branch.branches) {
      const own = path ? path + '.' + label : label;
      rows.push({ path: own, label, depth, count: inner.count });
      if (isOpen.has(own)) rowsOf(inner, own, depth + 1, rows);
    }
    return rows;
  }

  function search() {
    const text = byId('search').value.trim();
    const plain = (signals) => signals.map((signal) => ({ signal, label: signal.name, depth: 0 }));
    if (!text) {
      shown = rowsOf(root, '', 0, []);
    } else if (text.startsWith('/') && text.length > 1) {
      try {
        const pattern = new RegExp(text.slice(1).replace(/\/$/, ''), 'i');
        shown = plain(catalogue.filter((signal) => pattern.test(signal.name)));
      } catch {
        shown = [];
      }
    } else {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      shown = plain(catalogue.filter((signal) => words.every((word) => signal.key.includes(word))));
    }
    fillList();
  }

  function branchRow(row) {
    const item = make('button', 'item branch', `${isOpen.has(row.path) ? '▾' : '▸'} ${row.label} `);
    item.type = 'button';
    item.setAttribute('aria-expanded', isOpen.has(row.path));
    item.append(make('small', '', `(${row.count})`));
    item.addEventListener('click', () => {
      if (!isOpen.delete(row.path)) isOpen.add(row.path);
      search();
    });
    return item;
  }

  // Only the rows in sight exist, so that a hundred thousand variables scroll smoothly.
  function fillList() {
    const list = byId('list');
    const begin = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
    const end = Math.min(shown.length, begin + Math.ceil(list.clientHeight / ROW) + 8);
    byId('space').style.height = shown.length * ROW + 'px';
    byId('rows').style.top = begin * ROW + 'px';
    byId('count').textContent = byId('search').value.trim() === '' ? `(${catalogue.length})`
      : `(${shown.length} of ${catalogue.length})`;
    byId('rows').replaceChildren(...shown.slice(begin, end).map((row) => {
      const item = row.path ? branchRow(row) : make('label', 'item');
      item.style.paddingLeft = 14 * row.depth + 'px';
      if (row.path) return item;
      const { signal } = row;
      const box = make('input');
      box.type = 'checkbox';
      box.checked = charts.active() !== null && charts.active().names.includes(signal.name);
      box.addEventListener('change', () => {
        if (charts.active()) charts.active().toggle(signal.name);
      });
      const text = make('div');
      const unit = signal.unit ? ` [${signal.unit}]` : '';
      const value = signal.parameter ? ' = ' + show(signal.value === null ? NaN : signal.value) : '';
      text.append(make('b', '', row.label + value), make('small', '', (signal.description || '') + unit));
      item.title = signal.name + (signal.description ? '\n' + signal.description : '') + unit;
      item.append(box, text);
      return item;
    }));
  }

  // ---- Page ----------------------------------------------------------------------------------

  if (window.innerWidth <= 800) byId('picker').open = false;
  byId('picker').addEventListener('toggle', fillList);
  byId('search').addEventListener('input', () => {
    byId('list').scrollTop = 0;
    search();
  });
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
    data.results.forEach((result) => {
      const entry = make('span');
      entry.innerHTML = result.points
        ? '<svg width="28" height="6"><g fill="currentColor"><circle cx="6" cy="3" r="2"/><circle cx="14" cy="2.4" r="2"/><circle cx="22" cy="3.6" r="2"/></g></svg>'
        : `<svg width="28" height="6"><line x1="0" y1="3" x2="28" y2="3" stroke="currentColor"
        stroke-width="2" stroke-dasharray="${result.dash.join(' ')}"/></svg>`;
      entry.append(result.label);
      byId('key').append(entry);
    });
  }
  if (data.reduced) {
    byId('reduced').hidden = false;
    byId('reduced').textContent = 'reduced';
    byId('reduced').title = data.reduced;
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
  search();
})();
