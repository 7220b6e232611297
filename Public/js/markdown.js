// Shows a text as it will be read, under the field, and keeps it up to date while it is written.
import { make, post } from './portico.js';

export function start(field) {
  const text = field.querySelector('textarea');
  const button = field.querySelector('.md-acts button');
  const preview = field.querySelector('.md-preview') ?? field.appendChild(make('div', { class: 'prose md-preview', role: 'region', 'aria-label': field.dataset.view, hidden: '' }));
  preview.id ||= `${text.id}-preview`;
  button.setAttribute('aria-controls', preview.id);
  const say = () => button.setAttribute('aria-expanded', String(!preview.hidden));
  let timer;

  async function draw() {
    const { response } = await post('/admin/preview/markdown', new URLSearchParams({ text: text.value }));
    preview.replaceChildren(...[...response.body.childNodes].map((node) => document.importNode(node, true)));
  }

  button.addEventListener('click', async (event) => {
    event.preventDefault();
    if (preview.hidden) await draw();
    preview.hidden = !preview.hidden;
    say();
  });
  text.addEventListener('input', () => {
    clearTimeout(timer);
    if (!preview.hidden) timer = setTimeout(draw, 400);
  });
  say();
}
