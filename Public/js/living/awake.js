// Keeps the screen on while something is cooked: a phone that sleeps shows no step and rings no timer.

export function start() {
  const ask = () => { if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => {}); };
  document.addEventListener('visibilitychange', ask);
  ask();
}
