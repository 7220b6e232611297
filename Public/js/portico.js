// Small helps for every page; loads the other modules only where the page asks for them. Without it nothing is lost.

const all = (selector, act, root = document) => root.querySelectorAll(selector).forEach(act);
const fill = (text, n) => text.replace('%', n);

const modules = {
  '[data-map]': 'map', '[data-children]': 'order', '[data-picture], [data-upload]': 'upload', '[data-pick]': 'pick', '[data-date]': 'dates', '[data-peek]': 'peek',
  '[data-symbols]': 'symbols', '[data-barcode]': 'barcode',
  '[data-choose]': 'choose', '[data-markdown]': 'markdown', '[data-palette]': 'palette', '[data-keys]': 'keys',
  '[data-passkey]': 'passkey', '[data-print]': 'print', '[data-poll]': 'poll', '[data-places]': 'places',
  '.own-filters': 'filters', '[data-keep]': 'keep', '[data-answers]': 'answers', '[data-read]': 'read', '[data-recorder]': 'record',
  '[data-press]': 'press', '[data-translations]': 'translations', '[data-draft]': 'draft', 'textarea[data-count]': 'count', '[data-push]': 'push', '[data-distance]': 'distance', '[data-saves]': 'saves', '[data-slider]': 'slider', '[data-designer]': 'designer', '[data-shows]': 'shows',
  '.menu-count': 'waiting', '[data-reader], [data-choice]': 'reader',
};

/** An element with attributes and children; texts become text nodes, never markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** One of our own drawings. */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = svg.appendChild(document.createElementNS(space, 'use'));
  use.setAttribute('href', `${new URL('../images/icons.svg', import.meta.url)}#${name}`);
  return svg;
}

/** Posts a form's data and gives the answer as a document: the browser's own parser, so no string ever becomes markup here. */
export function post(address, data, progress) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'document';
    request.overrideMimeType('text/html');
    request.onload = () => request.response ? done(request) : fail(request);
    request.onerror = () => fail(request);
    if (progress) request.upload.onprogress = (event) => progress(Math.round(100 * event.loaded / event.total));
    request.send(data);
  });
}

/** Whether an answer says that nobody is signed in any more: a redirect anywhere else is no ended session. */
export const isSignedOut = (answer) => answer.status === 401 || answer.redirected && new URL(answer.url).pathname.endsWith('/sign-in');

/** Whether a field of a form was changed before its script ran. A list without a preselected choice cannot tell. */
export const isChanged = (form) => [...form.elements].some((field) => {
  if (['file', 'hidden', 'password'].includes(field.type)) return false;
  if (field.options) {
    const options = [...field.options];
    return options.some((option) => option.defaultSelected) && options.some((option) => option.selected !== option.defaultSelected);
  }
  return ['checkbox', 'radio'].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== (field.defaultValue ?? field.value);
});

/** Starts whatever the elements under `root` ask for; also called for parts that arrive later. */
export function start(root = document) {
  all('[data-show]', showPassword, root);
  all('[data-filterable]', filterable, root);
  all('[data-copy]', copy, root);
  for (const [selector, name] of Object.entries(modules)) {
    const found = [...root.querySelectorAll(selector)];
    if (found.length) import(`./${name}.js`).then((module) => found.forEach((element) => module.start(element)));
  }
}

function showPassword(input) {
  // Where there are several, each button says whose it is.
  const whose = document.querySelectorAll('[data-show]').length > 1 ? `: ${input.labels[0]?.textContent.trim()}` : '';
  const button = make('button', { type: 'button', 'aria-label': input.dataset.show + whose, title: input.dataset.show }, icon('eye'));
  const frame = make('span', { class: 'shown' });
  input.replaceWith(frame);
  frame.append(input, button);
  button.onclick = () => {
    const hidden = input.type === 'text';
    input.type = hidden ? 'password' : 'text';
    button.title = hidden ? input.dataset.show : input.dataset.hide;
    button.setAttribute('aria-label', button.title + whose);
    button.replaceChildren(icon(hidden ? 'eye' : 'eye-off'));
  };
}

function filterable(list) {
  const choices = [...list.querySelectorAll('label')];
  if (choices.length <= 12) return;
  const box = make('input', { type: 'search', 'aria-label': list.dataset.filterable, placeholder: list.dataset.filterable, autocomplete: 'off' });
  const status = make('p', { class: 'help', role: 'status' });
  list.before(box, status);
  const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  box.oninput = (event) => {
    event.stopPropagation();
    choices.forEach((label) => { label.hidden = !plain(label.textContent).includes(plain(box.value)); });
    const found = choices.filter((label) => !label.hidden).length;
    status.textContent = !box.value ? '' : found ? `${found} / ${choices.length}` : list.dataset.none;
  };
  box.onkeydown = (event) => { if (event.key === 'Enter') event.preventDefault(); };
}

function copy(button) {
  button.hidden = !navigator.clipboard;
  button.onclick = () => navigator.clipboard.writeText(button.dataset.copy).then(() => button.replaceChildren(icon('check'), button.dataset.copied ?? ''));
}

function bulk(form) {
  const boxes = [...form.querySelectorAll('[data-row] input[name=id]')];
  const bar = form.querySelector('.bulk');
  if (!bar) return;
  const count = bar.querySelector('.bulk-count');
  const every = make('input', { type: 'checkbox', 'aria-label': form.dataset.all, title: form.dataset.all });
  const head = form.querySelector('thead .tick');
  if (head) head.replaceChildren(make('label', { class: 'tap' }, every)); else form.querySelector('.gallery')?.before(make('label', { class: 'check' }, every, form.dataset.all));
  let last;
  const show = () => {
    const n = boxes.filter((box) => box.checked).length;
    every.checked = n > 0 && n === boxes.length;
    every.indeterminate = n > 0 && n < boxes.length;
    bar.classList.toggle('on', n > 0);
    count.textContent = n === 1 ? form.dataset.one : fill(form.dataset.many, n);
  };
  // What is ticked is chosen and not changed: nothing of it waits to be saved.
  every.oninput = (event) => event.stopPropagation();
  every.onchange = () => { boxes.forEach((box) => { box.checked = every.checked; }); show(); };
  boxes.forEach((box, i) => {
    box.onclick = (event) => {
      if (event.shiftKey && last !== undefined) boxes.slice(Math.min(last, i), Math.max(last, i) + 1).forEach((other) => { other.checked = box.checked; });
      last = i;
      show();
    };
  });
  // All that match takes the place of the ticked ones.
  const matching = bar.querySelector('[data-all-matching]');
  if (matching) matching.onchange = () => {
    count.hidden = matching.checked;
    boxes.concat(every).forEach((box) => { box.disabled = matching.checked; });
  };
  show();
}

function openRow(row) {
  const link = row.querySelector('.main a');
  if (!link) return;
  row.classList.add('opens');
  row.addEventListener('click', (event) => {
    if (event.target.closest('a, button, input, label, select') || String(getSelection())) return;
    if (event.ctrlKey || event.metaKey) return open(link.href);
    // A list with a panel may show the record beside itself.
    if (row.dispatchEvent(new CustomEvent('peek', { bubbles: true, cancelable: true }))) link.click();
  });
}

/** Marks what was changed, counts it, and warns before the page is left with changes in it. */
export function guard(form) {
  const value = (control) => control.type === 'checkbox' || control.type === 'radio' ? control.checked : control.value;
  const before = new Map([...form.elements].map((control) => [control, value(control)]));
  const changed = new Set();
  const words = form.querySelector('.changes');
  let leaving = false;
  form.addEventListener('input', (event) => {
    const control = event.target;
    if (control.name === 'id' || control.name === 'all') return;
    const field = control.closest('.field') ?? control;
    const controls = control.form ? [...(control.closest('.field')?.querySelectorAll('input, select, textarea') ?? [control])] : [];
    const differs = !control.form || controls.some((one) => value(one) !== before.get(one));
    changed[differs ? 'add' : 'delete'](field);
    field.classList.toggle('changed', differs);
    const label = field.querySelector?.(':scope > label, :scope > legend');
    if (label && form.dataset.changed) label.dataset.changed = form.dataset.changed;
    const n = changed.size;
    words.textContent = n === 0 ? '' : n === 1 ? form.dataset.oneChange : fill(form.dataset.manyChanges, n);
    form.querySelector('.savebar').classList.toggle('on', n > 0);
  });
  form.addEventListener('submit', (event) => { leaving = event.submitter?.formTarget !== '_blank' && (!form.matches('[data-bulk]') || event.submitter?.value === 'inline'); });
  addEventListener('pageshow', () => { leaving = false; });
  addEventListener('beforeunload', (event) => { if (!leaving && (changed.size || 'dirty' in form.dataset)) event.preventDefault(); });
}

function once(form) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented || event.submitter?.formTarget === '_blank') return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = '1';
    event.submitter?.setAttribute('aria-busy', 'true');
    setTimeout(again, 8000);  // for whoever stopped the sending
  });
  const again = () => {
    delete form.dataset.sent;
    all('[aria-busy]', (button) => button.removeAttribute('aria-busy'), form);
  };
  addEventListener('pageshow', again);
}

/** Filters at once when a choice was made by hand or mouse; with the keyboard, where each arrow changes the choice, it waits for the button. */
function submitOnChange(select) {
  let pointed = false;
  select.onpointerdown = () => { pointed = true; };
  select.onkeydown = () => { pointed = false; };
  select.onchange = () => { if (pointed) select.form.requestSubmit(); };
}

export function dismissable(message) {
  const button = make('button', { type: 'button', class: 'icon-only', 'aria-label': message.dataset.dismiss, title: message.dataset.dismiss }, icon('close'));
  button.onclick = () => { message.remove(); document.querySelector('main').focus(); };
  message.append(button);
}

document.body.classList.add('scripted');
all('[data-bulk]', bulk);
all('[data-row]', openRow);
all('[data-guard]', guard);
all('[data-once]', once);
all('[data-submit]', submitOnChange);
all('[data-flash]', dismissable);
all('.filters', (form) => form.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
}));
start();
document.querySelector('[data-focus], [aria-invalid=true]')?.focus();

// On paper nothing can be unfolded.
addEventListener('beforeprint', () => all('main :is(.folded, .item-fold):not([open])', (fold) => { fold.open = true; fold.dataset.folded = ''; }));
addEventListener('afterprint', () => all('[data-folded]', (fold) => { fold.open = false; delete fold.dataset.folded; }));

addEventListener('click', (event) => all('.pop[open], .language-menu[open]', (pop) => { if (!pop.contains(event.target)) pop.open = false; }));
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    all('.pop[open], .language-menu[open], .menu-toggle[open]', (pop) => { pop.open = false; pop.querySelector('summary').focus(); });
  } else if (event.key === 'Enter' && event.target.matches('.browse input[type=search]')) {
    event.preventDefault();
    event.target.parentElement.querySelector('button').click();
  }
});
