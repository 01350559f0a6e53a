import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const KEY = 'sb-localhost-auth-token';
const user = { id: 'user-1', email: 'robin@example.com' };
const stored = (secondsLeft = 3600) =>
  JSON.stringify({
    access_token: 'token-1',
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
    token_type: 'bearer',
    user,
  });

const loaded = vi.fn<() => void>();
vi.mock('@supabase/auth-js', async (original) => {
  loaded();
  return original();
});

type Call = { url: string; headers: Headers; cache: RequestCache | undefined };
let requests: Call[] = [];
let port = 3000;
let answer: (call: Call) => Response;

beforeEach(() => {
  vi.resetModules();
  // One page never has two clients; here each test is a page of its own, and the client remarks on it.
  vi.spyOn(console, 'warn').mockReturnValue();
  loaded.mockClear();
  localStorage.clear();
  requests = [];
  port += 1;
  const supabaseUrl = `http://localhost:${port}`;
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl, supabaseAnonKey: 'anon-key' });
    }
    // The client of an earlier page may still try to renew its session.
    if (input.includes('/auth/v1/') && !input.startsWith(supabaseUrl))
      return new Response(null, { status: 204 });
    const request = { url: input, headers: new Headers(init?.headers), cache: init?.cache };
    requests.push(request);
    return answer(request);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page that has just been opened: every module is new, the storage is what the last page left. */
async function open() {
  const { loadConfig } = await import('./config.ts');
  await loadConfig();
  const supabase = await import('./supabase.ts');
  const { currentSession } = await import('./session.ts');
  supabase.startSession();
  return { ...supabase, currentSession };
}

test('without a stored session no one is signed in, right away and without the auth client', async () => {
  const { currentSession } = await open();
  expect(currentSession()).toEqual({ user: null, loading: false });
  expect(loaded).not.toHaveBeenCalled();
});

test('a stored session signs its owner in, right away and without the auth client', async () => {
  localStorage.setItem(KEY, stored());
  const { currentSession, fetchAsUser } = await open();
  expect(currentSession()).toEqual({ user, loading: false });
  await fetchAsUser('http://localhost:3000/rest/v1/customers');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
  expect(loaded).not.toHaveBeenCalled();
});

test('in its last 90 seconds a session is left to the auth client, after a moment of loading', async () => {
  answer = () => Response.json({ ...JSON.parse(stored()), access_token: 'token-2' });
  localStorage.setItem(KEY, stored(80));
  const { currentSession } = await open();
  expect(currentSession()).toEqual({ user: null, loading: true });
  await vi.waitFor(() => expect(currentSession()).toEqual({ user, loading: false }));
  expect(loaded).toHaveBeenCalledOnce();
});

test('offline, an expired session still opens what is on the device', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  localStorage.setItem(KEY, stored(-60));
  const { currentSession } = await open();
  await vi.waitFor(() => expect(currentSession()).toEqual({ user, loading: false }));
  expect(loaded).not.toHaveBeenCalled();
});

test('a server reached while offline renews an expired session', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answer = () => Response.json({ ...JSON.parse(stored()), access_token: 'token-2' });
  localStorage.setItem(KEY, stored(-60));
  const { accessToken } = await open();
  expect(await accessToken()).toBe('token-2');
});

test.each(['#', '?'])('the auth client reads no session from the URL, behind %s or not', async (mark) => {
  const session = 'access_token=theirs&refresh_token=theirs&expires_in=600&token_type=bearer';
  history.replaceState(null, '', `/auth${mark}${session}`);
  const { currentSession, auth } = await open();
  await (await auth()).initialize();
  expect(currentSession()).toEqual({ user: null, loading: false });
  expect(requests).toEqual([]);
  expect(localStorage.length).toBe(0);
  history.replaceState(null, '', '/');
});

test('a request refused to one patient is not repeated as the next', async () => {
  localStorage.setItem(KEY, stored());
  const { fetchAsUser } = await open();
  answer = () => {
    localStorage.setItem(KEY, stored().replace('user-1', 'user-2').replace('token-1', 'token-2'));
    return new Response(null, { status: 401 });
  };
  expect((await fetchAsUser('http://localhost:3000/rest/v1/customers')).status).toBe(401);
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1']);
});

test('what one person has on their screen is neither requested nor sent as the next person in this browser', async () => {
  localStorage.setItem(KEY, stored());
  const { fetchAsUser, currentSession } = await open();
  // Signed in in another tab, and this one has not heard of it: a browser reports nothing to a page it has put to sleep.
  localStorage.setItem(KEY, stored().replace('user-1', 'user-2').replace('token-1', 'token-2'));
  await expect(fetchAsUser('http://localhost:3000/rest/v1/customers')).rejects.toMatchObject({
    code: 'signed_out',
  });
  expect(requests).toEqual([]);
  expect(currentSession().user?.id, 'who is signed in now').toBe('user-2');
});

test('a page that comes back from the browser’s memory belongs to the person who is signed in now', async () => {
  localStorage.setItem(KEY, stored());
  const { currentSession } = await open();
  localStorage.setItem(KEY, stored().replace('user-1', 'user-2'));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(currentSession().user?.id).toBe('user-2');
  localStorage.removeItem(KEY);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(currentSession()).toEqual({ user: null, loading: false });
});

test('signing out offline leaves nothing on the device', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  localStorage.setItem(KEY, stored());
  const { signOut, currentSession } = await open();
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await signOut();
  expect(currentSession().user).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('a sign-out in another tab that the server did not hear signs this one out, even with an auth client', async () => {
  localStorage.setItem(KEY, stored());
  const { auth, currentSession } = await open();
  await auth();
  await vi.waitFor(() => expect(currentSession().user).toEqual(user));
  localStorage.removeItem(KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'bea-signed-out', newValue: 'now' }));
  expect(currentSession().user).toBeNull();
});

test('signing out in another tab signs this one out', async () => {
  localStorage.setItem(KEY, stored());
  const { currentSession } = await open();
  localStorage.removeItem(KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
  expect(currentSession().user).toBeNull();
});

test('a stored session that cannot be read leaves no one signed in', async () => {
  localStorage.setItem(KEY, '{"broken":true}');
  const { currentSession } = await open();
  await vi.waitFor(() => expect(currentSession()).toEqual({ user: null, loading: false }));
});

test('signing in in another tab signs this one in', async () => {
  const { currentSession } = await open();
  localStorage.setItem(KEY, stored());
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: stored() }));
  await vi.waitFor(() => expect(currentSession().user).toEqual(user));
});

test('calls carry the public key, and the token of the person who is signed in', async () => {
  const nobody = await open();
  await nobody.fetchAsUser('http://localhost:3000/rest/v1/customers');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer anon-key');
  localStorage.setItem(KEY, stored());
  await nobody.fetchAsUser('http://localhost:3000/rest/v1/customers');
  expect(requests[1]?.headers.get('authorization')).toBe('Bearer token-1');
  expect(requests[1]?.headers.get('apikey')).toBe('anon-key');
});

test('a session ended elsewhere ends here with the next call', async () => {
  localStorage.setItem(KEY, stored());
  const { fetchAsUser, currentSession } = await open();
  await vi.waitFor(() => expect(currentSession().user).toEqual(user));
  answer = ({ url }) =>
    url.includes('/token')
      ? Response.json({ code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 })
      : new Response(null, { status: 401 });
  const response = await fetchAsUser('http://localhost:3000/rest/v1/customers');
  expect(response.status).toBe(401);
  expect(currentSession().user).toBeNull();
});

test.each([
  ['our server', 401, {}],
  ['Storage', 400, { statusCode: '403', error: 'Unauthorized', message: 'jwt expired' }],
])('a token that %s refused too early is renewed, and the call repeated', async (_, status, body) => {
  localStorage.setItem(KEY, stored());
  const { fetchAsUser, currentSession } = await open();
  await vi.waitFor(() => expect(currentSession().user).toEqual(user));
  answer = ({ url, headers }) => {
    if (url.includes('/token')) return Response.json({ ...JSON.parse(stored()), access_token: 'token-2' });
    const isRenewed = headers.get('authorization') === 'Bearer token-2';
    return isRenewed ? new Response(null, { status: 204 }) : Response.json(body, { status });
  };
  const response = await fetchAsUser('http://localhost:3000/rest/v1/customers');
  expect(response.status).toBe(204);
  expect(currentSession().user).toEqual(user);
});

test('a call refused while the session is being replaced waits for the next one, and no one is signed out', async () => {
  localStorage.setItem(KEY, stored());
  const { fetchAsUser, replaceSession, currentSession } = await open();
  await vi.waitFor(() => expect(currentSession().user).toEqual(user));
  answer = ({ headers }) =>
    new Response(null, { status: headers.get('authorization') === 'Bearer token-2' ? 204 : 401 });
  const replaced = Promise.withResolvers<undefined>();
  const replacing = replaceSession(user.id, async () => {
    await replaced.promise;
    localStorage.setItem(KEY, stored().replace('token-1', 'token-2'));
  });
  const response = fetchAsUser('http://localhost:3000/rest/v1/customers');
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  replaced.resolve(undefined);
  await replacing;
  expect((await response).status).toBe(204);
  expect(requests.map(({ url }) => new URL(url).pathname)).not.toContain('/auth/v1/token');
  expect(currentSession().user).toEqual(user);
});

test('a code is used only for the account that requested it, and someone else’s session is not accepted', async () => {
  localStorage.setItem(KEY, stored());
  const { replaceSession, currentSession } = await open();
  const bring = () =>
    replaceSession(user.id, (client) =>
      client.verifyOtp({ email: 'new@example.com', token: '123456', type: 'email_change' }),
    );
  const session = (id: string) => ({
    ...JSON.parse(stored()),
    access_token: 'token-2',
    user: { ...user, id },
  });
  answer = () => Response.json(session('user-2'));
  expect((await bring()).error).toMatchObject({ code: 'not_own_session' });
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1']);
  expect(currentSession().user).toEqual(user);
  expect(JSON.parse(localStorage.getItem(KEY)!)).toMatchObject({ access_token: 'token-1', user });
  answer = () => Response.json(session('user-1'));
  expect((await bring()).data.session).toMatchObject({ access_token: 'token-2' });
});

test('if a device’s clock is off, the code is sent without its expired token', async () => {
  localStorage.setItem(KEY, stored());
  const { replaceSession } = await open();
  answer = ({ headers }) =>
    headers.get('authorization') === 'Bearer token-1'
      ? Response.json({ code: 401, error_code: 'bad_jwt', msg: 'expired' }, { status: 401 })
      : Response.json({ code: '200', msg: 'Confirmation link accepted.' });
  const { error } = await replaceSession(user.id, (client) =>
    client.verifyOtp({ email: 'new@example.com', token: '123456', type: 'email_change' }),
  );
  expect(error).toBeNull();
});

test('a session that another tab renewed in the meantime is used, not ended', async () => {
  localStorage.setItem(KEY, stored());
  const { fetchAsUser, currentSession } = await open();
  answer = ({ url, headers }) => {
    if (!url.includes('/token'))
      return new Response(null, { status: headers.get('authorization') === 'Bearer token-3' ? 204 : 401 });
    const theirs = { ...JSON.parse(stored()), access_token: 'token-3', refresh_token: 'r3' };
    localStorage.setItem(KEY, JSON.stringify(theirs));
    return Response.json({ ...JSON.parse(stored()), access_token: 'token-2', refresh_token: 'r2' });
  };
  const response = await fetchAsUser('http://localhost:3000/rest/v1/customers');
  expect(response.status).toBe(204);
  expect(currentSession().user).toEqual(user);
});

test('a patient’s request is never served from the browser’s cache', async () => {
  localStorage.setItem(KEY, stored());
  const { fetchAsUser } = await open();
  await fetchAsUser('http://localhost:3000/storage/v1/object/authenticated/documents/user-1/letter.pdf');
  expect(requests.map(({ cache }) => cache)).toEqual(['no-store']);
});

test('signing out ends the session and drops half-filled forms', async () => {
  localStorage.setItem(KEY, stored());
  sessionStorage.setItem('draft', 'half a form');
  const { signOut, currentSession } = await open();
  await vi.waitFor(() => expect(currentSession().user).toEqual(user));
  await signOut();
  expect(currentSession().user).toBeNull();
  expect(localStorage.length + sessionStorage.length).toBe(0);
  expect(requests.map(({ url }) => new URL(url).pathname)).toContain('/auth/v1/logout');
});

test('signing out manually in another tab drops half-filled forms here too', async () => {
  await open();
  sessionStorage.setItem('draft', 'half a form');
  window.dispatchEvent(new StorageEvent('storage', { key: 'bea-signed-out', newValue: 'now' }));
  expect(sessionStorage.length).toBe(0);
});

test('signing out if the auth client does not load leaves nothing on the device', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  localStorage.setItem(KEY, stored());
  localStorage.setItem('bea-choice', 'x');
  vi.doMock('@supabase/auth-js', () => ({
    get AuthClient() {
      throw new TypeError('Failed to fetch dynamically imported module');
    },
  }));
  const { signOut, currentSession } = await open();
  await signOut();
  expect(currentSession().user).toBeNull();
  expect(localStorage.length).toBe(0);
});
