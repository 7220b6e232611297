// Sends a form without loading the whole page again; what came back takes the place of what was there.
import { start as startAll } from './living.js';

export function start(form) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented || form.dataset.sent) return event.preventDefault();
    event.preventDefault();
    form.dataset.sent = '1';
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.responseType = 'document';
    request.overrideMimeType('text/html');
    request.onload = () => show(request, event.submitter);
    request.onerror = () => { delete form.dataset.sent; form.submit(); };
    const data = new FormData(form);
    if (event.submitter?.name) data.append(event.submitter.name, event.submitter.value);
    request.send(new URLSearchParams(data));
  });
}

function show(request, pressed) {
  const address = new URL(request.responseURL);
  const fresh = request.response?.querySelector('main');
  if (!fresh || address.pathname !== location.pathname) {
    location.href = request.responseURL;
    return;
  }
  const main = document.querySelector('main');
  const place = pressed?.closest('[id]')?.id;
  const nth = place ? [...document.getElementById(place).querySelectorAll('button, a')].indexOf(pressed) : -1;
  main.replaceChildren(...fresh.childNodes);
  startAll(main);
  const row = place && document.getElementById(place);
  (row?.querySelectorAll('button, a')[Math.max(0, nth)] ?? row?.querySelector('button, a') ?? main).focus({ preventScroll: !!row });
}
