const RELOADED_AT = 'bea-reloaded-at';
const MINUTE = 60_000;

/**
 * After a new release the files of the old one are gone, and loading the page again finds the new ones: once a minute at
 * most, and only for a release that is really there, because what somebody is typing is worth more than a lost picture.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => void reload());
}

async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - last < MINUTE || !(await isOutdated())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

/** Whether the page that the server sends at this address today is made of other files than the one that is open. */
async function isOutdated(): Promise<boolean> {
  const page = await fetch('', { cache: 'no-store' }).catch(() => undefined); // without a server there is no release
  return !!page?.ok && !(await page.text()).includes(new URL(import.meta.url).pathname);
}
