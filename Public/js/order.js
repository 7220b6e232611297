// Puts the lines of a list in order by dragging or with the arrow keys, and adds lines without leaving the page.
import { icon, make, post, start as enhance } from './portico.js';

export function start(fieldset) {
  const list = fieldset.querySelector(':scope > .items');
  const name = fieldset.dataset.children;
  const status = fieldset.appendChild(make('p', { class: 'vh', role: 'status' }));
  const lines = () => [...list.children];
  lines().forEach(addGrip);

  fieldset.addEventListener('click', (event) => {
    const button = event.target.closest('button[name=act]');
    if (!button || button.closest('[data-children]') !== fieldset || !button.value.startsWith(`${name}.`)) return;
    const [act] = button.value.slice(name.length + 1).split('.');
    const line = button.closest('.item');
    if (act === 'up' || act === 'down') move(line, act === 'up' ? -1 : 1, button);
    else if (act === 'delete') remove(line);
    else if (act === 'add' || act === 'insert') add(button, act === 'add' ? lines().length : lines().indexOf(line));
    else return;
    event.preventDefault();
  });

  // A line that is folded again shows what stands in it now.
  fieldset.addEventListener('toggle', ({ target }) => {
    if (!target.matches('.item-fold') || target.open) return;
    const fields = [...target.querySelectorAll('.item-fields > .field')].slice(0, fieldset.matches('.compact') ? 2 : 1);
    const words = fields.map((field) => field.querySelector('textarea, input[type=text]')?.value.trim()).filter(Boolean).join(', ');
    if (words) target.querySelector('summary').textContent = words;
  }, true);

  // The browser cannot point at what is wrong in a folded line.
  fieldset.addEventListener('invalid', ({ target }) => target.closest('.item-fold')?.setAttribute('open', ''), true);

  function move(line, by, focus) {
    const other = by < 0 ? line.previousElementSibling : line.nextElementSibling;
    if (!other) return;
    if (by < 0) other.before(line); else other.after(line);
    renumber();
    status.textContent = fieldset.dataset.moved.replace('%', lines().indexOf(line) + 1);
    (focus.disabled ? line.querySelector('.grip') : focus).focus();
  }

  function remove(line) {
    const next = line.nextElementSibling ?? line.previousElementSibling;
    line.remove();
    renumber();
    (next?.querySelector('.grip') ?? fieldset.querySelector(':scope > .actions button')).focus();
  }

  /** The server draws the new line; the lines that are here stay as they are, with the files chosen in them. */
  async function add(button, place) {
    const data = new FormData(button.form, button);
    for (const [key, value] of [...data]) if (value instanceof File) data.delete(key);
    try {
      const { response } = await post(button.form.action, data);
      const line = document.importNode(response.getElementById(fieldset.id).querySelector(':scope > .items').children[place], true);
      const chosen = [...chosenIn(list), ...chosenIn(line)];
      list.insertBefore(line, list.children[place] ?? null);
      fieldset.querySelector(':scope > .none')?.remove();
      addGrip(line);
      // The suggestions of the line, where the page had none before.
      for (const names of response.querySelectorAll('datalist')) {
        if (!document.getElementById(names.id)) fieldset.after(document.importNode(names, true));
      }
      enhance(line);
      renumber(chosen);
      line.querySelector('input:not([type=hidden]), textarea, select')?.focus();
    } catch {
      const plain = button.form.appendChild(make('input', { type: 'hidden', name: 'act', value: button.value }));
      button.form.submit();
      plain.remove();
    }
  }

  function addGrip(line) {
    const label = line.querySelector('.item-label').textContent;
    const grip = make('button', { type: 'button', class: 'icon-only grip', title: fieldset.dataset.grip }, icon('drag'), make('span', { class: 'vh' }, `${fieldset.dataset.grip}: ${label}`));
    line.querySelector('.item-acts').prepend(grip);
    grip.onkeydown = (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      move(line, by, grip);
    };
    grip.onpointerdown = (event) => {
      if (event.button) return;
      event.preventDefault();
      line.classList.add('moving');
      const over = ({ clientY }) => {
        if (clientY < 80) scrollBy(0, -12); else if (clientY > innerHeight - 80) scrollBy(0, 12);
        const other = lines().find((one) => { const box = one.getBoundingClientRect(); return one !== line && clientY > box.top && clientY < box.bottom; });
        if (!other) return;
        const box = other.getBoundingClientRect();
        const after = lines().indexOf(other) > lines().indexOf(line);
        if (after && clientY > box.bottom - Math.min(box.height / 2, 60)) other.after(line);
        else if (!after && clientY < box.top + Math.min(box.height / 2, 60)) other.before(line);
      };
      // On the document, because a grip that moves with its line loses the pointer.
      const dragging = new AbortController();
      const drop = () => {
        dragging.abort();
        line.classList.remove('moving');
        renumber();
      };
      document.addEventListener('pointermove', over, dragging);
      for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, drop, dragging);
    };
  }

  function chosenIn(part) {
    return [...part.querySelectorAll('input[type=radio]:checked')];
  }

  /**
   * The place of a line is part of the names in it: `steps.2.text`. While two lines have one name, the browser takes the choice of
   * one's radio buttons away: those chosen are set again afterwards.
   */
  function renumber(chosen = chosenIn(list)) {
    lines().forEach((line, i) => {
      const old = Number(/\d+$/.exec(line.id)[0]);
      const ids = new RegExp(`(^|\\s)${fieldset.id}([.-])${old}(?!\\d)`, 'g');
      for (const element of [line, ...line.querySelectorAll('*')]) {
        for (const attribute of ['id', 'for', 'aria-describedby', 'aria-labelledby', 'list']) {
          if (element.hasAttribute(attribute)) element.setAttribute(attribute, element.getAttribute(attribute).replace(ids, `$1${fieldset.id}$2${i}`));
        }
        if (element.name?.startsWith(`${name}.${old}.`)) element.name = name + '.' + i + element.name.slice(`${name}.${old}`.length);
        if (element.name === 'act' && element.value.startsWith(`${name}.${old}.`)) element.value = name + '.' + i + element.value.slice(`${name}.${old}`.length);
        if (element.name === 'act') element.value = element.value.replace(new RegExp(`^(${name}\\.(?:up|down|insert|delete))\\.\\d+$`), `$1.${i}`);
      }
      line.querySelectorAll('.item-label, .item-acts .vh, .picture-acts .vh').forEach((text) => { text.textContent = text.textContent.replace(/\d+(?=\D*$)/, i + 1); });
      const [up, down] = ['up', 'down'].map((act) => line.querySelector(`[value="${name}.${act}.${i}"]`));
      if (up) up.disabled = i === 0;
      if (down) down.disabled = i === list.children.length - 1;
    });
    fieldset.dispatchEvent(new Event('input', { bubbles: true }));
    for (const radio of chosen) radio.checked = true;
  }
}
