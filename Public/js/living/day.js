// The day goes on while its page is open: at each minute what the server says of it takes the place of what was there.

import { now } from './now.js';
import { start as startAll } from './living.js';

const minuteNow = () => Math.floor(now() / 60000);

async function look(place) {
  // Fetched like a copy, so that nothing counts as seen.
  const answer = await fetch(location.href, { headers: { 'portico-keep': 'yes' } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-day] .day');
  const day = place.querySelector('.day');
  // What is being read aloud stays until it was said.
  if (!fresh || !day || day.querySelector('.spoken')) return;
  day.replaceWith(fresh);
  startAll(place);
}

export function start(place) {
  let shown = minuteNow();
  const beat = setInterval(() => {
    if (!place.isConnected) return clearInterval(beat);
    const minute = minuteNow();
    if (document.hidden || minute === shown) return;
    shown = minute;
    // Without a network it is asked again at the next minute.
    look(place).catch(() => {});
  }, 1000);
}
