// The page for when there is no network: it names what is saved on this device, and goes on as soon as it can.

import './queue.js';
import './copies.js';

const MOST = 6;
const EVERY = 5000;  // milliseconds between two looks whether the server can be reached: a browser's word for it may come early, or never

export async function start(element) {
  const isOnly = location.search === '?only';
  const again = element.querySelector('[data-again]');
  if (location.pathname !== '/house/offline') again.href = location.href;
  const goOn = async () => { if ((await fetch('/health', { cache: 'no-store' }).catch(() => null))?.ok) location.assign(again.href); };
  if (!isOnly) {
    addEventListener('online', goOn);
    setInterval(goOn, EVERY);
  }

  const links = [...element.querySelectorAll('a[href^="/house/"]:not([data-again])')];
  await Promise.all(links.map(async (link) => { link.hidden = !await copies.find(link.href); }));
  const title = document.querySelector('main h1');
  if (links.every((link) => link.hidden)) title.textContent = element.dataset.none;
  if (isOnly) title.textContent = element.dataset.only;
  await showRecipes(element.querySelector('[data-recipes]'));
}

async function showRecipes(place) {
  const guest = await copies.keeper();
  const recipes = (await queue.all('recipes')).filter((one) => one.guest === guest).sort((a, b) => b.at - a.at).slice(0, MOST);
  const model = place.querySelector('template');
  for (const recipe of recipes) {
    if (!await copies.find(recipe.address)) continue;
    const piece = model.content.cloneNode(true);
    piece.querySelector('a').href = recipe.address;
    piece.querySelector('span').textContent = recipe.title;
    place.querySelector('ul').append(piece);
    place.hidden = false;
  }
}
