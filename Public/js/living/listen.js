// Reads the page aloud, sentence by sentence, with the sentence marked: by a recording where an educator spoke exactly these words, else
// by the device's voice. The button stays away where there is neither.

const lang = document.documentElement.lang;
const { speech, rate, voices } = document.body.dataset;
const synthesis = globalThis.speechSynthesis;
const TEXTS = '[data-read], main h1, main h2, .say, .said p, .trouble, .tile-label, .tile-text, .tile-shown, .signposts p, .step-text';

/** Recordings by their words. */
let recordings = {};
const recording = (text) => recordings[text.trim().replace(/\s+/g, ' ')];

/** A voice of the page's language; those of the device itself come first, because they need no network and do not stop by themselves. */
function voice() {
  const all = (synthesis?.getVoices() ?? []).filter((one) => one.lang.toLowerCase().replace('_', '-').startsWith(lang));
  return all.find((one) => one.localService && one.default) ?? all.find((one) => one.localService) ?? all[0];
}

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
      return [{ text: words.join('. '), element }];
    }
    const spans = sentences(element.textContent).map((text) => Object.assign(document.createElement('span'), { textContent: text }));
    element.replaceChildren(...spans);
    return spans.filter((span) => span.textContent.trim()).map((span) => ({ text: span.textContent.trim(), element: span }));
  });
}

export function start(button) {
  if (speech === 'off' || !(synthesis || voices)) return;
  const label = button.querySelector('span'), words = label.textContent;
  const stop = button.cloneNode(true);
  stop.removeAttribute('data-listen');
  stop.querySelector('span').textContent = button.dataset.stop;
  stop.querySelector('use').setAttribute('href', stop.querySelector('use').getAttribute('href').replace('#speak', '#close'));
  button.before(stop);
  stop.hidden = true;
  let queue = [], at = 0, state = 'silent', turn = 0, player;

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
    const sound = recording(text);
    if (!sound && !voice()) return after(mine)();
    element.classList.add('spoken');
    element.scrollIntoView({ block: 'nearest' });
    if (sound) play(sound, mine); else say(text, mine);
  }

  function play(sound, mine) {
    player = new Audio(sound);
    player.onended = player.onerror = after(mine);
    player.play().catch(after(mine));
  }

  function say(text, mine) {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice();
    utterance.lang = utterance.voice?.lang ?? lang;
    utterance.rate = (Number(rate) || 70) / 100;
    utterance.onend = after(mine);
    utterance.onerror = () => { if (mine === turn && state === 'speaking') show('silent'); };
    synthesis.speak(utterance);
  }

  function silence() {
    turn += 1;
    synthesis?.cancel();
    player?.pause();
  }

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
    button.hidden = !voice() && !isRecorded();
    if (isKnown || button.hidden) return;
    isKnown = true;
    if (speech === 'automatic') begin();
  };
  synthesis?.addEventListener?.('voiceschanged', look);
  if (voices) fetch(voices).then((answer) => answer.json()).then((answer) => { recordings = answer.voices; look(); }).catch(() => {});
  look();
}
