// Saves the answers of a page while they are given, and asks at once for the questions that an answer brings up.
import { isChanged, isSignedOut, make, post, start as startAll } from './portico.js';

const pause = 1200, again = 15000;
const placed = 'h1, #place, progress';

export function start(form) {
  const status = make('p', { class: 'quiet kept', role: 'status' });
  form.querySelector('.savebar').after(status);
  let timer, changes = 0, left = false, ended = false;

  const data = (act) => {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) values.append(name, value);
    values.set('act', act);
    return values;
  };

  async function keep() {
    clearTimeout(timer);
    if (ended) return;
    const before = changes;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: data('keep') });
      if (isSignedOut(answer)) { ended = true; status.textContent = form.dataset.ended; return; }
      // Sent in another window, or closed meanwhile: the page itself leads on, and says why.
      if (answer.redirected) {
        ended = true;
        location.assign(new URL(answer.url).searchParams.has('late') ? answer.url : form.action);
        return;
      }
      if (!answer.ok) throw answer;
      if (before === changes) status.textContent = form.dataset.answers;
    } catch {
      status.textContent = form.dataset.offline;
      timer = setTimeout(keep, again);
    }
  }

  // The same as the button that asks for it, without leaving the page; only where the questions are other ones now.
  async function refresh() {
    const before = changes;
    const answer = await post(form.action, data('refresh')).catch(() => null);
    const fresh = answer?.response?.querySelector('[data-answers]');
    if (!fresh || before !== changes || left || new URL(fresh.action).pathname !== new URL(form.action).pathname) return;
    const asked = (of) => [...of.querySelectorAll('input[name=q]')].map((input) => input.value).join();
    const old = form.closest('.fill');
    const frame = answer.response.querySelector('.fill');
    if (asked(fresh) === asked(form)) {
      // A page further on may have come or gone: then only the count is another one, which is the heading where a page has none.
      const counts = frame.querySelectorAll(placed);
      old.querySelectorAll(placed).forEach((part, i) => part.replaceWith(counts[i]));
      return;
    }
    const focused = document.activeElement;
    old.replaceWith(frame);
    startAll(frame.parentElement);
    // Where he was: a choice has a name and a value, everything else a name alone.
    const own = [...frame.querySelectorAll('input, textarea, button')].filter((field) => field.name && field.name === focused?.name);
    (own.find((field) => field.value === focused.value) ?? own[0])?.focus({ preventScroll: true });
  }

  function keepSoon(asksAgain) {
    changes += 1;
    clearTimeout(timer);
    if (ended) return;
    status.textContent = '';
    if (asksAgain) refresh().then(() => { if (form.isConnected) timer = setTimeout(keep, pause); });
    else timer = setTimeout(keep, pause);
  }

  form.addEventListener('input', (event) => keepSoon(['radio', 'checkbox'].includes(event.target.type) && 'changes' in form.dataset));
  if (isChanged(form)) keepSoon('changes' in form.dataset);
  // Without a network the browser would put a page of its own in place of what was typed.
  form.addEventListener('submit', (event) => {
    clearTimeout(timer);
    left = navigator.onLine;
    if (left) return;
    event.preventDefault();
    status.textContent = form.dataset.offline;
  }, { capture: true });
  addEventListener('online', () => { if (form.isConnected && status.textContent === form.dataset.offline) keep(); });
  addEventListener('pageshow', () => { left = false; });
  addEventListener('pagehide', () => { if (changes && !left && !ended && form.isConnected) navigator.sendBeacon(form.action, data('keep')); });
}
