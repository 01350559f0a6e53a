const RELOADED_AT = 'bea-reloaded-at';
const MINUTE = 60_000;

/**
 * After a new release the files of the old one are gone, and loading the page again finds the new ones: once a minute at
 * most, and only while the server answers, because a page that is open is worth more than one that cannot come.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => void reload());
}

async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - last < MINUTE || !(await serverAnswers())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

const serverAnswers = () =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
