// Shows on the page what an act does, before the server has done it.

import { keep } from './acts.js';
import { part, sentence } from './words.js';

const MOST = 99;

/** Draws an act wherever the page shows its thing. Gives false where the page shows nothing of it. */
export function draw(act) {
  const place = act.op === 'add' ? placeOf(act.product) : rowOf(act.item);
  if (act.op === 'add') add(place, act); else if (place) ({ quantity, purchase, removal })[act.op](place, act);
  // What the server worked out is not true any more.
  for (const sum of document.querySelectorAll('#left, .total, .done-all')) sum.hidden = true;
  return !!place || act.op === 'add';
}

const rowOf = (item) => document.getElementById(`i${item}`)
  ?? document.querySelector(`.one-text form[action^="/house/list/items/${item}/quantity"]`)?.closest('.one-text');

const placeOf = (product) => document.getElementById(`p${product}`)
  ?? document.querySelector(`.row:has(a[href="/house/shopping/products/${product}"])`)
  ?? document.querySelector(`.row[data-product="${product}"]`)
  ?? document.querySelector(`.one-text:has(button[name=product][value="${product}"])`);

function nameOf(place) {
  const name = (place.querySelector('.row-name') ?? document.querySelector('main h1')).cloneNode(true);
  name.querySelectorAll('.row-note, .row-kept').forEach((note) => note.remove());
  return name.textContent.trim();
}

/** Says at a row that it waits. */
function mark(place) {
  const words = place.querySelector('.row-name, .tile-label, .good-word');
  if (words && !place.querySelector('.row-kept')) words.append(part('mark'));
}

// MARK: Pieces

function quantity(place, act) {
  const output = place.querySelector('output');
  if (!output) return;
  setPieces(place, output, act.quantity ?? Number(output.textContent) + act.by);
}

function setPieces(place, output, wanted) {
  if (wanted < 1) return removal(place);
  const pieces = Math.min(wanted, MOST);
  output.textContent = pieces;
  const [less, more] = ['-1', '1'].map((by) => place.querySelector(`button[name=by][value="${by}"]`));
  less?.replaceChildren(part(pieces === 1 ? 'trash' : 'less'));
  if (more) more.disabled = pieces === MOST;
  mark(place);
}

/** The row says that it is out, and how it comes back. */
function removal(place) {
  const name = nameOf(place), before = [...place.childNodes], item = Number(place.id.slice(1)) || itemOf(place);
  const piece = part('out');
  const [words, button] = piece.children;
  words.textContent = sentence('removed', name);
  words.append(part('mark'));
  place.classList.add('is-out');
  place.replaceChildren(piece);
  button.onclick = async () => {
    place.classList.remove('is-out');
    place.replaceChildren(...before);
    await keep({ id: crypto.randomUUID(), op: 'quantity', item, quantity: 1 });
    (place.querySelector('button') ?? document.querySelector('main')).focus();
  };
  if (!document.activeElement || document.activeElement === document.body) button.focus({ preventScroll: true });
}

const itemOf = (place) => Number(/items\/(\d+)/.exec(place.querySelector('form')?.action)?.[1]);

function add(place, act) {
  if (!place) return addRow(act);
  const output = place.querySelector('output');
  if (output) return setPieces(place, output, Number(output.textContent) + act.quantity);
  if (place.matches('.one-text')) {
    place.querySelector('form').replaceWith(part('in'));
    return mark(place);
  }
  const tile = place.querySelector('.tile');
  const words = tile.querySelector('.tile-text') ?? tile.appendChild(Object.assign(document.createElement('span'), { className: 'tile-text' }));
  const pieces = place.classList.contains('done') ? Number(/\d+/.exec(words.textContent)?.[0] ?? 0) : 0;
  place.classList.add('done');
  words.replaceChildren(part('check'), sentence('inList', Math.min(MOST, pieces + act.quantity)));
  mark(place);
}

/** A thing that was added elsewhere, in the list. */
function addRow(act) {
  if (location.pathname !== '/house/list') return;
  let rows = document.querySelector('#rows .rows, main > .rows');
  if (!rows) {
    rows = Object.assign(document.createElement('ul'), { className: 'rows' });
    document.querySelector('main .say').replaceWith(rows);
  }
  const piece = part('row');
  const row = piece.firstElementChild;
  row.dataset.product = act.product;
  row.querySelector('.row-name').textContent = act.shown.name;
  row.querySelector('output').textContent = act.quantity;
  if (act.shown.picture) {
    const picture = Object.assign(document.createElement('img'), { src: act.shown.picture, alt: '' });
    picture.onload = () => row.querySelector('.row-picture').replaceChildren(picture);
  }
  mark(row);
  rows.append(piece);
}

// MARK: Bought

function purchase(place, { bought }) {
  const name = nameOf(place), words = place.querySelector('.row-name');
  const rest = [...words.querySelectorAll('.row-note, .row-kept')];
  const said = bought ? Object.assign(document.createElement('s'), { textContent: name }) : name;
  words.replaceChildren(...(bought && !place.querySelector('.box') ? [part('check'), said, ' '] : [said]), ...rest);
  place.classList.toggle('is-bought', bought);
  place.querySelector('.box')?.replaceChildren(...(bought ? [part('check')] : []));
  const button = place.querySelector('button[name=bought]');
  if (place.matches('.row')) {
    // On the list itself a bought thing has no pieces to change, and one that is not bought any more nothing to take back.
    place.querySelector(bought ? '.amount' : 'form')?.remove();
  } else if (button) {
    button.value = bought ? 'no' : 'yes';
    button.setAttribute('aria-label', sentence(bought ? 'unmarks' : 'marks', name));
  }
  mark(place);
}
