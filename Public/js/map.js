// Adds a map to a field for a place: tap, drag the mark or move it with the arrow keys; the text field stays the only value that is sent.
import { icon, make } from './portico.js';

const shelf = new URL('../leaflet/', import.meta.url);

export async function start(field) {
  const input = field.querySelector('input');
  const words = field.dataset;
  const others = JSON.parse(words.others || '[]');
  const acts = make('p', { class: 'map-acts' });
  const status = make('span', { role: 'status', class: 'quiet' });
  const here = make('button', { type: 'button', class: 'small' }, icon('map'), words.here);
  here.hidden = !navigator.geolocation;
  here.onclick = () => navigator.geolocation.getCurrentPosition(
    ({ coords }) => { status.textContent = ''; set(coords.latitude, coords.longitude); },
    () => { status.textContent = words.hereFailed; }, { enableHighAccuracy: true, timeout: 10000 });
  acts.append(here, status);
  input.after(acts);
  let put = () => {};

  const read = () => {
    const numbers = input.value.match(/-?\d+[.,]\d+|-?\d+/g)?.map((number) => Number(number.replace(',', '.'))) ?? [];
    return numbers.length === 2 && Math.abs(numbers[0]) <= 90 && Math.abs(numbers[1]) <= 180 ? numbers : null;
  };
  const set = (latitude, longitude) => {
    input.value = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  input.addEventListener('input', () => { const place = read(); if (place) put(place); });

  // Without a background and without other places a map would be an empty box.
  if (!words.tiles && !others.length) return;
  document.head.append(make('link', { rel: 'stylesheet', href: new URL('leaflet.css', shelf) }));
  await import(new URL('leaflet.js', shelf));
  const L = window.L;
  const frame = make('div', { class: 'map', role: 'region', 'aria-label': words.mapLabel });
  acts.before(frame);

  // Leaflet's own zoom, scale and attribution controls write markup from strings, which our content policy forbids.
  const map = L.map(frame, { zoomControl: false, attributionControl: false });
  if (words.tiles) L.tileLayer(words.tiles, { maxZoom: 19 }).addTo(map);
  const first = read();
  map.setView(first ?? others[0]?.slice(0, 2) ?? [42.35, 13.4], 15);
  for (const [latitude, longitude, label] of others) {
    L.circleMarker([latitude, longitude], { radius: 7, weight: 2, color: 'var(--info)', fillColor: 'var(--info-soft)', fillOpacity: 1 })
      .bindTooltip(make('span', {}, label), { permanent: others.length < 8, direction: 'top' }).addTo(map);
  }
  let mark, ring;
  put = (place) => {
    if (!mark) {
      mark = L.marker(place, { draggable: true, icon: L.divIcon({ className: 'map-mark', html: icon('map'), iconSize: [36, 36], iconAnchor: [18, 32] }) }).addTo(map);
      if (words.radius) ring = L.circle(place, { radius: Number(words.radius), color: 'var(--accent)', weight: 1.5, fillOpacity: .08, interactive: false }).addTo(map);
      mark.on('dragend', () => { const { lat, lng } = mark.getLatLng(); set(lat, lng); });
      mark.getElement().setAttribute('aria-label', words.mapLabel);
      mark.getElement().setAttribute('role', 'button');
      mark.getElement().addEventListener('keydown', (event) => {
        const step = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const { lat, lng } = mark.getLatLng();
        set(lat + step[0] * .0001, lng + step[1] * .0001);
      });
    }
    mark.setLatLng(place);
    ring?.setLatLng(place);
    if (!map.getBounds().contains(place)) map.panTo(place);
  };
  if (first) put(first);
  map.on('click', ({ latlng }) => set(latlng.lat, latlng.lng));
  const zoom = (name, sign, by) => {
    const button = make('button', { type: 'button', class: 'small', 'aria-label': name, title: name }, sign);
    button.onclick = () => map.setZoom(map.getZoom() + by);
    return button;
  };
  acts.prepend(zoom(words.in, '+', 1), zoom(words.out, '−', -1));
  if (words.attribution) acts.append(make('span', { class: 'quiet' }, words.attribution));
}
