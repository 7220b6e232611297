// Reads a story without loading pages: another way takes the place of the rest, the place is kept, and the map opens over the text.
import { make, start as startParts } from './portico.js';

const pause = 2000, swipe = 60;
const plain = (event) => !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
const number = (item) => item?.id.slice(1) ?? '';

/** A page as a document: the browser's own parser, so no string ever becomes markup here. */
const load = (address) => new Promise((done, fail) => {
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.responseType = 'document';
  request.onload = () => request.status === 200 && request.response ? done(request) : fail(request);
  request.onerror = () => fail(request);
  request.send();
});

/** What this device knows of a story; a browser may refuse to keep anything. */
function remembered(name) {
  try {
    const { at, when, read } = JSON.parse(localStorage.getItem(name)) ?? {};
    return { at, when: when ?? 0, read: new Set(read) };
  } catch { return { when: 0, read: new Set() }; }
}
function remember(name, kept) {
  try { localStorage.setItem(name, JSON.stringify({ ...kept, read: [...kept.read] })); } catch { /* then it is not kept */ }
}

export const start = (element) => 'choice' in element.dataset ? choose(element) : read(element);

function read(article) {
  const { reader: story, place } = article.dataset, name = `story-${story}`;
  const list = article.querySelector('.fragments'), said = article.querySelector('[data-turned]');
  const kept = remembered(name), newly = new Set();
  let timer, touch;

  const current = () => [...list.children].findLast((item) => item.getBoundingClientRect().top <= innerHeight / 3) ?? list.firstElementChild;
  const seen = new IntersectionObserver((entries) => entries.forEach((entry) => {
    const id = number(entry.target);
    if (!entry.isIntersecting || kept.read.has(id)) return;
    kept.read.add(id);
    newly.add(id);
  }), { threshold: .6 });
  const watch = () => [...list.children].forEach((item) => seen.observe(item));
  const goTo = (item) => scrollTo(0, scrollY + item.getBoundingClientRect().top - innerHeight / 3 + 2);

  function send() {
    clearTimeout(timer);
    timer = 0;
    if (place && kept.at) navigator.sendBeacon(place, new URLSearchParams({ fragment: kept.at, read: [...newly].join(',') }));
    newly.clear();
  }
  function look() {
    kept.at = number(current());
    kept.when = Date.now();
    remember(name, kept);
    timer ||= setTimeout(send, pause);
  }

  /** Shows the branch of an address: all of it, or what comes after a fragment that both branches have. */
  async function turn(address, from) {
    let page;
    try { page = (await load(address)).response.querySelector('[data-reader]'); } catch { /* then the browser goes there */ }
    const items = [...page?.querySelector('.fragments').children ?? []];
    const place = from ? items.findIndex((item) => item.id === from.id) : -1;
    if (!items.length || (from && place < 0)) { location.assign(address); return; }
    const rest = from ? [...list.children].slice([...list.children].indexOf(from) + 1) : [...list.children];
    rest.forEach((item) => item.remove());
    if (from) from.querySelector('.ways').replaceWith(items[place].querySelector('.ways'));
    list.append(...items.slice(place + 1));
    for (const part of ['[data-part]', '#end', '.story-share']) {
      const fresh = page.querySelector(part);
      if (fresh) article.querySelector(part)?.replaceWith(fresh);
    }
    startParts(article.querySelector('.story-share'));
    history.replaceState(null, '', new URL(address, location).pathname);
    watch();
    const link = from?.querySelector('[data-turn]');
    link?.focus({ preventScroll: true });
    if (link) said.textContent = from.querySelector('.many').textContent.trim();
    look();
  }

  async function goThere(address) {
    const id = new URL(address, location).hash.slice(1);
    if (!document.getElementById(id)) await turn(address);
    const item = document.getElementById(id);
    if (item) goTo(item);
  }

  async function showMap(link) {
    const address = new URL(link.href);
    address.searchParams.set('at', number(current()));
    let map;
    try { map = (await load(address)).response.getElementById('story-map'); } catch { /* then the browser goes there */ }
    if (!map) { location.assign(address); return; }
    if (!place) for (const item of map.children) {
      if (item.dataset.ids.split(' ').every((id) => kept.read.has(id))) item.append(make('span', { class: 'quiet' }, ` · ${map.dataset.known}`));
    }
    const close = make('button', { type: 'button' }, link.dataset.close);
    const dialog = make('dialog', { class: 'story-dialog', 'aria-label': link.textContent.trim() }, close, map);
    close.onclick = () => dialog.close();
    dialog.onclose = () => dialog.remove();
    map.onclick = (event) => {
      const there = event.target.closest('a');
      if (!there || !plain(event)) return;
      event.preventDefault();
      dialog.close();
      goThere(there.href);
    };
    document.body.append(dialog);
    dialog.showModal();
    map.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }

  article.addEventListener('click', (event) => {
    if (!plain(event)) return;
    const way = event.target.closest('[data-turn]'), map = event.target.closest('[data-tree]'), text = event.target.closest('.fragment-text');
    if (way || map) event.preventDefault();
    if (way) turn(way.href, way.closest('.fragment'));
    else if (map) showMap(map);
    else if (text && !String(getSelection())) {
      const about = text.parentElement.querySelector('.about');
      about.open = !about.open;
    }
  });
  // Sideways over a fragment that was chosen: the way before or after it.
  list.addEventListener('touchstart', (event) => {
    const [point] = event.touches;
    touch = event.touches.length === 1 ? { x: point.clientX, y: point.clientY, item: event.target.closest('.fragment') } : null;
  }, { passive: true });
  list.addEventListener('touchend', (event) => {
    const [point] = event.changedTouches, from = touch?.item?.previousElementSibling, ways = from?.querySelector('.ways');
    if (!ways) return;
    const x = point.clientX - touch.x;
    if (Math.abs(x) < swipe || Math.abs(point.clientY - touch.y) > Math.abs(x) / 2) return;
    const forward = (x < 0) === (getComputedStyle(article).direction !== 'rtl');
    turn(forward ? ways.querySelector('[data-turn]').href : ways.dataset.previous, from);
  });
  article.querySelector('[data-look]')?.addEventListener('change', (event) => {
    const form = event.currentTarget, { size, paper } = Object.fromEntries(new FormData(form));
    if (size === 'medium') delete document.body.dataset.size; else document.body.dataset.size = size;
    if (paper === 'site') delete document.body.dataset.paper; else document.body.dataset.paper = paper;
    fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), redirect: 'manual' }).catch(() => {});
  });

  let scrolled;
  addEventListener('scroll', () => { clearTimeout(scrolled); scrolled = setTimeout(look, 150); }, { passive: true });
  addEventListener('pagehide', () => { if (scrolled) { look(); send(); } });
  document.addEventListener('visibilitychange', () => { if (document.hidden && timer) send(); });

  const { at: known, when = 0 } = article.dataset;
  const at = Number(when) > kept.when ? known : kept.at ?? known;
  if (!location.hash && at && at !== story) {
    history.scrollRestoration = 'manual';
    const address = `/stories/${story}`, item = document.getElementById(`f${at}`);
    article.querySelector('[data-go-on]')?.remove();
    if (item) goTo(item); else if (location.pathname.endsWith(address)) goThere(`${address}/branches/${at}#f${at}`);
  }
  watch();
}

/** The way from the start: what was passed stays, and the next choice comes after it. */
function choose(frame) {
  frame.addEventListener('click', async (event) => {
    const way = event.target.closest('.story-ways .primary');
    if (!way || !plain(event)) return;
    event.preventDefault();
    let answer;
    try { answer = await load(way.href); } catch { location.assign(way.href); return; }
    const page = answer.response, fresh = page.querySelector('[data-choice]');
    if (fresh) {
      const passed = [...fresh.querySelector('.choice-passed').children];
      frame.querySelector('.choice-passed').append(...passed);
      for (const part of ['.choice-next', '.choice-place']) frame.querySelector(part).replaceWith(fresh.querySelector(part));
      history.replaceState(null, '', answer.responseURL);
      passed[0]?.scrollIntoView();
      frame.querySelector('.choice-next h2').focus({ preventScroll: true });
    } else {
      const main = document.querySelector('main'), id = `f${new URL(way.href).searchParams.get('at')}`;
      history.replaceState(null, '', `${answer.responseURL}#${id}`);
      document.title = page.title;
      main.replaceChildren(...page.querySelector('main').childNodes);
      startParts(main);
      document.getElementById(id)?.scrollIntoView();
    }
  });
}
