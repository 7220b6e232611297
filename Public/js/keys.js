// Keys that save time. Ctrl-S is always there; single keys act only outside of fields, and can be switched off (WCAG 2.1.4).
import { icon, make } from './portico.js';

const typing = (element) => element.closest?.('textarea, select, [contenteditable], [role=combobox], input:not([type=checkbox], [type=radio], [type=button], [type=submit])');

export function start(dialog) {
  const single = dialog.dataset.keys === 'on';
  let goes = 0;

  const acts = {
    '?': help,
    '/': () => (document.querySelector('main input[type=search]') ?? document.querySelector('#find, .find-link'))?.focus(),
    n: () => document.querySelector('main .actions a[href$="/new"], main a[href$="/new"]')?.click(),
    s: save,
    j: () => step(1),
    k: () => step(-1),
    x: () => row()?.querySelector('input[type=checkbox][name=id]')?.click(),
    o: () => row()?.dispatchEvent(new CustomEvent('peek', { bubbles: true, cancelable: true })),
    g: () => { goes = Date.now(); },
  };

  function save() {
    const button = document.querySelector('form.record .savebar button.primary, main form .savebar button.primary');
    // The bar under a list hides until something was changed.
    if (button?.checkVisibility?.() ?? button) button.click();
  }

  const row = () => document.activeElement.closest?.('[data-row]');

  function step(by) {
    const rows = [...document.querySelectorAll('[data-row]')];
    if (!rows.length) return;
    const to = rows[Math.min(Math.max(rows.indexOf(row()) + by, 0), rows.length - 1)];
    to.querySelector('.main a')?.focus();
    to.scrollIntoView({ block: 'nearest' });
  }

  /** Asked for as a document: the browser's own parser, so no string becomes markup here. */
  function help() {
    const request = new XMLHttpRequest();
    request.open('GET', dialog.dataset.page);
    request.responseType = 'document';
    request.onload = () => {
      const page = request.response?.querySelector('[data-keys-page]');
      if (!page || document.querySelector('dialog[open]')) return;
      const close = make('button', { type: 'button', class: 'icon-only', 'aria-label': dialog.dataset.closeLabel, title: dialog.dataset.closeLabel }, icon('close'));
      close.onclick = () => dialog.close();
      const links = [...dialog.querySelectorAll('[data-go]')];
      dialog.replaceChildren(...links, close, document.adoptNode(page));
      dialog.showModal();
    };
    request.send();
  }

  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === 's' && document.querySelector('form.record')) { event.preventDefault(); save(); }
      return;
    }
    if (!single || typing(event.target)) return;
    if (goes && Date.now() - goes < 1500) {
      goes = 0;
      const link = dialog.querySelector(`[data-go="${CSS.escape(event.key)}"]`);
      if (link) { event.preventDefault(); location.assign(link.href); }
      return;
    }
    goes = 0;
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : null;
    if (act) { event.preventDefault(); act(); }
  });
}
