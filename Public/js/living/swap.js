// Does a form or a link without loading the whole page again; what came back takes the place of what was there, and nothing moves.
import { start as startAll } from './living.js';
import { actOf, isClear, keep } from './offline/acts.js';

const PATIENCE = 8000;  // milliseconds; what can wait for a network is then kept for later
const SETTLING = 600;   // milliseconds in which a page that was swapped takes no touch: a finger that touches twice means one thing
const CLEAR = 28;       // pixels between the last touch and the strip: half of a place to touch

export function start(element) {
  if (element.matches('a')) return follow(element);
  const form = element;
  form.addEventListener('submit', async (event) => {
    if (event.defaultPrevented || form.dataset.sent) return event.preventDefault();
    event.preventDefault();
    form.dataset.sent = '1';
    const data = new FormData(form);
    if (event.submitter?.name) data.append(event.submitter.name, event.submitter.value);
    const act = actOf(form, data);
    const later = async () => {
      delete form.dataset.sent;
      if (act && await keep(act)) return;
      // `submit` leaves out the button that was pressed.
      if (event.submitter?.name) {
        const pressed = Object.assign(document.createElement('input'), { type: 'hidden', name: event.submitter.name, value: event.submitter.value });
        form.append(pressed);
      }
      form.submit();
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

/** A link to the same page in another state. */
function follow(link) {
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.open('GET', link.href);
    request.responseType = 'document';
    request.onload = () => {
      if (new URL(request.responseURL).pathname === location.pathname) {
        history.pushState(null, '', request.responseURL);
        shown = location.pathname + location.search;
      }
      show(request, link);
    };
    request.onerror = () => { location.href = link.href; };
    request.send();
  });
}

let shown = location.pathname + location.search;
addEventListener('popstate', () => { if (location.pathname + location.search !== shown) location.reload(); });

/** Takes no touch for a moment. */
export function settle() {
  const { body } = document;
  body.dataset.settling = '';
  clearTimeout(settle.timer);
  settle.timer = setTimeout(() => { delete body.dataset.settling; }, SETTLING);
}

/** Keeps the page as long as it is: one that grew shorter would slide under the finger. */
export const keepLength = () => { document.body.style.minHeight = `${document.body.offsetHeight}px`; };

let touch = null;  // the last one on the page itself, in pixels from the upper edge of the screen
addEventListener('pointerdown', (event) => { if (event.target.closest?.('main')) touch = event.clientY; }, true);

/** Moves the strip to the upper edge where it would cover the last touch: a second one there would press what it says. */
function keepClear(strip) {
  const { body } = document;
  delete body.dataset.strip;
  strip.style.top = '';
  if (touch === null || strip.getBoundingClientRect().top > touch + CLEAR) return;
  body.dataset.strip = 'top';
  strip.style.top = `${document.querySelector('header').offsetHeight}px`;
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
  // Another answer may have taken it away since it was pressed.
  const nth = [...document.getElementById(place)?.querySelectorAll('button, a') ?? []].indexOf(pressed);
  keepLength();
  settle();
  for (const group of main.querySelectorAll('[data-steady]')) holdPlaces(group, fresh.querySelector(`#${group.id}`));
  // What a script has filled goes on as it is: filled anew, it would push down what is below.
  for (const kept of main.querySelectorAll('.near')) fresh.querySelector('.near')?.replaceWith(kept);
  main.replaceChildren(...fresh.childNodes);
  startAll(main);
  const strip = document.getElementById('strip'), freshStrip = request.response.getElementById('strip');
  if (strip && freshStrip) {
    strip.replaceChildren(...freshStrip.childNodes);
    startAll(strip);
    keepClear(strip);
  }
  for (const id of ['timer-bar', 'alarms']) {
    const part = document.getElementById(id), freshPart = request.response.getElementById(id);
    if (!part || !freshPart) continue;
    part.replaceChildren(...freshPart.childNodes);
    startAll(part);
  }
  document.body.dispatchEvent(new Event('swapped'));
  if (!pressed) return;
  const row = place && document.getElementById(place);
  (row?.querySelectorAll('button, a')[Math.max(0, nth)] ?? row?.querySelector('button, a') ?? main).focus({ preventScroll: true });
}

/** What is gone of a group leaves its room empty until the page is opened anew. */
function holdPlaces(group, fresh) {
  if (!fresh) return;
  let before = null;
  for (const child of group.children) {
    const same = child.id ? fresh.querySelector(`:scope > #${child.id}`) : null;
    let held = same;
    if (!same && (child.id || child.matches('.held'))) {
      held = document.createElement('div');
      held.className = 'held';
      held.style.height = `${child.offsetHeight}px`;
      if (before) before.after(held); else fresh.prepend(held);
    }
    if (held) before = held;
  }
}
