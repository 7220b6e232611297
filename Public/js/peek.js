// A record beside its list: a touched row opens it, J and K walk on, Escape closes. The address stays that of the list.
import { guard, icon, make, start as enhance } from './portico.js';

// Narrower windows have no room for both, and open the record's own page.
const wide = matchMedia('(min-width: 80rem)');

export function start(list) {
  const main = document.querySelector('main');
  let panel = null, row = null, waiting = 0;

  const link = () => row?.querySelector('.main a');

  /** What was changed in the panel is saved or given up first. */
  function isHeld() {
    const changed = panel?.querySelector('.field.changed :is(input, select, textarea)');
    changed?.focus();
    return Boolean(changed);
  }

  function close() {
    if (isHeld()) return;
    panel?.remove();
    panel = null;
    row?.classList.remove('peeked');
    link()?.focus();
  }

  function show(next) {
    if (isHeld()) return;
    row?.classList.remove('peeked');
    row = next;
    row.classList.add('peeked');
    const address = link().href, asked = waiting += 1;
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onerror = () => location.assign(address);
    request.onload = () => {
      // Whoever walks on fast gets only the last one.
      if (asked !== waiting) return;
      const found = request.response?.querySelector('main form.record') ?? request.response?.querySelector('main .with-side');
      if (request.status !== 200 || !found) return location.assign(address);
      draw(address, request.response.querySelector('main h1')?.textContent.trim(), found, request.response.querySelector('main > button.default'));
    };
    request.send();
  }

  function draw(address, title, found, enter) {
    const shut = make('button', { type: 'button', class: 'icon-only', 'aria-label': list.dataset.peekClose, title: list.dataset.peekClose }, icon('close'));
    shut.onclick = close;
    const page = make('a', { class: 'button small', href: address }, list.dataset.peekPage);
    const next = make('aside', { class: 'peek', 'aria-label': list.dataset.peek }, make('div', { class: 'peek-head' }, make('h2', {}, title ?? ''), page, shut));
    // Enter in a field presses it, as on the record's own page.
    if (enter) next.append(document.adoptNode(enter));
    next.append(document.adoptNode(found));
    if (panel) panel.replaceWith(next); else main.append(next);
    panel = next;
    enhance(panel);
    panel.querySelectorAll('[data-guard]').forEach(guard);
  }

  list.addEventListener('peek', (event) => {
    if (!wide.matches) return;
    event.preventDefault();
    const next = event.target.closest('[data-row]');
    if (panel && next === row) close(); else show(next);
    next.querySelector('.main a')?.focus({ preventScroll: true });
  });
  list.addEventListener('focusin', (event) => {
    const next = event.target.closest('.main a')?.closest('[data-row]');
    if (panel && next && next !== row) show(next);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !panel || event.defaultPrevented || document.querySelector('dialog[open], .pop[open]')) return;
    close();
  });
}
