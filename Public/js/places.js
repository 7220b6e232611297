// The places of a list: a touched one shows its panel, and where the site has map tiles they stand on a map instead of the drawing.
import { make } from './portico.js';

const shelf = new URL('../leaflet/', import.meta.url);
// A finger is wider than a mark of the drawing: half of 44 pixels.
const reach = 22;

export async function start(element) {
  const panels = new Map([...document.querySelectorAll('dialog[data-place]')].map((panel) => [panel.dataset.place, panel]));
  if (panels.size) openWhenTouched(element, panels);
  const words = element.dataset;
  const places = JSON.parse(words.places);
  if (!words.tiles || !places.length) return;
  document.head.append(make('link', { rel: 'stylesheet', href: new URL('leaflet.css', shelf) }));
  await import(new URL('leaflet.js', shelf));
  const L = window.L;
  const frame = make('div', { class: 'map', role: 'region', 'aria-label': words.mapLabel });
  const acts = make('p', { class: 'map-acts' });
  element.querySelector('.places-drawing').replaceChildren(frame, acts);
  // Leaflet's own controls write markup from strings, which our content policy forbids.
  const map = L.map(frame, { zoomControl: false, attributionControl: false });
  L.tileLayer(words.tiles, { maxZoom: 19 }).addTo(map);
  const points = places.map(([latitude, longitude]) => [Number(latitude), Number(longitude)]);
  for (const [, , , , outline] of places) if (outline.length) L.polygon(outline, { weight: 2, color: 'var(--accent)', fillOpacity: .15, interactive: false }).addTo(map);
  map.fitBounds(L.latLngBounds(points).pad(.2), { maxZoom: 16 });
  places.forEach(([, , title, href], i) => {
    const mark = L.circleMarker(points[i], { radius: 9, weight: 2, color: 'var(--accent)', fillColor: 'var(--accent-soft)', fillOpacity: 1 });
    mark.bindTooltip(make('span', {}, title), { direction: 'top' }).addTo(map);
    mark.on('click', () => panels.has(href) ? panels.get(href).showModal() : location.assign(href));
  });
  for (const [name, sign, by] of [[words.in, '+', 1], [words.out, '−', -1]]) {
    const button = make('button', { type: 'button', class: 'small', 'aria-label': name, title: name }, sign);
    button.onclick = () => map.setZoom(map.getZoom() + by);
    acts.append(button);
  }
}

/** Marks of the drawing and rows of the list are links; a plain touch opens the panel of the same address, which leads on to the page. */
function openWhenTouched(element, panels) {
  const rows = [...document.querySelectorAll('.hits a[href]')].filter((row) => panels.has(row.getAttribute('href')));
  for (const row of rows) row.setAttribute('aria-haspopup', 'dialog');
  const show = (event, link) => {
    const panel = panels.get(link?.getAttribute('href'));
    if (!panel || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    panel.showModal();
  };
  for (const row of rows) row.addEventListener('click', (event) => show(event, row));
  element.querySelector('.scatter')?.addEventListener('click', (event) => show(event, nearest(element, event) ?? event.target.closest('a')));
  for (const panel of panels.values()) {
    panel.querySelector('[data-close]').onclick = () => panel.close();
    panel.addEventListener('click', (event) => { if (event.target === panel && isOutside(panel, event)) panel.close(); });
  }
}

/** The link whose mark is nearest to a touch, within a finger's reach. */
function nearest(element, { clientX, clientY }) {
  const marks = [...element.querySelectorAll('.scatter a')].map((link) => {
    const box = link.querySelector('circle').getBoundingClientRect();
    return { link, far: Math.hypot(box.left + box.width / 2 - clientX, box.top + box.height / 2 - clientY) };
  });
  return marks.filter(({ far }) => far <= reach).sort((a, b) => a.far - b.far)[0]?.link;
}

/** Whether a touch was on the veil around a panel: its own padding counts as the panel. */
function isOutside(panel, { clientX, clientY }) {
  const box = panel.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
