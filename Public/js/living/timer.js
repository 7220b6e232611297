// Kitchen timers. The server keeps them by their moments; here they are only counted, and rung when they are over.

import { now } from './now.js';
import { settle } from './swap.js';

const cards = new Set();
const title = document.title;
const wantsSound = 'sounds' in document.body.dataset;
const EVERY = 3000;      // between two rings
const AGAIN = 30000;     // between two times that it is said
const LONGEST = 600000;  // a timer that nobody heard for ten minutes rings no more, it only shows
const told = new Map();  // when the end of a timer was last said, by its number
let context, beats = false, rung = 0, quietUntil = 0, lines, loading = false;

function shown(seconds) {
  const two = (n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** "Time is up!", in the words of the page. */
const over = () => document.querySelector('.alarm-title')?.textContent.trim() ?? '';

/** Says whether this page can ring; a part of the page may have been replaced. */
function say() {
  const state = !wantsSound ? 'off' : context?.state === 'running' ? 'ready' : 'locked';
  for (const sign of document.querySelectorAll('[data-timer-sound]')) {
    // The bar has room only for what is to be done.
    if (sign.matches('.bar-sound')) sign.hidden = state !== 'locked';
    if (sign.dataset.state === state) continue;
    sign.dataset.state = state;
    sign.textContent = sign.dataset[state];
  }
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
  if (context?.state !== 'running' || Date.now() < quietUntil) return;
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

/** How long in words. The sentences come from the server once, so both say the same. */
function load() {
  if (lines || loading) return;
  loading = true;
  fetch(`/house/timers/words/${document.documentElement.lang}`).then((answer) => answer.ok ? answer.text() : Promise.reject())
    .then((text) => { lines = text.split('\n'); }, () => {});
}

function count(card) {
  const { element } = card;
  const time = element.querySelector('.timer-time'), words = element.querySelector('.timer-left');
  if (card.counts === 'up') {
    if (time) time.textContent = shown(Math.max(0, Math.floor((now() - card.moment) / 1000)));
    return false;
  }
  const left = card.moment - now(), seconds = Math.max(0, Math.ceil(left / 1000));
  if (time) time.textContent = shown(seconds);
  card.disc?.setAttribute('stroke-dasharray', `${Math.min(1000, Math.max(0, left) / card.total * 1000).toFixed(1)} 1000`);
  const line = lines?.[seconds < 60 ? 0 : Math.ceil(seconds / 60)];
  if (words && line && left > 0 && words.textContent !== line) words.textContent = line;
  if (left > 0) return false;
  if (!element.classList.contains('over')) end(card, words);
  open(card, -left);
  return -left < LONGEST;
}

function end({ element }, words) {
  element.classList.add('over');
  // Written anew, so that screen readers say it.
  const alert = element.querySelector('.timer-over');
  if (alert) alert.textContent = over();
  if (!element.matches('.timer')) { if (words) words.textContent = over(); return; }
  element.querySelector('.stop').setAttribute('aria-label', element.dataset.heard);
  element.querySelector('.timer-clock').textContent = element.dataset.overAt;
}

/** The whole screen says it, whatever page is open. What was about to be touched is not what is touched now. */
function open({ id }, since) {
  const screen = document.getElementById(`alarm-${id}`);
  if (!screen) return;
  if (screen.hidden) {
    screen.hidden = false;
    settle();
    screen.focus({ preventScroll: true });
  }
  if (since >= LONGEST || Date.now() - (told.get(id) ?? 0) < AGAIN) return;
  told.set(id, Date.now());
  const label = screen.querySelector('.alarm-label').textContent.trim();
  import('./listen.js').then(({ announce }) => {
    // After the tones, which wait until it was said.
    if (!announce([over(), label], { delay: 1200 })) return;
    quietUntil = Date.now() + 6000;
  });
}

function tick() {
  for (const card of cards) if (!card.element.isConnected) cards.delete(card);
  const rings = [...cards].filter(count).length > 0;
  const isOver = [...cards].some(({ element }) => element.classList.contains('over'));
  document.title = isOver ? `${over()} · ${title}` : title;
  if (rings && Date.now() - rung >= EVERY) {
    rung = Date.now();
    ring();
  }
}

export function start(element) {
  const { timer, id, moment, total } = element.dataset;
  const disc = element.querySelector('[data-disc]');
  disc?.replaceChildren();  // counted here, not by the browser's own animation
  cards.add({ element, id, counts: timer, moment: Number(moment), total: Number(total), disc });
  if (timer === 'down') load();
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
