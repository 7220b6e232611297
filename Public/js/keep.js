// Keeps a private copy of what is being typed, so that a closed window, an ended session or a stopped server loses nothing.
import { isChanged, isSignedOut, make } from './portico.js';

const pause = 1500, again = 15000;

export function start(form) {
  if (form.dataset.keeping) return;
  form.dataset.keeping = 'yes';
  const status = make('p', { class: 'kept' });
  (form.querySelector('.changes') ?? form.lastElementChild).after(status);
  let timer, sending, typed = false, left = false;

  const data = () => {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value);
    return values;
  };

  async function keep() {
    clearTimeout(timer);
    typed = false;
    sending?.abort();
    sending = new AbortController();
    try {
      const answer = await fetch(form.dataset.keep, { method: 'POST', body: data(), signal: sending.signal });
      if (isSignedOut(answer)) status.textContent = form.dataset.ended;
      // Whoever is led to another page, such as that of a second factor that is owed, has kept nothing yet.
      else if (!answer.redirected && (answer.ok || answer.status === 413)) status.textContent = await answer.text();
      else throw answer;
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      typed = true;
      status.textContent = form.dataset.offline;
      timer = setTimeout(keep, again);
    }
  }

  function keepSoon() {
    typed = true;
    clearTimeout(timer);
    timer = setTimeout(keep, pause);
  }

  form.addEventListener('input', (event) => { if (event.target.type !== 'file') keepSoon(); });
  if (isChanged(form)) keepSoon();
  form.addEventListener('submit', (event) => {
    if (event.submitter?.formTarget === '_blank') return;
    // What is sent is saved, or kept by the server when it is refused.
    left = true;
    clearTimeout(timer);
    sending?.abort();
  });
  addEventListener('pageshow', () => { left = false; });
  addEventListener('pagehide', () => { if (typed && !left) navigator.sendBeacon(form.dataset.keep, data()); });
  document.addEventListener('visibilitychange', () => { if (document.hidden && typed && !left) keep(); });
}
