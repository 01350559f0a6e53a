import type { TestServer } from './test-server.ts';

/** Opens a call's room with a host's link, like its page, and returns the link. A bad link opens nothing. */
export async function enterByLink(server: TestServer, token: string): Promise<string> {
  const answer = await fetch(`${server.url}/functions/v1/enter-call`, {
    method: 'POST',
    headers: { apikey: server.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  await answer.text();
  return token;
}
