// Offers drawings for the words that are being typed, and shows the touched one before it is saved.
import { make } from './portico.js';

export function start(element) {
  const { symbols, source, images } = element.dataset;
  const field = element.closest('.picture-field, .create');
  // Lines that move get other names, so names are looked up when they are needed.
  const name = () => `${field.querySelector('input[type=hidden]').name}.pick`;
  const line = element.closest('.item');
  const typed = line ? line.querySelector(`[name$=".${source.split('.').at(-1)}"]`) : element.closest('form').elements.namedItem(source);
  const row = element.querySelector('.symbol-row');
  let timer, asked = 0;

  async function ask() {
    const mine = ++asked;
    const answer = await fetch(`${symbols}?q=${encodeURIComponent(typed.value)}`, { headers: { Accept: 'application/json' } }).catch(() => null);
    if (!answer?.ok || mine !== asked) return;
    const found = await answer.json();
    const chosen = row.querySelector(':checked')?.closest('label');
    const others = found.filter((one) => `symbol-${one.name}` !== chosen?.querySelector('input').value);
    row.replaceChildren(...chosen ? [chosen] : [], ...others.map((one) => make('label', { class: 'pick' },
      make('input', { type: 'radio', name: name(), value: `symbol-${one.name}` }),
      make('img', { src: `${images}${one.name}.svg`, alt: one.label, title: one.label, width: 72, height: 72 }))));
    element.hidden = !row.children.length;
  }

  typed?.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(ask, 250); });
  row.addEventListener('change', (event) => {
    const picture = event.target.closest('label').querySelector('img');
    field.querySelector('.frame')?.replaceChildren(make('img', { src: picture.src, alt: picture.alt, width: 160, height: 160 }));
  });
}
