// Speaks into a form: what the microphone hears becomes the form's file, which is then sent as any other.
import { icon, make } from './portico.js';

const SECONDS = 90;  // as many as the server takes

export function start(form) {
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.MediaRecorder) return;
  const { start: words, stop, denied, sent } = form.dataset;
  const label = make('span', {}, words), time = make('span', { class: 'record-time' });
  const button = make('button', { type: 'button', class: 'record' }, icon('speak'), label, time);
  const status = make('p', { class: 'help', role: 'status' });
  form.querySelector('.field:has([type=file])').before(make('p', { class: 'actions' }, button), status);
  let recorder, clock;

  async function begin() {
    let stream;
    try { stream = await navigator.mediaDevices.getUserMedia({ audio: true }); } catch { status.textContent = denied; return; }
    const parts = [], from = Date.now();
    recorder = new MediaRecorder(stream);
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => {
      clearInterval(clock);
      stream.getTracks().forEach((track) => track.stop());
      const files = new DataTransfer();
      files.items.add(new File(parts, 'voice', { type: recorder.mimeType }));
      form.querySelector('[type=file]').files = files.files;
      [label.textContent, time.textContent, status.textContent] = [words, '', sent];
      button.classList.remove('on');
      form.requestSubmit();
    };
    recorder.start();
    button.classList.add('on');
    label.textContent = stop;
    clock = setInterval(() => {
      const seconds = Math.floor((Date.now() - from) / 1000);
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      if (seconds >= SECONDS) recorder.stop();
    }, 250);
  }

  button.onclick = () => (recorder?.state === 'recording' ? recorder.stop() : begin());
}
