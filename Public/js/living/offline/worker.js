// Answers the guests' pages when there is no network. `/house/worker.js` loads it with `assets`, where the assets of this version lie,
// and `files`, those that the pages need. Pages come from the network where there is one: a copy is only what is shown else.

const SHELL = `house-shell-${assets}`;  // assets, and the page for when there is nothing else; nobody's own
const NONE = '/house/offline';
const LIMIT = 4000;  // milliseconds; then a copy is better than waiting
const MOST_PAGES = 80, MOST_PICTURES = 150;
const FRESH = 300000;  // milliseconds in which a page that another one names is not fetched again
const isDevelopment = assets.endsWith('/development');

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const shell = await caches.open(SHELL);
    await shell.addAll([...files.map((name) => `${assets}/${name}`), NONE]);
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('house-shell-') && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith('/assets/')) return event.respondWith(asset(request, url));
  if (url.pathname.startsWith('/media/')) return event.respondWith(picture(request));
  if (url.pathname.startsWith('/house/clock/sentences/')) return event.respondWith(fresh(event).catch(async () => await copies.find(url) ?? Response.error()));
  const isPage = request.mode === 'navigate' && (url.pathname === '/house' || url.pathname.startsWith('/house/'));
  if (!isPage) return;
  if (request.method === 'GET') event.respondWith(page(event, url));
  if (request.method === 'POST') event.respondWith(url.pathname === '/house/exit' ? leave(event) : act(event, url));
});

// A page says whose it is and what is to be saved.
self.addEventListener('message', (event) => {
  const { guest, addresses } = event.data;
  event.waitUntil((async () => {
    await copies.own(guest);
    if (!addresses) return;
    await save(guest, addresses).catch(() => {});
    // Whatever page was the first: the beginning names what everybody needs. The language may be another than before.
    const isOld = (await stale(guest, ['/house/home'])).length > 0;
    if (isOld) await save(guest, ['/house/home']).catch(() => {});
    if (isOld || addresses.includes('/house/home')) await (await caches.open(SHELL)).add(NONE).catch(() => {});
  })());
});

// The browser has a network again, perhaps without any page open.
self.addEventListener('sync', (event) => {
  event.waitUntil((async () => {
    for (const guest of new Set((await queue.all('acts')).map((act) => act.guest))) {
      if (await queue.send(guest) !== 'sent') throw new Error('not now');
    }
  })());
});

// MARK: Pages

let isAnswer = false;  // whether the next page says what became of an act

async function page(event, url) {
  // It is waited for: a copy would deny what was just done, and a message is said only once.
  const isPatient = isAnswer;
  isAnswer = false;
  if (await leaving()) return nothing();
  const copy = await copies.find(url);
  try {
    const answer = await within(copy && !isPatient && LIMIT, fresh(event));
    // The server behind a gateway is away.
    if (answer.status < 502 || answer.status > 504) return answer;
  } catch { /* no network */ }
  if (copy) return shown(copy);
  if (url.pathname === '/house' && await copies.find('/house/home')) return Response.redirect('/house/home');
  return nothing();
}

/** From the network; what the page says of its guest is heard before anything else happens. */
async function fresh(event) {
  const answer = await fetch(event.request);
  const guest = answer.headers.get('portico-keeper');
  if (guest) await copies.own(guest);
  return answer;
}

function within(limit, promise) {
  if (!limit) return promise;
  return Promise.race([promise, new Promise((_, fail) => { setTimeout(() => fail(new Error('slow')), limit); })]);
}

/** A copy as a page of now: with the time it is, with tokens that were never sent, and with the assets of this version. */
async function shown(copy) {
  const saved = Number(copy.headers.get('portico-saved')) || Date.now();
  const token = crypto.randomUUID();
  const text = (await copy.text())
    .replace('<body ', `<body data-saved="${saved}" `)
    .replace(/data-now="(\d+)"/, (_, then) => `data-now="${Number(then) + Date.now() - saved}"`)
    .replace(/(name="token" value=")[^"]*/g, `$1${token}`)
    .replace(/\/assets\/[0-9a-z]+\//g, `${assets}/`);
  return new Response(text, { headers: copy.headers });
}

async function nothing() {
  const copy = await (await caches.open(SHELL)).match(NONE);
  return copy ? shown(copy) : Response.error();
}

/** A form that was sent as a page. Steps of a recipe go on without a network; other acts need one. */
async function act(event, url) {
  const form = event.request.clone();
  try {
    const answer = await fetch(event.request);
    isAnswer = answer.type === 'opaqueredirect';
    return answer;
  } catch { /* no network */ }
  const recipe = /^(\/house\/recipes\/\d+)\/progress$/.exec(url.pathname)?.[1];
  if (recipe) {
    const step = (await form.formData()).get('step');
    for (const address of [`${recipe}/steps/${step}`, `${recipe}/end`]) {
      if (await copies.find(address)) return Response.redirect(address, 303);
    }
  }
  return Response.redirect(`${NONE}?only`, 303);
}

// MARK: Leaving

/** Whoever leaves takes his copies with him, also where the server does not hear of it yet. */
async function leave(event) {
  const guest = await copies.keeper();
  if (guest) await within(LIMIT, queue.send(guest)).catch(() => {});
  await copies.own('');
  try { return await fetch(event.request); } catch { /* no network */ }
  await queue.put('notes', guest ?? '', 'leaving');
  return Response.redirect(NONE, 303);
}

/** Tells the server that somebody has left; true while it cannot be told. */
async function leaving() {
  const guest = await queue.note('leaving');
  if (guest === undefined) return false;
  try {
    if (guest) await queue.send(guest);
    await fetch('/house/exit', { method: 'POST', redirect: 'manual' });
  } catch { return true; }
  await queue.remove('notes', 'leaving');
  return false;
}

// MARK: Files

async function asset(request, url) {
  const own = `${assets}/${url.pathname.split('/').slice(3).join('/')}`;
  const shell = await caches.open(SHELL);
  const copy = await shell.match(own);
  // Another version's page asks for its own first.
  if (copy && url.pathname === own && !isDevelopment) return copy;
  return fetch(request).catch(() => copy ?? Response.error());
}

async function picture(request) {
  // Looking fails where copies are being taken away meanwhile.
  return await caches.match(request.url).catch(() => undefined) ?? fetch(request);
}

// MARK: Saving

const saving = new Map();

/** Saves a page, with those it names and their pictures; one that is being saved is saved once more afterwards. */
async function save(guest, addresses, seen = new Set()) {
  for (const address of addresses.map(copies.key)) {
    if (seen.has(address)) continue;
    seen.add(address);
    const run = (saving.get(address) ?? Promise.resolve()).catch(() => {}).then(() => saveOne(guest, address));
    saving.set(address, run);
    const more = await run.finally(() => { if (saving.get(address) === run) saving.delete(address); });
    await save(guest, await stale(guest, more.filter((one) => !seen.has(copies.key(one)))), seen);
  }
}

async function stale(guest, addresses) {
  const pages = await copies.pages(guest);
  const old = await Promise.all(addresses.map(async (address) => {
    const copy = await pages.match(copies.key(address));
    return address.startsWith('/house/list') || !copy || Number(copy.headers.get('portico-saved')) < Date.now() - FRESH;
  }));
  return addresses.filter((_, i) => old[i]);
}

/** Gives the addresses that the page names. */
async function saveOne(guest, address) {
  const answer = await fetch(address, { headers: { 'portico-keep': 'yes' } });
  const isText = answer.headers.get('content-type')?.startsWith('text/plain');
  if (answer.status !== 200 || answer.redirected || !isText && answer.headers.get('portico-keeper') !== guest) return [];
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set('portico-saved', Date.now());
  if (!copies.isOf(guest)) return [];  // somebody left meanwhile
  const pages = await copies.pages(guest);
  await pages.delete(address);  // so that it is the youngest
  await pages.put(address, new Response(text, { headers }));
  await bound(pages, MOST_PAGES);
  if (/^\/house\/(list|recipes\/\d+)/.test(address)) await savePictures(guest, text);
  return (/data-keep="([^"]*)"/.exec(text)?.[1] ?? '').split(' ').filter(Boolean);
}

async function savePictures(guest, text) {
  const pictures = await copies.pictures(guest);
  for (const [, source] of text.matchAll(/src="(\/media\/[^"]+)"/g)) {
    if (!await pictures.match(source)) await pictures.add(source).catch(() => {});
  }
  await bound(pictures, MOST_PICTURES);
}

async function bound(cache, most) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((request) => cache.delete(request)));
}
