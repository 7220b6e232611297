// Opens all filters without leaving the list, and asks for lists by an address that people can read.
import { start as enhance } from './portico.js';

export function start(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = new Map();
    for (const [name, value] of new FormData(form)) if (value.trim()) chosen.set(name, [...(chosen.get(name) ?? []), value.trim()]);
    const escape = (text) => encodeURIComponent(text).replaceAll('%2C', ',');
    const query = [...chosen].map(([name, values]) => `${escape(name)}=${values.map(escape).join(',')}`).join('&');
    location.assign(new URL(form.action).pathname + (query ? '?' + query : '?view=all'));
  });
  form.querySelector('[data-panel]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const address = event.currentTarget.href;
    // The browser's own parser reads the answer, so no string ever becomes markup here.
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onerror = () => location.assign(address);
    request.onload = () => {
      const fresh = request.response?.getElementById(form.id);
      if (!fresh) return location.assign(address);
      const typed = form.elements.q.value;
      const next = document.importNode(fresh, true);
      form.replaceWith(next);
      next.elements.q.value = typed;
      enhance(next.parentElement);
      (next.querySelector('.filter-panel input') ?? next.querySelector('[data-panel]')).focus();
    };
    request.send();
  });
}
