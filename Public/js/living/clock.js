// Keeps the clock right: hands, digits and words. The sentences of the day come from the server once, so both say the same.

import { now } from './now.js';

export function start(clock) {
  const { offset, change, changed, hours, sentences } = clock.dataset;
  const hands = Object.fromEntries([...clock.querySelectorAll('[data-hand]')].map((hand) => [hand.dataset.hand, hand]));
  const digits = clock.querySelector('[data-clock-digits]');
  const sentence = clock.querySelector('[data-clock-sentence]'), part = clock.querySelector('[data-clock-part]');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let said, lines;

  const turn = (hand, degrees) => hand?.setAttribute('transform', `rotate(${degrees} 100 100)`);

  function draw() {
    // The house's own time, whatever zone this device is in.
    const moment = now();
    const zone = Number(change && moment >= Number(change) ? changed : offset) * 1000;
    const seconds = Math.floor((moment + zone) / 1000) % 86400;
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    turn(hands.hour, (h % 12) * 30 + m / 2);
    turn(hands.minute, m * 6);
    if (hands.second) {
      hands.second.toggleAttribute('hidden', still.matches);
      turn(hands.second, s * 6);
    }
    const minute = h * 60 + m;
    if (minute === said || sentence.querySelector('.spoken')) return;
    // A saved copy says the time of when it was saved.
    if (said === undefined && !('saved' in document.body.dataset)) { said = minute; return; }
    if (!lines) return load();
    said = minute;
    const [name, words] = lines[minute].split('\t');
    sentence.textContent = words;
    part.textContent = clock.dataset[name];
    if (digits) {
      const shown = hours === '12' ? (h + 11) % 12 + 1 : h;
      digits.textContent = `${shown}:${String(m).padStart(2, '0')}`;
      digits.dateTime = `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`;
    }
  }

  let loading = false;
  function load() {
    if (loading) return;
    loading = true;
    fetch(sentences).then((answer) => answer.ok ? answer.text() : Promise.reject()).then((text) => { lines = text.split('\n'); }, () => {})
      .finally(() => { loading = false; });
  }

  load();
  draw();
  setInterval(draw, 250);
  document.addEventListener('visibilitychange', draw);
}
