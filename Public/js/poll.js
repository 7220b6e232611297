// Looks again at what is going on, as long as the page says that something is; every two seconds, or as seldom as it says.

export function start(element) {
  const look = () => {
    if (document.hidden || element.contains(document.activeElement)) return wait();
    const request = new XMLHttpRequest();
    request.open('GET', element.dataset.poll);
    request.responseType = 'document';
    request.onload = () => {
      const fresh = request.response?.getElementById(element.id);
      if (!fresh) return;
      if (!element.contains(document.activeElement)) {
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
