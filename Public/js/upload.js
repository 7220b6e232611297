// Takes dropped files, shows the picture that was chosen before it is sent, and how much of it is sent.
import { make, post, start as enhance } from './portico.js';

export function start(element) {
  const input = element.querySelector('input[type=file]');
  element.addEventListener('dragover', (event) => { event.preventDefault(); element.classList.add('over'); });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('over');
    if (!event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  const status = make('p', { class: 'help', role: 'status' });
  (element.matches('form') ? element.lastElementChild : input).after(status);
  if (element.matches('[data-upload]')) sending(element, status); else chosen(element, input, status);
}

function chosen(element, input, status) {
  input.addEventListener('change', async () => {
    const [file] = input.files;
    status.textContent = file ? `${element.dataset.chosen} ${file.name}` : '';
    const picture = file && await createImageBitmap(file).catch(() => null);
    if (!picture) return;
    const side = Math.min(picture.width, picture.height);
    const canvas = make('canvas', { width: 320, height: 320 });
    canvas.getContext('2d').drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, 320, 320);
    element.querySelector('.frame').replaceChildren(canvas);
  });
}

function sending(form, status) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      const request = await post(form.action, new FormData(form), (part) => { status.textContent = form.dataset.sending.replace('%', part); });
      const main = document.importNode(request.response.querySelector('main'), true);
      document.querySelector('main').replaceWith(main);
      history.replaceState(null, '', request.responseURL);
      enhance(main);
      main.focus();
    } catch {
      form.submit();
    }
  });
}
