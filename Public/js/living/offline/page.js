// An open page and its network: it has itself saved, shows what waits to be sent, and sends it as soon as it can.

import './queue.js';
import './copies.js';
import { show } from '../swap.js';
import { draw } from './rows.js';
import { say, waitsFor } from './words.js';

const EVERY = 5000;  // milliseconds between two tries where the browser does not say that the network is back
const { body } = document;
const guest = body.dataset.keeper;  // a number, "none", or nothing where the page is nobody's
const isGuest = /^\d+$/.test(guest);

export async function start() {
  if (!guest) return;
  if (!isGuest) return forget();
  body.addEventListener('swapped', () => save(['/house/list', '/house/list/shop']));
  for (const event of ['online', 'pageshow']) addEventListener(event, retry);
  document.addEventListener('visibilitychange', retry);
  setInterval(retry, EVERY);
  navigator.serviceWorker?.register(worker(), { scope: '/house', updateViaCache: 'none' }).catch(() => {});
  if (!('saved' in body.dataset)) save([location.pathname + location.search]);
  if (/^\/house\/recipes\/\d+$/.test(location.pathname)) await rememberRecipe();
  await showWaiting();
  retry();
}

/** For the page that names what is saved. */
function rememberRecipe() {
  const title = document.querySelector('main h1').textContent;
  return queue.put('recipes', { address: location.pathname, guest, title, at: Date.now() });
}

/** The address of the worker, in the words in which the content policy wants to hear it. */
function worker() {
  const address = '/house/worker.js';
  return globalThis.trustedTypes?.createPolicy('portico', { createScriptURL: () => address }).createScriptURL(address) ?? address;
}

async function save(addresses) {
  (await navigator.serviceWorker?.ready)?.active.postMessage({ guest, addresses });
}

/** Nobody is in, or an educator tries the pages: the copies of whoever was in go. */
async function forget() {
  const worker = (await navigator.serviceWorker?.getRegistration('/house'))?.active;
  if (worker) worker.postMessage({ guest });
}

async function showWaiting() {
  const acts = await queue.waiting(guest);
  acts.forEach(draw);
  if (acts.length) say('kept'); else if ('saved' in body.dataset) say('saved');
  await showRefusals();
}

let isTrying = false;

/** Sends what waits and, when a page from before is open, shows it as it is now. */
async function retry() {
  if (isTrying || document.hidden) return;
  isTrying = true;
  try {
    const waits = (await queue.waiting(guest)).length > 0;
    const state = waits ? await queue.send(guest) : '';
    // Where nobody is in any more, the way leads to the door; what waits stays.
    if (state !== 'away' && (waits || 'saved' in body.dataset)) await refresh(state === 'sent');
  } finally { isTrying = false; }
}

/** The page as it is now takes the place of the one that is open. */
function refresh(wasSent) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    request.onerror = done;
    request.onload = async () => {
      if (request.status < 500) {
        delete body.dataset.saved;
        show(request);
        if (wasSent) say('sent');
        await showRefusals();
      }
      done();
    };
    request.send();
  });
}

/** What the server did not do stays on the page until it was read. */
async function showRefusals() {
  for (const refusal of (await queue.all('refusals')).filter((one) => one.guest === guest)) {
    const place = waitsFor('refused', refusal.text);
    place.querySelector('button').onclick = async () => {
      await queue.remove('refusals', refusal.n);
      place.remove();
      document.querySelector('main').focus();
    };
  }
}
