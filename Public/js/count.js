// How many characters are typed, as a reader counts them: an emoji is one. The server counts again and decides.
import { make } from './portico.js';

export function start(field) {
  const most = Number(field.dataset.count);
  const letters = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(document.documentElement.lang) : null;
  const length = (text) => letters ? [...letters.segment(text)].length : [...text].length;
  const sign = make('output', { for: field.id, class: 'quiet numbers' });
  const show = () => {
    const typed = length(field.value.replaceAll('\r\n', '\n').trim());
    sign.textContent = `${typed} / ${most}`;
    sign.classList.toggle('error', typed > most);
  };
  field.after(sign);
  field.addEventListener('input', show);
  show();
}
