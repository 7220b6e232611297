// A day in the page's language: the field takes what is typed, and a calendar beside it opens by touch and works by keyboard.
import { icon, make } from './portico.js';

const pad = (number) => String(number).padStart(2, '0');
const iso = (day) => `${String(day.getFullYear()).padStart(4, '0')}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
const moved = (day, days) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, 12);

/** The same day of another month, or its last one. */
function monthsLater(day, months) {
  const last = new Date(day.getFullYear(), day.getMonth() + months + 1, 0, 12);
  return new Date(last.getFullYear(), last.getMonth(), Math.min(day.getDate(), last.getDate()), 12);
}

/** The day at the beginning of what is typed, as people type it or as ISO. */
function typedDay(text) {
  const found = text.match(/^\s*(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})/);
  if (!found) return null;
  const [first, month, last] = found.slice(1).map(Number);
  const [year, date] = found[1].length === 4 ? [first, last] : [last, first];
  const day = new Date(year, month - 1, date, 12);
  return year > 999 && day.getMonth() === month - 1 && day.getDate() === date ? day : null;
}

export function start(input) {
  if (input.closest('.dated')) return;
  const { date: order, calendar: name, earlier, later, least, greatest } = input.dataset;
  const language = input.closest('[lang]:not(input)')?.lang || undefined;
  const said = (day, options) => new Intl.DateTimeFormat(language, options).format(day);
  const label = input.labels?.[0]?.firstChild?.textContent.trim();
  const button = make('button', { type: 'button', 'aria-expanded': 'false', 'aria-label': label ? `${name}: ${label}` : name, title: name }, icon('calendar'));
  const frame = make('span', { class: 'dated' });
  const hadFocus = document.activeElement === input;
  input.replaceWith(frame);
  frame.append(input, button);
  if (hadFocus) input.focus();
  let panel = null, day = new Date();

  const shut = (focus) => {
    panel?.remove();
    panel = null;
    button.setAttribute('aria-expanded', 'false');
    focus?.focus();
  };

  const choose = (chosen) => {
    const parts = { y: String(chosen.getFullYear()), m: pad(chosen.getMonth() + 1), d: pad(chosen.getDate()) };
    const text = order.replace(/[ymd]/g, (letter) => parts[letter]);
    const time = input.value.match(/[\sT](\d{1,2}[:.]\d{2})/)?.[1] ?? '00:00';
    input.value = 'time' in input.dataset ? `${text} ${time}` : text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    shut(input);
  };

  const turn = (act, picture, text) => {
    const other = make('button', { type: 'button', 'aria-label': text, title: text, class: 'icon-only' }, icon(picture));
    other.onclick = () => draw(monthsLater(day, act), false);
    return other;
  };

  function draw(shown, takesFocus = true) {
    day = shown;
    const chosen = typedDay(input.value);
    const first = new Date(day.getFullYear(), day.getMonth(), 1, 12);
    const monday = moved(first, -((first.getDay() + 6) % 7));
    const head = make('tr');
    for (let i = 0; i < 7; i += 1) {
      head.append(make('th', { scope: 'col', abbr: said(moved(monday, i), { weekday: 'long' }) }, said(moved(monday, i), { weekday: 'short' })));
    }
    const weeks = make('tbody');
    for (let week = monday; week < first || week.getMonth() === first.getMonth(); week = moved(week, 7)) {
      const row = weeks.appendChild(make('tr'));
      for (let i = 0; i < 7; i += 1) {
        const one = moved(week, i), cell = row.appendChild(make('td'));
        if (one.getMonth() !== day.getMonth()) continue;
        const attributes = { type: 'button', tabindex: iso(one) === iso(day) ? '0' : '-1', 'data-day': iso(one), 'aria-pressed': String(chosen !== null && iso(one) === iso(chosen)), 'aria-label': said(one, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }) };
        if (iso(one) === iso(new Date())) attributes['aria-current'] = 'date';
        const choice = cell.appendChild(make('button', attributes, String(one.getDate())));
        choice.disabled = Boolean(least && iso(one) < least.slice(0, 10) || greatest && iso(one) > greatest.slice(0, 10));
        choice.onclick = () => choose(one);
      }
    }
    const title = make('span', { 'aria-live': 'polite' }, said(day, { month: 'long', year: 'numeric' }));
    const bar = make('div', { class: 'day-picker-head' }, turn(-1, 'left', earlier), title, turn(1, 'right', later));
    const focused = [...panel.querySelectorAll('.day-picker-head button')].indexOf(document.activeElement);
    panel.replaceChildren(bar, make('table', {}, make('thead', {}, head), weeks));
    if (takesFocus) panel.querySelector(`[data-day="${iso(day)}"]`)?.focus();
    else if (focused >= 0) bar.querySelectorAll('button')[focused].focus();
  }

  const keys = {
    ArrowLeft: () => moved(day, -1), ArrowRight: () => moved(day, 1), ArrowUp: () => moved(day, -7), ArrowDown: () => moved(day, 7),
    Home: () => moved(day, -((day.getDay() + 6) % 7)), End: () => moved(day, 6 - (day.getDay() + 6) % 7),
    PageUp: (event) => monthsLater(day, event.shiftKey ? -12 : -1), PageDown: (event) => monthsLater(day, event.shiftKey ? 12 : 1),
  };

  button.onclick = () => {
    if (panel) { shut(button); return; }
    panel = frame.appendChild(make('span', { class: 'day-picker', role: 'dialog', 'aria-label': name }));
    button.setAttribute('aria-expanded', 'true');
    panel.onkeydown = (event) => {
      // Keys of the page, such as those of lists, mean nothing here.
      event.stopPropagation();
      if (event.key === 'Escape') { shut(button); return; }
      if (!event.target.dataset.day || !keys[event.key]) return;
      event.preventDefault();
      draw(keys[event.key](event));
    };
    draw(typedDay(input.value) ?? moved(new Date(), 0));
  };
  frame.addEventListener('focusout', (event) => { if (panel && event.relatedTarget && !frame.contains(event.relatedTarget)) shut(); });
  document.addEventListener('pointerdown', (event) => { if (panel && !frame.contains(event.target)) shut(); });
}
