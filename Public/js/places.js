// Puts the places of a list on a map where the site has map tiles; else the drawing that the page brings stays.
import { make } from './portico.js';

const shelf = new URL('../leaflet/', import.meta.url);

export async function start(element) {
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
    mark.on('click', () => location.assign(href));
  });
  for (const [name, sign, by] of [[words.in, '+', 1], [words.out, '−', -1]]) {
    const button = make('button', { type: 'button', class: 'small', 'aria-label': name, title: name }, sign);
    button.onclick = () => map.setZoom(map.getZoom() + by);
    acts.append(button);
  }
}
