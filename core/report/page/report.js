// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comfort only: everything on the page can be read without it.
(() => {
  'use strict';
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const runs = all('tbody.run');

  const open = (element) => {
    for (let each = element; each; each = each.parentElement) {
      if (each.tagName === 'DETAILS') each.open = true;
      if (each.tagName === 'TBODY' && each.hidden) unfold(each);
    }
  };

  function unfold(run) {
    run.hidden = false;
    run.previousElementSibling.hidden = true;
  }

  for (const run of runs) {
    const fold = document.createElement('tbody');
    fold.className = 'fold';
    const cell = fold.insertRow().insertCell();
    cell.colSpan = 6;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `\u22EF ${run.rows.length} rows without a divergence`;
    button.addEventListener('click', () => unfold(run));
    cell.append(button);
    run.before(fold);
    run.hidden = true;
  }
  for (const button of all('button.unfold')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const table = button.closest('section, details').querySelector('table.rows');
      all('tbody.run', table).forEach(unfold);
    });
  }

  // Walking along the divergences.
  const stops = all('tr.stop');
  const walk = document.querySelector('.walk');
  let at = -1;
  const go = (step) => {
    if (stops.length === 0) return;
    if (at >= 0) stops[at].classList.remove('now');
    at = at < 0 ? (step > 0 ? 0 : stops.length - 1) : (at + step + stops.length) % stops.length;
    const stop = stops[at];
    open(stop);
    stop.classList.add('now');
    stop.scrollIntoView({ block: 'center' });
    walk.querySelector('output').textContent = `${at + 1} of ${stops.length}`;
  };
  if (stops.length > 0) {
    walk.hidden = false;
    walk.querySelector('output').textContent = `${stops.length} in all`;
    walk.querySelector('.previous').addEventListener('click', () => go(-1));
    walk.querySelector('.next').addEventListener('click', () => go(1));
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]), textarea, select')) return;
    if (event.key === 'n') go(1);
    if (event.key === 'p') go(-1);
  });

  // Filters work by the style sheet; this only counts.
  const shown = document.querySelector('.shown');
  const findings = all('.finding');
  const count = () => {
    const visible = findings.filter((each) => getComputedStyle(each).display !== 'none').length;
    shown.textContent = visible === findings.length ? '' : `${visible} of ${findings.length} shown`;
  };
  if (shown) all('.filters input').forEach((each) => each.addEventListener('change', count));

  const follow = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    open(target);
    target.scrollIntoView({ block: 'center' });
  };
  addEventListener('hashchange', follow);
  follow();
  addEventListener('beforeprint', () => {
    all('details').forEach((each) => { each.open = true; });
    runs.forEach(unfold);
  });
})();
