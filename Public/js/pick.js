// A file field in the page's language: the browser's own stays on top, unseen, and takes touches, keys and dropped files.
import { make } from './portico.js';

export function start(input) {
  if (input.closest('.file-pick')) return;
  const { pick, picks, picked, none } = input.dataset;
  const chosen = make('span', { class: 'picked' });
  const frame = make('div', { class: 'file-pick' }, make('span', { class: 'button', 'aria-hidden': 'true' }, input.multiple ? picks : pick), chosen);
  input.replaceWith(frame);
  frame.append(input);
  const say = () => {
    const names = [...input.files].map((file) => file.name);
    chosen.textContent = names.length > 3 ? picked.replace('%', names.length) : names.join(', ') || none;
  };
  input.addEventListener('change', say);
  input.form?.addEventListener('reset', () => setTimeout(say));
  say();
}
