// How much waits for the people who work here: kept fresh in the menu, and on pages of that system also in the title, in the site's icon and on
// its badge. A page that nobody has touched for an hour asks no more, so that its session can end.

const EVERY = 60_000;
const AS_LONG_AS = 3_600_000;
const DOT = '%3Ccircle%20cx=\'25\'%20cy=\'7\'%20r=\'7\'%20fill=\'%23fff\'/%3E%3Ccircle%20cx=\'25\'%20cy=\'7\'%20r=\'5.5\'%20fill=\'%23C2261C\'/%3E';
const END = '%3C/svg%3E';

export function start(element) {
  const source = element.dataset.waiting;
  const isHome = location.pathname.startsWith(source.slice(0, source.lastIndexOf('/') + 1));
  const [title, icon] = [document.title, document.querySelector('link[rel=icon]')];
  const plain = icon?.getAttribute('href');
  let touched = Date.now();

  const show = (count, text) => {
    element.hidden = count === 0;
    element.firstElementChild.textContent = text;
    if (!isHome) return;
    document.title = count ? `(${text}) ${title}` : title;
    if (plain?.endsWith(END)) icon.setAttribute('href', count ? plain.slice(0, -END.length) + DOT + END : plain);
    const badge = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    badge?.catch(() => {});
  };

  const look = async () => {
    if (Date.now() - touched > AS_LONG_AS) return;
    try {
      const answer = await fetch(source, { headers: { Accept: 'application/json' } });
      if (!answer.ok || answer.redirected) return;
      const { count, text } = await answer.json();
      show(count, text);
    } catch {
      // Without a connection it asks again later.
    }
    timer = setTimeout(look, EVERY);
  };
  let timer = setTimeout(look, EVERY);

  const touch = () => {
    const wasAsleep = Date.now() - touched > AS_LONG_AS;
    touched = Date.now();
    if (!wasAsleep) return;
    clearTimeout(timer);
    look();
  };
  for (const kind of ['pointerdown', 'keydown', 'focus']) addEventListener(kind, touch, { passive: true });

  show(Number(element.dataset.count), element.firstElementChild.textContent);
}
