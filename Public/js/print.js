// A button that opens the browser's own print window.

export function start(button) {
  button.hidden = false;
  button.onclick = () => print();
}
