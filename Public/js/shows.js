// Draws the preview of a text while it is typed; nothing of it is saved.
import { post } from './portico.js';

const live = () => document.getElementById('live');
/** The fields of the preview are only looked at. */
const rest = () => live()?.querySelector('.fill')?.setAttribute('inert', '');

export function start(form) {
  rest();
  let timer;
  let asked = 0;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const number = asked += 1;
      const data = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
      data.set('act', 'show');
      const fresh = (await post(form.action, data).catch(() => null))?.getElementById?.('live');
      // Of several answers the last one asked for counts.
      if (!fresh || number !== asked || !form.isConnected) return;
      live()?.replaceWith(document.importNode(fresh, true));
      rest();
    }, 600);
  });
}
