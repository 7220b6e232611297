// Kitchen timers. The server keeps them by their moments; here they are only counted, and rung when they are over.

import { now } from './now.js';

const cards = new Set();
const title = document.title;
const wantsSound = 'sounds' in document.body.dataset;
const EVERY = 3000;      // between two rings
const LONGEST = 600000;  // a timer that nobody heard for ten minutes rings no more, it only shows
let context, beats = false, rung = 0;

function shown(seconds) {
  const two = (n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The sentence that says whether this page can ring; a part of the page may have been replaced. */
const sentence = () => document.querySelector('[data-timer-sound]');

function say() {
  const sign = sentence();
  if (!sign) return;
  const state = !wantsSound ? 'off' : context?.state === 'running' ? 'ready' : 'locked';
  if (sign.dataset.state === state) return;
  sign.dataset.state = state;
  sign.textContent = sign.dataset[state];
}

/** Browsers let a page make sounds after it was touched; until then it says so. */
function unlock() {
  if (!wantsSound) return say();
  context ??= new AudioContext();
  context.onstatechange = say;
  context.resume().then(say, say);
  say();
}

/** Three soft tones upwards. */
function ring() {
  // Without a touch before it the browser refuses, and complains.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([400, 200, 400]);
  if (context?.state !== 'running') return;
  [659, 784, 988].forEach((pitch, i) => {
    const at = context.currentTime + i * .25;
    const tone = context.createOscillator(), loudness = context.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(.5, at + .03);
    loudness.gain.exponentialRampToValueAtTime(.001, at + .7);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + .75);
  });
}

function count(card) {
  const time = card.element.querySelector('.timer-time');
  if (card.counts === 'up') {
    time.textContent = shown(Math.max(0, Math.floor((now() - card.moment) / 1000)));
    return false;
  }
  const left = card.moment - now();
  time.textContent = shown(Math.max(0, Math.ceil(left / 1000)));
  if (left > 0) return false;
  if (!card.element.classList.contains('over')) {
    card.element.classList.add('over');
    const over = card.element.querySelector('.timer-over');
    over.textContent = sentence()?.dataset.over ?? over.textContent;
    card.element.querySelector('.stop').setAttribute('aria-label', card.element.dataset.heard);
    card.element.querySelector('.timer-clock').textContent = card.element.dataset.overAt;
  }
  return -left < LONGEST;
}

function tick() {
  for (const card of cards) if (!card.element.isConnected) cards.delete(card);
  const rings = [...cards].filter(count).length > 0;
  const over = document.querySelector('.timer.over') !== null;
  const sign = over && sentence();
  document.title = sign ? `${sign.dataset.over} · ${title}` : title;
  if (rings && Date.now() - rung >= EVERY) {
    rung = Date.now();
    ring();
  }
}

export function start(element) {
  cards.add({ element, counts: element.dataset.timer, moment: Number(element.dataset.moment) });
  if (!beats) {
    beats = true;
    unlock();
    for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, unlock);
    document.addEventListener('visibilitychange', tick);
    setInterval(tick, 250);
  }
  say();
  tick();
}
