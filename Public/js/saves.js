// Lets a system's worker keep pages for when there is no network. The worker is the one that shows notifications, too.

const policy = window.trustedTypes?.createPolicy('portico-saves', { createScriptURL: (address) => address });

export function start(element) {
  const address = element.dataset.saves;
  const scope = address.slice(0, address.lastIndexOf('/'));
  navigator.serviceWorker?.register(policy?.createScriptURL(address) ?? address, { scope, updateViaCache: 'none' }).catch(() => {});
}
