// Sends a form without loading the whole page again; what came back takes the place of what was there.
import { start as startAll } from './living.js';
import { actOf, isClear, keep } from './offline/acts.js';

const PATIENCE = 8000;  // milliseconds; what can wait for a network is then kept for later

export function start(form) {
  form.addEventListener('submit', async (event) => {
    if (event.defaultPrevented || form.dataset.sent) return event.preventDefault();
    event.preventDefault();
    form.dataset.sent = '1';
    const data = new FormData(form);
    if (event.submitter?.name) data.append(event.submitter.name, event.submitter.value);
    const act = actOf(form, data);
    const later = async () => {
      delete form.dataset.sent;
      if (!act || !await keep(act)) form.submit();
    };
    if (act && !await isClear()) return later();
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.responseType = 'document';
    request.overrideMimeType('text/html');
    if (act) request.timeout = PATIENCE;
    request.onload = () => show(request, event.submitter);
    request.onerror = request.ontimeout = later;
    request.send(new URLSearchParams(data));
  });
}

/** Puts the page that came back into the place of this one. */
export function show(request, pressed) {
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
  document.body.dispatchEvent(new Event('swapped'));
  if (!pressed) return;
  const row = place && document.getElementById(place);
  (row?.querySelectorAll('button, a')[Math.max(0, nth)] ?? row?.querySelector('button, a') ?? main).focus({ preventScroll: !!row });
}
