// Says how far each place of a list is, and puts the nearest first, once somebody asks. The position never leaves the browser.
import { icon, make } from './portico.js';

const radius = 6371008.8;
const rad = (degrees) => degrees * Math.PI / 180;

/** Metres between two points on the ground (haversine). */
export function between([a, b], [c, d]) {
  const half = (x) => Math.sin(rad(x) / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(half(c - a) + Math.cos(rad(a)) * Math.cos(rad(c)) * half(d - b))));
}

export function start(element) {
  const words = element.dataset;
  const rows = [...document.querySelectorAll('[data-at]')];
  if (!navigator.geolocation || !rows.length) return;
  const said = make('p', { class: 'quiet', role: 'status' });
  const button = make('button', { type: 'button', class: 'small' }, icon('map'), words.distance);
  button.onclick = () => {
    said.textContent = words.waiting;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        show(rows, [coords.latitude, coords.longitude]);
        said.textContent = words.sorted;
      },
      () => { said.textContent = words.failed; }, { timeout: 15000, maximumAge: 60000 });
  };
  element.append(button, said);
}

function show(rows, here) {
  const language = document.documentElement.lang;
  const format = (value, unit, digits) => new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);
  const found = rows.map((row) => ({ row, metres: between(here, row.dataset.at.split(',').map(Number)) }));
  for (const { row, metres } of found) {
    const text = metres < 950 ? format(Math.max(10, Math.round(metres / 10) * 10), 'meter', 0) : format(metres / 1000, 'kilometer', 1);
    row.querySelector('.distance')?.remove();
    row.querySelector('.hit > span:last-of-type').append(make('span', { class: 'quiet distance' }, text));
  }
  found.sort((a, b) => a.metres - b.metres).reverse().forEach(({ row }) => row.parentElement.prepend(row));
}
