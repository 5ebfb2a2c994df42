// The page of `formola inspect --html`.
(() => {
  'use strict';
  const { data, byId, make } = page;
  const systems = data.systems.map(decodeStructure);
  const fileName = (path) => path.split('/').pop();

  function figures(system) {
    const box = make('div', 'figures');
    const add = (value, label) => {
      const card = make('div', 'card figure');
      card.append(make('b', '', value), make('span', '', label));
      box.append(card);
    };
    const of = (label) => (system.statistics.find(([name]) => name === label) || [])[1];
    const thousands = (n) => Number(n).toLocaleString('en');
    const loops = system.blocks.filter(([, size, , kind]) => size > 1 || kind !== 'assign');
    const largest = loops.reduce((best, block) => (!best || block[1] > best[1] ? block : best), null);
    add(thousands(of('Number of equations')), 'equations');
    if (of('Number of eliminated alias variables')) add(thousands(of('Number of eliminated alias variables')), 'aliases eliminated');
    add(thousands(system.rows.length), 'equations left to sort');
    if (of('Number of states')) add(thousands(of('Number of states')), 'states');
    if (of('Number of stages')) add(of('Number of stages'), 'stages');
    add(thousands(system.blocks.length - loops.length), 'assignments in sequence');
    add(thousands(loops.length), loops.length === 1 ? 'system of equations' : 'systems of equations');
    if (largest) add(`${thousands(largest[1])} → ${thousands(largest[2])}`, 'largest system, after tearing');
    if (of('Number of iteration variables')) add(thousands(of('Number of iteration variables')), Number(of('Number of iteration variables')) === 1 ? 'iteration variable' : 'iteration variables');
    return box;
  }

  function statistics(system) {
    const card = make('div', 'card section');
    const table = make('table');
    for (const [label, value] of system.statistics) {
      const row = make('tr');
      row.append(make('td', '', label), make('td', '', value));
      table.append(row);
    }
    card.append(make('h2', '', 'Statistics'), table);
    return card;
  }

  function matrices(system) {
    const pair = make('div', 'pair');
    const one = (title, sorted, extra) => {
      const card = make('div', 'card');
      const head = make('div', 'head');
      head.append(make('h2', '', title));
      if (extra) head.append(extra);
      const host = make('div');
      card.append(head, host);
      pair.append(card);
      return { card, view: new MatrixView(host, system, sorted, data.sources) };
    };
    const before = one('Before sorting', 0);
    const button = make('button', '', '▶ Sort');
    button.type = 'button';
    button.title = 'Show how rows and columns move';
    const after = one('After sorting and tearing', 1, button);
    button.addEventListener('click', () => {
      after.view.sorted = 0;
      after.view.animateTo(1);
    });
    const key = (card, entries) => {
      const row = make('div', 'keyRow');
      for (const [colour, text] of entries) {
        const item = make('span');
        const swatch = make('i', 'swatch');
        swatch.style.background = `var(${colour})`;
        item.append(swatch, text);
        row.append(item);
      }
      card.append(row);
    };
    key(before.card, [['--c1', 'unknown that the equation is solved for'], ['--event', 'torn variables'], ['--ink', 'other unknowns']]);
    before.card.append(make('p', 'note', 'Ctrl + wheel or pinch to zoom, drag to move, double-click for the whole.'));
    key(after.card, [['--c1', 'diagonal'], ['--event', 'torn variables, residuals'], ['--c0', 'linear block'], ['--c3', 'nonlinear block'], ['--c2', 'mixed block']]);
    return pair;
  }

  function digraph(system) {
    const card = make('div', 'card section');
    card.append(make('h2', '', 'Structure digraph'));
    card.append(make('p', '', 'Equations and the unknowns in them. Red: solved for; blue: known there; black: still open. ' +
      'Rule 1 numbers equations with one black edge from below, rule 2 unknowns with one black edge from above. ' +
      'Where both stop a torn variable counts as known, its residual equation stands in the colour of torn variables, and the rules go on.'));
    const host = make('div');
    card.append(host);
    // The layout needs the width of the page.
    requestAnimationFrame(() => new Digraph(host, system));
    return card;
  }

  function equationRow(system, position) {
    const row = system.rowOrder[position];
    const box = make('div', 'equation' + (system.isTorn[position] ? ' torn' : ''));
    const text = make('code', '', system.rows[row] || `equation ${row + 1}`);
    const instance = system.instances[row];
    if (instance || system.differentiated.has(row)) {
      text.title = (instance ? 'in ' + instance : '') + (system.differentiated.has(row) ? ' (differentiated)' : '');
    }
    const left = make('div');
    left.append(text);
    if (instance) left.append(make('span', 'note', '  ' + instance));
    if (system.differentiated.has(row)) left.append(make('span', 'note', '  differentiated'));
    box.append(make('span', 'n', position + 1), left, make('code', 'solvedForm', system.solved[position]));
    const source = data.sources[system.source[row]];
    if (source) {
      const place = make('button', 'place', `${fileName(source[0])}:${source[1]}`);
      place.type = 'button';
      place.title = `${source[0]}:${source[1]}\n\n${source[2]}`;
      place.addEventListener('click', () => {
        const open = box.querySelector('.sourceText');
        if (open) open.remove();
        else {
          const block = make('code', 'sourceText');
          block.append(`${source[0]}:${source[1]}\n${source[2]}`);
          box.append(block);
        }
      });
      box.append(place);
    }
    return box;
  }

  function blockTable(system) {
    const card = make('div', 'card section blocks');
    card.append(make('h2', '', 'Blocks in the order of evaluation'));
    const tools = make('div', 'tools');
    const search = make('input');
    search.type = 'search';
    search.placeholder = 'Search in unknowns and equations';
    const label = make('label');
    const all = make('input');
    all.type = 'checkbox';
    label.append(all, ' also single assignments');
    tools.append(search, label);
    const list = make('div');
    const more = make('button', '', 'Show more');
    more.type = 'button';
    card.append(tools, list, more);
    const isLoop = ([, size, , kind]) => size > 1 || kind !== 'assign';
    if (!system.blocks.some(isLoop) || system.blocks.length <= 40) all.checked = true;
    let shown = [];
    let count = 0;
    const add = () => {
      const end = Math.min(count + 200, shown.length);
      for (; count < end; ++count) {
        const [start, size, torn, kind] = system.blocks[shown[count]];
        const details = make('details');
        const summary = make('summary');
        const names = [];
        // Torn variables say most about a block; they come last in it.
        for (let k = start + size - 1; k >= start && names.length < 8; --k) names.push(system.columns[system.columnOrder[k]]);
        summary.append(make('span', 'note', '#' + (shown[count] + 1)), make('span', 'kind ' + kind, kind),
          make('span', 'size', size === 1 && !torn ? '1' : `${size} → ${torn}`),
          make('span', '', names.join(', ') + (size > 8 ? ', …' : '')));
        details.append(summary);
        details.addEventListener('toggle', () => {
          if (!details.open || details.children.length > 1) return;
          const box = make('div', 'equations');
          for (let k = start; k < start + Math.min(size, 1500); ++k) box.append(equationRow(system, k));
          if (size > 1500) box.append(make('p', 'note', `${size - 1500} more equations are not shown.`));
          details.append(box);
        });
        list.append(details);
      }
      more.hidden = count >= shown.length;
    };
    const fill = () => {
      const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      shown = [];
      system.blocks.forEach((block, b) => {
        if (!all.checked && !words.length && !isLoop(block)) return;
        if (words.length) {
          let found = false;
          for (let k = block[0]; k < block[0] + block[1] && !found; ++k) {
            const text = (system.columns[system.columnOrder[k]] + ' ' + system.rows[system.rowOrder[k]]).toLowerCase();
            found = words.every((word) => text.includes(word));
          }
          if (!found) return;
        }
        shown.push(b);
      });
      count = 0;
      list.replaceChildren();
      if (!shown.length) list.append(make('p', 'note', words.length ? 'Nothing found.' : 'No systems of equations: assignments in sequence only.'));
      add();
    };
    search.addEventListener('input', fill);
    all.addEventListener('change', fill);
    more.addEventListener('click', add);
    fill();
    return card;
  }

  function show(k) {
    const system = systems[k];
    const parts = [figures(system), matrices(system)];
    if (system.steps.length || system.rows.length <= 60) parts.push(digraph(system));
    parts.push(blockTable(system), statistics(system));
    byId('system').replaceChildren(...parts);
    [...byId('tabs').children].forEach((tab, i) => tab.setAttribute('aria-selected', String(i === k)));
  }

  if (systems.length > 1) {
    systems.forEach((system, k) => {
      const tab = make('button', '', system.title);
      tab.type = 'button';
      tab.setAttribute('role', 'tab');
      tab.addEventListener('click', () => show(k));
      byId('tabs').append(tab);
    });
  }
  show(0);
})();
