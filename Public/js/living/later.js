// "Not now" takes a notice away and leaves the page as it is.
import { keepLength } from './swap.js';

export function start(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new URLSearchParams(new FormData(form));
    data.append(event.submitter.name, event.submitter.value);
    fetch(form.action, { method: 'POST', body: data, redirect: 'manual' })
      .then(() => document.body.dispatchEvent(new Event('answered')), () => {});
    keepLength();
    form.closest('.news').remove();
    document.querySelector('main').focus({ preventScroll: true });
  });
}
