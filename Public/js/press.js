// A key that presses a button. Like all single keys it acts only outside of fields, and can be switched off (WCAG 2.1.4).
import { make } from './portico.js';

const typing = (element) => element.closest?.('textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])');

export function start(button) {
  if (document.querySelector('[data-keys]')?.dataset.keys !== 'on') return;
  const key = button.dataset.press;
  button.setAttribute('aria-keyshortcuts', key);
  const sign = make('kbd', { 'aria-hidden': 'true' }, key);
  button.append(' ', sign);
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key !== key || typing(event.target) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    button.click();
  });
}
