// The server's clock: this device's may be wrong. Reckoned from when the page arrived, because scripts may start much later.

const [page] = performance.getEntriesByType('navigation');
const skew = Number(document.body.dataset.now) - (performance.timeOrigin + (page?.responseStart || 0));

/** Milliseconds since 1970, as the server counts them. */
export const now = () => Date.now() + skew;
