// Acts on the list that can wait for a network: kept on the device, shown on the page at once, and sent later.

import './queue.js';
import { draw } from './rows.js';
import { say } from './words.js';

const guest = document.body.dataset.keeper;
const isGuest = /^\d+$/.test(guest ?? '');

/** What a form of the list does; undefined for forms that need a network. */
export function actOf(form, data) {
  if (!isGuest) return undefined;
  const path = new URL(form.action).pathname;
  const rest = { id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, form: data.get('token') ?? undefined };
  if (path === '/house/list/items') {
    return { ...rest, op: 'add', product: Number(data.get('product')), quantity: Number(data.get('quantity')) || 1, shown: looks(form) };
  }
  const [, item, op] = /^\/house\/list\/items\/(\d+)\/(quantity|purchase|removal)$/.exec(path) ?? [];
  if (!op) return undefined;
  const act = { ...rest, op, item: Number(item) };
  if (op === 'purchase') act.bought = data.get('bought') !== 'no';
  if (op === 'quantity') act.by = Number(data.get('by'));
  return act;
}

/** What a product that is added looks like, for the list. */
function looks(form) {
  const name = form.querySelector('.tile-label') ?? document.querySelector('main h1');
  const picture = form.querySelector('img') ?? document.querySelector('main .one img');
  return { name: name.textContent.trim(), picture: picture?.getAttribute('src') ?? '' };
}

/** Whether nothing is left to send before the next act: what was done first is sent first. */
export async function isClear() {
  try {
    return (await queue.waiting(guest)).length === 0 || await queue.send(guest) === 'sent';
  } catch { return true; }
}

/** Keeps an act for later. Gives false where the browser lets nothing be kept. */
export async function keep(act) {
  try { await queue.add(guest, act); } catch { return false; }
  // The next act of the same button is another one.
  for (const token of document.querySelectorAll('input[name=token]')) token.value = act.id + token.value.slice(0, 20);
  const isHere = draw(act);
  say('kept');
  navigator.serviceWorker?.ready.then((registration) => registration.sync?.register('portico-house')).catch(() => {});
  if (!isHere) location.assign('/house/list/shop');
  return true;
}
