// Part of the worker of a system's pages (a classic script): shows a notice while no page is open, and leads to where the page would have.
// The worker says in `self.push` what the paths of the pages begin with (`home`) and where a new address of this browser goes (`renewal`).

self.addEventListener('push', (event) => {
  const notice = event.data?.json();
  if (notice) event.waitUntil(show(notice));
});

async function show({ id, kind, title, body, tag, url, lang, at, stays, badge }) {
  // How much waits, on the icon of an installed page.
  if (Number.isInteger(badge)) self.navigator.setAppBadge?.(badge).catch(() => {});
  // An open page rings by itself.
  if (kind === 'timer' && await isSeen()) return;
  // What is sent twice is shown once; a newer word about the same thing takes the place of the older one and may be heard.
  const shown = await self.registration.getNotifications({ tag });
  const isNew = !shown.some((other) => other.data?.id === id);
  await self.registration.showNotification(title, { body, tag, lang, timestamp: at, renotify: isNew, requireInteraction: Boolean(stays), data: { id, url } });
}

async function isSeen() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some((page) => page.visibilityState === 'visible' && new URL(page.url).pathname.startsWith(self.push.home));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** In an open page of the system where there is one; the page itself then says that the notice was seen or answered. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((page) => new URL(page.url).pathname.startsWith(self.push.home));
  try {
    await page.focus();
    await page.navigate(url);
  } catch {
    await self.clients.openWindow(url);
  }
}

self.addEventListener('pushsubscriptionchange', (event) => { event.waitUntil(renew(event)); });

/** The push service gave this browser a new address, or wants it to ask for one. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const fresh = newSubscription ?? await self.registration.pushManager.subscribe(oldSubscription.options);
  const { endpoint, keys } = fresh.toJSON();
  await fetch(self.push.renewal, { method: 'POST', body: new URLSearchParams({ old: oldSubscription.endpoint, endpoint, ...keys }) });
}
