// What was done without a network, until it is sent. Pages and the worker both load this file; a worker that loads scripts cannot take
// modules, so it says what it has by `queue` and not by exports.

self.queue = (() => {
  const MOST = 100;  // acts in one request
  const AGE = 60 * 86400000;  // what waits longer is out of date

  let opening;
  function open() {
    return opening ??= new Promise((done, fail) => {
      const request = indexedDB.open('portico-house', 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('acts', { keyPath: 'n', autoIncrement: true });  // in the order in which they were done
        request.result.createObjectStore('refusals', { keyPath: 'n', autoIncrement: true });
        request.result.createObjectStore('recipes', { keyPath: 'address' });
        request.result.createObjectStore('notes');
      };
      request.onsuccess = () => done(request.result);
      request.onerror = () => { opening = undefined; fail(request.error); };
    });
  }

  /** One act on one store; done when it is written. */
  async function on(store, mode, act) {
    const transaction = (await open()).transaction(store, mode);
    const request = act(transaction.objectStore(store));
    return new Promise((done, fail) => {
      transaction.oncomplete = () => done(request?.result);
      transaction.onerror = transaction.onabort = () => fail(transaction.error);
    });
  }

  const all = (store) => on(store, 'readonly', (store) => store.getAll());
  const put = (store, value, key) => on(store, 'readwrite', (store) => store.put(value, key));
  const remove = (store, key) => on(store, 'readwrite', (store) => store.delete(key));
  const note = (key) => on('notes', 'readonly', (store) => store.get(key));

  /** The acts of a guest that wait, the first one first. */
  async function waiting(guest) {
    return (await all('acts')).filter((act) => act.guest === guest && act.at > Date.now() - AGE);
  }

  const add = (guest, act) => put('acts', { ...act, guest, at: Date.now() });

  /** Sends all that waits of a guest: "sent", "away" when there is no network, or "refused" when somebody else is in, or nobody. */
  function send(guest) {
    const work = async () => {
      for (let acts = await waiting(guest); acts.length; acts = await waiting(guest)) {
        const state = await sendPart(guest, acts.slice(0, MOST));
        if (state !== 'sent') return state;
      }
      return 'sent';
    };
    // Two open pages and the worker take turns; without locks the server knows each act by its id.
    return navigator.locks ? navigator.locks.request('portico-house-sync', work) : work();
  }

  async function sendPart(guest, acts) {
    const ops = acts.map(({ n, guest, at, shown, ...op }) => op);
    let answer;
    try {
      answer = await fetch('/house/sync', {
        method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ guest: Number(guest), ops }),
      });
    } catch { return 'away'; }
    if (!answer.ok) return answer.status >= 500 ? 'away' : 'refused';
    const answers = (await answer.json()).ops;
    for (const [i, act] of acts.entries()) {
      if (answers[i]?.text) await put('refusals', { guest, text: answers[i].text });
      await remove('acts', act.n);
    }
    return 'sent';
  }

  return { all, put, remove, note, add, waiting, send };
})();
