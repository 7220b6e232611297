// Saves one text of the list of missing translations at a time and goes on with the next. What is typed in other rows stays as it is.
import { dismissable, icon, make, post, start as startAll } from './portico.js';

const field = (row) => row?.querySelector('textarea, input[type=text]');
const isTyped = (row) => field(row).value !== field(row).defaultValue;
let leaving = false;

export function start(page) {
  page.addEventListener('submit', (event) => {
    event.preventDefault();
    save(page, event.target, event.submitter);
  });
  page.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target.matches('textarea')) event.target.form.requestSubmit();
  });
}

const next = (page, row) => {
  const rows = [...page.querySelectorAll('[data-translation]')];
  return rows[rows.indexOf(row) + 1];
};

async function save(page, row, button) {
  // Without a change, Enter only goes on.
  if (!isTyped(row) && !button?.name) { field(next(page, row))?.focus(); return; }
  if (row.dataset.sent) return;
  row.dataset.sent = 'yes';
  button?.setAttribute('aria-busy', 'true');
  const data = new URLSearchParams(new FormData(row));
  if (button?.name) data.set(button.name, button.value);
  const answer = await post(row.action, data).catch(() => null);
  button?.removeAttribute('aria-busy');
  delete row.dataset.sent;
  const fresh = answer?.response.querySelector('[data-translations]');
  if (fresh) show(page, row, fresh, answer.response.querySelector('.flash'));
  else refuse(page, row, answer);
}

function show(page, row, fresh, notice) {
  const focused = document.activeElement;
  const place = page.contains(focused) && !row.contains(focused) && focused.id || field(next(page, row))?.id;
  for (const other of [...page.querySelectorAll('[data-translation]')].filter((other) => other !== row && isTyped(other))) {
    const drawn = fresh.querySelector(`#${CSS.escape(field(other).id)}`)?.form;
    // Another person may have translated it meanwhile: the server asks which one counts.
    if (!drawn) { fresh.append(other); continue; }
    other.elements.version.value = drawn.elements.version.value;
    drawn.replaceWith(other);
  }
  page.replaceWith(fresh);
  start(fresh);
  document.querySelector('.flash')?.remove();
  if (notice) {
    fresh.before(notice);
    dismissable(notice);
    startAll(notice);
  }
  (document.getElementById(place) ?? field(fresh) ?? document.querySelector('main')).focus();
}

function refuse(page, row, answer) {
  const own = answer?.response.querySelector(`[name="${CSS.escape(field(row).name)}"]`)?.closest('.field')?.querySelector('.error');
  const isSignedOut = answer && new URL(answer.responseURL).pathname.endsWith('/sign-in');
  const sentence = !answer ? page.dataset.offline : isSignedOut ? page.dataset.ended : own?.textContent.trim();
  // A question about somebody else's text has a page of its own.
  if (!sentence) {
    leaving = true;
    row.submit();
    return;
  }
  row.querySelector('.error')?.remove();
  const input = field(row);
  const error = make('p', { class: 'error', id: `${input.id}-error`, role: 'alert' }, icon('bad'), sentence);
  input.closest('.translation-say').before(error);
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', `${input.id}-original ${error.id}`);
  input.focus();
}

addEventListener('beforeunload', (event) => {
  const isOpen = [...document.querySelectorAll('[data-translation]')].filter(isTyped).length > (leaving ? 1 : 0);
  leaving = false;
  if (isOpen) event.preventDefault();
});
