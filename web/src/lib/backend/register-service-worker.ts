import { logFailure } from './log.ts';

/** After the page has loaded, so that caching files never slows down the page. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/service-worker.js');
  } catch (error) {
    logFailure('The portal can’t be saved for offline use', error);
  }
}
