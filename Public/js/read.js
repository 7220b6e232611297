// Reads a page aloud with the voice of the device, where it has one in the language of the page.
import { icon, make } from './portico.js';

export function start(frame) {
  if (!('speechSynthesis' in window)) return;
  const words = make('span', {}, frame.dataset.read);
  const button = make('button', { type: 'button', class: 'listen', 'aria-pressed': 'false' }, icon('speak'), words);
  const show = (isOn) => {
    button.setAttribute('aria-pressed', isOn);
    words.textContent = isOn ? frame.dataset.stop : frame.dataset.read;
  };
  button.onclick = () => {
    const isOn = button.getAttribute('aria-pressed') === 'true';
    speechSynthesis.cancel();
    show(!isOn);
    if (isOn) return;
    const parts = [...frame.querySelectorAll('h1, h2, .prose, legend, label, .matrix th')].filter((part) => part.checkVisibility?.() ?? true);
    const said = parts.map((part) => part.textContent.trim()).filter((text) => text);
    said.forEach((text, index) => {
      const voice = new SpeechSynthesisUtterance(text);
      voice.lang = document.documentElement.lang;
      if (index === said.length - 1) voice.onend = () => show(false);
      speechSynthesis.speak(voice);
    });
  };
  frame.querySelector('h1')?.after(button);
  addEventListener('pagehide', () => speechSynthesis.cancel());
}
