// The saved copies of a guest's pages. Loaded by pages and by the worker, as queue.js is. There are copies of one guest at a time.

self.copies = (() => {
  const PAGES = 'house-pages-', PICTURES = 'house-pictures-';
  const isCopy = (name) => name.startsWith(PAGES) || name.startsWith(PICTURES);

  let owner;
  /** Whether copies of this guest may be made. */
  const isOf = (guest) => owner === guest;

  /** The guest whose copies these are; undefined when there are none. */
  async function keeper() {
    return (await caches.keys()).find((name) => name.startsWith(PAGES))?.slice(PAGES.length);
  }

  /** Takes away whatever is not this guest's: nobody sees another person's pages. */
  async function own(guest) {
    owner = guest;
    const foreign = (await caches.keys()).filter((name) => isCopy(name) && name !== PAGES + guest && name !== PICTURES + guest);
    await Promise.all(foreign.map((name) => caches.delete(name)));
    for (const recipe of await queue.all('recipes')) if (recipe.guest !== guest) await queue.remove('recipes', recipe.address);
  }

  /** An address as it is kept: the first sheet is the page itself. */
  function key(address) {
    const url = new URL(address, location.origin);
    if (url.searchParams.get('page') === '1') url.searchParams.delete('page');
    return url.pathname + url.search;
  }

  /** A place for copies of a guest, for the worker; gone again at once when he has left meanwhile, with whatever is still put there. */
  const place = (kind) => async (guest) => {
    const cache = await caches.open(kind + guest);
    if (!isOf(guest)) await caches.delete(kind + guest);
    return cache;
  };
  const pages = place(PAGES), pictures = place(PICTURES);

  async function find(address) {
    const guest = await keeper();
    return guest && caches.match(key(address), { cacheName: PAGES + guest });
  }

  return { keeper, own, isOf, key, pages, pictures, find };
})();
