// Says when a shop of the list is near. The position stays in this page; nothing of it is sent anywhere.

const EARTH = 6371008.8;  // metres, the mean radius

/** Metres between two points (haversine). */
export function distance(a, b) {
  const rad = Math.PI / 180;
  const half = (x) => Math.sin(x * rad / 2) ** 2;
  const h = half(b.latitude - a.latitude) + Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * half(b.longitude - a.longitude);
  return 2 * EARTH * Math.asin(Math.sqrt(h));
}

let watching, said = '';

export async function start(element) {
  if (!navigator.geolocation || element.dataset.started) return;
  element.dataset.started = '';
  element.hidden = false;
  element.querySelector('p').textContent = said;
  const button = element.querySelector('button');
  button.onclick = () => watch(element, button);
  // Who said yes before is not asked again.
  const permission = await navigator.permissions?.query({ name: 'geolocation' });
  if (permission?.state === 'granted') watch(element, button);
}

const sentence = ({ dataset }, { name, products }) =>
  dataset.name.replace('%', () => name) + (products.length ? ` ${dataset.buy.replace('%', () => products.join(', '))}` : '');

/** A signal and a voice once for each shop; the words stay as long as the guest is there. */
function tell(shops, words) {
  const told = new Set(JSON.parse(sessionStorage.getItem('near') ?? '[]'));
  if (shops.every((shop) => told.has(shop.id))) return;
  sessionStorage.setItem('near', JSON.stringify([...told, ...shops.map((shop) => shop.id)]));
  navigator.vibrate?.(200);
  import('./listen.js').then(({ announce }) => announce(words));
}

async function watch(element, button) {
  button.hidden = true;
  const { shops } = await (await fetch(element.dataset.near)).json();
  const place = element.querySelector('p');
  place.textContent = said || element.dataset.watching;
  if (watching !== undefined) navigator.geolocation.clearWatch(watching);
  watching = navigator.geolocation.watchPosition(({ coords }) => {
    // A position vaguer than the circle says nothing about it.
    const here = shops.filter((shop) => coords.accuracy <= shop.radius && distance(coords, shop) <= shop.radius);
    const words = here.map((shop) => sentence(element, shop));
    said = words.join(' ');
    const shown = said || element.dataset.watching;
    if (place.textContent !== shown) place.textContent = shown;
    if (here.length) tell(here, words);
  }, (trouble) => {
    // Without permission nothing more will come; whatever else is missing may come back by itself.
    if (trouble.code !== trouble.PERMISSION_DENIED) return;
    button.hidden = false;
    place.textContent = element.dataset.denied;
  }, { enableHighAccuracy: true });
}
