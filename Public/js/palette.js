// The palette: a combobox over everything (Ctrl-K), after the ARIA pattern; the list comes from the server, who knows what one may see.
import { icon, make } from './portico.js';

/** Pages opened in this tab; never kept for longer, and forgotten when somebody else signs in: titles tell. */
function recent(dialog, add) {
  const name = 'portico.recent';
  let kept = { owner: dialog.dataset.owner, pages: [] };
  try {
    const stored = JSON.parse(sessionStorage.getItem(name));
    if (stored?.owner === kept.owner) kept = stored;
    if (add) {
      kept.pages = [add, ...kept.pages.filter((page) => page.href !== add.href)].slice(0, 8);
      sessionStorage.setItem(name, JSON.stringify(kept));
    }
  } catch { /* storage is switched off */ }
  return kept.pages;
}

export function start(dialog) {
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('[role=listbox]');
  const status = dialog.querySelector('[role=status]');
  let at = -1, timer, asked = 0;

  const heading = document.querySelector('main h1');
  const here = heading && [...heading.childNodes].filter((node) => !node.classList?.contains('count')).map((node) => node.textContent).join('').trim();
  if (here && !location.pathname.startsWith('/admin/search')) recent(dialog, { label: here, href: location.pathname, icon: 'clock' });

  const options = () => [...list.querySelectorAll('[role=option]')];

  function show(parts) {
    let number = 0;
    list.replaceChildren(...parts.map(({ label, items }) => make('div', { role: 'group', 'aria-label': label },
      make('p', { class: 'palette-part', 'aria-hidden': 'true' }, label),
      ...items.map((item) => {
        const option = make('div', { role: 'option', id: `palette-${number++}`, 'aria-selected': 'false', class: 'palette-option' },
          icon(item.icon), make('span', {}, item.label), ...(item.detail ? [make('span', { class: 'quiet' }, item.detail)] : []));
        option.go = (apart) => go(item, apart);
        option.onpointerdown = (event) => event.preventDefault();
        option.onclick = (event) => go(item, event.ctrlKey || event.metaKey);
        return option;
      }))));
    at = -1;
    input.setAttribute('aria-expanded', String(number > 0));
    input.removeAttribute('aria-activedescendant');
    status.textContent = number ? dialog.dataset.count.replace('%', number) : dialog.dataset.nothing;
    if (!number) list.replaceChildren(make('p', { class: 'palette-none' }, dialog.dataset.nothing));
    else if (input.value.trim()) point(0);
  }

  async function ask() {
    const mine = ++asked;
    const words = input.value.trim();
    const answer = await fetch(`${dialog.dataset.palette}?q=${encodeURIComponent(words)}`, { headers: { Accept: 'application/json' } }).catch(() => null);
    if (!answer?.ok || mine !== asked) return;
    const { parts } = await answer.json();
    const pages = words ? [] : recent(dialog).filter((page) => page.href !== location.pathname);
    if (pages.length) parts.unshift({ label: dialog.dataset.recent, items: pages });
    if (words) parts.push({ label: dialog.dataset.all, items: [{ label: words, href: `${dialog.dataset.page}?q=${encodeURIComponent(words)}`, icon: 'search' }] });
    show(parts);
  }

  function go(item, apart) {
    if (item.post) {
      const form = make('form', { method: 'post', action: item.href });
      document.body.append(form);
      form.requestSubmit();
    } else if (apart) open(item.href);
    else location.assign(item.href);
    dialog.close();
  }

  function point(to) {
    const every = options();
    if (!every.length) return;
    at = (to + every.length) % every.length;
    every.forEach((option, i) => option.setAttribute('aria-selected', String(i === at)));
    every[at].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', every[at].id);
  }

  function unfold() {
    if (dialog.open || document.querySelector('dialog[open]')) return;
    dialog.showModal();
    input.select();
    ask();
  }

  input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(ask, 90); });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') { event.preventDefault(); point(at + 1); }
    else if (event.key === 'ArrowUp') { event.preventDefault(); point(at < 0 ? -1 : at - 1); }
    else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const chosen = options()[at];
      if (chosen) chosen.go(event.ctrlKey || event.metaKey);
      else if (input.value.trim()) location.assign(`${dialog.dataset.page}?q=${encodeURIComponent(input.value.trim())}`);
    }
  });
  dialog.querySelector('[data-close]').onclick = () => dialog.close();
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (dialog.open) dialog.close(); else unfold();
    }
  });
  document.querySelector('.find-link')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    unfold();
  });
}
