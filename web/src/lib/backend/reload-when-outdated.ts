const RELOADED_AT = 'bea-reloaded-at';
const MINUTE = 60_000;

/**
 * After a new release the old files are gone, and reloading finds the new ones: at most once a minute, and
 * only if there really is a release, because what someone is typing is worth more than a lost picture.
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

/** Whether the server's current page at this URL uses different files than the open one. */
async function isOutdated(): Promise<boolean> {
  const page = await fetch('', { cache: 'no-store' }).catch(() => undefined); // without a server there is no release
  return !!page?.ok && !(await page.text()).includes(new URL(import.meta.url).pathname);
}
