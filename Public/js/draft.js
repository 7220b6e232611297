// Keeps what somebody writes while it is written, with the very request of the button that keeps it; each time, the others are told anew that
// somebody writes here. Without it the button does the same.
import { isChanged, isSignedOut, make } from './portico.js';

const pause = 1500, again = 15000;

export function start(form) {
  const status = make('p', { class: 'quiet', role: 'status' });
  form.append(status);
  let timer, changes = 0, left = false;

  // A photo is sent with the form: not again and again.
  const data = () => {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value);
    values.set('keep', 'yes');
    return values;
  };

  const reason = async (answer) =>
    new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.notice.bad')?.textContent.trim() ?? '';

  async function keep() {
    clearTimeout(timer);
    const before = changes;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: data() });
      if (isSignedOut(answer)) { status.textContent = form.dataset.ended; return; }
      if (answer.status === 422) { status.textContent = await reason(answer); return; }
      if (!answer.ok) throw answer;
      if (before === changes) status.textContent = form.dataset.draft;
    } catch {
      status.textContent = form.dataset.offline;
      timer = setTimeout(keep, again);
    }
  }

  function keepSoon() {
    changes += 1;
    clearTimeout(timer);
    status.textContent = '';
    timer = setTimeout(keep, pause);
  }

  form.addEventListener('input', (event) => { if (event.target.type !== 'file') keepSoon(); });
  if (isChanged(form)) keepSoon();
  form.addEventListener('submit', () => { left = true; clearTimeout(timer); });
  addEventListener('pageshow', () => { left = false; });
  addEventListener('pagehide', () => { if (changes && !left) navigator.sendBeacon(form.action, data()); });
}
