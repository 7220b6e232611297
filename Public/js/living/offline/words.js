// The words and signs for pages without a network, which every page brings along in its language.

/** The content of one part. */
export const part = (name) => document.querySelector(`#offline [data-part="${name}"]`).content.cloneNode(true);

/** A sentence with a name in the place of its mark. */
export const sentence = (name, value) => part(name).textContent.replace('%', value);

/** Says something where pages say what happened last. */
export function say(name) {
  document.getElementById('said').replaceChildren(part(name));
}

/** Something to be read, with a button to say so. */
export function waitsFor(name, text) {
  const piece = part(name);
  const element = piece.firstElementChild;
  element.querySelector('p').textContent = text;
  document.getElementById('said').append(piece);
  return element;
}
