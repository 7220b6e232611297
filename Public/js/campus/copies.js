// Part of the worker of the campus (a classic script): keeps the pages that were read and the emergency numbers, for when there is no
// network. `/campus/worker.js` loads it with `assets`, where the assets of this version lie. Pages come from the network where there is
// one; what is a visitor's own (his lists, his agenda, secret addresses) is never kept.

const SHELL = `campus-shell-${assets}`, PAGES = 'campus-pages';
const NONE = '/campus/offline', EMERGENCY = '/campus/emergency';
const FILES = ['campus.css', 'js/portico.js', 'images/icons.svg'].map((name) => `${assets}/${name}`);
// Of each part of the campus: people, courses, places.
const MOST = 50;
const PUBLIC = /^\/campus(\/(people|degrees|courses|places|buildings|areas|resources|social|media|radio|news|calendars|events|exams|alerts)(\/[\w-]+)?)?$/;

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const shell = await caches.open(SHELL);
    await shell.addAll(FILES);
    for (const address of [NONE, EMERGENCY]) await shell.put(address, await asEverybody(address));
    await self.skipWaiting();
  })());
});

/** Whether a page is shown to somebody who is known, with what is his: that is not kept, because it would outlive his session. */
const isPersonal = (answer) => answer.headers.get('cache-control')?.includes('no-store');

async function asEverybody(address) {
  const answer = await fetch(address);
  return isPersonal(answer) ? asStranger(address, answer) : answer;
}

/** The same page without what is somebody's own, in the language in which he read it. */
function asStranger(address, { headers }) {
  return fetch(address, { credentials: 'omit', headers: { 'Accept-Language': headers.get('content-language') ?? navigator.language } });
}

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('campus-shell-') && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === 'POST' && url.pathname === '/campus/mine/removal') event.waitUntil(caches.delete(PAGES));
  if (request.method !== 'GET') return;
  if (FILES.includes(url.pathname)) return event.respondWith(asset(request));
  const isPage = request.mode === 'navigate' && (url.pathname === '/campus' || url.pathname.startsWith('/campus/'));
  if (isPage) event.respondWith(page(event, url));
});

async function asset(request) { return await caches.match(request, { cacheName: SHELL }) ?? fetch(request); }

const isKept = (url) => PUBLIC.test(url.pathname) && url.search.length < 200;
const key = (url) => url.pathname + url.search;

async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    // The server behind a gateway is away.
    if (answer.status < 502 || answer.status > 504) {
      if (answer.ok && (isKept(url) || url.pathname === EMERGENCY)) event.waitUntil(keep(url, answer.clone()));
      return answer;
    }
  } catch { /* no network */ }
  const copy = url.pathname === EMERGENCY ? await caches.match(EMERGENCY, { cacheName: SHELL }) : await caches.match(key(url), { cacheName: PAGES });
  return copy ? shown(copy) : nothing();
}

async function keep(url, read) {
  const answer = isPersonal(read) ? await asStranger(url, read) : read;
  if (!answer.ok || isPersonal(answer) || !answer.headers.get('content-type')?.startsWith('text/html')) return;
  const text = await answer.text();
  // What an act answers is said once.
  if (text.includes('data-flash')) return;
  const headers = new Headers(answer.headers);
  headers.set('campus-saved', String(Date.now()));
  const cache = await caches.open(url.pathname === EMERGENCY ? SHELL : PAGES);
  await cache.delete(key(url));
  await cache.put(key(url), new Response(text, { headers }));
  if (url.pathname === EMERGENCY) return;
  const part = ({ pathname }) => pathname.split('/')[2] ?? '';
  const keys = (await cache.keys()).filter((old) => part(new URL(old.url)) === part(url));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)));
}

/** A copy as a page of now: with the assets of this version, saying that it is one and of when. */
async function shown(copy, change = (text) => text) {
  const saved = Number(copy.headers.get('campus-saved')) || Date.parse(copy.headers.get('date')) || Date.now();
  const text = (await copy.text()).replace(/\/assets\/[0-9a-z]+\//g, `${assets}/`);
  const language = /<html lang="([\w-]+)"/.exec(text)?.[1] ?? 'it';
  const when = new Date(saved).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' });
  const noted = text.replace('data-copy-note hidden', 'data-copy-note').replace('<span data-copy-time></span>', `<span>${when}</span>`);
  return new Response(change(noted), { headers: copy.headers });
}

/** The page for when there is nothing else: it names what is kept. */
async function nothing() {
  const none = await caches.match(NONE, { cacheName: SHELL });
  if (!none) return Response.error();
  const cache = await caches.open(PAGES);
  const rows = await Promise.all((await cache.keys()).reverse().slice(0, 20).map(async (request) => {
    // A title is taken as it stands in our own page: escaped.
    const title = /<title>([^<]*?)( · [^<·]*)?<\/title>/.exec(await (await cache.match(request)).text())?.[1];
    const href = key(new URL(request.url)).replaceAll('&', '&amp;').replaceAll('"', '%22');
    return title ? `<li><a class="hit" href="${href}"><span><strong>${title}</strong></span></a></li>` : '';
  }));
  return shown(none, (text) => text.replace('<ul class="hits" data-copies></ul>', `<ul class="hits">${rows.join('')}</ul>`).replace('data-copy-note>', 'data-copy-note hidden>'));
}
