// Switches notices for closed pages on, after a touch: asks the browser, then sends the form with what it answers.

const policy = window.trustedTypes?.createPolicy('portico-push', { createScriptURL: (address) => address });

/** Whether this browser can give notices at all. */
const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The system's pages, `/house`, of which a worker `/house/worker.js` takes care. */
const home = (address) => address.slice(0, address.lastIndexOf('/'));

/** The worker of the system's pages, which may be there already for other work. */
async function worker(address) {
  const scope = home(address);
  const registration = await navigator.serviceWorker.getRegistration(scope)
    ?? await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { scope, updateViaCache: 'none' });
  // `ready` never comes on pages outside of the scope, whose address names a language.
  const beginning = registration.installing ?? registration.waiting;
  if (!registration.active) await new Promise((go) => beginning.addEventListener('statechange', () => { if (registration.active) go(); }));
  return registration;
}

const base64URL = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

async function subscribe(key, address) {
  const { pushManager } = await worker(address);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = await pushManager.getSubscription();
  // One that was made for another key of this site is worth nothing.
  if (known && base64URL(known.options.applicationServerKey ?? []) !== key) await known.unsubscribe();
  return pushManager.subscribe(options);
}

/** Whether a subscription that the server keeps is still this browser's; `marks` are parted by spaces. */
async function isStillOn(marks, address) {
  const registration = await navigator.serviceWorker.getRegistration(home(address));
  const known = await registration?.pushManager.getSubscription();
  return Boolean(known) && marks.split(' ').includes(base64URL(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(known.endpoint))));
}

export async function start(element) {
  if (!isAble) return;
  const states = element.querySelectorAll('[data-state]');
  const show = (name) => states.forEach((state) => { state.hidden = state.dataset.state !== name; });
  const trouble = element.querySelector('[data-trouble]');
  const form = element.querySelector('[data-state="off"] form');

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    trouble.hidden = true;
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      if (await Notification.requestPermission() === 'denied') return show('denied');
      if (Notification.permission !== 'granted') return;
      const { endpoint, keys } = (await subscribe(element.dataset.push, element.dataset.worker)).toJSON();
      Object.entries({ endpoint, ...keys }).forEach(([name, value]) => { if (form.elements[name]) form.elements[name].value = value; });
      form.submit();
    } catch {
      trouble.hidden = false;
    } finally {
      button.disabled = false;
    }
  });

  if (Notification.permission === 'denied') return show('denied');
  if (element.dataset.mark && Notification.permission === 'granted' && await isStillOn(element.dataset.mark, element.dataset.worker)) return show('on');
  show('off');
}
