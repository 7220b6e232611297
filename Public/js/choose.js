// Turns a search field into a combobox over the server's choices (the ARIA pattern: list below, arrows, Enter, Escape).
import { make } from './portico.js';

let serial = 0;

export function start(frame) {
  const input = frame.querySelector('input');
  const field = frame.closest('.field');
  const many = frame.dataset.many;
  const hidden = many ? null : field.querySelector(`input[type=hidden][name="${CSS.escape(input.name.replace(/\.find$/, ''))}"]`);
  const list = make('ul', { role: 'listbox', class: 'choices', id: `choices-${++serial}`, hidden: '', 'aria-label': input.placeholder });
  const status = make('p', { class: 'vh', role: 'status' });
  frame.append(list, status);
  input.removeAttribute('list');
  for (const [key, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': list.id })) input.setAttribute(key, value);
  const create = many ? null : field.querySelector('.create');
  let at = -1, timer, asked = 0;

  const options = () => [...list.querySelectorAll('[role=option]')];
  const close = () => { list.hidden = true; at = -1; input.setAttribute('aria-expanded', 'false'); input.removeAttribute('aria-activedescendant'); };

  async function ask() {
    const mine = ++asked;
    const address = new URL(frame.dataset.choose, location.href);
    address.searchParams.set('q', input.value);
    const answer = await fetch(address, { headers: { Accept: 'application/json' } }).catch(() => null);
    if (!answer?.ok || mine !== asked) return;
    const found = await answer.json();
    const offered = found.map(({ id, label }) => ({ label, pick: () => pick(id, label) }));
    const typed = input.value.trim();
    const isThere = found.some(({ label }) => label.localeCompare(typed, undefined, { sensitivity: 'base' }) === 0);
    if (create && typed && !isThere) offered.push({ label: named(typed), pick: () => add(typed) });
    list.replaceChildren(...offered.map(({ label, pick }, i) => {
      const option = make('li', { role: 'option', id: `${list.id}-${i}`, 'aria-selected': 'false' }, label);
      option.onpointerdown = (event) => { event.preventDefault(); pick(); };
      option.pick = pick;
      return option;
    }));
    if (!offered.length) return close(), status.textContent = frame.dataset.none;
    status.textContent = frame.dataset.results.replace('%', found.length);
    list.hidden = false;
    at = -1;
    input.setAttribute('aria-expanded', 'true');
  }

  function named(typed) { return create.dataset.label.replace('%', () => typed); }

  /** A new one, with what is asked about it. */
  function add(typed) {
    hidden.value = '';
    create.hidden = false;
    create.querySelector('input[type=checkbox]').checked = true;
    create.querySelector('.check span').textContent = named(typed);
    close();
    (create.querySelector('input[type=text]') ?? input).focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function forget() {
    if (!create) return;
    create.hidden = true;
    create.querySelector('input[type=checkbox]').checked = false;
    for (const drawing of create.querySelectorAll('input[type=radio]:checked')) drawing.checked = false;
  }

  function pick(id, label) {
    forget();
    if (many) {
      const chosen = field.querySelector('[data-chosen]');
      if (![...chosen.querySelectorAll('input')].some((box) => box.value === String(id))) {
        const box = make('input', { type: 'checkbox', name: many, value: id });
        box.checked = true;
        chosen.append(make('label', { class: 'check' }, box, make('span', {}, label)));
      }
      input.value = '';
    } else {
      input.value = label;
      hidden.value = id;
    }
    close();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function point(to) {
    const every = options();
    if (!every.length) return;
    at = (to + every.length) % every.length;
    every.forEach((option, i) => option.setAttribute('aria-selected', String(i === at)));
    every[at].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', every[at].id);
  }

  input.addEventListener('input', () => {
    if (hidden) hidden.value = '';
    forget();
    clearTimeout(timer);
    timer = setTimeout(ask, 180);
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') { event.preventDefault(); if (list.hidden) ask(); else point(at + 1); }
    else if (event.key === 'ArrowUp' && !list.hidden) { event.preventDefault(); point(at < 0 ? -1 : at - 1); }
    else if (event.key === 'Enter' && !list.hidden && at >= 0) { event.preventDefault(); options()[at].pick(); }
    else if (event.key === 'Escape' && !list.hidden) { event.stopPropagation(); close(); }
  });
}
