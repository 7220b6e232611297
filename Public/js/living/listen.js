// Reads the page aloud, sentence by sentence, with the sentence marked: by a recording where an educator spoke exactly these words, else
// by the device's voice, else by the server's. The button stays away where there is none of them.

const lang = document.documentElement.lang;
const { speech, rate, voices, spoken } = document.body.dataset;
const LONGEST = 400;     // characters that the server says at once
const PATIENCE = 2500;   // milliseconds in which a touched word is said before its page opens
const synthesis = globalThis.speechSynthesis;
const TEXTS = '[data-read], main h1, main h2, .say, .said p, .trouble, .tile-label, .tile-text, .tile-shown, .signposts p, .step-text';

const plain = (text) => text.trim().replace(/\s+/g, ' ');

/** Recordings by their words. */
let recordings = {};
const recording = (text) => recordings[plain(text)];

/** A voice of the page's language; those of the device itself come first, because they need no network and do not stop by themselves. */
function voice() {
  const all = (synthesis?.getVoices() ?? []).filter((one) => one.lang.toLowerCase().replace('_', '-').startsWith(lang));
  return all.find((one) => one.localService && one.default) ?? all.find((one) => one.localService) ?? all[0];
}

/** The server's voice, where the device has none in this language. */
const made = (text) => spoken && !voice() && plain(text) ? `${spoken}?text=${encodeURIComponent(plain(text))}` : undefined;

/** The server says long texts in parts. */
const parts = (text) => voice() || !spoken || text.length <= LONGEST ? [text] : text.match(new RegExp(`.{1,${LONGEST - 1}}(?:\\s|$)`, 'gs')) ?? [];

const pace = () => (Number(rate) || 70) / 100;

/** A recording or a file of the server's voice; the server speaks at a normal speed, a person at their own. */
function player(text) {
  const sound = recording(text) ?? made(text);
  if (!sound) return null;
  const player = new Audio(sound);
  if (!recording(text)) player.playbackRate = player.defaultPlaybackRate = pace();
  return player;
}

function utterance(text) {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice();
  utterance.lang = utterance.voice?.lang ?? lang;
  utterance.rate = pace();
  return utterance;
}

let saying, hush = () => {};

/** Says some words that are no part of the reading, `delay` milliseconds later. Returns whether this device can. */
export function announce(words, { delay = 0, done = () => {} } = {}) {
  if (speech === 'off' || !(voice() || spoken || words.some(recording))) return false;
  hush();
  saying?.pause();
  const next = ([text, ...rest]) => {
    if (!text) return done();
    const go = () => next(rest);
    saying = player(text);
    if (saying) {
      saying.onended = go;
      // Before a touch a page may be refused its sound.
      return saying.play().catch(done);
    }
    if (!voice()) return go();
    const said = utterance(text);
    said.onend = go;
    synthesis.speak(said);
  };
  if (delay) setTimeout(next, delay, words); else next(words);
  return true;
}

/** By preference a touch says what it touches; a link then waits until it was said. */
function speakTouches() {
  document.addEventListener('click', (event) => {
    const tile = event.target.closest?.('a.tile, button.tile, a.door, a.chip');
    const text = plain(tile?.querySelector('.tile-label, .chip-label, span')?.textContent ?? '');
    if (!text || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const isWay = tile.matches('a:not([data-swap])');
    let limit;
    const go = () => { clearTimeout(limit); location.href = tile.href; };
    if (!announce([text], { done: isWay ? go : undefined }) || !isWay) return;
    event.preventDefault();
    limit = setTimeout(go, PATIENCE);
  });
}

if ('touch' in document.body.dataset && speech !== 'off') speakTouches();

/** The texts of the page in their order, none inside another. */
function texts() {
  const all = [...document.querySelectorAll(TEXTS)].filter((one) => one.offsetParent && one.textContent.trim() && !one.closest('[hidden]'));
  return all.filter((one) => !all.some((other) => other !== one && other.contains(one)));
}

function sentences(text) {
  if (globalThis.Intl?.Segmenter) return [...new Intl.Segmenter(lang, { granularity: 'sentence' }).segment(text)].map((one) => one.segment);
  return text.match(/[^.!?…]+[.!?…]*\s*/g) ?? [text];
}

/** Whether a person has spoken something of this page. */
const isRecorded = () => texts().some((one) => recording(one.textContent) || sentences(one.textContent).some(recording));

/** Pairs of what is said and what is marked meanwhile. A plain text is cut into its sentences; one with parts, or recorded whole, is not. */
function pieces() {
  return texts().flatMap((element) => {
    if (recording(element.textContent)) return [{ text: element.textContent, element }];
    if (element.querySelector('*')) {
      const words = [], walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) if (walker.currentNode.data.trim()) words.push(walker.currentNode.data.trim());
      return parts(words.join('. ')).map((text) => ({ text, element }));
    }
    const spans = sentences(element.textContent).map((text) => Object.assign(document.createElement('span'), { textContent: text }));
    element.replaceChildren(...spans);
    return spans.filter((span) => span.textContent.trim()).flatMap((span) => parts(span.textContent.trim()).map((text) => ({ text, element: span })));
  });
}

export function start(button) {
  if (speech === 'off' || !(synthesis || voices || spoken)) return;
  const label = button.querySelector('span'), words = label.textContent;
  const stop = button.cloneNode(true);
  stop.removeAttribute('data-listen');
  stop.querySelector('span').textContent = button.dataset.stop;
  stop.querySelector('use').setAttribute('href', stop.querySelector('use').getAttribute('href').replace('#speak', '#close'));
  button.before(stop);
  stop.hidden = true;
  let queue = [], at = 0, state = 'silent', turn = 0, playing;

  function show(next) {
    state = next;
    label.textContent = { silent: words, speaking: button.dataset.pause, paused: button.dataset.continue }[state];
    stop.hidden = state === 'silent';
    if (state === 'silent') unmark();
  }

  function unmark() { document.querySelectorAll('.spoken').forEach((one) => one.classList.remove('spoken')); }

  /** Goes on to the next sentence, unless somebody stopped meanwhile. */
  const after = (mine) => () => { if (mine === turn && state === 'speaking') { at += 1; speak(); } };

  // One utterance for each sentence: long ones are cut off after a quarter of a minute. Pausing is stopping and beginning the same
  // sentence again, because on phones the browser's own pause is a stop.
  function speak() {
    const mine = ++turn;
    unmark();
    if (at >= queue.length) return show('silent');
    const { text, element } = queue[at];
    const sound = player(text);
    if (!sound && !voice()) return after(mine)();
    element.classList.add('spoken');
    element.scrollIntoView({ block: 'nearest' });
    if (sound) play(sound, mine); else say(text, mine);
  }

  function play(sound, mine) {
    playing = sound;
    playing.onended = playing.onerror = after(mine);
    // A page that was not touched yet may make no sound, whatever the sentence.
    playing.play().catch((error) => { if (mine === turn && error.name === 'NotAllowedError') show('silent'); else after(mine)(); });
  }

  function say(text, mine) {
    const said = utterance(text);
    said.onend = after(mine);
    said.onerror = () => { if (mine === turn && state === 'speaking') show('silent'); };
    synthesis.speak(said);
  }

  function silence() {
    turn += 1;
    synthesis?.cancel();
    playing?.pause();
    saying?.pause();
  }

  hush = () => { if (state === 'speaking') { silence(); show('silent'); } };

  function begin() {
    [queue, at] = [pieces(), 0];
    show('speaking');
    silence();
    speak();
  }

  button.onclick = () => {
    // Counted only for who agreed to it: how often on a day, nothing else.
    if (state === 'silent' && 'counted' in document.body.dataset)
      fetch('/house/independence/uses', { method: 'POST', body: new URLSearchParams({ aid: 'speech' }) });
    if (state === 'silent') return begin();
    if (state === 'speaking') { silence(); show('paused'); } else { show('speaking'); speak(); }
  };
  stop.onclick = () => { silence(); show('silent'); button.focus(); };
  addEventListener('pagehide', silence);

  let isKnown = false;
  const look = () => {
    button.hidden = !voice() && !isRecorded() && !spoken;
    if (isKnown || button.hidden) return;
    isKnown = true;
    if (speech !== 'automatic') return;
    // A device's own voices may come a moment later.
    if (voice() || isRecorded()) begin(); else setTimeout(() => { if (state === 'silent') begin(); }, 1000);
  };
  synthesis?.addEventListener?.('voiceschanged', look);
  if (voices) fetch(voices).then((answer) => answer.json()).then((answer) => { recordings = answer.voices; look(); }).catch(() => {});
  look();
}
