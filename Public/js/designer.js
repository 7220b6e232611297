// The designer of questionnaires without leaving the page: every act and every opened form is fetched and takes the place of what was there.
import { icon, isChanged, isSignedOut, make, start as startAll } from './portico.js';

/** Fetches a page as a document: the browser's own parser, so no string ever becomes markup here. */
function load(method, address, data) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = 'document';
    request.overrideMimeType('text/html');
    request.onload = () => request.response ? done(request) : fail(request);
    request.onerror = () => fail(request);
    request.send(data);
  });
}

const current = () => document.querySelector('[data-designer]');
const status = () => current().querySelector('.kept[role=status]');
let waiting = Promise.resolve();
let busy = 0;
let dragging = false;

/** One after the other: each act needs the edition that the one before it made. `said` is told of what a colleague changed. */
function follow(method, address, values, from, { failed, said } = {}) {
  busy += 1;
  waiting = waiting.then(async () => {
    try {
      show(await load(method, address, values && new URLSearchParams(values())), from, said);
    } catch {
      status().textContent = current().dataset.offline;
      failed?.();
    } finally {
      busy -= 1;
    }
  });
}

function show(answer, from, said) {
  const designer = current();
  if (answer.status === 401 || new URL(answer.responseURL).pathname.endsWith('/sign-in')) {
    status().textContent = designer.dataset.ended;
    return;
  }
  const page = answer.response;
  const fresh = page.querySelector('[data-designer]');
  const form = page.querySelector('[data-element]');
  const open = designer.querySelector('[data-element]');
  if (!fresh && !(form && open)) {
    location.assign(answer.responseURL);
    return;
  }
  const typed = unsaved(from);
  const here = said !== undefined ? focusedField() : null;
  const before = open?.closest('li')?.id.slice(2);
  const sent = from && new URL(from.action).pathname;
  const place = document.activeElement?.name === 'act' ? document.activeElement.value : null;
  document.querySelectorAll('main > .flash').forEach((flash) => flash.remove());
  const flash = page.querySelector('main > .flash');
  const part = document.importNode(fresh ?? form, true);
  // A form in which something is typed stays as it is, with what it was drawn from: saving it then merges, or asks.
  const [mine, other] = [open?.querySelector('form[data-keep]'), fresh && part.querySelector('[data-element] form[data-keep]')];
  const stays = mine && other && mine !== from && mine.action === other.action && isChanged(mine);
  if (stays) other.closest('[data-element]').replaceWith(open);
  if (fresh) {
    // The same place goes on speaking: a new one would not be heard.
    const voice = status();
    voice.textContent = said ?? '';
    part.append(voice);
  }
  (fresh ? designer : open).replaceWith(part);
  // At once, not when its script has been asked for again: a key may be pressed before that.
  if (fresh) start(part);
  if (stays) preview(mine);
  if (flash) (fresh ? part : designer).before(document.importNode(flash, true));
  typed.forEach((field) => restore(field, said === undefined));
  startAll(part.parentElement);
  if (here) {
    here();
    return;
  }
  // An address that was fetched has lost its anchor: the opened form, the pressed button, or the element that was acted on.
  const opened = new URL(answer.responseURL).searchParams.get('open');
  const acted = sent?.match(/(\d+)$/)?.[1] ?? opened;
  const focused = part.querySelector('[autofocus], [data-focus]')
    ?? (opened && opened !== before ? part.querySelector('[data-element] input[name=text]') : null)
    ?? [...part.querySelectorAll('button[name=act]')].find((button) => button.value === place && !button.disabled)
    ?? (acted && document.getElementById(`e-${acted}`));
  focused?.focus({ preventScroll: false });
}

/** The field or button that has the focus, to give it back to what takes its place. */
function focusedField() {
  const field = document.activeElement;
  if (!current().contains(field)) return () => {};
  const caret = field.matches('textarea, input[type=text]') ? [field.selectionStart, field.selectionEnd] : null;
  const same = (other) => other.id === field.id && other.name === field.name && other.value === field.value && other.href === field.href;
  return () => {
    const again = field.isConnected ? field : [...current().querySelectorAll(field.localName)].find(same);
    again?.focus({ preventScroll: true });
    if (caret && again) again.setSelectionRange(...caret);
  };
}

/** Asks who else is here and where they write, and fetches what they changed. */
async function look() {
  const designer = current();
  const acts = document.getElementById('acts');
  if (!designer?.dataset.visit || !acts || document.hidden || busy || Date.now() - touched > asLongAs) return;
  const edition = acts.elements.edition.value;
  const answer = await fetch(designer.dataset.visit, { method: 'POST', body: new URLSearchParams({ edition }) }).catch(() => null);
  if (!answer?.ok || isSignedOut(answer) || answer.redirected) return;
  const now = await answer.json();
  if (current() !== designer || busy) return;
  tell(designer.querySelector('[data-present]'), now.present ?? '');
  for (const place of designer.querySelectorAll('[data-writing]')) {
    const text = now.writing?.[place.dataset.writing];
    if ((text ?? '') !== place.textContent.trim()) place.replaceChildren(...text ? [make('span', { class: 'badge warn' }, icon('edit'), text)] : []);
  }
  const isBusy = dragging || document.activeElement?.matches('[data-designer] select');
  if (now.changed !== undefined && !isBusy) follow('GET', designer.dataset.here, null, null, { said: now.changed });
}

function tell(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

// A page that nobody has touched for an hour asks no more, so that its session can end.
const asLongAs = 3_600_000;
let touched = Date.now();
for (const kind of ['pointerdown', 'keydown', 'focus']) addEventListener(kind, () => { touched = Date.now(); }, { passive: true });

let looking;

/** What was typed elsewhere and not sent: it stays where its field stays. */
function unsaved(sent) {
  const changed = [...current().querySelectorAll('input, textarea, select')].filter((field) => {
    if (!field.form || field.form === sent || field.type === 'hidden') return false;
    if (['checkbox', 'radio'].includes(field.type)) return field.checked !== field.defaultChecked;
    return 'defaultValue' in field ? field.value !== field.defaultValue : false;
  });
  return changed.map((field) => ({
    id: field.id, name: field.name, value: field.value, checked: field.checked, action: field.form.action,
    isLine: field.matches('[data-typing]') && field === document.activeElement,
  }));
}

/** `goesOn`: a line that is begun while the one before it is taken goes where the next one belongs. */
function restore(typed, goesOn) {
  const same = (field) => field.name === typed.name && field.form?.action === typed.action && (!typed.id || field.id === typed.id);
  const isBox = (field) => ['checkbox', 'radio'].includes(field.type);
  const next = goesOn && typed.isLine && document.querySelector('[data-designer] [data-typing][autofocus]');
  const field = next || [...document.querySelectorAll('[data-designer] :is(input, textarea)')].find((field) => same(field) && (!isBox(field) || field.value === typed.value));
  if (!field) return;
  if (isBox(field)) field.checked = typed.checked; else field.value = typed.value;
}

/** Draws the preview of what is being typed; nothing of it is saved. */
async function preview(form) {
  const data = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
  data.set('act', 'show');
  const answer = await load('POST', form.action, data).catch(() => null);
  const fresh = answer?.response.getElementById('live');
  if (fresh && form.isConnected) document.getElementById('live')?.replaceWith(document.importNode(fresh, true));
  rest();
}

/** The fields of the preview are only looked at. */
const rest = () => document.querySelector('#live .fill')?.setAttribute('inert', '');

export function start(designer) {
  if (designer.dataset.started) return;
  designer.dataset.started = 'yes';
  if (!status()) designer.append(make('p', { class: 'kept', role: 'status' }));
  rest();
  if (!looking) look();
  looking ??= setInterval(look, 5000);

  designer.addEventListener('submit', (event) => {
    const form = event.target;
    const button = event.submitter;
    const action = button?.hasAttribute('formaction') ? button.formAction : form.action;
    if (form.method !== 'post' || !new URL(action).pathname.includes('/structure') || action.includes('/copies')) return;
    event.preventDefault();
    const data = () => {
      const data = new FormData(document.getElementById(form.id) ?? form);
      if (button?.name) data.set(button.name, button.value);
      return [...data].filter(([, value]) => typeof value === 'string');
    };
    const lines = form.querySelector('[data-typing]');
    if (!lines) {
      // Read when its turn comes, so that it has the newest edition.
      follow('POST', action, data, form);
      return;
    }
    // The field is free for the next line at once, and has its own back where nothing was sent.
    const [values, text] = [data(), lines.value];
    lines.value = '';
    const failed = () => {
      const field = document.getElementById(lines.id) ?? lines;
      field.value = [text, field.value].filter(Boolean).join('\n');
    };
    follow('POST', action, () => values, null, { failed });
  }, true);

  let timer;
  designer.addEventListener('input', (event) => {
    const form = event.target.form;
    if (!form?.closest('[data-element]') || !form.elements.seen) return;
    clearTimeout(timer);
    timer = setTimeout(() => { if (form.isConnected) preview(form); }, 400);
  });

  designer.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-inside]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    follow('GET', link.href);
  });

  designer.addEventListener('keydown', (event) => {
    // A line and Enter is a question; with Shift, a line more.
    if (event.key === 'Enter' && event.target.matches('[data-typing]') && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      const form = event.target.form;
      if (event.target.value.trim()) form.requestSubmit(form.querySelector('button[name=act]'));
      return;
    }
    const element = event.target.closest('[data-tree] li[id]');
    if (element && event.altKey && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
      event.preventDefault();
      press(`${event.key === 'ArrowUp' ? 'up' : 'down'}.${idOf(element)}`);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.target.matches('input, textarea, select')) {
      event.preventDefault();
      press(event.shiftKey ? 'forth' : 'back');
    }
  });

  const idOf = (element) => element.id.slice(2);
  const press = (act) => [...designer.querySelectorAll('button[name=act]')].find((button) => button.value === act && !button.disabled)?.click();

  // Dragging: before its own kind only, behind which it is put, or into the page or paragraph under the pointer.
  designer.querySelectorAll('[data-tree] li[data-kind]').forEach((element) => {
    const acts = element.querySelector(':scope > .element-acts');
    if (!acts) return;
    const grip = make('span', { class: 'grip', draggable: 'true', title: designer.dataset.grip, 'aria-hidden': 'true' }, '⠿');
    acts.prepend(grip);
    grip.ondragend = () => { dragging = false; };
    grip.ondragstart = (event) => {
      dragging = true;
      event.dataTransfer.setData('text/plain', `${element.dataset.kind}.${idOf(element)}`);
      event.dataTransfer.setDragImage(element, 10, 10);
      event.dataTransfer.effectAllowed = 'move';
    };
  });
  const parents = { question: 'paragraph', paragraph: 'page' };
  let over;
  const target = (event) => event.target.closest?.('[data-tree] li[data-kind]');
  designer.addEventListener('dragover', (event) => {
    const element = target(event);
    if (!element) return;
    event.preventDefault();
    over?.classList.remove('drop');
    over = element;
    over.classList.add('drop');
  });
  designer.addEventListener('drop', (event) => {
    over?.classList.remove('drop');
    dragging = false;
    const [kind, id] = event.dataTransfer.getData('text/plain').split('.');
    let element = target(event);
    while (element && element.dataset.kind !== kind && element.dataset.kind !== parents[kind]) element = element.parentElement.closest('li[data-kind]');
    if (!element || !id || idOf(element) === id) return;
    event.preventDefault();
    const form = document.getElementById('acts');
    const place = `${element.dataset.kind === kind ? 'after' : 'in'}.${idOf(element)}`;
    follow('POST', form.action, () => [...new FormData(document.getElementById('acts')), ['act', `move.${id}`], ['place', place]]);
  });
}
