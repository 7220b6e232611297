// A slider beside a number between two ends. Both show the same number, and nothing is answered until one of them is used.
import { make } from './portico.js';

export function start(field) {
  const slider = make('input', { type: 'range', min: field.min, max: field.max, step: field.step, tabindex: '-1', 'aria-hidden': 'true' });
  const follow = () => { if (field.value !== '') slider.value = field.value; };
  slider.oninput = () => {
    field.value = slider.value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  slider.onchange = () => field.dispatchEvent(new Event('change', { bubbles: true }));
  field.addEventListener('input', follow);
  field.before(slider);
  follow();
}
