// Passkeys: asks the browser for one and puts its answer into the form, which is then sent like any other. Without it the forms stay hidden.

const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer ?? []))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export function start(form) {
  if (!window.PublicKeyCredential) return;
  form.hidden = false;
  for (const note of document.querySelectorAll('[data-passkey-note]')) note.hidden = true;
  const status = form.querySelector('[role=status]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    status.textContent = '';
    try {
      const answer = await fetch(form.dataset.challenges, { method: 'POST' });
      // Whoever has to type the password again first is led to the page that asks for it.
      if (!answer.headers.get('content-type')?.includes('json')) return location.reload();
      const options = await answer.json();
      fill(form, await (form.dataset.passkey === 'create' ? create(options) : get(options)));
      form.submit();
    } catch (problem) {
      // Only the browser's own refusals say nothing new; anything else is a mistake of ours.
      if (!(problem instanceof DOMException)) console.warn(problem);
      // Only whoever makes one hears this: the device has one already.
      status.textContent = problem.name === 'InvalidStateError' && form.dataset.taken || form.dataset.failed;
    }
  });
}

function fill(form, values) {
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
}

async function create(options) {
  const { response } = await navigator.credentials.create({ publicKey: {
    challenge: bytes(options.challenge),
    rp: { id: options.rpId, name: options.rpName },
    user: { ...options.user, id: bytes(options.user.id) },
    pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: options.existing.map((id) => ({ type: 'public-key', id: bytes(id) })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: options.timeout,
  } });
  return { client: text(response.clientDataJSON), attestation: text(response.attestationObject) };
}

async function get(options) {
  const { rawId, response } = await navigator.credentials.get({ publicKey: {
    challenge: bytes(options.challenge), rpId: options.rpId, userVerification: options.userVerification, timeout: options.timeout,
  } });
  return {
    id: text(rawId), client: text(response.clientDataJSON), authenticator: text(response.authenticatorData),
    signature: text(response.signature), user: text(response.userHandle),
  };
}
