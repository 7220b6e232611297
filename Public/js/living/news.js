// Says on an open page what somebody else did: a line to the server, and asking every few seconds where there is none.
import { start as startAll } from './living.js';
import { settle } from './swap.js';

export function start(body) {
  const place = document.getElementById('news');
  if (!place) return;

  let asking;
  const look = () => {
    if (document.hidden) return document.addEventListener('visibilitychange', look, { once: true });
    asking?.abort();  // what it would bring is older
    const request = asking = new XMLHttpRequest();
    request.open('GET', `/house/notices/current?next=${encodeURIComponent(location.pathname + location.search)}`);
    request.responseType = 'document';
    request.onload = () => {
      const place = document.getElementById('news');
      const fresh = request.status === 200 && request.response?.body;
      if (!fresh || !place || fresh.textContent.trim() === place.textContent.trim()) return;
      place.replaceChildren(...fresh.childNodes);
      settle();
      startAll(place);
      document.body.dispatchEvent(new CustomEvent('news', { detail: place.textContent.trim() }));
    };
    request.send();
  };

  // What was asked before an answer reached the server would show the notice again.
  body.addEventListener('answered', look);

  let timer;
  const ask = () => { timer ??= setInterval(look, 15000); };
  if (!('EventSource' in window)) return ask();
  const line = new EventSource(body.dataset.news);
  line.addEventListener('notice', look);
  line.onopen = () => { clearInterval(timer); timer = undefined; };
  line.onerror = () => { if (line.readyState === EventSource.CLOSED) ask(); };
  addEventListener('pagehide', () => line.close());
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
}
