/**
 * Ends this browser's session, remembers who to sign in for this tab only, and opens the sign-in page,
 * which requests the code and fills it in: web/src/product-components/demo-desk.
 */
export const DESK_SCRIPT = `
const SIGN_IN = { patient: '/auth', team: '/team/sign-in' };
const status = document.getElementById('status');

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-email]');
  if (button) signIn(button);
});
// Whoever comes back with the browser's own button finds the page as it was.
addEventListener('pageshow', () => setBusy(null));

async function signIn(button) {
  const { email, side } = button.dataset;
  setBusy(button);
  try {
    await endSession();
    const answer = await send('/dev/sign-in', { body: JSON.stringify({ email }) });
    if (!answer.ok) throw new Error((await answer.json()).message);
    sessionStorage.setItem('bea-demo-person', email);
    location.assign(SIGN_IN[side]);
  } catch (error) {
    setBusy(null);
    status.textContent = 'That didn’t work. Check that the product is still running, and try again.';
    console.error(error);
  }
}

function setBusy(button) {
  for (const each of document.querySelectorAll('button[data-email]')) {
    each.disabled = button !== null;
    each.toggleAttribute('data-busy', each === button);
  }
  if (status) status.textContent = '';
}

async function endSession() {
  for (const key of Object.keys(localStorage).filter((name) => /^sb-.*-auth-token$/.test(name))) {
    const { supabaseAnonKey } = await (await fetch('/config.json')).json();
    const token = tokenIn(localStorage.getItem(key));
    const headers = { apikey: supabaseAnonKey, Authorization: 'Bearer ' + token };
    if (token) await send('/auth/v1/logout?scope=local', { headers }).catch(() => undefined);
    localStorage.removeItem(key);
  }
  // As signing out by hand does: nothing of the last person stays, and other tabs follow.
  for (const key of Object.keys(localStorage)) if (key.startsWith('bea-')) localStorage.removeItem(key);
  sessionStorage.clear();
  navigator.serviceWorker?.controller?.postMessage('forget-opened');
  localStorage.setItem('bea-signed-out', 'now');
  localStorage.removeItem('bea-signed-out');
}

function tokenIn(stored) {
  try {
    return JSON.parse(stored).access_token;
  } catch {
    return undefined;
  }
}

const send = (url, { headers, ...rest }) =>
  fetch(url, { method: 'POST', ...rest, headers: { 'Content-Type': 'application/json', ...headers } });
`;

/** A phone on the same network connects without TLS, where browsers have no randomUUID. */
export const LAN_SCRIPT = `
crypto.randomUUID ??= () =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16));
`;
