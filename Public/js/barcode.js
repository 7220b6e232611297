// Reads the barcode of a package with the camera, where the browser can; the digits are typed elsewhere.
import { icon, make } from './portico.js';

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e'];

export function start(form) {
  if (!('BarcodeDetector' in window) || !navigator.mediaDevices?.getUserMedia) return;
  const { label, stop, none } = form.dataset;
  const button = make('button', { type: 'button' }, icon('picture'), label);
  const status = make('p', { class: 'help', role: 'status' });
  const video = make('video', { playsinline: '', muted: '', hidden: '', class: 'barcode-video' });
  form.append(button);
  form.after(video, status);
  let stream;

  function end() {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    video.hidden = true;
    button.lastChild.textContent = label;
  }

  async function look(detector) {
    if (!stream) return;
    const [found] = await detector.detect(video).catch(() => []);
    if (!found) return setTimeout(() => look(detector), 200);
    end();
    form.querySelector('[name=q]').value = found.rawValue;
    form.requestSubmit();
  }

  button.addEventListener('click', async () => {
    if (stream) return end();
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    } catch {
      status.textContent = none;
      return;
    }
    status.textContent = '';
    video.srcObject = stream;
    video.hidden = false;
    button.lastChild.textContent = stop;
    await video.play();
    look(new BarcodeDetector({ formats }));
  });
  addEventListener('pagehide', end);
}
