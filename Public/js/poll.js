// Looks again at what is going on, as long as the page says that something is; every two seconds, or as seldom as it says.
import { make } from './portico.js';

export function start(element) {
  // A status that changes is heard; one that is new on the page often is not: so another one stays while the rest is exchanged.
  let said = element.querySelector('[role=status]')?.textContent;
  const voice = make('p', { class: 'vh', role: 'status' });
  if (said) element.after(voice);
  const say = (status) => {
    status.removeAttribute('role');
    if (status.textContent !== said) voice.textContent = said = status.textContent;
  };
  const look = () => {
    if (document.hidden || element.contains(document.activeElement)) return wait();
    const request = new XMLHttpRequest();
    request.open('GET', element.dataset.poll);
    request.responseType = 'document';
    request.onload = () => {
      const fresh = request.response?.getElementById(element.id);
      if (!fresh) return;
      if (!element.contains(document.activeElement)) {
        const status = said && fresh.querySelector('[role=status]');
        if (status) say(status);
        element.replaceChildren(...fresh.childNodes);
        if (!fresh.dataset.poll) return;
      }
      wait();
    };
    request.onerror = wait;
    request.send();
  };
  const wait = () => setTimeout(look, 1000 * (element.dataset.every ?? 2));
  wait();
}
