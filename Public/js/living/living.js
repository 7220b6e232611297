// The guests' pages: loads what a page asks for. Without it every page works all the same.

const modules = {
  '[data-listen]': 'listen', '[data-timer]': 'timer', '[data-awake]': 'awake', '[data-clock]': 'clock', '[data-print]': '../print',
  '[data-day]': 'day', '[data-swap]': 'swap', '[data-news]': 'news', '[data-later]': 'later', '[data-near]': 'near',
  '[data-push]': '../push',
  '[data-offline]': 'offline/page', '[data-copies]': 'offline/none',
};

/** Starts whatever the elements under `root` ask for; also called for parts that arrive later. */
export function start(root = document) {
  for (const [selector, name] of Object.entries(modules)) {
    const found = [...root.querySelectorAll(selector)];
    if (found.length) import(`./${name}.js`).then((module) => found.forEach((element) => module.start(element)));
  }
}

start();
